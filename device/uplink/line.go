package uplink

import (
	"slices"
	"time"

	mqtt "github.com/eclipse/paho.mqtt.golang"
)

// sent is a reading on its way.
type sent struct {
	seq   uint64
	at    time.Time
	token mqtt.Token
}

// line decides how many readings may be under way. One at a time is safest, because a cut repeats no more than what was
// under way, and fast enough where the broker answers within a few milliseconds. Over a slow line, such as a wireless
// network or a broker in another town, a week's backlog would take half an hour that way.
type line struct {
	recent [lineMemory]time.Duration
	n      int
}

const (
	lineMemory = 32                   // acknowledgements looked back on
	quickAck   = 4 * time.Millisecond // a line that answers within this needs nothing more
	maxWidth   = 16                   // below mosquitto's own limit of 20 in flight
)

func (l *line) acknowledged(after time.Duration) {
	l.recent[l.n%lineMemory] = after
	l.n++
}

// width goes by the quickest of the recent answers, so that a busy processor is not taken for a slow line.
func (l *line) width() int {
	if l.n < lineMemory {
		return 1
	}
	return min(maxWidth, 1+int(slices.Min(l.recent[:])/quickAck))
}

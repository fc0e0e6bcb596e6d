// Package share lets the boxes at one broker read for each other, by MQTT 5. Whoever wants something read publishes it with a
// response topic and correlation data to <topic>/<box>/<who>/frame; of the boxes that have free readers the broker gives it to one
// (shared subscription $share/readers/<topic>/+/+/frame), which answers. What is asked and answered is bytes here: what they mean
// is the callers' business.
//
// Nothing of it is kept: whoever asks waits, asks again when nobody takes the matter or the box that took it is heard of no more,
// and gives up on what has ended three boxes. The broker's acknowledgements serve flow control alone.
package share

import (
	"crypto/tls"
	"log/slog"
	"strings"
	"time"
)

// Config says where a box shares.
type Config struct {
	Broker   string      // tcp://host:port or ssl://host:port; it must speak MQTT 5
	Username string      // "": anonymous
	Password string      // not logged
	TLS      *tls.Config // for ssl://
	Topic    string      // first level of all topics
	Box      string      // second level: this box

	Fresh      time.Duration // how long something asked for waits to be taken before it is asked again; default 10 s
	Lease      time.Duration // how long a box that took something may be silent; default 10 s
	MinBackoff time.Duration // between connections; default 1 s
	MaxBackoff time.Duration // default 30 s
	Log        *slog.Logger  // default: discard
}

func (c Config) withDefaults() Config {
	for _, d := range []struct {
		at     *time.Duration
		normal time.Duration
	}{{&c.Fresh, 10 * time.Second}, {&c.Lease, 10 * time.Second}, {&c.MinBackoff, time.Second}, {&c.MaxBackoff, 30 * time.Second}} {
		if *d.at <= 0 {
			*d.at = d.normal
		}
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	return c
}

// Group is the name of the boxes that read, as the broker knows it.
const Group = "readers"

// MostDeaths is how many boxes may end over one thing before it is set aside; a box counts twice only where no other takes it.
const MostDeaths = 3

// State says how far a box has come with what it was asked.
type State string

// The states of an answer.
const (
	Taken  State = "taken"  // it is being read; said again and again
	Done   State = "done"   // with the answer
	Died   State = "died"   // the reader ended over it
	Busy   State = "busy"   // this box cannot read it now, another may
	Spared State = "spared" // this box ended over it before, another may
	Large  State = "large"  // the answer is more than the broker passes on
)

// Limits of what is taken from others.
const (
	MaxBody      = 32 << 20 // of a picture or document, and of an answer
	maxWords     = 32       // user properties
	maxWordBytes = 32 << 10 // of all of them
	maxMark      = 64       // correlation data
)

// filter is what reading boxes subscribe to.
func (c Config) filter() string { return "$share/" + Group + "/" + c.Topic + "/+/+/frame" }

func (c Config) frameTopic(who string) string { return c.Topic + "/" + c.Box + "/" + who + "/frame" }

func (c Config) answerTopic() string { return c.Topic + "/" + c.Box + "/answer" }

// answerable says whether a response topic is one that answers may go to. Any other would let whoever may publish pictures have
// this box publish elsewhere in its name, a station's command for example.
func (c Config) answerable(topic string) bool {
	rest, ok := strings.CutPrefix(topic, c.Topic+"/")
	box, leaf, _ := strings.Cut(rest, "/")
	return ok && box != "" && leaf == "answer" && !strings.ContainsAny(topic, "+#\x00")
}

package broker

import (
	"testing"

	mochi "github.com/mochi-mqtt/server/v2"
	"github.com/mochi-mqtt/server/v2/packets"
	"github.com/stretchr/testify/assert"
)

// The publisher and the connection's end run side by side: a message may be counted for a client whose OnDisconnect has already
// been. It must not stay in the sum for good, or the limit for all shrinks with each such client.
func TestWhatIsCountedAfterTheEndIsForgotten(t *testing.T) {
	for _, c := range []struct {
		name   string
		clean  bool
		count  func(w *waiting, cl *mochi.Client)
		remain int
	}{
		{"queued for a session that ended", true, func(w *waiting, cl *mochi.Client) { w.queue(cl, 100) }, 0},
		{"queued for a session that goes on", false, func(w *waiting, cl *mochi.Client) { w.queue(cl, 100) }, 0},
		{"kept by a session that ended", true, func(w *waiting, cl *mochi.Client) { w.keep(cl, 1, 100) }, 0},
		{"kept by a session that goes on", false, func(w *waiting, cl *mochi.Client) { w.keep(cl, 1, 100) }, 100},
		{"written while it ended", true, func(w *waiting, cl *mochi.Client) { w.queue(cl, 100); w.dequeue(cl, 100) }, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			cl := mochi.New(nil).NewClient(nil, "test", "client", false)
			cl.Properties.Clean = c.clean
			w := newWaiting()
			w.queue(cl, 50)
			cl.Stop(packets.ErrKeepAliveTimeout)
			w.left(cl, c.clean)
			c.count(w, cl)
			assert.Equal(t, c.remain, w.total())
		})
	}
}

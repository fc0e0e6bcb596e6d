package uplink_test

import (
	"bytes"
	"io"
	"net"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/device/uplink"
)

// notes is a memory of what was announced.
type notes struct {
	mu     sync.Mutex
	topics []string
	writes int
}

func (n *notes) Announced() ([]string, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	return slices.Clone(n.topics), nil
}

func (n *notes) SetAnnounced(topics []string) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.topics = slices.Clone(topics)
	n.writes++
	return nil
}

func (n *notes) seen() ([]string, int) {
	n.mu.Lock()
	defer n.mu.Unlock()
	return slices.Clone(n.topics), n.writes
}

// wire passes a box's connections on to a broker and keeps what the broker says.
type wire struct {
	url  string
	mu   sync.Mutex
	said bytes.Buffer
}

func (w *wire) Write(b []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.said.Write(b)
}

func (w *wire) heard(text string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return bytes.Contains(w.said.Bytes(), []byte(text))
}

func tap(t *testing.T, target string) *wire {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { _ = l.Close() })
	w := &wire{url: "tcp://" + l.Addr().String()}
	go func() {
		for {
			box, err := l.Accept()
			if err != nil {
				return
			}
			broker, err := net.Dial("tcp", target)
			if err != nil {
				_ = box.Close()
				continue
			}
			go func() { _, _ = io.Copy(broker, box); _ = broker.Close() }()
			go func() { _, _ = io.Copy(io.MultiWriter(w, box), broker); _ = box.Close() }()
		}
	}()
	return w
}

const (
	cellarTopic = "homeassistant/device/lensd_box_cellar/config"
	atticTopic  = "homeassistant/device/lensd_box_attic/config"
	otherTopic  = "homeassistant/device/lensd_other_attic/config"
)

// Each box that heard the announcements of all would make them a million among a thousand.
func TestABoxHearsNothingOfWhatOthersAnnounce(t *testing.T) {
	m := newMosquitto(t)
	c := client(t, m.url(), "", nil)
	c.Publish(otherTopic, 1, true, `{"origin":{"name":"lensd"}}`).Wait()
	w, o := tap(t, m.addr()), &orders{}
	cfg := config(w.url)
	cfg.Memory = &notes{}
	u, _ := serve(t, cfg, newQueue(), o)
	eventually(t, func() bool { return u.Status().Connected }, "connected")
	c.Publish(otherTopic, 1, true, `{"origin":{"name":"lensd"},"again":true}`).Wait()
	c.Publish(u.Topics().Command("cellar"), 1, false, "read").Wait() // what came before it has been passed on before it
	eventually(t, func() bool { reads, _ := o.seen(); return len(reads) > 0 }, "the command")
	assert.True(t, w.heard("lensd/box/cellar/cmd/read"))
	assert.False(t, w.heard("lensd_other_attic"), "an announcement of another box came over the wire")
}

// A station that is taken out disappears from Home Assistant, even when the box was restarted in between, and while there was no
// broker.
func TestWhatIsNoLongerConfiguredIsWithdrawn(t *testing.T) {
	m := newMosquitto(t)
	c := client(t, m.url(), "", nil)
	c.Publish(otherTopic, 1, true, `{"origin":{"name":"lensd"}}`).Wait()
	e, n := listen(t, m.url(), "homeassistant/#"), &notes{}
	cfg := config(m.url())
	cfg.Memory = n
	cfg.Stations = append(slices.Clone(cfg.Stations), uplink.Station{Name: "attic", Kind: "passport"})
	u, stop := serve(t, cfg, newQueue(), &orders{})
	eventually(t, func() bool { return e.last(atticTopic) != "" && e.last(cellarTopic) != "" }, "both are announced")
	eventually(t, func() bool { return u.Status().Connected }, "connected")
	stop()
	topics, writes := n.seen()
	assert.Equal(t, []string{atticTopic, cellarTopic}, topics)
	assert.Equal(t, 1, writes)

	cfg.Stations = cfg.Stations[:1]
	away := cfg
	away.Broker = "tcp://127.0.0.1:1" // nobody listens there
	u, stop = serve(t, away, newQueue(), &orders{})
	eventually(t, func() bool { return u.Status().LastError != "" }, "there is no broker")
	stop()

	u, stop = serve(t, cfg, newQueue(), &orders{})
	eventually(t, func() bool { all := e.on(atticTopic); return all[len(all)-1] == "" }, "the former station is withdrawn")
	eventually(t, func() bool { topics, _ := n.seen(); return slices.Equal(topics, []string{cellarTopic}) }, "and forgotten")
	eventually(t, func() bool { return u.Status().Connected }, "connected")
	stop()

	cfg.Discovery = ""
	u, _ = serve(t, cfg, newQueue(), &orders{})
	eventually(t, func() bool { all := e.on(cellarTopic); return all[len(all)-1] == "" }, "nothing is announced any more")
	eventually(t, func() bool { return u.Status().Connected }, "connected")
	assert.NotContains(t, e.on(otherTopic), "", "another box's stays")
}

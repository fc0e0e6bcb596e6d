package uplink_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"sync"
	"testing"
	"time"

	mqtt "github.com/eclipse/paho.mqtt.golang"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/device/uplink"
)

// queue is an outbox in memory.
type queue struct {
	mu        sync.Mutex
	items     []string
	delivered uint64
	changed   chan struct{}
}

func newQueue() *queue { return &queue{changed: make(chan struct{}, 1)} }

func (q *queue) add(payloads ...string) {
	q.mu.Lock()
	q.items = append(q.items, payloads...)
	q.mu.Unlock()
	select {
	case q.changed <- struct{}{}:
	default:
	}
}

func (q *queue) Next(after uint64) (uint64, string, []byte, bool, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	at := max(q.delivered, after)
	if at >= uint64(len(q.items)) {
		return 0, "", nil, false, nil
	}
	return at + 1, "lensd/box/cellar/reading", []byte(q.items[at]), true, nil
}

func (q *queue) Delivered(seq uint64) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	if seq != q.delivered+1 {
		return errors.New("delivered out of order")
	}
	q.delivered = seq
	return nil
}

func (q *queue) Changed() <-chan struct{} { return q.changed }

// orders records what comes from the broker.
type orders struct {
	mu     sync.Mutex
	reads  []string
	frames map[string]string
	block  chan struct{} // when set, ReadNow waits for it
}

func (o *orders) ReadNow(station string) {
	if o.block != nil {
		<-o.block
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.reads = append(o.reads, station)
}

func (o *orders) Frame(station string, jpeg []byte) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.frames == nil {
		o.frames = map[string]string{}
	}
	o.frames[station] = string(jpeg)
}

func (o *orders) seen() ([]string, map[string]string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return append([]string{}, o.reads...), o.frames
}

// ear collects messages by topic.
type ear struct {
	mu  sync.Mutex
	got map[string][]string
	all []string
}

func listen(t *testing.T, url, filter string) *ear {
	t.Helper()
	e := &ear{got: map[string][]string{}}
	client(t, url, filter, func(m mqtt.Message) {
		e.mu.Lock()
		defer e.mu.Unlock()
		e.got[m.Topic()] = append(e.got[m.Topic()], string(m.Payload()))
		e.all = append(e.all, m.Topic()+" "+string(m.Payload()))
	})
	return e
}

func (e *ear) on(topic string) []string {
	e.mu.Lock()
	defer e.mu.Unlock()
	return append([]string{}, e.got[topic]...)
}

func (e *ear) last(topic string) string {
	if all := e.on(topic); len(all) > 0 {
		return all[len(all)-1]
	}
	return ""
}

func config(url string) uplink.Config {
	return uplink.Config{
		Broker: url, Box: "box", Version: "1", PageURL: "http://lensd-box.local:8080/", Discovery: "homeassistant",
		Stations:   []uplink.Station{{Name: "cellar", Kind: "water-meter", Decimals: 3, Push: true}},
		MinBackoff: 10 * time.Millisecond, MaxBackoff: 50 * time.Millisecond, AckTimeout: 5 * time.Second,
	}
}

// serve runs an uplink until the test or stop ends it.
func serve(t *testing.T, cfg uplink.Config, q uplink.Outbox, h uplink.Handler) (u *uplink.Uplink, stop func()) {
	t.Helper()
	u, err := uplink.New(cfg, q, h)
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- u.Serve(ctx) }()
	var once sync.Once
	stop = func() {
		once.Do(func() {
			cancel()
			assert.ErrorIs(t, <-done, context.Canceled)
		})
	}
	t.Cleanup(stop)
	return u, stop
}

func eventually(t *testing.T, ok func() bool, what string) {
	t.Helper()
	require.Eventually(t, ok, 20*time.Second, 5*time.Millisecond, what)
}

func TestReadingsArriveInOrderAcrossBrokerRestarts(t *testing.T) {
	m := newMosquitto(t)
	q := newQueue()
	u, _ := serve(t, config(m.url()), q, &orders{})
	var want []string
	for round := range 3 {
		e := listen(t, m.url(), "lensd/#")
		for i := range 50 {
			want = append(want, fmt.Sprintf("%d-%d", round, i))
			q.add(want[len(want)-1])
		}
		eventually(t, func() bool { return len(e.on("lensd/box/cellar/reading")) == 50 }, "fifty readings")
		assert.Equal(t, want[round*50:], e.on("lensd/box/cellar/reading"))
		m.stop(t)
		eventually(t, func() bool { return !u.Status().Connected }, "the loss is noticed")
		assert.NotEmpty(t, u.Status().LastError)
		m.start(t)
		eventually(t, func() bool { return u.Status().Connected }, "the connection comes back")
	}
	assert.Equal(t, uint64(150), u.Status().Delivered)
}

func TestStateIsRetainedAndNeverOld(t *testing.T) {
	m := newMosquitto(t)
	u, _ := serve(t, config(m.url()), newQueue(), &orders{})
	eventually(t, func() bool { return u.Status().Connected }, "connected")
	m.stop(t)
	eventually(t, func() bool { return !u.Status().Connected }, "lost")
	for i := range 100 {
		u.SetState("cellar", []byte(fmt.Sprint(i)))
	}
	m.start(t)
	e := listen(t, m.url(), "lensd/#")
	eventually(t, func() bool { return e.last("lensd/box/cellar/state") == "99" }, "the newest state")
	assert.Equal(t, []string{"99"}, e.on("lensd/box/cellar/state"), "no state from while the broker was away")
	late := listen(t, m.url(), "lensd/box/cellar/state")
	eventually(t, func() bool { return late.last("lensd/box/cellar/state") == "99" }, "retained")
}

// A picture for a subscriber that is away would wait in the broker's memory.
func TestPicturesGoWithoutAcknowledgement(t *testing.T) {
	m := newMosquitto(t)
	var mu sync.Mutex
	qos := map[string]byte{}
	client(t, m.url(), "lensd/#", func(msg mqtt.Message) {
		mu.Lock()
		defer mu.Unlock()
		qos[msg.Topic()] = msg.Qos()
	})
	u, _ := serve(t, config(m.url()), newQueue(), &orders{})
	u.SetImage("cellar", []byte("jpeg"))
	u.SetState("cellar", []byte("{}"))
	u.SetHealth("cellar", []byte("{}"))
	eventually(t, func() bool { mu.Lock(); defer mu.Unlock(); return len(qos) == 4 }, "status, image, state, health")
	mu.Lock()
	defer mu.Unlock()
	assert.Equal(t, map[string]byte{"lensd/box/status": 1, "lensd/box/cellar/image": 0, "lensd/box/cellar/state": 1, "lensd/box/cellar/health": 1}, qos)
}

// A backlog must not hold back the newest state, nor a flood of states the backlog.
func TestBacklogAndStateShareTheLine(t *testing.T) {
	m := newMosquitto(t)
	e := listen(t, m.url(), "lensd/#")
	q := newQueue()
	backlog := make([]string, 2000)
	for i := range backlog {
		backlog[i] = fmt.Sprint(i)
	}
	q.add(backlog...)
	u, _ := serve(t, config(m.url()), q, &orders{})
	eventually(t, func() bool { return len(e.on("lensd/box/cellar/reading")) > 10 }, "draining has begun")
	u.SetState("cellar", []byte("newest"))
	eventually(t, func() bool { return e.last("lensd/box/cellar/state") == "newest" }, "the state")
	atState := len(e.on("lensd/box/cellar/reading"))
	assert.Less(t, atState, len(backlog), "the state came before the end of the backlog")
	for i := 0; len(e.on("lensd/box/cellar/reading")) < len(backlog); i++ {
		u.SetState("cellar", []byte(fmt.Sprint(i)))
	}
	assert.Equal(t, backlog, e.on("lensd/box/cellar/reading"))
}

// slowLine forwards to a broker and holds back each byte that comes from it for a while, as a distant broker does.
func slowLine(t *testing.T, target string, delay time.Duration) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { _ = l.Close() })
	type chunk struct {
		due   time.Time
		bytes []byte
	}
	serve := func(box net.Conn) {
		broker, err := net.Dial("tcp", target)
		if err != nil {
			_ = box.Close()
			return
		}
		go func() { _, _ = io.Copy(broker, box); _ = broker.Close() }()
		queue := make(chan chunk, 1024)
		go func() {
			defer close(queue)
			for {
				b := make([]byte, 4096)
				n, err := broker.Read(b)
				if err != nil {
					return
				}
				queue <- chunk{time.Now().Add(delay), b[:n]}
			}
		}()
		for c := range queue {
			<-time.After(time.Until(c.due))
			_, _ = box.Write(c.bytes)
		}
		_ = box.Close()
	}
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go serve(c)
		}
	}()
	return "tcp://" + l.Addr().String()
}

func TestASlowLineIsKeptFilledAndInOrder(t *testing.T) {
	m := newMosquitto(t)
	e := listen(t, m.url(), "lensd/#")
	q := newQueue()
	want := make([]string, 600)
	for i := range want {
		want[i] = fmt.Sprint(i)
	}
	q.add(want...)
	most := 0
	u, _ := serve(t, config(slowLine(t, m.addr(), 20*time.Millisecond)), q, &orders{})
	eventually(t, func() bool {
		got := len(e.on("lensd/box/cellar/reading"))
		most = max(most, got-int(u.Status().Delivered))
		return got == len(want)
	}, "all readings")
	assert.Equal(t, want, e.on("lensd/box/cellar/reading"))
	assert.Greater(t, most, 1, "more than one was under way")
	eventually(t, func() bool { return u.Status().Delivered == uint64(len(want)) }, "all acknowledged")
}

func TestStatusTellsLifeAndDeath(t *testing.T) {
	m := newMosquitto(t)
	e := listen(t, m.url(), "lensd/box/status")
	_, stop := serve(t, config(m.url()), newQueue(), &orders{})
	eventually(t, func() bool { return e.last("lensd/box/status") == "online" }, "online")
	stop()
	eventually(t, func() bool { return e.last("lensd/box/status") == "offline" }, "offline in person")
	late := listen(t, m.url(), "lensd/box/status")
	eventually(t, func() bool { return late.last("lensd/box/status") == "offline" }, "retained")
}

func TestCommandsAndFrames(t *testing.T) {
	m := newMosquitto(t)
	o := &orders{}
	u, _ := serve(t, config(m.url()), newQueue(), o)
	eventually(t, func() bool { return u.Status().Connected }, "connected")
	c := client(t, m.url(), "", nil)
	c.Publish("lensd/box/cellar/cmd/read", 1, false, "read").Wait()
	c.Publish("lensd/box/attic/cmd/read", 1, false, "no such station").Wait()
	c.Publish("lensd/box/cellar/frame", 0, false, "jpeg").Wait()
	eventually(t, func() bool {
		reads, frames := o.seen()
		return len(reads) == 1 && reads[0] == "cellar" && frames["cellar"] == "jpeg"
	}, "one read and one frame")
}

// A handler that takes its time must neither stop the readings nor pile up orders.
func TestASlowHandlerBlocksNothing(t *testing.T) {
	m := newMosquitto(t)
	e := listen(t, m.url(), "lensd/#")
	o := &orders{block: make(chan struct{})}
	q := newQueue()
	u, _ := serve(t, config(m.url()), q, o)
	eventually(t, func() bool { return u.Status().Connected }, "connected")
	c := client(t, m.url(), "", nil)
	for range 100 {
		c.Publish("lensd/box/cellar/cmd/read", 1, false, "read").Wait()
	}
	q.add("a", "b")
	eventually(t, func() bool { return len(e.on("lensd/box/cellar/reading")) == 2 }, "readings flow")
	close(o.block)
	eventually(t, func() bool { reads, _ := o.seen(); return len(reads) > 0 }, "the order is carried out")
	reads, _ := o.seen()
	assert.LessOrEqual(t, len(reads), 2, "orders that waited are one order")
}

func TestHomeAssistantDiscovery(t *testing.T) {
	m := newMosquitto(t)
	e := listen(t, m.url(), "homeassistant/#")
	u, _ := serve(t, config(m.url()), newQueue(), &orders{})
	const topic = "homeassistant/device/lensd_box_cellar/config"
	eventually(t, func() bool { return e.last(topic) != "" }, "announced")
	var doc struct {
		Device     map[string]any            `json:"device"`
		Origin     map[string]any            `json:"origin"`
		Components map[string]map[string]any `json:"components"`
		Available  []map[string]string       `json:"availability"`
	}
	require.NoError(t, json.Unmarshal([]byte(e.last(topic)), &doc))
	assert.Equal(t, "lensd", doc.Origin["name"])
	assert.NotContains(t, doc.Device, "suggested_area", "a box does not know the rooms of a house")
	assert.Equal(t, config(m.url()).PageURL, doc.Device["configuration_url"])
	assert.Equal(t, []map[string]string{{"topic": u.Topics().Status()}}, doc.Available)
	camera, err := json.Marshal(doc.Components["picture"]["availability"])
	require.NoError(t, err)
	assert.Contains(t, string(camera), "lensd/box/cellar/health", "without its camera a station has no new picture")
	ids := map[any]bool{}
	for name, comp := range doc.Components {
		assert.NotEmpty(t, comp["platform"], name)
		assert.NotEmpty(t, comp["unique_id"], name)
		ids[comp["unique_id"]] = true
	}
	assert.Len(t, ids, len(doc.Components), "unique ids are unique")
	for _, name := range []string{"reading", "flow", "confidence", "problem", "leak", "last_read", "picture", "read_now"} {
		assert.Contains(t, doc.Components, name)
	}
	assert.Equal(t, "water", doc.Components["reading"]["device_class"])
	assert.Equal(t, "timestamp", doc.Components["last_read"]["device_class"])
	assert.Equal(t, "total_increasing", doc.Components["reading"]["state_class"])
	assert.Equal(t, "m³", doc.Components["reading"]["unit_of_measurement"])
	assert.Equal(t, "image/jpeg", doc.Components["picture"]["content_type"])
	assert.Equal(t, "lensd/box/cellar/cmd/read", doc.Components["read_now"]["command_topic"])

	before := len(e.on(topic))
	client(t, m.url(), "", nil).Publish("homeassistant/status", 1, false, "online").Wait()
	eventually(t, func() bool { return len(e.on(topic)) > before }, "announced again when Home Assistant starts")
}

func TestNewRefusesNamesThatWouldBreakTopics(t *testing.T) {
	for name, change := range map[string]func(*uplink.Config){
		"box with a slash":       func(c *uplink.Config) { c.Box = "a/b" },
		"box empty":              func(c *uplink.Config) { c.Box = "" },
		"station with a wild":    func(c *uplink.Config) { c.Stations[0].Name = "+" },
		"broker without address": func(c *uplink.Config) { c.Broker = "embedded" },
	} {
		t.Run(name, func(t *testing.T) {
			cfg := config("tcp://127.0.0.1:1883")
			change(&cfg)
			_, err := uplink.New(cfg, newQueue(), &orders{})
			require.Error(t, err)
		})
	}
}

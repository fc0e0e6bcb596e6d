package uplink

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func receiver(t testing.TB) *session {
	u, err := New(Config{Broker: "tcp://x:1", Box: "box", Discovery: "homeassistant", Stations: []Station{{Name: "cellar"}}}, nil, nil)
	require.NoError(t, err)
	return &session{u: u, birth: make(chan struct{}, 1)}
}

func TestReceiveTakesOnlyWhatIsMeantForTheBox(t *testing.T) {
	for name, c := range map[string]struct {
		topic, payload string
		station, leaf  string
		birth          bool
	}{
		"a command":               {topic: "lensd/box/cellar/cmd/read", station: "cellar", leaf: "cmd/read"},
		"a frame":                 {topic: "lensd/box/cellar/frame", payload: "jpeg", station: "cellar", leaf: "frame"},
		"a frame that is too big": {topic: "lensd/box/cellar/frame", payload: strings.Repeat("x", maxFrame+1)},
		"another station":         {topic: "lensd/box/attic/cmd/read"},
		"another box":             {topic: "lensd/other/cellar/cmd/read"},
		"an unknown leaf":         {topic: "lensd/box/cellar/reading", payload: "{}"},
		"birth":                   {topic: "homeassistant/status", payload: "online", birth: true},
		"death":                   {topic: "homeassistant/status", payload: "offline"},
	} {
		t.Run(name, func(t *testing.T) {
			s := receiver(t)
			s.receive(c.topic, []byte(c.payload))
			k, payload, ok := s.u.inbox.take()
			assert.Equal(t, c.leaf != "", ok)
			assert.Equal(t, inKey{c.station, c.leaf}, k)
			if ok {
				assert.Equal(t, c.payload, string(payload))
			}
			assert.Equal(t, c.birth, len(s.birth) == 1)
		})
	}
}

// The client's goroutine must never wait, whatever floods in.
func TestReceiveNeverBlocks(t *testing.T) {
	s := receiver(t)
	for range 1000 {
		s.receive("homeassistant/status", []byte("online"))
		s.receive("lensd/box/cellar/frame", []byte("jpeg"))
	}
	assert.Len(t, s.u.inbox.order, 1)
}

// A thousand boxes hear at once that Home Assistant is back; their announcements come over the spread, each once.
func TestAnnouncementsAfterABirthAreSpread(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		heard := time.Now()
		first := 0
		for range 1000 {
			s := receiver(t)
			s.u.cfg.Spread = 10 * time.Second
			s.announceSoon()
			due := s.due
			s.announceSoon()
			require.Equal(t, due, s.due, "one that is due stays due")
			at := <-due
			require.LessOrEqual(t, at.Sub(heard), 10*time.Second)
			if at.Sub(heard) < time.Second {
				first++
			}
			heard = time.Now()
		}
		assert.Less(t, first, 300, "of a thousand about a hundred fall into the first of ten seconds")
	})
}

func FuzzReceive(f *testing.F) {
	f.Add("lensd/box/cellar/cmd/read", []byte("read"))
	f.Add("lensd/box/cellar/frame", []byte("\xff\xd8"))
	f.Add("homeassistant/device/lensd_box_attic/config", []byte(`{"origin":{"name":"lensd"},"availability_topic":"lensd/box/status"}`))
	f.Fuzz(func(t *testing.T, topic string, payload []byte) {
		s := receiver(t)
		s.receive(topic, payload)
		if k, _, ok := s.u.inbox.take(); ok && k.station != "cellar" {
			t.Fatalf("%q reached station %q", topic, k.station)
		}
	})
}

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	mqtt "github.com/eclipse/paho.mqtt.golang"
)

// witness subscribes at the broker itself and counts what arrives of each box.
type witness struct {
	mu       sync.Mutex
	boxes    map[string]*arrived
	all      int
	repeats  int
	disorder int // first arrivals below an id that had arrived before
	bytes    int
	told     int // announcements to Home Assistant
	client   mqtt.Client
}

type arrived struct {
	seen    map[uint64]bool
	highest uint64
	body    map[uint64]string // what was accepted why, of shared readings
}

func newWitness() *witness { return &witness{boxes: map[string]*arrived{}} }

// join subscribes; it is called again after each start of the broker, before any box can publish there.
func (w *witness) join(broker string) error {
	w.client = mqtt.NewClient(mqtt.NewClientOptions().AddBroker(broker).SetClientID("witness").SetAutoReconnect(false))
	for _, do := range []func() mqtt.Token{w.client.Connect, func() mqtt.Token {
		return w.client.Subscribe("lensd/+/+/reading", 1, func(_ mqtt.Client, m mqtt.Message) { w.note(m.Topic(), m.Payload()) })
	}, func() mqtt.Token {
		return w.client.Subscribe("homeassistant/device/+/config", 1, func(mqtt.Client, mqtt.Message) {
			w.mu.Lock()
			w.told++
			w.mu.Unlock()
		})
	}} {
		t := do()
		if !t.WaitTimeout(time.Minute) {
			return errors.New("the broker does not answer")
		}
		if t.Error() != nil {
			return t.Error()
		}
	}
	return nil
}

func (w *witness) note(topic string, payload []byte) {
	var r struct {
		ID     uint64 `json:"id"`
		Reason string `json:"reason"`
	}
	if json.Unmarshal(payload, &r) != nil {
		return
	}
	box, _, _ := strings.Cut(strings.TrimPrefix(topic, "lensd/"), "/")
	w.mu.Lock()
	defer w.mu.Unlock()
	a := w.boxes[box]
	if a == nil {
		a = &arrived{seen: map[uint64]bool{}, body: map[uint64]string{}}
		w.boxes[box] = a
	}
	w.bytes += len(payload)
	switch {
	case a.seen[r.ID]:
		w.repeats++
	case r.ID < a.highest:
		w.disorder++
		fallthrough
	default:
		a.seen[r.ID] = true
		a.body[r.ID] = r.Reason
		w.all++
	}
	a.highest = max(a.highest, r.ID)
}

// count is the number of different readings.
func (w *witness) count() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.all
}

// again is the number of readings that came once more.
func (w *witness) again() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.repeats
}

// because counts a box's readings with a reason.
func (w *witness) because(box, reason string) (n int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if a := w.boxes[box]; a != nil {
		for _, r := range a.body {
			if r == reason {
				n++
			}
		}
	}
	return n
}

// String tells what arrived, of so many that were promised.
func (w *witness) report(promised int) string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return fmt.Sprintf("%d readings promised, %d arrived, lost %d, repeated %d, order breaks %d, %d bytes each; %d announcements", promised, w.all, promised-w.all, w.repeats, w.disorder, w.bytes/max(1, w.all+w.repeats), w.told)
}

func (w *witness) check(promised int) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.all != promised || w.disorder > 0 {
		return fmt.Errorf("%d readings are lost, %d out of order", promised-w.all, w.disorder)
	}
	return nil
}

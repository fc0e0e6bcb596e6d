package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	mqtt "github.com/eclipse/paho.mqtt.golang"
)

// witness subscribes at the broker itself, past the proxy, and notes every reading that arrives.
type witness struct {
	client mqtt.Client

	mu         sync.Mutex
	seen       map[uint64]int
	highest    uint64
	duplicates int
	disorder   []string // first arrivals below an id that had arrived before
	broken     error    // the witness itself lost its connection: the drill is void
}

func newWitness(broker string) (*witness, error) {
	w := &witness{seen: map[uint64]int{}}
	o := mqtt.NewClientOptions().AddBroker(broker).SetClientID("witness").SetAutoReconnect(false)
	o.SetConnectionLostHandler(func(_ mqtt.Client, err error) {
		w.mu.Lock()
		w.broken = err
		w.mu.Unlock()
	})
	w.client = mqtt.NewClient(o)
	if err := done(w.client.Connect()); err != nil {
		return nil, err
	}
	return w, done(w.client.Subscribe("lensd/+/+/reading", 1, func(_ mqtt.Client, m mqtt.Message) { w.note(m.Payload()) }))
}

func done(t mqtt.Token) error {
	if !t.WaitTimeout(10 * time.Second) {
		return errors.New("the broker does not answer")
	}
	return t.Error()
}

func (w *witness) note(payload []byte) {
	id, err := readingID(payload)
	w.mu.Lock()
	defer w.mu.Unlock()
	if err != nil {
		w.broken = err
		return
	}
	w.seen[id]++
	switch {
	case w.seen[id] > 1:
		w.duplicates++
	case id < w.highest:
		w.disorder = append(w.disorder, fmt.Sprintf("%d after %d", id, w.highest))
	}
	w.highest = max(w.highest, id)
}

// readingID is the id inside of a published reading.
func readingID(payload []byte) (uint64, error) {
	var r struct {
		ID uint64 `json:"id"`
	}
	if err := json.Unmarshal(payload, &r); err != nil || r.ID == 0 {
		return 0, fmt.Errorf("a reading without an id: %.80s", payload)
	}
	return r.ID, nil
}

// times says how often a reading arrived.
func (w *witness) times(id uint64) int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.seen[id]
}

// count is the number of different readings that arrived.
func (w *witness) count() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.seen)
}

func (w *witness) close() { w.client.Disconnect(100) }

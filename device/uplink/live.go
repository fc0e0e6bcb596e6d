package uplink

import "sync"

// liveTopics holds the retained topics' newest payloads and which of them the present connection has yet to publish.
type liveTopics struct {
	mu      sync.Mutex
	payload map[string][]byte
	dirty   []string // in order of change, each once
	changed chan struct{}
}

func newLiveTopics() *liveTopics {
	return &liveTopics{payload: map[string][]byte{}, changed: make(chan struct{}, 1)}
}

func (l *liveTopics) set(topic string, payload []byte) {
	l.mu.Lock()
	l.payload[topic] = payload
	l.markLocked(topic)
	l.mu.Unlock()
	select {
	case l.changed <- struct{}{}:
	default:
	}
}

func (l *liveTopics) markLocked(topic string) {
	for _, t := range l.dirty {
		if t == topic {
			return
		}
	}
	l.dirty = append(l.dirty, topic)
}

// all marks every topic as yet to be published: a new connection may be to a broker that has lost what it retained.
func (l *liveTopics) all() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for t := range l.payload {
		l.markLocked(t)
	}
}

// next takes the topic that has waited longest with its newest payload.
func (l *liveTopics) next() (topic string, payload []byte, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.dirty) == 0 {
		return "", nil, false
	}
	topic = l.dirty[0]
	l.dirty = l.dirty[1:]
	return topic, l.payload[topic], true
}

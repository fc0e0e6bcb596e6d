package station

import (
	"encoding/json"
	"slices"
	"time"

	"lensd/store"
)

// Erase removes the readings taken before a time, from the store, from memory, and from the topics that a broker retains.
func (s *Set) Erase(before time.Time) (store.Erased, error) {
	done, err := s.store.Erase(before, TakenBefore(before))
	if err != nil {
		return done, err
	}
	for _, st := range s.all() {
		st.forget()
	}
	return done, nil
}

// TakenBefore says of a message whether it tells of a reading taken before a time. What is no reading is none.
func TakenBefore(before time.Time) func(topic string, payload []byte) bool {
	return func(_ string, payload []byte) bool {
		var r struct {
			At time.Time `json:"ts"`
		}
		return json.Unmarshal(payload, &r) == nil && r.At.Before(before)
	}
}

// forget drops what the store no longer knows. A retained topic is emptied, which takes it from the broker.
func (s *Station) forget() {
	gone := func(id uint64) bool { _, err := s.cfg.Store.Get(id); return isNotFound(err) }
	s.mu.Lock()
	defer s.mu.Unlock()
	s.recent.pictures = slices.DeleteFunc(s.recent.pictures, func(p keptPicture) bool { return gone(p.id) })
	if s.last == nil || !gone(s.last.ID) {
		return
	}
	s.last = nil
	s.cfg.Live.SetState(s.cfg.Name, nil)
	s.cfg.Live.SetImage(s.cfg.Name, nil)
}

package station

import (
	"context"
	"encoding/json"
	"slices"

	"lensd/extract"
)

// recent holds what is kept in memory for those who watch and correct.
type recent struct {
	health   Health // as it was last handed on
	pictures []keptPicture
}

type keptPicture struct {
	id   uint64
	jpeg []byte
}

// Pictures of accepted readings are not stored by default, but a person corrects a reading minutes later and the sample
// needs its picture: the last few stay in memory.
const (
	keptPictures = 8
	keptBytes    = 4 << 20
)

// show publishes the newest state and picture. A backlog of the outbox does not hold them back.
func (s *Station) show(ctx context.Context, picture []byte, res extract.Result, r extract.Reading) {
	s.mu.Lock()
	s.recent.remember(r.ID, picture)
	s.mu.Unlock()
	if r.Accepted {
		if body, err := json.Marshal(r); err == nil {
			s.cfg.Live.SetState(s.cfg.Name, body)
		}
	}
	if s.cfg.Draw == nil {
		return
	}
	drawn, err := s.cfg.Draw(ctx, picture, res)
	if err != nil {
		s.cfg.Log.Debug("boxes could not be drawn", "station", s.cfg.Name, "error", err)
		return
	}
	s.cfg.Live.SetImage(s.cfg.Name, drawn)
}

func (r *recent) remember(id uint64, jpeg []byte) {
	r.pictures = append(r.pictures, keptPicture{id, jpeg})
	size := 0
	for i := len(r.pictures) - 1; i >= 0; i-- {
		size += len(r.pictures[i].jpeg)
		if size > keptBytes || len(r.pictures)-i > keptPictures {
			r.pictures = append([]keptPicture{}, r.pictures[i+1:]...)
			return
		}
	}
}

// remembers says whether a reading's picture is still in memory. The caller holds the lock.
func (s *Station) remembers(id uint64) bool {
	return slices.ContainsFunc(s.recent.pictures, func(p keptPicture) bool { return p.id == id })
}

// pictureOf finds a reading's picture in memory or in the store; nil when it is in neither.
func (s *Station) pictureOf(id uint64) []byte {
	s.mu.Lock()
	for _, p := range s.recent.pictures {
		if p.id == id {
			s.mu.Unlock()
			return p.jpeg
		}
	}
	s.mu.Unlock()
	b, err := s.cfg.Store.Picture(id)
	if err != nil {
		return nil
	}
	return b
}

package station

import (
	"context"
	"encoding/json"

	"lensd/device/clock"
	"lensd/extract"
	"lensd/store"
)

// decode reads a stored reading.
func decode(rec store.Record) (extract.Reading, error) {
	var r extract.Reading
	if err := json.Unmarshal(rec.Body, &r); err != nil {
		return r, err
	}
	r.ID, r.Picture = rec.ID, rec.HasPicture
	return r, nil
}

// label is what a sample remembers beside its picture.
type label struct {
	Kind       string             `json:"kind"`
	Station    string             `json:"station"`
	Reading    uint64             `json:"reading"`
	Correction extract.Correction `json:"correction"`
	By         string             `json:"by,omitempty"`
	Data       json.RawMessage    `json:"data"` // what the reader had read
}

// Correct takes a person's word on reading id: the reading is marked, a correcting one is stored and published, the
// gate's base moves to it unless a newer reading stands, and the picture is kept as a sample.
func (s *Station) Correct(ctx context.Context, id uint64, c extract.Correction) (extract.Reading, error) {
	if err := s.await(ctx); err != nil {
		return extract.Reading{}, err
	}
	defer func() { <-s.turn }()
	rec, err := s.cfg.Store.Get(id)
	if err != nil {
		return extract.Reading{}, err
	}
	old, err := decode(rec)
	if err != nil {
		return extract.Reading{}, err
	}
	at := s.cfg.now()
	verdict, mem, err := s.cfg.Judge.Correct(id, c.Value, at)
	if err != nil {
		return extract.Reading{}, err
	}
	picture, sample, err := s.sampleOf(old, c)
	if err != nil {
		return extract.Reading{}, err
	}
	word, err := correctedWord(c)
	if err != nil {
		return extract.Reading{}, err
	}
	r := extract.Reading{
		At: at.Wall, Clock: clock.Word(at.Synced), Station: s.cfg.Name, Kind: s.cfg.Kind, Trigger: "correction",
		Accepted: verdict.Accepted, Reason: verdict.Reason, CorrectionOf: id, Corrected: word, Confidence: 1,
		Counter: verdict.Counter, Data: old.Data, More: old.More,
	}
	stored, err := s.commit(ctx, r, TickOf(r, verdict), picture, sample, mem)
	if err != nil {
		return extract.Reading{}, err
	}
	if stored.Accepted {
		if body, err := json.Marshal(stored); err == nil {
			s.cfg.Live.SetState(s.cfg.Name, body)
		}
		s.settle(stored, nil)
	}
	return s.mark(old, word)
}

// sampleOf is what a corrected reading teaches: its picture with what a person said of it; nothing where no pictures are kept.
func (s *Station) sampleOf(old extract.Reading, c extract.Correction) (picture, sample []byte, err error) {
	if s.cfg.Pictures == KeepNone {
		return nil, nil, nil
	}
	sample, err = json.Marshal(label{string(old.Kind), old.Station, old.ID, c, c.By, old.Data})
	return s.pictureOf(old.ID), sample, err
}

// mark notes on the corrected reading what it should have been.
func (s *Station) mark(old extract.Reading, word string) (extract.Reading, error) {
	old.Corrected = word
	body, err := json.Marshal(old)
	if err != nil {
		return old, err
	}
	return old, s.cfg.Store.Replace(old.ID, body)
}

// correctedWord is a counter's value, or a document's members as JSON.
func correctedWord(c extract.Correction) (string, error) {
	if len(c.Fields) == 0 {
		return c.Value, nil
	}
	b, err := json.Marshal(c.Fields)
	return string(b), err
}

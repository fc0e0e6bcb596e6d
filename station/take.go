package station

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"sync/atomic"
	"time"

	"lensd/device/clock"
	"lensd/extract"
	"lensd/store"
)

// beats remembers when the shot in hand was begun; zero while there is none.
type beats struct{ begun atomic.Int64 }

func (b *beats) begin() { b.begun.Store(time.Now().UnixNano()) }
func (b *beats) end()   { b.begun.Store(0) }

func (b *beats) within(limit time.Duration) bool {
	at := b.begun.Load()
	return at == 0 || time.Since(time.Unix(0, at)) < limit
}

// read takes one shot from picture to publication. Shots of one station queue; their order is that of their ids.
func (s *Station) read(ctx context.Context, shot Shot) (extract.Reading, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	if err := s.await(ctx); err != nil {
		return extract.Reading{}, err
	}
	defer func() { <-s.turn }()
	defer s.whileHere(cancel)()
	s.beats.begin()
	defer s.beats.end()
	s.setState(StateReading, "")
	started := time.Now()
	frame, err := s.picture(ctx, shot)
	if err != nil {
		s.setState(StateCameraLost, err.Error())
		return extract.Reading{}, extract.Errorf(extract.KindUnavailable, "no live picture: %w", err)
	}
	taken := s.cfg.now().before(time.Since(frame.At))
	result, readErr := s.recognise(ctx, frame.JPEG)
	if ctx.Err() != nil {
		return extract.Reading{}, context.Cause(ctx)
	}
	r, err := s.keep(ctx, shot, taken, frame, result, readErr)
	if err != nil {
		s.storeRefused(err)
		return extract.Reading{}, err
	}
	s.settle(r, readErr)
	s.show(ctx, frame.JPEG, result, r)
	if s.cfg.OnReading != nil {
		s.cfg.OnReading(r, time.Since(started))
	}
	return r, nil
}

// await waits for the turn, which the caller gives back.
func (s *Station) await(ctx context.Context) error {
	select {
	case s.turn <- struct{}{}:
		return nil
	case <-s.gone:
		return errEnded()
	case <-ctx.Done():
		return ctx.Err()
	}
}

// whileHere ends a shot together with the station; the function that it returns ends the watch.
func (s *Station) whileHere(cancel context.CancelCauseFunc) func() {
	over := make(chan struct{})
	go func() {
		select {
		case <-s.gone:
			cancel(errEnded())
		case <-over:
		}
	}()
	return func() { close(over) }
}

func (s *Station) picture(ctx context.Context, shot Shot) (Frame, error) {
	if shot.Frame != nil {
		return *shot.Frame, nil
	}
	ctx, cancel := context.WithTimeout(ctx, s.cfg.ShotTimeout)
	defer cancel()
	return s.cfg.Camera.Next(ctx, 0)
}

// busyPause is the wait before asking a pool with a full queue again: a station's reading is worth waiting for, it has
// no client who would ask again.
const busyPause = 500 * time.Millisecond

func (s *Station) recognise(ctx context.Context, picture []byte) (extract.Result, error) {
	ctx, cancel := context.WithTimeout(ctx, s.cfg.ReadTimeout)
	defer cancel()
	doc := extract.Document{Kind: s.cfg.Kind, Inputs: [][]byte{picture}}
	for {
		r, err := s.cfg.Reader.Read(ctx, doc)
		if extract.KindOf(err) != extract.KindBusy || ctx.Err() != nil {
			if err == nil {
				err = pageError(r)
			}
			return r, err
		}
		pause(ctx, busyPause)
	}
}

// pageError is the error of a result none of whose pages could be read.
func pageError(r extract.Result) error {
	for _, p := range r.Pages {
		if p.Err == nil {
			return nil
		}
	}
	if len(r.Pages) > 0 {
		return r.Pages[0].Err
	}
	return extract.Errorf(extract.KindNotFound, "the reader found nothing")
}

// keep judges a result and stores the reading, the outbox item and the judge's memory in one transaction.
func (s *Station) keep(ctx context.Context, shot Shot, at Moment, f Frame, res extract.Result, readErr error) (extract.Reading, error) {
	verdict, mem := s.cfg.Judge.Judge(res, at)
	r := extract.Reading{
		At: at.Wall, Clock: clock.Word(at.Synced), Station: s.cfg.Name, Kind: s.cfg.Kind, Trigger: shot.Cause,
		Accepted: verdict.Accepted, Reason: verdict.Reason, DuplicateOf: verdict.DuplicateOf, Counter: verdict.Counter,
		Data: json.RawMessage("{}"),
	}
	if readErr != nil {
		r.Accepted, r.Reason, r.Message = false, string(extract.KindOf(readErr)), messageOf(readErr)
	} else {
		elements, err := s.cfg.dataElements(res)
		if err != nil {
			return r, fmt.Errorf("write the reading: %w", err)
		}
		if len(elements) > 0 {
			r.Data = elements[0]
		}
		if len(elements) > 1 {
			r.More = elements[1:]
		}
		r.Confidence = confidence(res)
	}
	return s.commit(ctx, r, TickOf(r, verdict), s.kept(ctx, r, f.JPEG), nil, mem)
}

// commit stores r and hands the judge its memory back once it is safe.
func (s *Station) commit(ctx context.Context, r extract.Reading, tick *store.Tick, picture, sample []byte, mem Memory) (extract.Reading, error) {
	// The reading is finished: a daemon that is told to stop in this moment still stores it.
	ctx = context.WithoutCancel(ctx)
	entry := store.Entry{Station: r.Station, At: r.At, Synced: r.Clock == clock.Synced}
	entry.Build = func(id uint64) (store.Built, error) {
		r.ID, r.Picture = id, len(picture) > 0
		body, err := json.Marshal(r)
		if err != nil {
			return store.Built{}, err
		}
		memory, err := s.cfg.Judge.Encode(mem, id)
		if err != nil {
			return store.Built{}, err
		}
		b := store.Built{Body: body, Picture: picture, Sample: sample, Tick: tick, State: map[string][]byte{judgeKey(r.Station): memory}}
		if r.Accepted {
			// Its number is enough, and keeps the values that every commit writes small.
			b.State[stateKey(r.Station)] = strconv.AppendUint(nil, id, 10)
		}
		if s.cfg.Topic != "" {
			b.Items = []store.Item{{Topic: s.cfg.Topic, Payload: body}}
		}
		return b, nil
	}
	ids, err := s.cfg.Store.Add(ctx, entry)
	if err != nil {
		return r, err
	}
	s.cfg.Judge.Keep(mem, ids[0])
	return r, nil
}

// storeRefused shows a reading that could not be stored. A store in trouble is shown for as long as that lasts; anything else
// until the next reading.
func (s *Station) storeRefused(err error) {
	if store.TroubleOf(err).Word != "store_failed" {
		s.setState(StateReady, "")
		return
	}
	s.setState(StateFailed, "the reading could not be stored; the log tells why")
}

func messageOf(err error) string {
	var e *extract.Error
	if errors.As(err, &e) {
		return e.Message
	}
	return "the reader failed; the log tells why"
}

func isNotFound(err error) bool { return errors.Is(err, store.ErrNotFound) }

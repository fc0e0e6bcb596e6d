package main

import (
	"context"
	"time"

	"lensd/cmd/lensd/config"
	"lensd/device/signal"
	"lensd/extract"
)

// openSignal opens a station's lamps and sounder and returns what shows an outcome on them and what serves them. A chip that is
// not there is reported; the station reads without it.
func (a *app) openSignal(sc config.Station) (show func(signal.Outcome), serve func(context.Context) error) {
	if sc.Signal == nil {
		return func(signal.Outcome) {}, nil
	}
	c := sc.Signal
	s, err := signal.Open(signal.Config{
		Chip: c.Chip, Read: c.Read, Repeated: c.Repeated, Failed: c.Failed, Sound: c.Sound, ActiveLow: c.ActiveLow,
		Hold: time.Duration(c.Hold), Beep: time.Duration(c.Beep),
	})
	if err != nil {
		a.log.Error("a station has no lamps and no sound", "station", sc.Name, "err", err)
		return func(signal.Outcome) {}, nil
	}
	return s.Show, func(ctx context.Context) error {
		if err := s.Serve(ctx); err != nil {
			a.log.Error("a station's lamps and sound are lost until the next start", "station", sc.Name, "err", err)
		}
		return nil // the box goes on without them
	}
}

// outcomeOf says what the operator is to be told.
func outcomeOf(r extract.Reading) signal.Outcome {
	switch {
	case r.DuplicateOf != 0:
		return signal.Repeated
	case r.Accepted:
		return signal.Read
	}
	return signal.Failed
}

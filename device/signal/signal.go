// Package signal tells the operator of a station by light and sound what became of a document, through output lines of a
// GPIO chip: a lamp each for read, repeated and not read, and a sounder.
package signal

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/warthog618/go-gpiocdev"
)

// Outcome is what became of a document.
type Outcome int

// The outcomes.
const (
	Read     Outcome = iota // a reading was accepted
	Repeated                // the same document again
	Failed                  // nothing was read: turn it, come closer
)

// Config names the lines; those that are nil are not wired.
type Config struct {
	Chip      string // gpiochip0, or a path
	Read      *int   // offsets of the chip's lines
	Repeated  *int
	Failed    *int
	Sound     *int
	ActiveLow bool
	Hold      time.Duration // how long a lamp stays on; default 2 s
	Beep      time.Duration // of a short sound; default 80 ms
}

// Line is one output.
type Line interface {
	SetValue(value int) error
	Close() error
}

// Signal is made by Open or New and run by Serve.
type Signal struct {
	lamps      map[Outcome]Line
	sound      Line
	hold, beep time.Duration
	shown      chan Outcome
}

// Open requests the lines, all off. An error says which one cannot be had.
func Open(cfg Config) (*Signal, error) {
	s := New(nil, nil, cfg.Hold, cfg.Beep)
	request := func(offset *int, name string) (Line, error) {
		if offset == nil {
			return nil, nil
		}
		options := []gpiocdev.LineReqOption{gpiocdev.AsOutput(0), gpiocdev.WithConsumer("lensd")}
		if cfg.ActiveLow {
			options = append(options, gpiocdev.AsActiveLow)
		}
		l, err := gpiocdev.RequestLine(cfg.Chip, *offset, options...)
		if err != nil {
			return nil, fmt.Errorf("signal.%s: line %d of %s: %w", name, *offset, cfg.Chip, err)
		}
		return l, nil
	}
	for _, lamp := range []struct {
		outcome Outcome
		offset  *int
		name    string
	}{{Read, cfg.Read, "read"}, {Repeated, cfg.Repeated, "repeated"}, {Failed, cfg.Failed, "failed"}} {
		l, err := request(lamp.offset, lamp.name)
		if err != nil {
			return nil, errors.Join(err, s.close())
		}
		if l != nil {
			s.lamps[lamp.outcome] = l
		}
	}
	l, err := request(cfg.Sound, "sound")
	if err != nil {
		return nil, errors.Join(err, s.close())
	}
	s.sound = l
	return s, nil
}

// Defaults of Config.
const (
	defaultHold = 2 * time.Second
	defaultBeep = 80 * time.Millisecond
)

// New makes a Signal of lines that are there already. sound may be nil; zero durations take the defaults.
func New(lamps map[Outcome]Line, sound Line, hold, beep time.Duration) *Signal {
	if lamps == nil {
		lamps = map[Outcome]Line{}
	}
	if hold <= 0 {
		hold = defaultHold
	}
	if beep <= 0 {
		beep = defaultBeep
	}
	return &Signal{lamps: lamps, sound: sound, hold: hold, beep: beep, shown: make(chan Outcome, 1)}
}

// Show signals an outcome. It never blocks: one that was not shown yet is replaced by the newer.
func (s *Signal) Show(o Outcome) {
	for range 2 {
		select {
		case s.shown <- o:
			return
		default:
		}
		select {
		case <-s.shown:
		default:
		}
	}
}

// Serve shows outcomes until ctx ends, then switches everything off and gives the lines back. A line that cannot be set ends
// it with an error.
func (s *Signal) Serve(ctx context.Context) error {
	err := s.run(ctx)
	return errors.Join(err, s.close())
}

func (s *Signal) run(ctx context.Context) error {
	for {
		select {
		case <-ctx.Done():
			return nil
		case o := <-s.shown:
			for again := true; again; {
				var err error
				if o, again, err = s.show(ctx, o); err != nil {
					return err
				}
			}
		}
	}
}

// show lights one lamp and sounds; it returns early with the next outcome when one comes.
func (s *Signal) show(ctx context.Context, o Outcome) (next Outcome, again bool, err error) {
	if err := s.dark(); err != nil {
		return o, false, err
	}
	if l := s.lamps[o]; l != nil {
		if err := l.SetValue(1); err != nil {
			return o, false, fmt.Errorf("a lamp cannot be switched on: %w", err)
		}
	}
	steps := append(melody(o, s.beep), step{0, s.hold})
	for _, p := range steps {
		if s.sound != nil {
			if err := s.sound.SetValue(p.value); err != nil {
				return o, false, fmt.Errorf("the sounder cannot be set: %w", err)
			}
		}
		select {
		case next = <-s.shown:
			return next, true, nil
		case <-ctx.Done():
			return o, false, nil
		case <-time.After(p.time):
		}
	}
	return o, false, s.dark()
}

type step struct {
	value int
	time  time.Duration
}

// melody tells outcomes apart without looking: one short sound, two short ones, one long.
func melody(o Outcome, beep time.Duration) []step {
	switch o {
	case Repeated:
		return []step{{1, beep}, {0, beep}, {1, beep}}
	case Failed:
		return []step{{1, 6 * beep}}
	}
	return []step{{1, beep}}
}

// dark switches everything off.
func (s *Signal) dark() error {
	var errs []error
	for _, l := range s.lamps {
		errs = append(errs, l.SetValue(0))
	}
	if s.sound != nil {
		errs = append(errs, s.sound.SetValue(0))
	}
	return errors.Join(errs...)
}

func (s *Signal) close() error {
	errs := []error{s.dark()}
	for _, l := range s.lamps {
		errs = append(errs, l.Close())
	}
	if s.sound != nil {
		errs = append(errs, s.sound.Close())
	}
	return errors.Join(errs...)
}

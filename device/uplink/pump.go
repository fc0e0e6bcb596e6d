package uplink

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"
)

// run publishes what there is and waits for more. Live topics go before each outbox item, so that a long backlog never
// holds back the newest state; one live topic at a time, so that a busy camera never holds back the backlog.
func (s *session) run(ctx context.Context) error {
	for {
		busy, err := s.step(ctx)
		if err != nil {
			return err
		}
		if busy {
			// A lost connection is seen even while there is work without end.
			select {
			case err := <-s.lost:
				return err
			case <-s.birth:
				s.announceSoon()
			case <-s.due:
				err = s.announce(ctx)
			default:
			}
			if err != nil {
				return err
			}
			continue
		}
		if err := s.idle(ctx); err != nil {
			return err
		}
	}
}

// idle waits until something happens.
func (s *session) idle(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case err := <-s.lost:
		return err
	case <-s.birth:
		s.announceSoon()
	case <-s.due:
		return s.announce(ctx)
	case <-s.u.live.changed:
	case <-s.u.outbox.Changed():
	}
	return nil
}

// announceSoon has the box announced at a random moment of the spread: every box of a site hears at once that Home Assistant is
// back. One that is due already stays due.
func (s *session) announceSoon() {
	if s.due == nil {
		s.due = time.After(rand.N(s.u.cfg.Spread + 1))
	}
}

// step publishes at most one live topic, keeps the line filled, and waits for the oldest reading under way.
func (s *session) step(ctx context.Context) (busy bool, err error) {
	if topic, payload, ok := s.u.live.next(); ok {
		busy = true
		if err := s.publish(ctx, topic, true, payload); err != nil {
			return false, err
		}
	}
	if err := s.fill(); err != nil {
		return false, err
	}
	if len(s.underway) == 0 {
		return busy, nil
	}
	oldest := s.underway[0]
	if err := s.wait(ctx, oldest.token, s.u.cfg.AckTimeout); err != nil {
		return false, fmt.Errorf("publish a reading: %w", err)
	}
	s.underway = s.underway[1:]
	s.line.acknowledged(time.Since(oldest.at))
	// Noted before the next is sent: on a quick line a cut at any point repeats this one at most.
	if err := s.u.outbox.Delivered(oldest.seq); err != nil {
		return false, fmt.Errorf("outbox: %w", err)
	}
	s.u.countDelivered()
	return true, nil
}

// fill sends readings until as many are under way as the line is worth.
func (s *session) fill() error {
	for len(s.underway) < s.line.width() {
		after := uint64(0)
		if n := len(s.underway); n > 0 {
			after = s.underway[n-1].seq
		}
		seq, topic, payload, ok, err := s.u.outbox.Next(after)
		if err != nil {
			return fmt.Errorf("outbox: %w", err)
		}
		if !ok {
			return nil
		}
		s.underway = append(s.underway, sent{seq: seq, at: time.Now(), token: s.client.Publish(topic, qosEvent, false, payload)})
	}
	return nil
}

// receive is called in the client's goroutine and only passes on.
func (s *session) receive(topic string, payload []byte) {
	d := s.u.cfg.Discovery
	if d != "" && topic == d+"/status" {
		if string(payload) == online {
			select {
			case s.birth <- struct{}{}:
			default:
			}
		}
		return
	}
	if s.u.cfg.Orders != nil && topic == s.u.topics.Fleet() {
		s.u.cfg.Orders(payload)
		return
	}
	if station, leaf, ok := s.u.topics.parse(topic); ok && s.u.knows(station) {
		s.u.inbox.put(station, leaf, payload)
	}
}

func (u *Uplink) knows(station string) bool {
	for _, s := range u.cfg.Stations {
		if s.Name == station {
			return true
		}
	}
	return false
}

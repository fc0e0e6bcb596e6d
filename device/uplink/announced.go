package uplink

import (
	"context"
	"slices"
)

// Memory keeps, over restarts, the topics at which this box has retained what it announces to Home Assistant. Without it a box
// would have to listen to the announcements of all boxes to find those of stations that it has no longer: a million messages
// among a thousand.
type Memory interface {
	Announced() (topics []string, err error)
	SetAnnounced(topics []string) error
}

// recall returns what was announced once and is configured no longer, and notes what is about to be announced. It is noted
// before it is published, so that a kill in between forgets nothing.
func (u *Uplink) recall() (former []string) {
	if u.cfg.Memory == nil {
		return nil
	}
	if u.noted == nil {
		known, err := u.cfg.Memory.Announced()
		if err != nil {
			u.cfg.Log.Warn("what was announced before is not known; devices of former stations may stay in Home Assistant", "error", err)
			return nil
		}
		u.noted = slices.Sorted(slices.Values(known))
	}
	present := u.announcements()
	for _, topic := range u.noted {
		if !slices.Contains(present, topic) {
			former = append(former, topic)
		}
	}
	u.note(append(present, former...))
	return former
}

// announcements are the topics of the present discovery documents.
func (u *Uplink) announcements() (topics []string) {
	for _, m := range u.discovery() {
		topics = append(topics, m.topic)
	}
	return topics
}

// withdraw removes former stations' devices from Home Assistant. They are forgotten once the broker has taken that; a connection
// that is lost before leaves them to the next one.
func (s *session) withdraw(ctx context.Context, former []string) error {
	for _, topic := range former {
		s.u.cfg.Log.Info("removing a former station's device", "topic", topic)
		if err := s.publish(ctx, topic, true, nil); err != nil {
			return err
		}
	}
	if len(former) > 0 {
		s.u.note(s.u.announcements())
	}
	return nil
}

// note keeps a list of topics, where it is another one than before.
func (u *Uplink) note(topics []string) {
	slices.Sort(topics)
	if slices.Equal(u.noted, topics) {
		return
	}
	if err := u.cfg.Memory.SetAnnounced(topics); err != nil {
		u.cfg.Log.Warn("what is announced could not be noted", "error", err)
		return
	}
	u.noted = topics
}

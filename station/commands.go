package station

import (
	"context"
	"log/slog"
)

// Commands takes the broker's orders for a set of stations.
type Commands struct {
	set *Set
	log *slog.Logger
}

// NewCommands passes orders on to the stations that the set holds when they come.
func NewCommands(set *Set, log *slog.Logger) *Commands { return &Commands{set: set, log: log} }

// ReadNow orders a reading; it does not wait for it. An order for nobody is ignored.
func (c *Commands) ReadNow(name string) {
	if st, err := c.set.ByName(name); err == nil {
		st.order()
	}
}

// Frame hands a picture to a push station.
func (c *Commands) Frame(name string, jpeg []byte) {
	if err := c.set.Push(context.Background(), name, jpeg); err != nil {
		c.log.Warn("a pushed frame was refused", "station", name, "error", err)
	}
}

// order asks for a reading; one that comes while another waits already is the same order.
func (s *Station) order() {
	select {
	case s.orders <- struct{}{}:
	default:
	}
}

// obey reads once an order until ctx ends. It runs beside the trigger, so that a slow station does not hold up another.
func (s *Station) obey(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-s.orders:
		}
		if _, err := s.Read(ctx, "mqtt"); err != nil && ctx.Err() == nil {
			s.cfg.Log.Warn("no reading on command", "station", s.cfg.Name, "error", err)
		}
	}
}

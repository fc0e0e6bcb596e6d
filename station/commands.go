package station

import (
	"context"
	"log/slog"
)

// Commands takes the broker's orders for a set of stations. Each station reads one order at a time in a goroutine of its
// own, so that a slow one does not hold up another; an order that comes while one waits already is the same order.
type Commands struct {
	set   *Set
	log   *slog.Logger
	order map[string]chan struct{}
}

// NewCommands prepares the queues; nothing is read before Serve.
func NewCommands(set *Set, log *slog.Logger) *Commands {
	c := &Commands{set: set, log: log, order: map[string]chan struct{}{}}
	for _, st := range set.stations {
		c.order[st.cfg.Name] = make(chan struct{}, 1)
	}
	return c
}

// ReadNow orders a reading; it does not wait for it.
func (c *Commands) ReadNow(name string) {
	select {
	case c.order[name] <- struct{}{}:
	default:
	}
}

// Frame hands a picture to a push station.
func (c *Commands) Frame(name string, jpeg []byte) {
	if err := c.set.Push(context.Background(), name, jpeg); err != nil {
		c.log.Warn("a pushed frame was refused", "station", name, "error", err)
	}
}

// Serve carries out the orders until ctx ends; it returns ctx's error.
func (c *Commands) Serve(ctx context.Context) error {
	for _, st := range c.set.stations {
		go c.serve(ctx, st)
	}
	<-ctx.Done()
	return ctx.Err()
}

func (c *Commands) serve(ctx context.Context, st *Station) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-c.order[st.cfg.Name]:
		}
		if _, err := st.Read(ctx, "mqtt"); err != nil && ctx.Err() == nil {
			c.log.Warn("no reading on command", "station", st.cfg.Name, "error", err)
		}
	}
}

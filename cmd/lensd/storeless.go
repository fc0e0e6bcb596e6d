package main

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"lensd/cmd/lensd/config"
	"lensd/device/uplink"
	"lensd/station"
	"lensd/store"
)

// storeRetry is the pause between two tries to open a store that could not be opened: an owner who has mended the cause waits
// no longer than this.
const storeRetry = 4 * time.Second

// errRecompose ends a composition for one that can do more.
var errRecompose = errors.New("the store can be opened now")

// storeChanged passes the store's trouble on to those who show it.
func (a *app) storeChanged(store.Trouble) {
	if a.stations != nil {
		a.stations.StoreChanged()
	}
}

// awaitStore ends, so that the box is composed anew, as soon as there is a store or another trouble to tell.
func (a *app) awaitStore(cfg config.Config) func(ctx context.Context) error {
	return func(ctx context.Context) error {
		for {
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-time.After(storeRetry):
			}
			s, err := store.Open(storeOptions(cfg, a.log))
			if err == nil {
				return errors.Join(errRecompose, s.Close())
			}
			if now := store.TroubleOf(err); now.Word != a.storeless.Word {
				return errRecompose // another trouble is another thing to tell
			}
		}
	}
}

// emptyOutbox has nothing to publish: a box without a store takes no readings.
type emptyOutbox struct{}

// Next says that nothing waits.
func (emptyOutbox) Next(uint64) (uint64, string, []byte, bool, error) { return 0, "", nil, false, nil }

// Delivered has nothing to note.
func (emptyOutbox) Delivered(uint64) error { return nil }

// Changed never receives.
func (emptyOutbox) Changed() <-chan struct{} { return nil }

// deaf takes no commands and no pictures.
type deaf struct{}

// ReadNow does nothing.
func (deaf) ReadNow(string) {}

// Frame does nothing.
func (deaf) Frame(string, []byte) {}

// complain tells by MQTT that the stations do not run, and why.
func (a *app) complain(cfg config.Config) {
	payload, err := json.Marshal(station.Health{Problem: true, State: station.State(a.storeless.Word), Message: a.storeless.Message, Since: time.Now().UTC().Truncate(time.Second)})
	if err != nil {
		return // strings and a time: cannot happen
	}
	for _, s := range cfg.Stations {
		a.live.SetHealth(s.Name, payload)
	}
}

var (
	_ uplink.Outbox  = emptyOutbox{}
	_ uplink.Handler = deaf{}
)

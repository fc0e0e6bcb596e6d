package main

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"lensd/device/uplink"
	"lensd/httpapi"
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

// withoutStore tells that there is no store, and composes the box anew as soon as there is one.
func (a *app) withoutStore(h *health, t store.Trouble) {
	h.notes = append(h.notes, httpapi.Check{Name: "store", Message: t.Word + ": " + t.Message})
	a.storeless = t
	a.add("store", func(ctx context.Context) error {
		for {
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-time.After(storeRetry):
			}
			s, err := store.Open(storeOptions(a.cfg, a.log))
			if err == nil {
				return errors.Join(errRecompose, s.Close())
			}
			if now := store.TroubleOf(err); now.Word != t.Word {
				return errRecompose // another trouble is another thing to tell
			}
		}
	})
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

// composeComplaint tells by MQTT that the stations do not run, and why.
func (a *app) composeComplaint(h *health) {
	_, live := a.composeUplink(h, emptyOutbox{}, deaf{})
	if live == nil {
		return
	}
	payload, err := json.Marshal(station.Health{Problem: true, State: station.State(a.storeless.Word), Message: a.storeless.Message, Since: time.Now().UTC().Truncate(time.Second)})
	if err != nil {
		return // strings and a time: cannot happen
	}
	for _, s := range a.cfg.Stations {
		live.SetHealth(s.Name, payload)
	}
}

var (
	_ uplink.Outbox  = emptyOutbox{}
	_ uplink.Handler = deaf{}
)

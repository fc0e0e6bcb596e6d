package main

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"

	"lensd/httpapi"
)

// health gathers what /healthz and /readyz tell.
type health struct {
	app *app

	mu    sync.Mutex
	notes map[string]string // by part: what is wrong with the configuration or with what it asks for
}

// note records a fault of the configuration or of a part that could not be built; nil takes it back.
func (h *health) note(name string, err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if err == nil {
		delete(h.notes, name)
		return
	}
	h.notes[name] = err.Error()
}

func (h *health) noted() (out []httpapi.Check) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, name := range slices.Sorted(maps.Keys(h.notes)) {
		out = append(out, httpapi.Check{Name: name, Message: h.notes[name]})
	}
	return out
}

// Alive is false when a station's loop no longer moves: only a new start would help.
func (h *health) Alive() bool { return h.app.stations == nil || h.app.stations.Alive() }

// Ready tells of each thing that a reading needs. A broker that is away is not among them: readings wait in the outbox.
func (h *health) Ready(ctx context.Context) []httpapi.Check {
	checks := h.noted()
	if s := h.app.store; s != nil {
		t := s.Trouble()
		c := httpapi.Check{Name: "store", OK: t.Word == ""}
		if !c.OK {
			c.Message = t.Word + ": " + t.Message
		}
		if n := s.Damaged(); n > 0 {
			checks = append(checks, httpapi.Check{Name: "store_damaged", OK: true,
				Message: fmt.Sprintf("%d records or messages were found damaged and set aside; the card may be failing", n)})
		}
		if aside := s.MovedAside(); aside != "" {
			checks = append(checks, httpapi.Check{Name: "store_replaced", OK: true, Message: "a damaged database was moved to " + aside})
		}
		if h.app.restored != "" {
			checks = append(checks, httpapi.Check{Name: "store_restored", OK: true, Message: h.app.restored})
		}
		checks = append(checks, c)
	}
	checks = append(checks, h.readers())
	if words, _ := h.app.pool.pool().Sandbox(); words != "" {
		checks = append(checks, httpapi.Check{Name: "sandbox", OK: true, Message: "reader processes are " + words})
	}
	return append(checks, h.cameras()...)
}

// readers tells whether anybody reads: this box, or, of one without readers, others.
func (h *health) readers() httpapi.Check {
	c := httpapi.Check{Name: "readers", OK: h.app.pool.pool().Stats().Alive > 0}
	switch asker := h.app.others.asker(); {
	case c.OK:
	case !h.app.readElsewhere.Load():
		c.Message = "waits for the first reader process; if it stays so, the log tells why"
	case asker != nil && asker.Connected():
		c.OK = true
	default:
		c.Message = "other boxes read for this one, and the broker through which they are asked is away"
	}
	return c
}

// cameras tells of each station whether its picture is fresh.
func (h *health) cameras() (out []httpapi.Check) {
	if h.app.stations == nil {
		return nil
	}
	for _, st := range h.app.stations.Stations() {
		c := httpapi.Check{Name: "camera_" + st.Name, OK: st.Online}
		if !c.OK {
			c.Message = st.Message
		}
		if !c.OK && c.Message == "" {
			c.Message = "waits for the camera's first picture"
		}
		out = append(out, c)
	}
	return out
}

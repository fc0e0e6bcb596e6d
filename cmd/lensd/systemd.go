package main

import (
	"context"
	"fmt"
	"strings"

	"lensd/device/notify"
)

// buildNotify tells systemd how the box is. The watchdog is starved when a station's loop no longer moves.
func (a *app) buildNotify() (running, error) {
	h := a.health
	n := notify.New(notify.Config{Log: a.log, Status: h.line, Alive: func() string {
		if h.Alive() {
			return ""
		}
		return "stations"
	}})
	return running{serves: []func(context.Context) error{n.Serve}}, nil
}

// line words the box's state for `systemctl status`.
func (h *health) line() string {
	var faults []string
	for _, c := range h.Ready(context.Background()) {
		if !c.OK {
			faults = append(faults, c.Name+": "+c.Message)
		}
	}
	if len(faults) > 0 {
		return strings.Join(faults, "; ")
	}
	return fmt.Sprintf("%d stations, all well", len(h.app.stations.Stations()))
}

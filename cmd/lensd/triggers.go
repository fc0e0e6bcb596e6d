package main

import (
	"context"
	"time"

	"lensd/cmd/lensd/config"
	"lensd/cmd/lensd/station"
	"lensd/device/camera"
)

// newTrigger builds what tells a station when to read; nil where only commands do.
func newTrigger(sc config.Station, _ *camera.Camera) (station.Trigger, error) {
	if sc.Trigger.Every > 0 {
		return every(sc.Trigger.Every), nil
	}
	return nil, nil
}

type every time.Duration

// Next waits for one interval.
func (e every) Next(ctx context.Context) (station.Shot, error) {
	select {
	case <-time.After(time.Duration(e)):
		return station.Shot{Cause: "every"}, nil
	case <-ctx.Done():
		return station.Shot{}, ctx.Err()
	}
}

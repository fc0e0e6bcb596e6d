package main

import (
	"context"
	"time"

	"lensd/cmd/lensd/config"
	"lensd/device/camera"
	"lensd/device/trigger"
	"lensd/station"
)

// newTrigger builds what tells a station when to read; nil where only commands do. luma looks at
// pictures for a settle trigger, and state is told what it sees.
func newTrigger(sc config.Station, cam *camera.Camera, luma trigger.Luma, state func(string)) (station.Trigger, error) {
	var t trigger.Trigger
	var err error
	switch {
	case sc.Trigger.Every > 0:
		t, err = trigger.NewEvery(time.Duration(sc.Trigger.Every))
	case sc.Trigger.Cron != "":
		t, err = trigger.NewCron(sc.Trigger.Cron)
	case sc.Trigger.Settle:
		t = trigger.NewSettle(cam, luma, state)
	default:
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return triggerPort{t}, nil
}

// triggerPort gives a trigger the station's words.
type triggerPort struct{ trigger.Trigger }

// Next waits for the next order.
func (t triggerPort) Next(ctx context.Context) (station.Shot, error) {
	shot, err := t.Trigger.Next(ctx)
	out := station.Shot{Cause: shot.Cause}
	if f := shot.Frame; f != nil {
		out.Frame = &station.Frame{JPEG: f.JPEG, At: f.Time, Seq: f.Seq}
	}
	return out, err
}

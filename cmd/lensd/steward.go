package main

import (
	"context"
	"errors"
	"os"
	"time"

	"lensd/cmd/lensd/config"
	"lensd/cmd/lensd/fleet"
	"lensd/device/uplink"
)

// recover takes the file of before when the box ended while an order of the fleet was on trial: the order may be why.
func (d *daemon) recover() {
	cfg, _ := config.Load(d.path, os.Environ()) // of a file with faults, too, the state directory is found where it can be
	switch version, err := fleet.Recover(d.path, cfg.StateDir, time.Now()); {
	case err != nil:
		d.log.Error("a configuration of the fleet was on trial, and the one of before cannot be put back", "version", version, "err", err)
	case version > 0:
		d.log.Warn("the box ended while a configuration of the fleet was on trial; it goes on with the one of before", "version", version)
	}
}

func (d *daemon) newSteward() *fleet.Steward {
	return fleet.NewSteward(fleet.StewardConfig{Path: d.path, Apply: d.apply, Now: time.Now, Log: d.log, Well: d.well,
		Check: func(text []byte) error {
			_, err := config.Check(text, config.KindsDir(d.path), os.Environ())
			return err
		}})
}

// well says what is missing for the box to be well with an order on trial: whoever can no longer be reached can no longer be mended.
func (d *daemon) well(ctx context.Context) string {
	a := d.now.Load()
	if a == nil {
		return "the box was not composed"
	}
	if u := a.live.uplink(); u == nil || !u.Status().Connected {
		return "the broker was not joined"
	}
	for _, c := range a.health.Ready(ctx) {
		if !c.OK && (c.Name == "readers" || c.Name == "config" || c.Name == "mqtt") {
			return c.Name + ": " + c.Message
		}
	}
	return ""
}

// obey tells the steward whose orders count now.
func (d *daemon) obey() {
	o := fleet.Owner{Box: d.cfg.Box.ID, Dir: d.cfg.StateDir, Trial: time.Duration(d.cfg.Fleet.Trial)}
	if d.cfg.Fleet.Owner != "" {
		o.Key, _ = fleet.ParsePublic(d.cfg.Fleet.Owner) // validated before
	}
	d.steward.Obey(o)
}

// fleetQuiet is how long nothing has to come from a broker before all that it retains is taken to be there.
const fleetQuiet = 700 * time.Millisecond

var errNoBroker = errors.New("no broker can be asked: mqtt.broker is none, or the configuration has faults")

// boxesAt lists the boxes at a broker.
func boxesAt(ctx context.Context, uc uplink.Config, quiet time.Duration) ([]fleet.Box, error) {
	topics, err := uplink.Look(ctx, uc, quiet, uc.Topic+"/+/status", uc.Topic+"/+/about")
	return fleet.Boxes(topics), err
}

// overview implements httpapi.Fleet.
type overview struct{ app *app }

// Boxes lists the boxes at this box's broker.
func (o overview) Boxes(ctx context.Context) (any, error) {
	cfg := o.app.wished.Load()
	if cfg.MQTT.Broker == "none" {
		return nil, errNoBroker
	}
	uc, err := o.app.uplinkConfig(*cfg)
	if err != nil || uc.Broker == "embedded" {
		return nil, errNoBroker
	}
	boxes, err := boxesAt(ctx, uc, fleetQuiet)
	type row struct {
		fleet.Box
		Troubles []string `json:"troubles"`
	}
	rows := []row{}
	for _, b := range boxes {
		rows = append(rows, row{b, append([]string{}, b.Troubles()...)})
	}
	return map[string]any{"boxes": rows}, err
}

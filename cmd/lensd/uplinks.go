package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"time"

	"lensd/cmd/lensd/announced"
	"lensd/cmd/lensd/config"
	"lensd/device/uplink"
	"lensd/device/uplink/broker"
	"lensd/station"
)

// uplinkParts are the embedded broker, where one is wished, and the connection to a broker. What fails there is reported: readings
// wait in the outbox.
func (a *app) uplinkParts(cfg config.Config) []part {
	m := cfg.MQTT
	if m.Broker == "none" {
		return nil
	}
	var plan []part
	files := filesOf(m.PasswordFile, m.CAFile, m.CertFile, m.KeyFile)
	if m.Broker == "embedded" {
		plan = append(plan, part{"broker", recipeOf(m.Listen, m.Username, m.PasswordFile, filesOf(m.PasswordFile)), func() (running, error) { return a.buildBroker(cfg) }})
	}
	return append(plan, part{"uplink", recipeOf(m, cfg.Fleet.Owner, described(cfg), files, a.pageURL(cfg)), func() (running, error) { return a.buildUplink(cfg) }})
}

func (a *app) buildBroker(cfg config.Config) (running, error) {
	password, err := secret(cfg.MQTT.PasswordFile)
	if err != nil {
		return running{faulty: true}, nil // the uplink tells
	}
	b, err := broker.Open(broker.Config{Listen: cfg.MQTT.Listen, Username: cfg.MQTT.Username, Password: password, Log: a.log})
	if err != nil {
		a.log.Error("the embedded broker cannot run; readings wait in the outbox", "err", err)
		a.health.note("mqtt", err)
		return running{faulty: true, close: func() error { a.health.note("mqtt", nil); return nil }}, nil
	}
	a.broker.Store(b)
	return running{close: func() error {
		a.broker.Store(nil)
		return b.Close()
	}}, nil
}

func (a *app) buildUplink(cfg config.Config) (running, error) {
	if cfg.MQTT.Broker == "embedded" && a.broker.Load() == nil {
		if _, err := secret(cfg.MQTT.PasswordFile); err == nil {
			return running{faulty: true}, nil // told by the broker's part
		}
	}
	uc, err := a.uplinkConfig(cfg)
	if err != nil {
		return a.withoutUplink(err), nil
	}
	var outbox uplink.Outbox = emptyOutbox{}
	var handler uplink.Handler = deaf{}
	if a.store != nil {
		outbox, handler = a.store, station.NewCommands(a.stations, a.log)
		uc.Memory = announced.Memory{Store: a.store, Prefix: uc.Discovery, Box: uc.Box}
	}
	u, err := uplink.New(uc, outbox, handler)
	if err != nil {
		return a.withoutUplink(err), nil
	}
	a.live.use(u)
	if a.store == nil {
		a.complain(cfg)
	}
	return running{serves: []func(context.Context) error{u.Serve}, close: func() error { a.live.use(nil); return nil }}, nil
}

func (a *app) withoutUplink(err error) running {
	a.log.Error("nothing will be published; readings wait in the outbox", "err", err)
	a.health.note("mqtt", err)
	return running{faulty: true, close: func() error { a.health.note("mqtt", nil); return nil }}
}

// described are the stations as the uplink announces them.
func described(cfg config.Config) (out []uplink.Station) {
	for _, s := range cfg.Stations {
		out = append(out, uplink.Station{Name: s.Name, Kind: s.Kind, Decimals: s.Gate.Decimals, Push: s.Camera.Source == "push"})
	}
	return out
}

func (a *app) uplinkConfig(cfg config.Config) (uplink.Config, error) {
	m := cfg.MQTT
	password, err := secret(m.PasswordFile)
	if err != nil {
		return uplink.Config{}, fmt.Errorf("mqtt.password_file: %w", err)
	}
	uc := uplink.Config{
		Broker: m.Broker, Username: m.Username, Password: password, Topic: m.Topic, Box: cfg.Box.ID,
		PageURL: a.pageURL(cfg), Version: version, Stations: described(cfg), Spread: time.Duration(m.Spread), Log: a.log,
	}
	if cfg.Fleet.Owner != "" && a.steward != nil {
		uc.Orders = a.steward.Put
	}
	if m.Discovery != "none" {
		uc.Discovery = m.Discovery
	}
	if b := a.broker.Load(); b != nil {
		address, who := b.Own()
		uc.Broker, uc.Username, uc.Password = address, who.Username, who.Password
	}
	if strings.HasPrefix(m.Broker, "ssl://") {
		uc.TLS, err = uplink.LoadTLS(m.CAFile, m.CertFile, m.KeyFile)
	}
	return uc, err
}

// secret reads a file that holds one secret; "" names none.
func secret(path string) (string, error) {
	if path == "" {
		return "", nil
	}
	b, err := os.ReadFile(path)
	if file := (*fs.PathError)(nil); errors.As(err, &file) {
		err = file.Err // the path is left out: at times the secret itself stands in its place
	}
	return strings.TrimRight(string(b), "\r\n"), err
}

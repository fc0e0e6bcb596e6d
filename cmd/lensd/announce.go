package main

import (
	"context"

	"lensd/cmd/lensd/config"
	"lensd/device/announce"
)

// buildAnnounce lets phones and programs on the LAN find the box. A box that cannot be found still reads, so that a
// failure is told and no more.
func (a *app) buildAnnounce(cfg config.Config) (running, error) {
	n, err := a.announcer(cfg)
	if err != nil {
		a.log.Info("the box is not announced on the network", "reason", err)
		return running{}, nil
	}
	return running{serves: []func(context.Context) error{n.Serve}}, nil
}

func (a *app) announcer(cfg config.Config) (*announce.Announcer, error) {
	c := cfg.HTTP
	return announce.New(announce.Config{Name: cfg.Box.Name, ID: cfg.Box.ID, Version: version, Listen: c.Listen,
		BasePath: c.BasePath, TLS: c.TLSCert != "", Log: a.log})
}

// pageURL is where others find the box's page by name, "" where it is not announced.
func (a *app) pageURL(cfg config.Config) string {
	n, err := a.announcer(cfg)
	if err != nil || !cfg.HTTP.Announce {
		return ""
	}
	return n.PageURL()
}

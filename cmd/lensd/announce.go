package main

import (
	"lensd/device/announce"
)

// composeAnnounce lets phones and programs on the LAN find the box. A box that cannot be found still reads, so that a
// failure is told and no more.
func (a *app) composeAnnounce() {
	if !a.cfg.HTTP.Announce {
		return
	}
	n, err := a.announcer()
	if err != nil {
		a.log.Info("the box is not announced on the network", "reason", err)
		return
	}
	a.add("announce", n.Serve)
}

func (a *app) announcer() (*announce.Announcer, error) {
	c := a.cfg.HTTP
	return announce.New(announce.Config{Name: a.cfg.Box.Name, ID: a.cfg.Box.ID, Version: version, Listen: c.Listen,
		BasePath: c.BasePath, TLS: c.TLSCert != "", Log: a.log})
}

// pageURL is where others find the box's page by name, "" where it is not announced.
func (a *app) pageURL() string {
	n, err := a.announcer()
	if err != nil || !a.cfg.HTTP.Announce {
		return ""
	}
	return n.PageURL()
}

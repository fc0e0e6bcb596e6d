package main

import (
	"lensd/device/announce"
)

// composeAnnounce lets phones and programs on the LAN find the box. A box that cannot be found still reads, so that a
// failure is told and no more.
func (a *app) composeAnnounce() {
	c := a.cfg.HTTP
	if !c.Announce {
		return
	}
	n, err := announce.New(announce.Config{Name: a.cfg.Box.Name, ID: a.cfg.Box.ID, Version: version, Listen: c.Listen,
		BasePath: c.BasePath, TLS: c.TLSCert != "", Log: a.log})
	if err != nil {
		a.log.Info("the box is not announced on the network", "reason", err)
		return
	}
	a.add("announce", n.Serve)
}

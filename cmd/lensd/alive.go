package main

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"time"

	"lensd/cmd/lensd/config"
	"lensd/httpapi"
)

// aliveTime is what a box may take to say how it is.
const aliveTime = 10 * time.Second

// tellHealth asks the box on this machine how it is: for the health check of a container, and for people on its console.
func tellHealth(ctx context.Context, args []string) error {
	fs := newFlags("health")
	path := configFlag(fs)
	if err := parsed(fs.Parse(args)); err != nil {
		return err
	}
	cfg, err := config.Load(*path, os.Environ())
	if err != nil {
		return err
	}
	base := strings.TrimSuffix("/"+strings.Trim(cfg.HTTP.BasePath, "/"), "/")
	ctx, cancel := context.WithTimeout(ctx, aliveTime)
	defer cancel()
	status, _, err := askBox(ctx, cfg.HTTP.Listen, base+"/healthz")
	if err != nil {
		return err
	}
	_, said, err := askBox(ctx, cfg.HTTP.Listen, base+"/readyz")
	if err != nil {
		return err
	}
	var ready struct{ Checks []httpapi.Check }
	if err := json.Unmarshal(said, &ready); err != nil {
		return err
	}
	for _, c := range ready.Checks {
		word := "ok"
		if !c.OK {
			word = "not well"
		}
		fmt.Println(strings.TrimSpace(c.Name + ": " + word + " " + c.Message))
	}
	if status != http.StatusOK {
		return errors.New("the box is stuck: only a new start helps")
	}
	return nil
}

// askBox gets a path from the box that listens on this machine, in clear or with whatever certificate it has.
func askBox(ctx context.Context, listen, path string) (status int, body []byte, err error) {
	host, port, err := net.SplitHostPort(listen)
	if err != nil {
		return 0, nil, err
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	client := http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}, DisableKeepAlives: true}} //nolint:gosec // the box on this machine
	for _, scheme := range []string{"http", "https"} {
		var req *http.Request
		if req, err = http.NewRequestWithContext(ctx, http.MethodGet, scheme+"://"+net.JoinHostPort(host, port)+path, nil); err != nil {
			return 0, nil, err
		}
		var res *http.Response
		if res, err = client.Do(req); err != nil {
			continue
		}
		body, err = io.ReadAll(io.LimitReader(res.Body, 1<<20))
		_ = res.Body.Close()
		if err != nil || scheme == "http" && res.StatusCode == http.StatusBadRequest { // it speaks HTTPS
			continue
		}
		return res.StatusCode, body, nil
	}
	return 0, nil, fmt.Errorf("the box does not answer: %w", err)
}

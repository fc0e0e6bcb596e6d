package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"strings"
	"sync"
	"time"
)

// vitals watches a daemon's memory and how long its health check takes.
type vitals struct {
	pid    int
	client http.Client
	mu     sync.Mutex
	now    attacked
}

const vitalsEvery = 50 * time.Millisecond

func watchVitals(ctx context.Context, pid int, health string) *vitals {
	v := &vitals{pid: pid, client: http.Client{Timeout: 10 * time.Second, Transport: &http.Transport{DisableKeepAlives: true}}}
	go func() {
		for ctx.Err() == nil {
			v.note(v.memory(), 0, nil)
			time.Sleep(vitalsEvery)
		}
	}()
	go func() {
		for ctx.Err() == nil {
			from := time.Now()
			res, err := v.client.Get(health)
			if err == nil {
				res.Body.Close()
			}
			v.note(0, time.Since(from), err)
			time.Sleep(vitalsEvery)
		}
	}()
	return v
}

func (v *vitals) note(rss int64, took time.Duration, err error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.now.peak, v.now.slow = max(v.now.peak, rss), max(v.now.slow, took)
	if err != nil {
		v.now.fail++
	}
}

func (v *vitals) reset() { v.mu.Lock(); v.now = attacked{}; v.mu.Unlock() }

func (v *vitals) told(name string) attacked {
	v.mu.Lock()
	defer v.mu.Unlock()
	out := v.now
	out.name = name
	return out
}

// memory is the resident set without its children, 0 when the daemon is gone.
func (v *vitals) memory() int64 {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", v.pid))
	if err != nil {
		return 0
	}
	var size, resident int64
	if _, err := fmt.Sscan(string(b), &size, &resident); err != nil {
		return 0
	}
	return resident * int64(os.Getpagesize())
}

// awaitReady waits until the daemon has its readers.
func (v *vitals) awaitReady(ctx context.Context, url string) error {
	for range 600 {
		if res, err := v.client.Get(url); err == nil {
			b := make([]byte, 4096)
			n, _ := res.Body.Read(b)
			res.Body.Close()
			if strings.Contains(string(b[:n]), `"name":"readers","ok":true`) {
				return nil
			}
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(100 * time.Millisecond):
		}
	}
	return errors.New("the daemon did not become ready within a minute")
}

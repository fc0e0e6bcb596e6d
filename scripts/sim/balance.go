package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"lensd/extract"
	"lensd/guard"
	"lensd/httpapi"
)

const balanceKey = "sim-balance-key"

// apiBox is the real API of a box, with a reader that takes as long as is said.
func apiBox(ctx context.Context, address string, cost time.Duration) (stop func(), err error) {
	k, err := httpapi.ParseKey("sim", balanceKey)
	if err != nil {
		return nil, err
	}
	proxies, err := guard.ParseProxies([]string{"127.0.0.1"})
	if err != nil {
		return nil, err
	}
	read := extract.ReaderFunc(func(_ context.Context, doc extract.Document) (extract.Result, error) {
		time.Sleep(cost)
		return extract.Result{Kind: doc.Kind, Pages: []extract.Page{{Number: 1, Width: 640, Height: 480, Items: []extract.Item{{Meter: &extract.Meter{Value: "00123", Confidence: 0.9}}}}}}, nil
	})
	s, err := httpapi.New(httpapi.Config{Log: slog.New(slog.DiscardHandler), Keys: httpapi.KeyList{k}, Proxies: proxies, Readers: map[extract.Kind]extract.Reader{extract.WaterMeter: read}})
	if err != nil {
		return nil, err
	}
	l, err := net.Listen("tcp", address)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	ended := make(chan struct{})
	go func() { _ = s.ServeOn(ctx, l); close(ended) }()
	return func() { cancel(); <-ended }, nil
}

// clients send readings from one address until stop, and count the answers by status.
type clients struct {
	mu     sync.Mutex
	status map[int]int
	slow   time.Duration
}

func (c *clients) send(url, from, key string) int {
	d := &net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}}
	h := &http.Client{Timeout: time.Minute, Transport: &http.Transport{DialContext: d.DialContext, DisableKeepAlives: true}}
	req, err := http.NewRequest(http.MethodPost, url+"/water-meter/v2", bytes.NewReader([]byte(`{"image":"AAAA"}`)))
	status, began := 0, time.Now()
	if err == nil {
		req.Header.Set("X-Service-Key", key)
		req.Header.Set("Content-Type", "application/json")
		var res *http.Response
		if res, err = h.Do(req); err == nil {
			_, _ = io.Copy(io.Discard, res.Body)
			_ = res.Body.Close()
			status = res.StatusCode
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.status[status]++
	c.slow = max(c.slow, time.Since(began))
	return status
}

// freeAddresses are those of two boxes and of what stands before them.
func freeAddresses() (out [3]string, err error) {
	for i := range out {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return out, err
		}
		out[i] = l.Addr().String()
		_ = l.Close()
	}
	return out, nil
}

// crowd sends requests until stop: one address guesses at keys, four others have the right one.
func crowd(url string, attacker, others *clients, stop *atomic.Bool) *sync.WaitGroup {
	var all sync.WaitGroup
	all.Go(func() {
		for i := 0; !stop.Load(); i++ {
			attacker.send(url, "127.0.0.2", fmt.Sprint("wrong-key-", i))
		}
	})
	for i := range 4 {
		all.Go(func() {
			for !stop.Load() {
				others.send(url, fmt.Sprintf("127.0.0.%d", 3+i), balanceKey)
			}
		})
	}
	return &all
}

// balance guesses at keys from one address through a balancer while others work, and takes a box out and back.
func balance(ctx context.Context, p plan) error {
	start, ok := map[string]func(context.Context, string, string, []string) (front, error){"haproxy": haproxy, "nginx": nginx}[p.front]
	if !ok {
		return errUsage
	}
	dir, err := os.MkdirTemp("", "lensd-sim-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	addresses, err := freeAddresses()
	if err != nil {
		return err
	}
	stopOne, err := apiBox(ctx, addresses[0], p.cost)
	if err != nil {
		return err
	}
	stopTwo, err := apiBox(ctx, addresses[1], p.cost)
	if err != nil {
		return err
	}
	defer func() { stopTwo() }()
	before, err := start(ctx, dir, addresses[2], addresses[:2])
	if err != nil {
		return err
	}
	defer before.end()
	url := "http://" + addresses[2]
	warm := &clients{status: map[int]int{}}
	if _, err := until(ctx, time.Minute, func() bool { return warm.send(url, "127.0.0.3", balanceKey) == http.StatusOK }); err != nil {
		return fmt.Errorf("%s serves nobody: %w", p.front, err)
	}
	attacker, others := &clients{status: map[int]int{}}, &clients{status: map[int]int{}}
	var stop atomic.Bool
	all := crowd(url, attacker, others, &stop)
	pause := func() { time.Sleep(p.down / 2) }
	pause()
	err = before.drain()
	pause()
	stopOne() // upgraded
	pause()
	again, failed := apiBox(ctx, addresses[0], p.cost)
	err = errors.Join(err, failed)
	if failed == nil {
		defer again()
		err = errors.Join(err, before.back())
	}
	pause()
	stop.Store(true)
	all.Wait()
	right := attacker.send(url, "127.0.0.2", balanceKey)
	fmt.Printf("balance, %s: the one who guesses got %v (with the right key after it: %d); four others %v, slowest %.2f s, while one of two boxes was drained, ended and came back; load %s\n",
		p.front, attacker.status, right, others.status, others.slow.Seconds(), load())
	if len(others.status) != 1 || others.status[http.StatusOK] == 0 || attacker.status[http.StatusTooManyRequests] == 0 {
		err = errors.Join(err, errors.New("a request failed, or guesses were not slowed"))
	}
	return err
}

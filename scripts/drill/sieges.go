package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	mqtt "github.com/eclipse/paho.mqtt.golang"
)

// hold keeps connections that an attack has opened for as long as it lasts.
func holdFor(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// crowd opens n connections to an address, says something on each, and holds all of them for d.
func crowd(ctx context.Context, addr string, n int, d time.Duration, say func(i int, c net.Conn)) error {
	var conns []net.Conn
	defer func() {
		for _, c := range conns {
			_ = c.Close()
		}
	}()
	var wg sync.WaitGroup
	for i := range n {
		c, err := net.DialTimeout("tcp", addr, 5*time.Second)
		if err != nil {
			continue // refused: as good for the daemon
		}
		conns = append(conns, c)
		wg.Go(func() {
			_ = c.SetWriteDeadline(time.Now().Add(d))
			say(i, c)
		})
	}
	holdFor(ctx, d)
	wg.Wait()
	return nil
}

// brokerSieges are the attacks on the embedded broker.
func brokerSieges() []siege {
	retain := func(size int) func(context.Context, target) error {
		return func(ctx context.Context, t target) error {
			for i := range 40 {
				c, err := t.join(fmt.Sprint("retain", i), drillPassword)
				if err != nil {
					return err
				}
				c.Publish(fmt.Sprintf("junk/%d", i), 1, true, make([]byte, size)).WaitTimeout(3 * time.Second)
				c.Disconnect(0)
			}
			return nil
		}
	}
	return []siege{
		{"broker: 40 unfinished CONNECTs of 15 MiB", func(ctx context.Context, t target) error {
			return crowd(ctx, t.mqtt, 40, 5*time.Second, func(_ int, c net.Conn) {
				_, _ = c.Write([]byte{0x10, 0x80, 0x80, 0xc0, 0x07})
				_, _ = c.Write(make([]byte, 14<<20))
			})
		}},
		{"broker: 300 idle connections", func(ctx context.Context, t target) error {
			return crowd(ctx, t.mqtt, 300, 3*time.Second, func(int, net.Conn) {})
		}},
		{"broker: 40 retained messages of 15 MiB", retain(15 << 20)},
		{"broker: 40 retained messages of 1 MiB", retain(1 << 20)}, {"broker: 40 retained messages of 5 MiB", retain(5 << 20)},
		{"broker: a flood for 20 subscribers that do not read", slowSubscribers},
		{"broker: 300 guesses at the password", func(_ context.Context, t target) error {
			for i := range 300 {
				if c, err := t.join("guess", fmt.Sprint("guess", i)); err == nil {
					c.Disconnect(0)
					return errors.New("a guess was let in")
				}
			}
			return nil
		}},
	}
}

// join connects to the broker.
func (t target) join(id, password string) (mqtt.Client, error) {
	o := mqtt.NewClientOptions().AddBroker("tcp://" + t.mqtt).SetClientID(id).SetUsername("box").SetPassword(password).SetAutoReconnect(false)
	c := mqtt.NewClient(o.SetConnectTimeout(5 * time.Second))
	tok := c.Connect()
	tok.WaitTimeout(5 * time.Second)
	return c, tok.Error()
}

func slowSubscribers(ctx context.Context, t target) error {
	for i := range 20 {
		c, err := net.Dial("tcp", t.mqtt)
		if err != nil {
			return err
		}
		defer func() { _ = c.Close() }()
		id := fmt.Sprintf("slow%02d", i)
		body := append([]byte("\x00\x04MQTT\x04\xc2\x00\x00\x00\x06"+id+"\x00\x03box\x00"), byte(len(drillPassword)))
		body = append(body, drillPassword...)
		if _, err := c.Write(append(append([]byte{0x10, byte(len(body))}, body...), 0x82, 6, 0, 1, 0, 1, '#', 0)); err != nil {
			return err
		}
	}
	c, err := t.join("flood", drillPassword)
	if err != nil {
		return err
	}
	defer c.Disconnect(0)
	for range 300 {
		if tok := c.Publish("flood", 1, false, make([]byte, 1<<20)); !tok.WaitTimeout(2*time.Second) || tok.Error() != nil || ctx.Err() != nil {
			break // the broker has parted with us
		}
	}
	return nil
}

// head begins a request for a document.
func head(more string) string {
	return "POST /water-meter/v2 HTTP/1.1\r\nHost: box\r\nContent-Type: application/json\r\n" + more + "\r\n"
}

const keyed = "X-Service-Key: " + drillKey + "\r\n"

// send posts a body with the key and waits for the answer.
func (t target) send(ctx context.Context, path, kind string, body []byte) (int, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+t.http+path, bytes.NewReader(body))
	if err != nil {
		return 0, err
	}
	req.Header.Set("Content-Type", kind)
	req.Header.Set("X-Service-Key", drillKey)
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0, err
	}
	defer res.Body.Close()
	_, err = io.Copy(io.Discard, res.Body)
	return res.StatusCode, err
}

// flood posts n bodies at once; any answer will do, an answer of 500 will not.
func (t target) flood(ctx context.Context, n int, path, kind string, body []byte) error {
	var wg sync.WaitGroup
	var mu sync.Mutex
	var bad error
	for range n {
		wg.Go(func() {
			if status, err := t.send(ctx, path, kind, body); err == nil && status >= 500 && status != http.StatusServiceUnavailable {
				mu.Lock()
				bad = fmt.Errorf("answered with %d", status)
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	return bad
}

// requestSieges are the attacks on the API.
func requestSieges() []siege {
	slow := func(_ int, c net.Conn) {
		_, _ = io.WriteString(c, head("Content-Length: 20000000\r\n"))
		for i := 0; i < 50; i++ {
			if _, err := c.Write(make([]byte, 1700)); err != nil {
				return
			}
			time.Sleep(100 * time.Millisecond)
		}
	}
	list := []byte(`{"image":["AA"` + strings.Repeat(`,"AA"`, 3_900_000) + `]}`)
	names := []byte(`{"image":"AAAA","option":{"a":1` + strings.Repeat(`,"b":1`, 3_000_000) + `}}`)
	return []siege{
		{"2,000 slow bodies without a key", func(ctx context.Context, t target) error { return crowd(ctx, t.http, 2000, 5*time.Second, slow) }},
		{"8 slow chunked bodies with a key", func(ctx context.Context, t target) error {
			return crowd(ctx, t.http, 8, 5*time.Second, func(_ int, c net.Conn) {
				_, _ = io.WriteString(c, head(keyed+"Transfer-Encoding: chunked\r\n")+"1\r\n{\r\n")
			})
		}},
		{"4 lists of one-byte pictures, 20 MB each", func(ctx context.Context, t target) error {
			return t.flood(ctx, 4, "/water-meter/v2", "application/json", list)
		}},
		{"4 options of 3 million names, 18 MB each", func(ctx context.Context, t target) error {
			return t.flood(ctx, 4, "/bank-statement/v2", "application/json", names)
		}},
		{"8 bodies of 19 MB", func(ctx context.Context, t target) error {
			return t.flood(ctx, 8, "/water-meter/v2", "application/json", []byte(`{"image":"`+strings.Repeat("/9j/", 19<<18)+`"}`))
		}},
		{"20 bodies of 4.3 MB", func(ctx context.Context, t target) error {
			return t.flood(ctx, 20, "/water-meter/v2", "application/json", []byte(`{"image":"`+strings.Repeat("/9j/", 43<<15/4*3)+`"}`))
		}},
		{"pushed: a JPEG of 63 megapixels, read", func(ctx context.Context, t target) error { return t.pushed(ctx, largeJPEG(9000, 7000)) }},
		{"pushed: a JPEG of 7,000 scans, read", func(ctx context.Context, t target) error { return t.pushed(ctx, scanBomb(8000, 7800, 7000)) }},
	}
}

// pushed hands a picture to the station and has it read.
func (t target) pushed(ctx context.Context, picture []byte) error {
	status, err := t.send(ctx, "/v1/stations/desk/frame", "image/jpeg", picture)
	for err == nil && status == http.StatusServiceUnavailable { // the readers are still busy with the attack before
		holdFor(ctx, time.Second)
		status, err = t.send(ctx, "/v1/stations/desk/frame", "image/jpeg", picture)
	}
	if err != nil || status != http.StatusNoContent {
		return errors.Join(err, fmt.Errorf("the push was answered with %d", status))
	}
	_, err = t.send(ctx, "/v1/stations/desk/read", "application/json", nil) // a time-out of the reading is an answer too
	return err
}

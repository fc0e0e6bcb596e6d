package main

import (
	"bufio"
	"cmp"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
)

// influx takes line protocol as InfluxDB does: what has the same time and tags replaces itself.
type influx struct {
	mu     sync.Mutex
	points map[string]int // id by tags and time
	lines  int
	faults []string
}

var point = regexp.MustCompile(`^(reading,\S+) (\S*id=(\d+)i\S*) (\d{16,})$`)

// ServeHTTP is the write endpoint.
func (i *influx) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body := io.Reader(r.Body)
	if r.Header.Get("Content-Encoding") == "gzip" {
		z, err := gzip.NewReader(r.Body)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		body = z
	}
	i.mu.Lock()
	defer i.mu.Unlock()
	for lines := bufio.NewScanner(body); lines.Scan(); {
		m := point.FindStringSubmatch(lines.Text())
		if m == nil || !strings.Contains(m[1], ",box=") || !strings.Contains(m[1], ",station=") || !strings.Contains(m[2], "cubic_metres=") {
			i.faults = append(i.faults, lines.Text())
			continue
		}
		i.lines++
		i.points[m[1]+m[4]], _ = strconv.Atoi(m[3])
	}
	w.WriteHeader(http.StatusNoContent)
}

func (i *influx) count() int {
	i.mu.Lock()
	defer i.mu.Unlock()
	return len(i.points)
}

func (i *influx) first() int {
	i.mu.Lock()
	defer i.mu.Unlock()
	least := 0
	for key, id := range i.points {
		if strings.Contains(key, ",box=box-0000,") && (least == 0 || id < least) {
			least = id
		}
	}
	return least
}

// toInflux has a real Telegraf write readings, one in ten of which comes twice, into what takes them as InfluxDB does. Telegraf is
// killed in the middle.
func toInflux(ctx context.Context, p plan) error {
	p.boxes, p.readings = min(p.boxes, 4), cmp.Or(p.readings, 500)
	f, err := assemble(ctx, p)
	defer f.leave()
	if err != nil {
		return err
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	db := &influx{points: map[string]int{}}
	server := &http.Server{Handler: db, ReadHeaderTimeout: time.Minute}
	go func() { _ = server.Serve(l) }()
	defer server.Close()
	conf, err := example("telegraf.conf", "tcp://mosquitto:1883", f.broker.URL(), "http://influxdb:8086", "http://"+l.Addr().String(), "[agent]\n", "[agent]\n  flush_interval = \"1s\"\n")
	if err != nil {
		return err
	}
	path := filepath.Join(f.dir, "telegraf.conf")
	if err := os.WriteFile(path, []byte(conf), 0o600); err != nil {
		return err
	}
	const kills = 2
	n, err := taker{start: func() (func(), error) { return startTelegraf(ctx, p.telegraf, path) }, count: db.count, first: db.first}.feed(ctx, f, kills)
	db.mu.Lock()
	defer db.mu.Unlock()
	fmt.Printf("influx: telegraf killed %d times while %d readings of %d boxes came, %d of them twice: %d lines, %d points, %d lines that are none; load %s\n",
		kills, n, len(f.boxes), f.witness.again(), db.lines, len(db.points), len(db.faults), load())
	if len(db.points) != n || len(db.faults) > 0 || f.witness.again() == 0 {
		err = errors.Join(err, fmt.Errorf("points are missing, too many, or no points, or none was repeated: %.3q", db.faults))
	}
	return err
}

func startTelegraf(ctx context.Context, binary, conf string) (kill func(), err error) {
	cmd := exec.CommandContext(ctx, binary, "--config", conf, "--quiet")
	cmd.Env = append(os.Environ(), "INFLUX_TOKEN=token")
	cmd.Stderr = os.Stderr
	return func() { _ = cmd.Process.Kill(); _ = cmd.Wait() }, cmd.Start()
}

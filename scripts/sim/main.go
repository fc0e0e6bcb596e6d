// Command sim plays many boxes at one real broker (Debian's package mosquitto) with the uplink, outbox, gate and shared reading of
// the real ones. What it does not play is pictures, unless share is given a binary: a camera and a reader that cost nothing, or as long
// as is said.
//
//	go run ./scripts/sim steady     boxes that read every minute
//	go run ./scripts/sim restart    the broker is killed and comes back: who returns when, with how many tries a second
//	go run ./scripts/sim cut        one third of the boxes after the other loses the network
//	go run ./scripts/sim backlog    a week's readings of boxes whose broker was away
//	go run ./scripts/sim share      camera nodes and three reading boxes, one of which is killed, and a poison picture
//	go run ./scripts/sim share -daemon bin/lensd -pictures DIR     the same with real readers, each box held to a third of the machine
//	go run ./scripts/sim balance    two boxes behind a real HAProxy (Debian's package haproxy), or with -front nginx behind nginx
//	                                (nginx-light): guesses at keys, a box drained
//	go run ./scripts/sim postgres   readings into Postgres by docs/examples/timescale.py, which is killed while they come, some of them twice
//	go run ./scripts/sim nats       readings into NATS by mosquitto's bridge; the NATS server is killed in the middle
//	go run ./scripts/sim influx -telegraf BINARY     line protocol of a real Telegraf, which is killed in the middle
//
// scripts/setup fleet installs what these need. Many boxes need many open files: ulimit -n 16384. Exit status 1: a bar failed.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"syscall"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := dispatch(ctx, os.Args[1:])
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "sim:", err)
		os.Exit(1)
	}
}

var errUsage = errors.New("usage: sim steady | restart | cut | backlog | share | balance | postgres | nats | influx [flags]; sim steady -h tells them")

// plan is what a simulation is asked for.
type plan struct {
	boxes, readings int
	every           time.Duration // between two readings of a box
	length          time.Duration // of the steady part
	down            time.Duration // of the broker, or of the network
	spread          time.Duration // mqtt.spread
	cost            time.Duration // of a reading, of shared ones
	stations        int           // camera nodes, of shared reading
	daemon          string        // lensd binary whose readers read, instead of played ones
	pictures        string        // folder of what they read
	quota           float64       // cores of each of these boxes
	telegraf        string        // its binary
	front           string        // balancer
	broker          string        // more lines of its configuration
	discovery       string        // Home Assistant's prefix; "": announce nothing
}

func dispatch(ctx context.Context, args []string) error {
	if len(args) == 0 {
		return errUsage
	}
	if args[0] == "reader" {
		return reader(ctx, args[1:])
	}
	p := plan{}
	fs := flag.NewFlagSet("sim "+args[0], flag.ContinueOnError)
	fs.IntVar(&p.boxes, "boxes", 1000, "`number` of boxes")
	fs.IntVar(&p.readings, "readings", 0, "`number` of readings (backlog: of each box, 10080; share: in all, 1000)")
	fs.DurationVar(&p.every, "every", time.Minute, "`time` between two readings of a box")
	fs.DurationVar(&p.length, "length", time.Minute, "`time` of the steady part")
	fs.DurationVar(&p.down, "down", 10*time.Second, "`time` without broker or network")
	fs.DurationVar(&p.spread, "spread", 10*time.Second, "mqtt.spread of the boxes")
	fs.DurationVar(&p.cost, "cost", 100*time.Millisecond, "`time` that a shared reading takes")
	fs.IntVar(&p.stations, "stations", 12, "`number` of camera nodes (share)")
	fs.StringVar(&p.daemon, "daemon", "", "lensd `binary` that reads (share); needs root, for control groups")
	fs.StringVar(&p.pictures, "pictures", "", "`folder` of JPEG files for it")
	fs.Float64Var(&p.quota, "quota", float64(runtime.NumCPU())/3, "`cores` of each reading box (share -daemon)")
	fs.StringVar(&p.telegraf, "telegraf", "telegraf", "`binary` (influx)")
	fs.StringVar(&p.front, "front", "haproxy", "haproxy or nginx (balance)")
	fs.StringVar(&p.discovery, "discovery", "homeassistant", "Home Assistant's `prefix`; empty: announce nothing")
	if err := fs.Parse(args[1:]); err != nil {
		return err
	}
	if (p.daemon == "") != (p.pictures == "") {
		return errors.New("-daemon needs -pictures, and they it")
	}
	plays := map[string]func(context.Context, plan) error{"steady": steady, "restart": restart, "cut": cut, "backlog": backlog, "share": shareReading, "balance": balance, "postgres": toPostgres, "nats": toNATS, "influx": toInflux}
	play, ok := plays[args[0]]
	if !ok {
		return errUsage
	}
	return play(ctx, p)
}

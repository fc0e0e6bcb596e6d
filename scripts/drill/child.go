package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"
	"golang.org/x/sys/unix"

	"lensd/device/uplink"
	"lensd/extract"
	"lensd/extract/meter/gate"
	"lensd/httpapi/envelope"
	"lensd/station"
	"lensd/store"
	"lensd/vision/geom"
)

const (
	boxName     = "drill"
	stationName = "cellar"
	ledgerName  = "ledger" // ids that Add has returned, one a line: what the box may never lose
)

// childOptions configure the box under trial.
type childOptions struct {
	dir, broker string
	readings    int  // in all lives together
	slow        bool // wait for each delivery and for the disk before the next, as at one reading a minute
	linger      bool // stay when all is delivered
}

// child is a box without vision. It ends by itself when all its readings are stored and delivered.
func child(ctx context.Context, args []string) error {
	var o childOptions
	fs := flag.NewFlagSet("drill child", flag.ContinueOnError)
	fs.StringVar(&o.dir, "dir", "", "state directory")
	fs.StringVar(&o.broker, "broker", "", "broker")
	fs.IntVar(&o.readings, "readings", 0, "readings")
	fs.BoolVar(&o.slow, "slow", false, "one after the other")
	fs.BoolVar(&o.linger, "linger", false, "stay")
	if err := fs.Parse(args); err != nil {
		return err
	}
	b, err := openBox(o)
	if err != nil {
		return err
	}
	defer func() { _ = b.ledger.Close() }()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	g, inner := errgroup.WithContext(ctx)
	for _, serve := range []func(context.Context) error{b.store.Serve, b.uplink.Serve, b.station.Serve} {
		g.Go(func() error { return serve(inner) })
	}
	g.Go(func() error {
		defer cancel()
		return b.run(inner)
	})
	if err = g.Wait(); errors.Is(err, context.Canceled) {
		err = nil
	}
	return errors.Join(err, b.store.Close())
}

// box is the composition under trial.
type box struct {
	opt     childOptions
	store   *store.Store
	uplink  *uplink.Uplink
	station *station.Station
	ledger  *os.File
	counter *counter
}

func openBox(o childOptions) (*box, error) {
	log := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelError}))
	b := &box{opt: o, counter: &counter{}}
	var err error
	if b.store, err = store.Open(store.Options{Dir: o.dir, Log: log}); err != nil {
		return nil, err
	}
	if b.store.MovedAside() != "" {
		return nil, errors.New("the store was damaged: " + b.store.MovedAside())
	}
	b.ledger, err = os.OpenFile(filepath.Join(o.dir, ledgerName), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	b.uplink, err = uplink.New(uplink.Config{
		Broker: o.broker, Box: boxName, Discovery: "homeassistant", MinBackoff: 10 * time.Millisecond, MaxBackoff: time.Second,
		Stations: []uplink.Station{{Name: stationName, Kind: string(extract.WaterMeter), Decimals: 3}}, Log: log,
	}, b.store, nowhere{})
	if err != nil {
		return nil, err
	}
	b.station, err = station.New(station.Config{
		Element: func(k extract.Kind, p extract.Page, it extract.Item) any {
			return envelope.Data(k, extract.Options{}, p, it)
		},
		Name: stationName, Kind: extract.WaterMeter, Camera: still{}, Reader: b.counter, Store: b.store, Live: b.uplink,
		Judge: station.NewMeterJudge(gate.Config{Decimals: 3, AllowDecrease: true}),
		Topic: b.uplink.Topics().Reading(stationName), Log: log,
	})
	return b, err
}

// run takes readings until the store has them all, then waits for their delivery.
func (b *box) run(ctx context.Context) error {
	u, err := b.store.Usage()
	if err != nil {
		return err
	}
	for n := u.Records; n < b.opt.readings; n++ {
		r, err := b.station.Read(ctx, "drill")
		if err != nil {
			return err
		}
		// One write call, which a kill can only come before or after of.
		if _, err := fmt.Fprintf(b.ledger, "%d\n", r.ID); err != nil {
			return err
		}
		if b.opt.slow {
			if err := b.settle(ctx); err != nil {
				return err
			}
		}
	}
	if err := b.delivered(ctx); err != nil || !b.opt.linger {
		return err
	}
	<-ctx.Done()
	return ctx.Err()
}

// settle waits until the reading is delivered and all dirty pages are on the disk: at one reading a minute the kernel
// writes them between two readings, so that none is dirtied twice for one write.
func (b *box) settle(ctx context.Context) error {
	if err := b.delivered(ctx); err != nil {
		return err
	}
	return unix.Syncfs(int(b.ledger.Fd()))
}

func (b *box) delivered(ctx context.Context) error {
	for {
		n, err := b.store.Backlog()
		if err != nil || n == 0 {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Millisecond):
		}
	}
}

// nowhere takes orders that nobody gives.
type nowhere struct{}

func (nowhere) ReadNow(string)       {}
func (nowhere) Frame(string, []byte) {}

// still is a camera with one picture.
type still struct{}

func (still) Next(context.Context, uint64) (station.Frame, error) {
	return station.Frame{JPEG: make([]byte, 40<<10), At: time.Now(), Seq: 1}, nil
}

// counter reads a counter that rises by a litre with every look, with all the boxes of a real reading.
type counter struct{ n atomic.Int64 }

func (c *counter) Read(context.Context, extract.Document) (extract.Result, error) {
	m := &extract.Meter{Value: fmt.Sprintf("%05d.%03d", c.n.Add(1)/1000, c.n.Load()%1000), IntegerDigits: 5, Confidence: 0.97}
	for i := range 8 {
		x := float64(100 + 40*i)
		m.Digits = append(m.Digits, geom.Quad{{X: x, Y: 200}, {X: x + 33.3, Y: 201.5}, {X: x + 33, Y: 260}, {X: x, Y: 259}})
	}
	page := extract.Page{Number: 1, Width: 640, Height: 480, Items: []extract.Item{{Meter: m}}}
	return extract.Result{Kind: extract.WaterMeter, Pages: []extract.Page{page}}, nil
}

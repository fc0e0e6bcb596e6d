package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"lensd/cmd/lensd/shared"
	"lensd/device/uplink"
	"lensd/device/uplink/mosquitto"
	"lensd/device/uplink/share"
	"lensd/extract"
	"lensd/extract/meter/gate"
	"lensd/station"
	"lensd/store"
)

// reader is a reading box in a process of its own. A picture of the word poison ends it.
func reader(ctx context.Context, args []string) error {
	fs := flag.NewFlagSet("sim reader", flag.ContinueOnError)
	broker, box := fs.String("broker", "", "broker"), fs.String("box", "", "box")
	cost := fs.Duration("cost", 0, "time of a reading")
	if err := fs.Parse(args); err != nil {
		return err
	}
	read := extract.ReaderFunc(func(ctx context.Context, doc extract.Document) (extract.Result, error) {
		if bytes.HasPrefix(doc.Inputs[0], []byte("poison")) {
			os.Exit(9)
		}
		select {
		case <-ctx.Done():
			return extract.Result{}, extract.Errorf(extract.KindBusy, "ended")
		case <-time.After(*cost):
		}
		n := binary.BigEndian.Uint64(doc.Inputs[0])
		m := &extract.Meter{Value: fmt.Sprintf("%05d.%03d", n/1000, n%1000), IntegerDigits: 5, Confidence: 0.97}
		return extract.Result{Kind: doc.Kind, Pages: []extract.Page{{Number: 1, Width: 640, Height: 480, Items: []extract.Item{{Meter: m}}}}}, nil
	})
	work := shared.Work(read, []extract.Kind{extract.WaterMeter}, 30, time.Minute)
	err := share.NewTaker(share.Config{Broker: *broker, Topic: "lensd", Box: *box}, 1, work).Serve(ctx)
	if errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

// readers keeps reading boxes running, as systemd does.
type readers struct {
	command func(ctx context.Context, box string) *exec.Cmd
	mu      sync.Mutex
	cmds    map[string]*exec.Cmd
	ends    int
	done    sync.WaitGroup
}

// reading boxes are played unless a binary is named.
func reading(dir, broker string, p plan) func(ctx context.Context, box string) *exec.Cmd {
	if p.daemon == "" {
		return played(broker, p.cost)
	}
	return pinned(dir, broker, p)
}

// played are reading boxes whose reading takes a time and costs nothing.
func played(broker string, cost time.Duration) func(ctx context.Context, box string) *exec.Cmd {
	return func(ctx context.Context, box string) *exec.Cmd {
		return exec.CommandContext(ctx, os.Args[0], "reader", "-broker", broker, "-box", box, "-cost", cost.String())
	}
}

// keep runs a box until ctx ends, anew a second after each end; once: it stays away.
func (r *readers) keep(ctx context.Context, box string, once bool) {
	r.done.Go(func() {
		for ctx.Err() == nil {
			cmd := r.command(ctx, box)
			cmd.Stderr = os.Stderr
			r.mu.Lock()
			r.cmds[box] = cmd
			err := cmd.Start()
			r.mu.Unlock()
			if err != nil {
				return
			}
			_ = cmd.Wait()
			if once || ctx.Err() != nil {
				return
			}
			r.mu.Lock()
			r.ends++
			r.mu.Unlock()
			select {
			case <-ctx.Done():
			case <-time.After(time.Second):
			}
		}
	})
}

func (r *readers) kill(box string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	_ = r.cmds[box].Process.Kill()
}

// frames is a camera whose pictures are numbers; of one number it is poison. With pictures it shows these.
type frames struct {
	n        *atomic.Uint64
	poison   uint64
	pictures [][]byte
}

func (f frames) Next(context.Context, uint64) (station.Frame, error) {
	n := f.n.Add(1)
	if len(f.pictures) > 0 {
		return station.Frame{JPEG: f.pictures[n%uint64(len(f.pictures))], At: time.Now(), Seq: n}, nil
	}
	jpeg := binary.BigEndian.AppendUint64(nil, n)
	if n == f.poison {
		jpeg = []byte("poison__")
	}
	return station.Frame{JPEG: append(jpeg, make([]byte, 60<<10)...), At: time.Now(), Seq: n}, nil
}

// nodes are camera nodes: real stations, gates, outboxes and uplinks, without readers.
type nodes struct {
	store    *store.Store
	stations []*station.Station
	uplink   *uplink.Uplink
	asker    *share.Asker
}

func newNodes(dir, broker string, p plan, poison uint64) (*nodes, error) {
	n := &nodes{}
	shown, err := picturesOf(p.pictures)
	if err != nil {
		return nil, err
	}
	if n.store, err = store.Open(store.Options{Dir: dir}); err != nil {
		return nil, err
	}
	n.asker = share.NewAsker(share.Config{Broker: broker, Topic: "lensd", Box: "node", Log: slog.Default()})
	uc := uplink.Config{Broker: broker, Box: "node"}
	if n.uplink, err = uplink.New(uc, n.store, nowhere{}); err != nil {
		return nil, err
	}
	var count atomic.Uint64
	for i := range p.stations {
		name := fmt.Sprintf("cellar-%d", i)
		s, err := station.New(station.Config{Name: name, Kind: extract.WaterMeter, Camera: frames{&count, poison, shown}, Reader: shared.Others(n.asker, name, 0), Store: n.store, Live: n.uplink,
			Judge: station.NewMeterJudge(gate.Config{Decimals: 3, AllowDecrease: true}), Topic: n.uplink.Topics().Reading(name), ReadTimeout: 5 * time.Minute,
			Element: func(extract.Kind, extract.Page, extract.Item) any { return map[string]any{} }})
		if err != nil {
			return nil, err
		}
		n.stations = append(n.stations, s)
	}
	return n, nil
}

// read has all stations read until so many readings are stored, and returns how long that took. at is called after each.
func (n *nodes) read(ctx context.Context, readings int, at func(done int)) (time.Duration, error) {
	var begun, done atomic.Int64
	var all sync.WaitGroup
	var wrong atomic.Pointer[error]
	from := time.Now()
	for _, s := range n.stations {
		all.Go(func() {
			for begun.Add(1) <= int64(readings) {
				if _, err := s.Read(ctx, "every"); err != nil {
					wrong.Store(&err)
					return
				}
				at(int(done.Add(1)))
			}
		})
	}
	all.Wait()
	if err := wrong.Load(); err != nil {
		return 0, *err
	}
	return time.Since(from), nil
}

// round plays one course: some boxes read so many frames. kill ends the second box in the middle, for good.
func round(ctx context.Context, p plan, boxes, readings int, kill bool, poison uint64) (perSecond float64, err error) {
	dir, err := os.MkdirTemp("", "lensd-sim-")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir)
	m, err := mosquitto.Start(dir, "")
	if err != nil {
		return 0, err
	}
	defer m.Stop()
	w := newWitness()
	if err := w.join(m.URL()); err != nil {
		return 0, err
	}
	n, err := newNodes(filepath.Join(dir, "state"), m.URL(), p, poison)
	if err != nil {
		return 0, err
	}
	ctx, cancel := context.WithCancel(ctx)
	r := &readers{command: reading(dir, m.URL(), p), cmds: map[string]*exec.Cmd{}}
	for i := range boxes {
		r.keep(ctx, fmt.Sprintf("reads-%d", i), kill && i == 1)
	}
	var serving sync.WaitGroup
	for _, serve := range []func(context.Context) error{n.store.Serve, n.uplink.Serve, n.asker.Serve} {
		serving.Go(func() { _ = serve(ctx) })
	}
	defer func() { cancel(); serving.Wait(); r.done.Wait(); _ = n.store.Close() }()
	if _, err := n.read(ctx, 2*p.stations, func(int) {}); err != nil { // all are there
		return 0, err
	}
	var once sync.Once
	took, err := n.read(ctx, readings, func(done int) {
		if kill && done >= readings/2 {
			once.Do(func() { r.kill("reads-1") })
		}
	})
	if err != nil {
		return 0, err
	}
	promised := readings + 2*p.stations
	_, late := until(ctx, time.Minute, func() bool { return w.count() >= promised })
	set := w.because("node", string(extract.KindCrashed))
	perSecond = float64(readings) / took.Seconds()
	fmt.Printf("share: %d boxes, %d frames in %.1f s, %.1f a second; readers that ended %d, set aside %d, late answers %d; %s; load %s\n",
		boxes, readings, took.Seconds(), perSecond, r.ends, set, n.asker.Late(), w.report(promised), load())
	err = errors.Join(late, w.check(promised))
	if poison > 0 && set != 1 || poison == 0 && set > 0 || w.repeats > 0 {
		err = errors.Join(err, fmt.Errorf("%d set aside, %d published twice", set, w.repeats))
	}
	return perSecond, err
}

// shareReading holds three reading boxes against one, kills one of three, and sends a poison.
func shareReading(ctx context.Context, p plan) error {
	defer removeGroups()
	p.readings = cmp.Or(p.readings, 1000)
	one, err := round(ctx, p, 1, p.readings/4, false, 0)
	if err != nil {
		return err
	}
	three, err := round(ctx, p, 3, p.readings, false, 0)
	if err != nil {
		return err
	}
	fmt.Printf("share: three boxes read %.2f times as much as one (bar 2.5)\n", three/one)
	_, killed := round(ctx, p, 3, p.readings, true, 0)
	if p.daemon != "" {
		p.daemon, p.pictures = "", "" // a poison is no picture: readers are played for it
	}
	_, poisoned := round(ctx, p, 3, p.readings, false, uint64(2*p.stations+p.readings/3))
	if three < 2.5*one {
		err = fmt.Errorf("three boxes read %.2f times as much as one", three/one)
	}
	return errors.Join(err, killed, poisoned)
}

package main

import (
	"context"
	"crypto/ed25519"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/goccy/go-yaml"

	"lensd/cmd/lensd/config"
	"lensd/cmd/lensd/fleet"
	"lensd/device/uplink"
)

const fleetUsage = "fleet [-o table|json] | keygen FILE | push -key FILE [-percent N] [-version N] ORDER.yaml  [-broker URL] [-config FILE]"

// manageFleet lists the boxes of a broker, makes an owner's key, or pushes a configuration to many.
func manageFleet(ctx context.Context, args []string) error {
	f := fleetCall{}
	fs := newFlags("fleet")
	path := configFlag(fs)
	fs.StringVar(&f.out, "o", "table", "table or json")
	fs.StringVar(&f.key, "key", "", "`file` with the owner's key")
	fs.IntVar(&f.percent, "percent", 100, "of the boxes that take it")
	fs.Uint64Var(&f.version, "version", 0, "of the order; 0: one above that which the broker retains")
	fs.StringVar(&f.broker, "broker", "", "`address` of the broker, tcp://host:port; default: that of the configuration")
	words, err := parseMixed(fs.Parse, fs.Args, args)
	if err != nil {
		return err
	}
	switch verb := wordAt(words, 0); {
	case verb == "" && (f.out == "table" || f.out == "json"):
		return f.list(ctx, *path)
	case verb == "keygen" && len(words) == 2:
		return keygen(words[1])
	case verb == "push" && len(words) == 2 && f.key != "":
		return f.push(ctx, *path, words[1])
	}
	fs.Usage()
	return errUsage
}

type fleetCall struct {
	out, key, broker string
	percent          int
	version          uint64
}

// uplink is how the command reaches the broker. The one that a box carries is reached as its neighbours reach it.
func (f fleetCall) uplink(path string) (uplink.Config, error) {
	cfg, err := config.Load(path, os.Environ())
	if err != nil {
		return uplink.Config{}, err
	}
	if f.broker != "" {
		cfg.MQTT.Broker = f.broker
	}
	a := &app{}
	uc, err := a.uplinkConfig(cfg)
	switch cfg.MQTT.Broker {
	case "none":
		return uc, errNoBroker
	case "embedded":
		_, port, _ := strings.Cut(cfg.MQTT.Listen, ":")
		uc.Broker = "tcp://127.0.0.1:" + port
	}
	uc.ClientID = "lensd-fleet"
	return uc, err
}

func (f fleetCall) list(ctx context.Context, path string) error {
	uc, err := f.uplink(path)
	if err != nil {
		return err
	}
	boxes, err := boxesAt(ctx, uc, 2*fleetQuiet)
	if err != nil {
		return err
	}
	if f.out == "json" {
		e := json.NewEncoder(os.Stdout)
		e.SetIndent("", "  ")
		return e.Encode(boxes)
	}
	return table(os.Stdout, boxes, time.Now())
}

// table writes one line a box.
func table(out io.Writer, boxes []fleet.Box, now time.Time) error {
	w := tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
	fmt.Fprintln(w, "BOX\tVERSION\tSTATIONS\tLAST READING\tQUEUE\tOUTBOX\tCLOCK\tDISK FREE\tTEMP\tCONFIG\tPROBLEMS")
	for _, b := range boxes {
		trouble := strings.Join(b.Troubles(), "; ")
		if b.About == nil {
			fmt.Fprintf(w, "%s\t-\t-\t-\t-\t-\t-\t-\t-\t-\t%s\n", b.ID, trouble)
			continue
		}
		a := b.About
		online, last := 0, time.Time{}
		for _, s := range a.Stations {
			if s.Online {
				online++
			}
			if s.Last != nil && s.Last.After(last) {
				last = *s.Last
			}
		}
		fmt.Fprintf(w, "%s\t%s\t%d/%d\t%s\t%d\t%d\t%s\t%s\t%s\t%s\t%s\n", b.ID, printable(a.Version), online, len(a.Stations), ago(now, last), a.Queue, a.Outbox,
			printable(a.Clock), percentOf(a.DiskFree, a.DiskSize), degrees(a.Temperature), configWord(a.Config), printable(trouble))
	}
	return w.Flush()
}

// printable keeps what other boxes say from steering the terminal.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r >= 0x80 && r < 0xa0 {
			return '?'
		}
		return r
	}, s)
}

func ago(now, t time.Time) string {
	if t.IsZero() {
		return "never"
	}
	return now.Sub(t).Round(time.Second).String() + " ago"
}

func percentOf(free, size uint64) string {
	if size == 0 {
		return "-"
	}
	return fmt.Sprintf("%d %%", free*100/size)
}

func degrees(t *float64) string {
	if t == nil {
		return "-"
	}
	return fmt.Sprintf("%.0f °C", *t)
}

func configWord(r fleet.Report) string {
	switch {
	case r.Trying > 0:
		return fmt.Sprintf("%d, trying %d", r.InUse, r.Trying)
	case r.Refused != nil:
		return fmt.Sprintf("%d, refused %d", r.InUse, r.Refused.Version)
	case r.Waits > r.InUse:
		return fmt.Sprintf("%d, waits for %d", r.InUse, r.Waits)
	}
	return fmt.Sprint(r.InUse)
}

func keygen(file string) error {
	private, public, err := fleet.NewKey()
	if err != nil {
		return err
	}
	f, err := os.OpenFile(file, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(f, private)
	if err := errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	fmt.Fprintln(os.Stderr, "the key is in", file, "- keep it off the boxes. Each box gets this as fleet.owner:")
	fmt.Println(public)
	return nil
}

// push signs an order and leaves it at the broker for all boxes.
func (f fleetCall) push(ctx context.Context, path, file string) error {
	order, key, err := f.order(file)
	if err != nil {
		return err
	}
	uc, err := f.uplink(path)
	if err != nil {
		return err
	}
	topic := uplink.Topics{Root: uc.Topic}.Fleet()
	if order.Version == 0 {
		found, err := uplink.Look(ctx, uc, 2*fleetQuiet, topic)
		if err != nil {
			return err
		}
		order.Version = 1
		if b, ok := found[topic]; ok {
			last, err := fleet.Open(key.Public().(ed25519.PublicKey), b)
			if err != nil {
				return fmt.Errorf("what the broker retains is not of this key; give -version: %w", err)
			}
			order.Version = last.Version + 1
		}
	}
	b, err := fleet.Sign(key, order)
	if err != nil {
		return err
	}
	if err := uplink.Retain(ctx, uc, topic, b); err != nil {
		return err
	}
	fmt.Fprintf(os.Stderr, "version %d is at the broker, for %d %% of the boxes; `lensd fleet` tells who has taken it\n", order.Version, order.Percent)
	return nil
}

// order reads a file of sections and checks it as every box will.
func (f fleetCall) order(file string) (fleet.Order, ed25519.PrivateKey, error) {
	secret, err := os.ReadFile(f.key)
	if err != nil {
		return fleet.Order{}, nil, err
	}
	key, err := fleet.ParsePrivate(string(secret))
	if err != nil {
		return fleet.Order{}, nil, err
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return fleet.Order{}, nil, err
	}
	o := fleet.Order{Version: f.version, Percent: f.percent}
	b, err := yaml.YAMLToJSON(text)
	if err != nil || json.Unmarshal(b, &o.Set) != nil {
		return o, nil, errors.New("an order is a YAML file of sections as in lensd.yaml")
	}
	var whole []byte
	for name, patch := range o.Set {
		if whole, err = config.EditSection(whole, name, patch); err != nil {
			return o, nil, err
		}
	}
	_, err = config.Check(whole, "", nil)
	return o, key, err
}

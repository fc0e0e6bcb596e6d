// Command drill tries, with real processes and a real broker, what lensd promises of readings: none is lost when the
// daemon is killed, the broker goes away or the connection is cut; memory stays flat; the card is spared.
//
//	go run ./scripts/drill kill      60 x kill -9 while 10,000 readings pass a proxy that cuts around acknowledgements
//	go run ./scripts/drill backlog   10,080 readings while the broker is away, then its return
//	go run ./scripts/drill write     bytes written to the card in a day of one reading a minute
//	go run ./scripts/drill attack -daemon bin/lensd   what strangers and holders of a key can do to memory and health check
//	go run ./scripts/drill fault -daemon bin/lensd    a disk that fails, is read-only or full, and its return
//	go run ./scripts/drill reload -daemon bin/lensd   1,000 SIGHUPs and file replacements at random moments
//	go run ./scripts/drill mutate -daemon bin/lensd   a million wrong bodies
//	go run ./scripts/drill bombs -daemon bin/lensd    small files that want much, and the memory of the readers
//	go run ./scripts/drill oom -daemon bin/lensd      readers killed at random moments; freeze: stopped
//	go run ./scripts/drill soak -daemon bin/lensd     100,000 readings and what the daemon holds meanwhile
//
// The box under trial is this program's own child, which joins lensd's station, gate, store and uplink to a camera and a
// reader that cost nothing; with -daemon FILE it is a lensd binary. The broker is mosquitto. Exit status 1: a bar failed.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := dispatch(ctx, os.Args[1:])
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "drill:", err)
		os.Exit(1)
	}
}

var errUsage = errors.New("usage: drill kill | power | backlog | write | attack | fault | reload | mutate | bombs | oom | freeze | soak [flags]; drill kill -h tells them")

func dispatch(ctx context.Context, args []string) error {
	if len(args) == 0 {
		return errUsage
	}
	fs := flag.NewFlagSet("drill "+args[0], flag.ContinueOnError)
	p := plan{}
	fs.IntVar(&p.readings, "readings", 0, "`number` of readings (default: the drill's own)")
	fs.IntVar(&p.kills, "kills", 60, "`number` of kill -9 (kill) or of power cuts (power)")
	fs.Float64Var(&p.cutShare, "cuts", 0.01, "`share` of acknowledgements around which the connection is cut (kill)")
	fs.StringVar(&p.daemon, "daemon", "", "lensd `binary` to try instead of the drill's own child")
	fs.StringVar(&p.pictures, "pictures", "", "`directory` of meter pictures for -daemon")
	fs.StringVar(&p.dir, "dir", "", "state `directory`, on the kind of disk to try (default: a temporary one)")
	fs.Uint64Var(&p.seed, "seed", 1, "seed of the kills and cuts")
	if args[0] == "child" {
		return child(ctx, args[1:])
	}
	if err := fs.Parse(args[1:]); err != nil {
		return err
	}
	drills := map[string]func(context.Context, plan) (fmt.Stringer, error){"kill": kill, "attack": attack, "mutate": mutate, "fault": fault, "reload": reload, "power": power, "backlog": backlog, "write": write,
		"bombs": drop, "oom": oom, "freeze": freeze, "soak": soak}
	drill, ok := drills[args[0]]
	if !ok {
		return errUsage
	}
	report, err := drill(ctx, p)
	if report != nil {
		fmt.Println(report)
	}
	return err
}

// plan is what a drill is asked to do.
type plan struct {
	readings int
	kills    int
	cutShare float64
	daemon   string
	pictures string
	dir      string
	seed     uint64
}

// stateDir returns the directory to use and how to get rid of it.
func (p plan) stateDir() (dir string, remove func(), err error) {
	if p.dir != "" {
		return p.dir, func() {}, os.MkdirAll(p.dir, 0o700)
	}
	dir, err = os.MkdirTemp("", "lensd-drill-")
	return dir, func() { _ = os.RemoveAll(dir) }, err
}

// stage is where a drill plays: the state directory and a running broker. leave ends and removes both.
func (p plan) stage() (dir string, m *mosquitto, leave func(), err error) {
	dir, remove, err := p.stateDir()
	if err != nil {
		return "", nil, nil, err
	}
	if m, err = newMosquitto(dir); err == nil {
		err = m.start()
	}
	if err != nil {
		remove()
		return "", nil, nil, err
	}
	return dir, m, func() { m.stop(); remove() }, nil
}

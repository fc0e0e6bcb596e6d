package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	mqtt "github.com/eclipse/paho.mqtt.golang"
)

const (
	consumers = "paho-mqtt==2.1.0 psycopg[binary]==3.2.3" // as docs/examples/timescale.py names them
	kills     = 5
)

// database is a Postgres of its own, reached through a socket in its folder.
type database struct {
	dir, bin string
	cmd      *exec.Cmd
}

// as lets a program run as Postgres wants it: not as root.
func as(name string, cmd *exec.Cmd, dir string) error {
	if os.Getuid() != 0 {
		return nil
	}
	u, err := user.Lookup(name)
	if err != nil {
		return err
	}
	uid, _ := strconv.Atoi(u.Uid)
	gid, _ := strconv.Atoi(u.Gid)
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}}
	cmd.Dir = dir
	return errors.Join(os.Chmod(filepath.Dir(dir), 0o711), os.Chown(dir, uid, gid))
}

func openDatabase(ctx context.Context, dir string) (*database, error) {
	bins, _ := filepath.Glob("/usr/lib/postgresql/*/bin")
	if len(bins) == 0 {
		return nil, errors.New("the simulation needs Debian's package postgresql")
	}
	d := &database{dir: dir, bin: slices.Max(bins)}
	if err := os.Mkdir(dir, 0o700); err != nil {
		return nil, err
	}
	data := filepath.Join(dir, "data")
	prepare := exec.CommandContext(ctx, filepath.Join(d.bin, "initdb"), "-D", data, "-U", "lensd", "-A", "trust", "-N")
	if err := as("postgres", prepare, dir); err != nil {
		return nil, err
	}
	if out, err := prepare.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("initdb: %w: %s", err, out)
	}
	d.cmd = exec.CommandContext(ctx, filepath.Join(d.bin, "postgres"), "-D", data, "-k", dir, "-c", "listen_addresses=")
	if err := as("postgres", d.cmd, dir); err != nil {
		return nil, err
	}
	if err := d.cmd.Start(); err != nil {
		return nil, err
	}
	_, err := until(ctx, time.Minute, func() bool { _, err := d.ask("SELECT 1"); return err == nil })
	return d, err
}

func (d *database) address() string { return "host=" + d.dir + " user=lensd dbname=postgres" }

func (d *database) ask(query string) (string, error) {
	cmd := exec.Command(filepath.Join(d.bin, "psql"), "-Atq", "-c", query, d.address())
	var complaint bytes.Buffer
	cmd.Stderr = &complaint
	out, err := cmd.Output()
	if err != nil {
		err = fmt.Errorf("%w: %s", err, complaint.String())
	}
	return strings.TrimSpace(string(out)), err
}

// rows is the number of readings that are there; 0 before there is a table.
func (d *database) rows() int {
	said, _ := d.ask("SELECT count(*) FROM reading")
	n, _ := strconv.Atoi(said)
	return n
}

func (d *database) close() {
	if d.cmd != nil && d.cmd.Process != nil {
		_ = d.cmd.Process.Signal(syscall.SIGINT)
		_ = d.cmd.Wait()
	}
}

// python makes an interpreter that has what the consumer wants.
func python(ctx context.Context) (string, error) {
	dir, err := filepath.Abs(".cache/sim-python")
	if err != nil {
		return "", err
	}
	interpreter := filepath.Join(dir, "bin", "python")
	for _, args := range [][]string{{"python3", "-m", "venv", dir}, append([]string{interpreter, "-m", "pip", "install", "-q"}, strings.Fields(consumers)...)} {
		if out, err := exec.CommandContext(ctx, args[0], args[1:]...).CombinedOutput(); err != nil {
			return "", fmt.Errorf("%s: %w: %s", args[0], err, out)
		}
	}
	return interpreter, nil
}

// consume runs the documented consumer until it is stopped with a kill.
func consume(ctx context.Context, interpreter, broker, database string) (kill func(), err error) {
	host, port, _ := strings.Cut(broker, ":")
	cmd := exec.CommandContext(ctx, interpreter, "docs/examples/timescale.py", host, port, database)
	cmd.Stderr = os.Stderr
	return func() { _ = cmd.Process.Kill(); _ = cmd.Wait() }, cmd.Start()
}

// repeat publishes each tenth reading once more, as a box does over which the power was cut.
func repeat(broker string) (stop func(), err error) {
	seen := map[string]bool{}
	c := mqtt.NewClient(mqtt.NewClientOptions().AddBroker(broker).SetClientID("repeats").SetOrderMatters(true))
	take := func(c mqtt.Client, m mqtt.Message) {
		if text := m.Topic() + string(m.Payload()); !seen[text] {
			seen[text] = true
			if len(seen)%10 == 0 {
				c.Publish(m.Topic(), 1, false, m.Payload())
			}
		}
	}
	for _, do := range []func() mqtt.Token{c.Connect, func() mqtt.Token { return c.Subscribe("lensd/+/+/reading", 1, take) }} {
		if t := do(); !t.WaitTimeout(time.Minute) || t.Error() != nil {
			return nil, errors.Join(errors.New("the broker does not answer"), t.Error())
		}
	}
	return func() { c.Disconnect(100) }, nil
}

// toPostgres has readings written by the documented consumer, which is killed (-9) again and again while they come.
func toPostgres(ctx context.Context, p plan) error {
	p.boxes, p.readings = min(p.boxes, 4), cmp.Or(p.readings, 500)
	interpreter, err := python(ctx)
	if err != nil {
		return err
	}
	f, err := assemble(ctx, p)
	defer f.leave()
	if err != nil {
		return err
	}
	d, err := openDatabase(ctx, filepath.Join(f.dir, "postgres"))
	if d != nil {
		defer d.close()
	}
	if err != nil {
		return err
	}
	stop, err := repeat(f.broker.URL())
	if err != nil {
		return err
	}
	defer stop()
	kill, err := consume(ctx, interpreter, f.broker.Address(), d.address())
	if err != nil {
		return err
	}
	defer func() { kill() }()
	// The first readings tell that its session stands: from now on the broker keeps what comes while it is away.
	for d.rows() == 0 {
		if err := errors.Join(f.boxes[0].read(ctx, 1), ctx.Err()); err != nil {
			return err
		}
		_, _ = until(ctx, time.Second, func() bool { return d.rows() > 0 })
	}
	first, err := d.ask("SELECT min(id) FROM reading")
	if err != nil {
		return err
	}
	missed, _ := strconv.Atoi(first)
	for range kills {
		before := d.rows()
		for _, b := range f.boxes {
			err = errors.Join(err, b.read(ctx, p.readings/kills))
		}
		_, late := until(ctx, 5*time.Minute, func() bool { return d.rows() > before })
		kill()
		again := error(nil)
		if kill, again = consume(ctx, interpreter, f.broker.Address(), d.address()); errors.Join(err, late, again) != nil {
			return errors.Join(err, late, again)
		}
	}
	n := f.promised() - (missed - 1) // what was said before anybody subscribed is nobody's
	_, err = until(ctx, 5*time.Minute, func() bool { return d.rows() >= n })
	distinct, failed := d.ask("SELECT count(DISTINCT (box, id)) FROM reading")
	fmt.Printf("postgres: consumer killed %d times while %d readings of %d boxes came, one in ten twice (%d): %d rows, %s different; load %s\n",
		kills, n, len(f.boxes), f.witness.again(), d.rows(), distinct, load())
	if d.rows() != n || distinct != strconv.Itoa(n) || f.witness.again() == 0 {
		err = errors.Join(err, errors.New("readings are missing, there twice, or none was repeated"))
	}
	return errors.Join(err, failed)
}

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

const libraries = "paho-mqtt==2.1.0 psycopg[binary]==3.2.3" // as docs/examples/timescale.py names them

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

// number asks for one of the readings that are there; 0 before there is a table.
func (d *database) number(what string) int {
	said, _ := d.ask("SELECT " + what + " FROM reading")
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
	for _, args := range [][]string{{"python3", "-m", "venv", dir}, append([]string{interpreter, "-m", "pip", "install", "-q"}, strings.Fields(libraries)...)} {
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

// taker is a program that takes readings to somewhere else. count is how many are there, first the least id of the first box.
type taker struct {
	start        func() (kill func(), err error)
	count, first func() int
}

// feed has a taker's program killed (-9) so many times while readings come, one in ten twice, and returns how many have to be there
// once all are: what was said before its session stood at the broker is nobody's.
func (t taker) feed(ctx context.Context, f *fleet, kills int) (wanted int, err error) {
	stop, err := repeat(f.broker.URL())
	if err != nil {
		return 0, err
	}
	defer stop()
	kill, err := t.start()
	if err != nil {
		return 0, err
	}
	defer func() { kill() }()
	for t.count() == 0 {
		if err := errors.Join(f.boxes[0].read(ctx, 1), ctx.Err()); err != nil {
			return 0, err
		}
		_, _ = until(ctx, 3*time.Second, func() bool { return t.count() > 0 })
	}
	for range kills {
		before := t.count()
		for _, b := range f.boxes {
			err = errors.Join(err, b.read(ctx, f.plan.readings/kills))
		}
		_, late := until(ctx, 5*time.Minute, func() bool { return t.count() > before })
		kill()
		again := error(nil)
		if kill, again = t.start(); errors.Join(err, late, again) != nil {
			return 0, errors.Join(err, late, again)
		}
	}
	wanted = f.promised() - (t.first() - 1)
	_, err = until(ctx, 5*time.Minute, func() bool { return t.count() >= wanted })
	return wanted, err
}

// toPostgres has readings written by the documented consumer, which is killed again and again.
func toPostgres(ctx context.Context, p plan) error {
	const kills = 5
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
	n, err := taker{
		start: func() (func(), error) { return consume(ctx, interpreter, f.broker.Address(), d.address()) },
		count: func() int { return d.number("count(*)") },
		first: func() int { return d.number("min(id) FILTER (WHERE box = 'box-0000')") },
	}.feed(ctx, f, kills)
	rows, different := d.number("count(*)"), d.number("count(DISTINCT (box, id))")
	fmt.Printf("postgres: consumer killed %d times while %d readings of %d boxes came, %d of them twice: %d rows, %d different; load %s\n",
		kills, n, len(f.boxes), f.witness.again(), rows, different, load())
	if rows != n || different != n || f.witness.again() == 0 {
		err = errors.Join(err, errors.New("readings are missing, there twice, or none was repeated"))
	}
	return err
}

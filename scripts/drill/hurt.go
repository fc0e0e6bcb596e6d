package main

import (
	"cmp"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"sync"
	"syscall"
	"time"
)

// hurtReport is what became of requests while reader processes were killed or stopped.
type hurtReport struct {
	how              string
	hurt, sent       int
	failed, refused  int // answers of 500, of 503
	slowest          time.Duration
	dead, unanswered bool
}

// String is one line.
func (r hurtReport) String() string {
	return fmt.Sprintf("%d reader processes %s while %d documents were sent: %d answers of 500, %d of 503, slowest %.1f s; daemon dead: %v",
		r.hurt, r.how, r.sent, r.failed, r.refused, r.slowest.Seconds(), r.dead)
}

func (r hurtReport) check() error {
	switch {
	case r.dead || r.unanswered:
		return errors.New("the daemon died or did not answer")
	case r.failed > r.hurt:
		return fmt.Errorf("%d answers of 500 for %d processes", r.failed, r.hurt)
	case r.hurt == 0:
		return errors.New("nothing was hurt")
	case r.slowest > 2*hurtTimeout+time.Minute:
		return fmt.Errorf("an answer took %s", r.slowest)
	}
	return nil
}

// hurtTimeout is the time of a reading in these drills: a stopped process is ended after it.
const hurtTimeout = 5 * time.Second

// oom ends reader processes as the kernel does when memory runs out, at random moments and so in the middle of readings.
func oom(ctx context.Context, p plan) (fmt.Stringer, error) {
	return hurt(ctx, p, "killed", func(pid int) { _ = syscall.Kill(pid, syscall.SIGKILL) })
}

// freeze stops reader processes, as one that hangs in a driver or on a failing disk stands still.
func freeze(ctx context.Context, p plan) (fmt.Stringer, error) {
	return hurt(ctx, p, "stopped", func(pid int) { _ = syscall.Kill(pid, syscall.SIGSTOP) })
}

func hurt(ctx context.Context, p plan, how string, harm func(pid int)) (fmt.Stringer, error) {
	r := hurtReport{how: how}
	times := cmp.Or(p.readings, 30)
	err := withTarget(ctx, p, fmt.Sprintf("readers: {timeout: %s}\n", hurtTimeout), func(t target) error {
		sending, stop := context.WithCancel(ctx)
		defer stop()
		var wg sync.WaitGroup
		var mu sync.Mutex
		for range 3 {
			wg.Go(func() { t.keepSending(sending, &mu, &r) })
		}
		rnd := rand.New(rand.NewPCG(p.seed, 9))
		for r.hurt < times && !t.dead() && ctx.Err() == nil {
			time.Sleep(time.Duration(200+rnd.IntN(800)) * time.Millisecond)
			if all := children(t.cmd.Process.Pid); len(all) > 0 {
				harm(all[rnd.IntN(len(all))])
				r.hurt++
			}
		}
		stop()
		wg.Wait()
		r.dead = t.dead()
		return errors.Join(r.check(), t.readsAgain(ctx))
	})
	return r, err
}

// keepSending has one document read after the other.
func (t target) keepSending(ctx context.Context, mu *sync.Mutex, r *hurtReport) {
	body := []byte(`{"image":"` + base64.StdEncoding.EncodeToString(largeJPEG(900, 700)) + `"}`)
	for ctx.Err() == nil {
		from := time.Now()
		status, err := t.send(context.WithoutCancel(ctx), "/table-exraction/v1", "application/json", body)
		mu.Lock()
		r.sent++
		r.slowest = max(r.slowest, time.Since(from))
		r.unanswered = r.unanswered || err != nil
		switch {
		case status == http.StatusServiceUnavailable:
			r.refused++
		case status >= 500:
			r.failed++
		}
		mu.Unlock()
	}
}

// readsAgain waits until a document is read as before.
func (t target) readsAgain(ctx context.Context) error {
	body := []byte(`{"image":"` + base64.StdEncoding.EncodeToString(largeJPEG(900, 700)) + `"}`)
	_, err := t.until(ctx, time.Now(), func() bool {
		status, err := t.send(ctx, "/table-exraction/v1", "application/json", body)
		return err == nil && status < 500
	})
	return err
}

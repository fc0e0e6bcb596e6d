package main

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"time"

	"lensd/store"
)

// finishDaemon lets a lensd take its last readings, tells it to end, and starts it again with the camera's directory
// emptied of meaning until nothing waits to be delivered.
func (s subject) finishDaemon(ctx context.Context, w *witness, cmd *exec.Cmd, exit chan error) error {
	for w.count() < s.plan.readings {
		select {
		case err := <-exit:
			return errors.Join(errors.New("the daemon ended by itself"), err)
		case <-ctx.Done():
			return stop(cmd, exit, ctx.Err())
		case <-time.After(10 * time.Millisecond):
		}
	}
	for {
		if err := cmd.Process.Signal(os.Interrupt); err != nil {
			return err
		}
		<-exit
		n, err := backlogOf(s.dir)
		if err != nil || n == 0 {
			return err
		}
		if cmd, err = s.start(); err != nil {
			return err
		}
		exit = make(chan error, 1)
		go func(c *exec.Cmd, e chan error) { e <- c.Wait() }(cmd, exit)
		select {
		case <-ctx.Done():
			return stop(cmd, exit, ctx.Err())
		case <-time.After(2 * time.Second):
		}
	}
}

func backlogOf(dir string) (n int, err error) {
	s, err := store.Open(store.Options{Dir: dir})
	if err != nil {
		return 0, err
	}
	n, err = s.Backlog()
	return n, errors.Join(err, s.Close())
}

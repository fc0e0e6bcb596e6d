package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"

	"lensd/cmd/lensd/config"
)

// edit is a change of the configuration that comes from the pages.
type edit struct {
	old, now []byte
	done     chan error // holds one
}

var errChangedMeanwhile = errors.New("the configuration was changed by somebody else meanwhile; look at it again")

// apply hands an edit to the loop that serves, and waits until the box is what it says. It is called by the API's handlers, which
// the loop does not wait for.
func (d *daemon) apply(ctx context.Context, old, now []byte) error {
	e := edit{old, now, make(chan error, 1)}
	select {
	case d.edits <- e:
	case <-ctx.Done():
		return ctx.Err()
	}
	select {
	case err := <-e.done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// edit writes the file and changes to it. With a configuration that cannot be served the old file stands there again, and whoever
// asked is told why.
func (d *daemon) edit(ctx context.Context, a *app, e edit) (again bool, err error) {
	if text, err := os.ReadFile(d.path); err != nil || !bytes.Equal(text, e.old) {
		e.done <- errChangedMeanwhile
		return false, nil
	}
	if d.problem != nil {
		e.done <- fmt.Errorf("the file has a mistake that has to be mended by hand first: %w", d.problem)
		return false, nil
	}
	if err := config.Write(d.path, e.now); err != nil {
		e.done <- err
		return false, nil
	}
	again, err = d.change(ctx, a)
	refused := d.problem
	if refused != nil {
		if wrong := config.Write(d.path, e.old); wrong != nil {
			d.log.Error("the file of before could not be put back", "err", wrong)
		}
		if err == nil {
			again, err = d.change(ctx, a)
		}
	}
	e.done <- refused
	return again, err
}

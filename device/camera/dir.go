package camera

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Dir is a source that plays the JPEG files of a directory as if a camera had just made them: for a simulated station, and to
// go through recorded pictures again. It shows one file every Interval in the order of their names and notices files that come
// and go. After the last it goes on showing that one until a further one appears.
type Dir struct {
	Path     string
	Interval time.Duration
}

// Run plays until ctx ends or the directory cannot be read.
func (d Dir) Run(ctx context.Context, emit func([]byte)) error {
	tick := time.NewTicker(d.Interval)
	defer tick.Stop()
	for last := ""; ; {
		name, err := d.next(last)
		if err != nil {
			return err
		}
		if err := d.play(name, emit); err != nil {
			return err
		}
		last = name
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
		}
	}
}

// next names the file after last. At the end it is last itself again.
func (d Dir) next(last string) (string, error) {
	entries, err := os.ReadDir(d.Path)
	if errors.Is(err, os.ErrNotExist) {
		return "", fmt.Errorf("the directory %s does not exist", d.Path)
	}
	if err != nil {
		return "", fmt.Errorf("the directory %s cannot be read: %w", d.Path, err)
	}
	var names []string
	for _, e := range entries {
		ext := strings.ToLower(filepath.Ext(e.Name()))
		if e.Type().IsRegular() && (ext == ".jpg" || ext == ".jpeg") {
			names = append(names, e.Name())
		}
	}
	if len(names) == 0 {
		return "", fmt.Errorf("the directory %s holds no .jpg file", d.Path)
	}
	slices.Sort(names)
	for _, name := range names {
		if name > last {
			return name, nil
		}
	}
	return names[len(names)-1], nil
}

// play emits one file. A file that is not whole, because its writer is not done, is left out: a later round shows it.
func (d Dir) play(name string, emit func([]byte)) error {
	file, err := os.Open(filepath.Join(d.Path, name))
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("a picture cannot be read: %w", err)
	}
	defer file.Close()
	b, err := io.ReadAll(io.LimitReader(file, maxJPEG+1))
	if err != nil {
		return fmt.Errorf("the picture %s cannot be read: %w", name, err)
	}
	if CheckJPEG(b) == nil {
		emit(b)
	}
	return nil
}

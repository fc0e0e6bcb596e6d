package main

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"lensd/extract"
)

// expand puts the documents below a folder, by name, in the folder's place.
func expand(paths []string) (files []string, err error) {
	known := []string{".jpg", ".jpeg", ".png", ".webp", ".tif", ".tiff", ".pdf"}
	for _, path := range paths {
		info, err := os.Stat(path)
		if err != nil {
			return nil, err
		}
		if !info.IsDir() {
			files = append(files, path)
			continue
		}
		before := len(files)
		err = filepath.WalkDir(path, func(name string, d fs.DirEntry, err error) error {
			if err == nil && d.Type().IsRegular() && slices.Contains(known, strings.ToLower(filepath.Ext(name))) {
				files = append(files, name)
			}
			return err
		})
		if err != nil {
			return nil, err
		}
		if len(files) == before {
			return nil, fmt.Errorf("%s holds no picture and no PDF", path)
		}
	}
	return files, nil
}

// progress tells a person how far the reading of several files is: on a terminal all along, elsewhere at the end.
type progress struct {
	w                            io.Writer
	live                         bool
	all, at, read, partly, wrong int
	began                        time.Time
}

func newProgress(w *os.File, all int) *progress {
	info, err := w.Stat()
	return &progress{w: w, live: err == nil && info.Mode()&os.ModeCharDevice != 0, all: all, began: time.Now()}
}

func (p *progress) begin(name string) {
	p.at++
	if p.live && p.all > 1 {
		fmt.Fprintf(p.w, "\r\033[K[%d/%d] %s", p.at, p.all, name)
	}
}

func (p *progress) end(r extract.Result, err error) {
	if p.live && p.all > 1 {
		fmt.Fprint(p.w, "\r\033[K")
	}
	switch {
	case err != nil:
		p.wrong++
	case slices.ContainsFunc(r.Pages, func(page extract.Page) bool { return page.Err != nil }):
		p.partly++
	default:
		p.read++
	}
}

// summary is one line, where there was more than one file.
func (p *progress) summary() {
	if p.all > 1 {
		fmt.Fprintf(p.w, "%d files: %d read, %d with pages that could not be read, %d not read; %.1f s\n", p.all, p.read, p.partly, p.wrong, time.Since(p.began).Seconds())
	}
}

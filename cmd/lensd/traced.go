package main

import (
	"cmp"
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"html/template"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"lensd/extract"
	"lensd/extract/trace"
	"lensd/vision/worker"
)

//go:embed trace.html
var tracePage string

// folderOf is where the trace of one file of several goes; "": nowhere.
func folderOf(dir, name string, names []string) string {
	if dir == "" || len(names) == 1 {
		return dir
	}
	return filepath.Join(dir, fmt.Sprintf("%03d-%s", slices.Index(names, name)+1, filepath.Base(name)))
}

// tracing is a reader that also writes what each step saw into a folder; "": the pool alone.
func tracing(pool *worker.Pool, dir string) extract.Reader {
	if dir == "" {
		return pool
	}
	return extract.ReaderFunc(func(ctx context.Context, doc extract.Document) (extract.Result, error) {
		result, report, err := pool.Traced(ctx, doc)
		if report == nil {
			return result, err
		}
		if failed := writeTrace(dir, doc, result, err, report); failed != nil {
			return result, failed
		}
		return result, err
	})
}

// The page of a trace.
type (
	tracedPage struct {
		Kind    extract.Kind
		Failed  string
		LeftOut int
		Stages  []tracedStage
		Total   float64
		Steps   []tracedStep
	}
	tracedStage struct {
		Name string
		trace.Time
		Share float64 // of the whole, in percent
	}
	tracedStep struct {
		trace.Step
		File string // of its picture
		Rows []tracedRow
	}
	tracedRow struct {
		trace.Row
		File string
	}
)

// writeTrace fills a folder: index.html, the pictures that it shows, and answer.json.
func writeTrace(dir string, doc extract.Document, r extract.Result, err error, report *trace.Report) error {
	page := tracedPage{Kind: doc.Kind, LeftOut: report.LeftOut}
	page.Stages, page.Total = stagesOf(report)
	if err != nil {
		page.Failed = err.Error()
	}
	files := map[string][]byte{}
	for i, s := range report.Steps {
		step := tracedStep{Step: s}
		keep := func(name string, b []byte) string {
			if len(b) > 0 {
				files[name] = b
				return name
			}
			return ""
		}
		step.File = keep(fmt.Sprintf("%02d-%s.jpg", i+1, s.Name), s.Picture)
		for k, row := range s.Rows {
			step.Rows = append(step.Rows, tracedRow{row, keep(fmt.Sprintf("%02d-%s-%03d.png", i+1, s.Name, k+1), row.Crop)})
		}
		page.Steps = append(page.Steps, step)
	}
	answer, wrong := json.MarshalIndent(r, "", "  ")
	if wrong != nil {
		return wrong
	}
	files["answer.json"] = answer
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for name, b := range files {
		if err := os.WriteFile(filepath.Join(dir, filepath.Base(name)), b, 0o644); err != nil {
			return err
		}
	}
	return writeIndex(filepath.Join(dir, "index.html"), page)
}

func writeIndex(path string, page tracedPage) error {
	t, err := template.New("trace").Parse(tracePage)
	if err != nil {
		return err
	}
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	if err := t.Execute(f, page); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

// stagesOf returns the stages, the longest first, and the time of all.
func stagesOf(report *trace.Report) (out []tracedStage, total float64) {
	for _, t := range report.Stages {
		total += t.Seconds
	}
	for _, name := range slices.Sorted(maps.Keys(report.Stages)) {
		t := report.Stages[name]
		out = append(out, tracedStage{name, t, 100 * t.Seconds / max(total, 1e-9)})
	}
	slices.SortStableFunc(out, func(a, b tracedStage) int { return cmp.Compare(b.Seconds, a.Seconds) })
	return out, total
}

// Package trace tells what the steps of a reading saw and how long they took. A Trace travels in the reading's context; where
// there is none, From gives nil, and every method of a nil *Trace does nothing, so that steps need not ask. What costs
// something to put together is asked for with Wide first.
package trace

import (
	"context"
	"image"
	"time"
)

// Report is what a Trace has gathered, as it leaves the reader process.
type Report struct {
	Stages  map[string]Time `json:"stages,omitempty"`
	Steps   []Step          `json:"steps,omitempty"`
	LeftOut int             `json:"left_out,omitempty"` // pictures for which there was no room
}

// Time is how long a stage took in all, what it called by a name of its own not counted, and how often it ran.
type Time struct {
	Seconds float64 `json:"seconds"`
	Runs    int     `json:"runs"`
}

// Step is what one step saw: a picture with marks, rows of values, or both.
type Step struct {
	Page    int      `json:"page,omitempty"` // from 1; 0: the document
	Name    string   `json:"name"`
	Note    string   `json:"note,omitempty"`
	Picture []byte   `json:"picture,omitempty"` // JPEG
	Head    []string `json:"head,omitempty"`
	Rows    []Row    `json:"rows,omitempty"`
}

// Row is a line of a step's values; Crop is a PNG of what they were read from.
type Row struct {
	Cells  []string `json:"cells"`
	Crop   []byte   `json:"crop,omitempty"`
	Chosen bool     `json:"chosen,omitempty"`
}

// roomForPictures bounds the bytes of all pictures of a report: an answer of a reader process has 32 MB.
const roomForPictures = 16 << 20

// Trace gathers a Report. It is used by one goroutine, as a reading is.
type Trace struct {
	wide   bool
	now    func() time.Time
	report Report
	open   []string // stages under way, the innermost last
	since  time.Time
	page   int
	crops  map[*image.Gray]*crop
	order  []*crop
	room   int
}

// rest is the stage of all that has no name of its own.
const rest = "rest"

// New begins a Trace. A wide one keeps what steps saw, another only how long they took.
func New(wide bool) *Trace { return begin(wide, time.Now) }

func begin(wide bool, now func() time.Time) *Trace {
	return &Trace{wide: wide, now: now, report: Report{Stages: map[string]Time{}}, open: []string{rest}, since: now(),
		crops: map[*image.Gray]*crop{}, room: roomForPictures}
}

type key struct{}

// With returns a context in which From finds t.
func With(ctx context.Context, t *Trace) context.Context { return context.WithValue(ctx, key{}, t) }

// From returns the trace of a reading, nil where nobody wants one.
func From(ctx context.Context) *Trace {
	t, _ := ctx.Value(key{}).(*Trace)
	return t
}

// Wide reports that what steps see is wanted too.
func (t *Trace) Wide() bool { return t != nil && t.wide }

// Stage begins a stage of the reading that ctx belongs to; the function that it returns ends it.
//
//	defer trace.Stage(ctx, "decode")()
func Stage(ctx context.Context, name string) (end func()) { return From(ctx).stage(name) }

func (t *Trace) stage(name string) func() {
	if t == nil {
		return func() {}
	}
	t.tick()
	t.open = append(t.open, name)
	return func() {
		t.tick()
		s := t.report.Stages[name]
		s.Runs++
		t.report.Stages[name] = s
		t.open = t.open[:len(t.open)-1]
	}
}

// tick gives the time since the last one to the innermost stage.
func (t *Trace) tick() {
	now, name := t.now(), t.open[len(t.open)-1]
	s := t.report.Stages[name]
	s.Seconds += now.Sub(t.since).Seconds()
	t.report.Stages[name], t.since = s, now
}

// Page says which page the steps from now on are of. The lines read on the page before become a step.
func (t *Trace) Page(number int) {
	if t.Wide() {
		t.readings()
		t.page = number
	}
}

// Report ends the trace; nil for none.
func (t *Trace) Report() *Report {
	if t == nil {
		return nil
	}
	t.tick()
	s := t.report.Stages[rest]
	s.Runs = 1
	t.report.Stages[rest] = s
	t.readings()
	return &t.report
}

package worker

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"sync"

	"lensd/extract"
	"lensd/extract/trace"
)

// Stage is how much time readings of a kind have spent in a stage, see package trace.
type Stage struct {
	Kind extract.Kind
	Name string
	trace.Time
}

// What a child may say of its stages: it may have been taken over.
const (
	mostStages   = 40
	longestStage = 32
	mostKept     = 1000
)

// stages sums up what children say of their readings.
type stages struct {
	mu  sync.Mutex
	sum map[stageKey]trace.Time
}

type stageKey struct {
	kind extract.Kind
	name string
}

func (s *stages) add(kind extract.Kind, r *trace.Report) {
	if r == nil || len(r.Stages) > mostStages {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.sum == nil {
		s.sum = map[stageKey]trace.Time{}
	}
	for name, t := range r.Stages {
		key := stageKey{kind, name}
		old, known := s.sum[key]
		if len(name) <= longestStage && t.Seconds >= 0 && t.Runs >= 0 && (known || len(s.sum) < mostKept) {
			s.sum[key] = trace.Time{Seconds: old.Seconds + t.Seconds, Runs: old.Runs + t.Runs}
		}
	}
}

// Stages returns the times of all stages since the pool's start, by kind and name.
func (p *Pool) Stages() []Stage {
	p.stages.mu.Lock()
	defer p.stages.mu.Unlock()
	out := make([]Stage, 0, len(p.stages.sum))
	for _, key := range slices.SortedFunc(maps.Keys(p.stages.sum), func(a, b stageKey) int {
		return cmp.Or(cmp.Compare(a.kind, b.kind), cmp.Compare(a.name, b.name))
	}) {
		out = append(out, Stage{key.kind, key.name, p.stages.sum[key]})
	}
	return out
}

// Traced is Read by one child that also reports what each step saw; of a reading that failed, too, unless it ended the child.
func (p *Pool) Traced(ctx context.Context, doc extract.Document) (extract.Result, *trace.Report, error) {
	o := p.submit(ctx, request{Document: doc, Trace: true}, p.normal)
	return o.result, o.trace, o.err
}

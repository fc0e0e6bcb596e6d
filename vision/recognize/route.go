package recognize

import (
	"context"
	"errors"
	"image"

	"lensd/extract"
)

// Plan says which of two recognisers reads a class of lines first, and when the other is asked too.
// Confidences of both are calibrated, so that they can be compared.
type Plan struct {
	First  map[extract.Script]Recognizer // by class; the ScriptAny entry serves classes that are not listed
	Second map[extract.Script]Recognizer // asked about lines that the first doubts; may lack classes
	Doubt  float64                       // first readings with less confidence are doubted
	Lead   float64                       // what the second's confidence must exceed the first's by to win
}

// Router is a Recognizer made of others. It owns them.
type Router struct {
	plan Plan
	all  []Recognizer
}

// NewRouter joins recognisers by a plan; all lists those that Close shall close, each once.
func NewRouter(plan Plan, all ...Recognizer) *Router { return &Router{plan: plan, all: all} }

// Close closes the recognisers.
func (r *Router) Close() error {
	var errs []error
	for _, c := range r.all {
		errs = append(errs, c.Close())
	}
	return errors.Join(errs...)
}

// Read implements Recognizer: every line once, doubtful lines twice.
func (r *Router) Read(ctx context.Context, crops []*image.Gray, hint extract.Hint) ([]extract.Text, error) {
	return r.ReadWorth(ctx, crops, hint, func(extract.Text) bool { return true })
}

// Choosy is a Recognizer made of others whose caller may know of doubtful readings that a second opinion is wasted on.
type Choosy interface {
	Recognizer
	// ReadWorth is Read, but asks for second opinions only on doubtful readings that are worth one.
	ReadWorth(ctx context.Context, crops []*image.Gray, hint extract.Hint, worth func(extract.Text) bool) ([]extract.Text, error)
}

// ReadWorth implements Choosy.
func (r *Router) ReadWorth(ctx context.Context, crops []*image.Gray, hint extract.Hint, worth func(extract.Text) bool) ([]extract.Text, error) {
	first := r.Lead(hint)
	out, err := first.Read(ctx, crops, hint)
	if err != nil {
		return nil, err
	}
	second, ok := r.plan.Second[hint.Script]
	if !ok || second == first {
		return out, nil
	}
	var doubted []int
	var again []*image.Gray
	for i, t := range out {
		if t.Confidence < r.plan.Doubt && worth(t) {
			doubted, again = append(doubted, i), append(again, crops[i])
		}
	}
	if len(again) == 0 {
		return out, nil
	}
	other, err := second.Read(ctx, again, hint)
	if err != nil {
		return nil, err
	}
	for k, i := range doubted {
		out[i] = r.better(out[i], other[k])
	}
	return out, nil
}

// better takes the second reading when it leads, and keeps the loser as an alternative: a kind's own rules may know more.
func (r *Router) better(a, b extract.Text) extract.Text {
	if b.Confidence <= a.Confidence+r.plan.Lead {
		a, b = b, a
	}
	if a.Value != "" && a.Value != b.Value {
		b.Alternatives = append([]extract.Alternative{{Value: a.Value, Confidence: min(a.Confidence, b.Confidence)}}, b.Alternatives...)
	}
	return b
}

// Panel is a Recognizer made of several that can be heard one by one, for a vote on lines that matter.
type Panel interface {
	Recognizer
	// Each returns every member's reading of the crops, one slice a member.
	Each(ctx context.Context, crops []*image.Gray, hint extract.Hint) ([][]extract.Text, error)
}

// Each implements Panel.
func (r *Router) Each(ctx context.Context, crops []*image.Gray, hint extract.Hint) ([][]extract.Text, error) {
	out := make([][]extract.Text, len(r.all))
	for i, m := range r.all {
		texts, err := m.Read(ctx, crops, hint)
		if err != nil {
			return nil, err
		}
		out[i] = texts
	}
	return out, nil
}

// Led is a Recognizer made of others of which one reads a class of lines first: a vote on many versions of a line hears
// that one alone, as another that is wrong more often would outvote it.
type Led interface {
	Recognizer
	// Lead returns the recogniser that reads lines of this class first. Its owner closes it.
	Lead(hint extract.Hint) Recognizer
}

// Lead implements Led.
func (r *Router) Lead(hint extract.Hint) Recognizer {
	if first, ok := r.plan.First[hint.Script]; ok {
		return first
	}
	return r.plan.First[extract.ScriptAny]
}

// Once is r without its second opinions, where it is one that has any.
func Once(r Recognizer) Recognizer {
	if led, ok := r.(Led); ok {
		return once{led}
	}
	return r
}

type once struct{ Led }

// Read implements Recognizer.
func (o once) Read(ctx context.Context, crops []*image.Gray, hint extract.Hint) ([]extract.Text, error) {
	return o.Lead(hint).Read(ctx, crops, hint)
}

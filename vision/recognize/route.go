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
	Second map[extract.Script]Opinion    // asked about lines that the first doubts; may lack classes
	// Foreign, if any, is asked about lines of any or of plain letters that both doubt: print in another script. Its reading wins
	// where it is surer and Strange knows the script.
	Foreign Opinion
	Strange func(text string) bool
}

// Opinion is a recogniser that is asked about doubtful lines.
type Opinion struct {
	By    Recognizer
	Doubt float64 // readings with less confidence are doubted
	Lead  float64 // what By's confidence must exceed the other's by to win
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
	for _, c := range append(r.all[:len(r.all):len(r.all)], r.plan.Foreign.By) {
		if c == nil {
			continue
		}
		errs = append(errs, c.Close())
	}
	return errors.Join(errs...)
}

// Read implements Recognizer: every line once, doubtful lines twice, as far as the request's effort goes.
func (r *Router) Read(ctx context.Context, lines Request) ([]extract.Text, error) {
	if lines.Effort.All {
		return r.everyone(ctx, lines)
	}
	first := r.first(lines.Hint)
	out, err := read(ctx, first, lines)
	if err != nil {
		return nil, err
	}
	if lines.Effort.Once {
		return out, nil
	}
	if second, ok := r.plan.Second[lines.Hint.Script]; ok && second.By != first {
		if err := again(ctx, second, lines, out, second.better); err != nil {
			return nil, err
		}
	}
	if h := lines.Hint; r.plan.Foreign.By != nil && h.Charset == "" && (h.Script == extract.ScriptAny || h.Script == extract.ScriptLatin) {
		if err := again(ctx, r.plan.Foreign, lines, out, r.foreign); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// again asks for an opinion of doubtful lines and puts what better makes of both readings in their place.
func again(ctx context.Context, o Opinion, lines Request, out []extract.Text, better func(a, b extract.Text) extract.Text) error {
	doubted := o.doubted(out, lines.Effort)
	if len(doubted) == 0 {
		return nil
	}
	crops := make([]*image.Gray, len(doubted))
	for k, i := range doubted {
		crops[k] = lines.Crops[i]
	}
	lines.Crops = crops
	other, err := read(ctx, o.By, lines)
	if err != nil {
		return err
	}
	for k, i := range doubted {
		out[i] = better(out[i], other[k])
	}
	return nil
}

// foreign takes the reading of a script that the others lack where it is the surer one.
func (r *Router) foreign(a, b extract.Text) extract.Text {
	if !r.plan.Strange(b.Value) || b.Confidence <= a.Confidence {
		return a
	}
	return r.plan.Foreign.better(a, b)
}

// doubted returns which readings an opinion is asked of.
func (o Opinion) doubted(texts []extract.Text, e Effort) (at []int) {
	for i, t := range texts {
		if t.Confidence < o.Doubt && (e.Worth == nil || e.Worth(t)) {
			at = append(at, i)
		}
	}
	return at
}

// everyone returns the readings of all recognisers, one recogniser's after another's.
func (r *Router) everyone(ctx context.Context, lines Request) ([]extract.Text, error) {
	var out []extract.Text
	for _, m := range r.all {
		texts, err := read(ctx, m, lines)
		if err != nil {
			return nil, err
		}
		out = append(out, texts...)
	}
	return out, nil
}

// first is the recogniser that reads lines of a class first.
func (r *Router) first(hint extract.Hint) Recognizer {
	if first, ok := r.plan.First[hint.Script]; ok {
		return first
	}
	return r.plan.First[extract.ScriptAny]
}

// better takes the second reading when it leads, and keeps the loser as an alternative: a kind's own rules may know more.
func (o Opinion) better(a, b extract.Text) extract.Text {
	if b.Confidence <= a.Confidence+o.Lead {
		a, b = b, a
	}
	if a.Value != "" && a.Value != b.Value {
		b.Alternatives = append([]extract.Alternative{{Value: a.Value, Confidence: min(a.Confidence, b.Confidence)}}, b.Alternatives...)
	}
	return b
}

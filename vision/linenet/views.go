package linenet

import (
	"cmp"
	"image"
	"image/color"
	"math"
	"slices"

	"gocv.io/x/gocv"
)

// A line that the net doubts it sees once more, half a step of its columns aside and sharpened: what it misreads differs between the two
// views more than what it reads. The texts that either view suggests are weighed by both: test-time augmentation, by whole texts, because
// the peaks of CTC's paths lie elsewhere in each view and no slot can be averaged. Shift, sharpening and doubt were chosen on 3,250 crops
// of held-out labels; framings higher, lower, wider and narrower, three views and more won nothing beside this one.
const (
	doubted    = 0.9  // texts less probable than this are looked at again,
	guessed    = 0.6  // but no guesses, whose signs are less probable than this in the mean
	aside      = 2    // columns
	sharpened  = 1.5  // how much of what a blur takes away is added
	blurred    = 1.5  // its deviation, in columns
	contending = 3    // how far in log probability a text may fall behind its view's best
	impossible = -1e3 // for a text that has no room in a view
)

// again returns the line's second view.
func (f *framed) again() (*framed, error) {
	m, err := gocv.NewMatFromBytes(netHeight, f.width, gocv.MatTypeCV8U, f.pixels)
	if err != nil {
		return nil, err
	}
	defer m.Close()
	wide, soft := gocv.NewMat(), gocv.NewMat()
	defer wide.Close()
	defer soft.Close()
	gocv.CopyMakeBorder(m, &wide, 0, 0, aside, 0, gocv.BorderReplicate, color.RGBA{})
	gocv.GaussianBlur(wide, &soft, image.Point{}, blurred, blurred, gocv.BorderDefault)
	gocv.AddWeighted(wide, 1+sharpened, soft, -sharpened, 0, &wide)
	return &framed{pixels: wide.ToBytes(), width: f.width + aside, origin: f.origin - aside*f.step, step: f.step, detail: f.detail}, nil
}

// view is what the net says of one view of a line, and the texts that its beam found there, best first.
type view struct {
	posterior *posterior
	found     []hypothesis
}

// doubtful reports that the line is worth a second view.
func (v view) doubtful() bool {
	if len(v.found) == 0 {
		return false
	}
	best := v.found[0]
	return best.log < math.Log(doubted) && best.log > math.Log(guessed)*float64(len(best.classes)+1)
}

// log is the logarithm of a text's probability.
func (v view) log(classes []int) float64 {
	if i := slices.IndexFunc(v.found, func(h hypothesis) bool { return slices.Equal(h.classes, classes) }); i >= 0 {
		return v.found[i].log
	}
	return max(impossible, forward(v.posterior, classes))
}

// sight is one line in each of its views.
type sight []view

// log is the logarithm of the geometric mean of a text's probabilities.
func (s sight) log(classes []int) float64 {
	sum := 0.0
	for _, v := range s {
		sum += v.log(classes)
	}
	return sum / float64(len(s))
}

// texts are those that were found, by all views together, best first.
func (s sight) texts() []hypothesis {
	if len(s) == 1 {
		return s[0].found
	}
	var out []hypothesis
	for _, v := range s {
		for _, h := range v.found {
			if len(out) > 0 && v.found[0].merit()-h.merit() > contending {
				continue
			}
			if !slices.ContainsFunc(out, h.same) {
				h.log = s.log(h.classes)
				out = append(out, h)
			}
		}
	}
	slices.SortStableFunc(out, func(a, b hypothesis) int { return cmp.Compare(b.merit(), a.merit()) })
	return out
}

// align says where in the first view the signs of a text lie and how certain the views are of each, in the mean. ok is false when the
// line is too short for the text.
func (s sight) align(classes []int) (spans []span, ok bool) {
	if spans, ok = align(s[0].posterior, classes); !ok {
		return nil, false
	}
	for _, v := range s[1:] {
		more, ok := align(v.posterior, classes)
		if !ok {
			return nil, false
		}
		for i := range spans {
			spans[i].log = logAdd(spans[i].log, more[i].log) - math.Ln2
		}
	}
	return spans, true
}

package meter

import (
	"cmp"
	"math"
	"slices"

	"lensd/extract"
)

// Pointer is one of a meter's scales with what it shows in sight of the finer ones.
type Pointer struct {
	Scale
	Digit int
	Finer float64 // the digit and what the finer ones say of the way to the next, in [0, 10)
	Looks PointerLooks
}

// PointerLooks is what the confidence of a pointer's digit rests on.
type PointerLooks struct {
	Own   float64 // logit that it is a scale with its hand read right, within ±clearScale
	Odds  float64 // log of how much better than chance two neighbours agree, the mean of all; 0 of a single one
	Wheel float64 // log of how much better than chance the first pointer agrees with the last wheel
	Edge  float64 // of the finest: how far it stands from the next change of its digit, 0..0.5; 0.5 of the others
}

// Pointed reads the scales beside the wheels of c: the first counts a tenth of the last wheel, each further one a tenth of the one
// before it. What they show together settles on which digit a last wheel stands that is on its way. Without scales c comes back as
// it was.
func (d *Decoder) Pointed(c Candidate, seen []Scale) Candidate {
	if c.Display() || len(c.row.Cells) == 0 {
		return c
	}
	found := d.Pointers(c, seen)
	if len(found) == 0 || found[0].Looks.confidence() < leastPointer {
		return c
	}
	decimals := len(c.row.Cells) - integerDigits(c.row.Cells, false)
	for i, p := range found {
		if p.Looks.confidence() < leastPointer {
			break
		}
		c.Meter.Dials = append(c.Meter.Dials, extract.Dial{
			Place: -(decimals + i + 1), Digit: p.Digit, Position: p.Position, Quad: p.Quad, Confidence: p.Looks.confidence(),
		})
	}
	told := Decoder{carry: d.carry.pointed(found[0].Finer/10, found[0].Looks.confidence())}
	again := told.candidate(c.row)
	c.Meter.Value, c.Meter.Positions = again.Meter.Value, again.Meter.Positions
	return c
}

// Turning tells that the last wheel may hang between two digits, so that its pointers are worth a look.
func (c Candidate) Turning() bool { return c.Between() >= underWay }

// Between is the probability that the last wheel stands off the digit that it is read as, by more than atRest.
func (c Candidate) Between() (p float64) {
	n := len(c.row.Cells)
	if c.Display() || n == 0 || len(c.Meter.Positions) != n {
		return 0
	}
	digit := float64(c.Meter.Value[len(c.Meter.Value)-1] - '0')
	for b, v := range c.row.Cells[n-1].Ring {
		if math.Abs(math.Mod(float64(b)/10-digit+15, 10)-5) > atRest {
			p += math.Exp(v)
		}
	}
	return p
}

// A wheel counts as turning from this probability on; so far from its digit, in digits, nobody takes it for the next one.
const (
	underWay = 0.1
	atRest   = 0.25
)

// leastPointer is the confidence from which on a pointer is told: where none are, none is invented.
const leastPointer = 0.6

// pointed is the mechanics with what the pointers tell of the last wheel: how far beyond its digit it stands, as a share of the way to
// the next. Some wheels turn evenly with the pointer that drives them, others in its last tenth alone.
func (c *carry) pointed(share, sure float64) *carry {
	out := *c
	late := math.Max(0, 10*share-9)
	for t := range turns {
		f := turnTenths(t)
		told := evenly*bell(f-share, drivenPlay) + (1-evenly)*bell(f-late, drivenPlay)
		out.last[t] = math.Log((1-sure)*math.Exp(c.last[t]) + sure*told + 1e-6)
	}
	return &out
}

// A last wheel follows its pointer with some play, in digits; most turn evenly.
const (
	evenly     = 0.6
	drivenPlay = 0.15
)

// Pointers takes the scales of a kind that the most evidence speaks for, from the first to the finest: they stand in an arc under the
// counter, clockwise, so from the row's right end to its left, and only where they contradict that the other way round. Where one is
// missing between two, those beyond it are left out, for nobody knows what they count.
func (d *Decoder) Pointers(c Candidate, seen []Scale) []Pointer {
	kind := oneKind(seen)
	if len(kind) == 0 || len(kind) > mostScales || len(c.row.Cells) == 0 {
		return nil
	}
	slices.SortFunc(kind, func(a, b Scale) int { return cmp.Compare(b.At.X, a.At.X) })
	back := slices.Clone(kind)
	slices.Reverse(back)
	there, turned := carried(whole(kind)), carried(whole(back))
	last := c.row.Cells[len(c.row.Cells)-1]
	for _, way := range [][]Pointer{there, turned} {
		agree := d.carry.drives(way[0].Finer/10, last)
		for i := range way {
			way[i].Looks.Wheel = agree
		}
	}
	if agreed(turned) > agreed(there)+againstOrder {
		return turned
	}
	return there
}

// agreed is the log of how much better than chance the pointers agree with each other and the last wheel.
func agreed(p []Pointer) float64 {
	return p[0].Looks.Odds*float64(len(p)-1) + p[0].Looks.Wheel
}

// drives is the log of how much better than chance the place of the last wheel agrees with a pointer that drives it so far.
func (c *carry) drives(share float64, last Cell) float64 {
	told := c.pointed(share, 1)
	var by, chance float64
	for s := range states {
		p := math.Exp(last.Ring[binOf(s)])
		by += p * math.Exp(told.last[s%turns])
		if turnOf(s) >= 0 {
			chance += p * 0.1
		}
	}
	return math.Log((by + 0.01) / (chance + 0.01))
}

// oneKind is the scales of one kind: the plain ones that look alike and, beside them, fainter ones.
func oneKind(seen []Scale) (kind []Scale) {
	most := 0.0
	for _, s := range seen {
		var same []Scale
		var sum float64
		for _, o := range seen {
			if l := o.Looks.logit(); s.alike(o) && l > leastScale {
				same, sum = append(same, o), sum+l-leastScale
			}
		}
		if s.Looks.logit() > leastScale && sum > most {
			kind, most = same, sum
		}
	}
	plain := slices.Clone(kind)
	for _, s := range seen {
		l := s.Looks.logit()
		beside := func(o Scale) bool { return o.alike(s) && o.At.Dist(s.At) < besideScales*o.Radius }
		if l > faintScale && l <= leastScale && slices.ContainsFunc(plain, beside) {
			kind = append(kind, s)
		}
	}
	return kind
}

// whole is the scales up to the first hole in their line.
func whole(scales []Scale) []Scale {
	least := math.Inf(1)
	for i := 1; i < len(scales); i++ {
		least = math.Min(least, scales[i].At.Dist(scales[i-1].At))
	}
	for i := 1; i < len(scales); i++ {
		if d := scales[i].At.Dist(scales[i-1].At); d > scaleHole*least || d > widestStep*scales[i].Radius {
			return scales[:i]
		}
	}
	return scales
}

// A meter has at most so many scales, each of this logit or more, beside others a fainter one too; they count from left to right where
// they agree better by so much, as few do.
const (
	mostScales   = 5
	leastScale   = -1.0
	faintScale   = -2.5
	againstOrder = 2.2
)

// Distances of neighbours, in radii of a scale, and of one that has lost its neighbour, in the least distance.
const (
	besideScales = 5.0
	widestStep   = 6.5
	scaleHole    = 1.65
)

// alike tells that two scales may be of one meter: of one size, with hands of one length and colour.
func (s Scale) alike(o Scale) bool {
	return math.Abs(math.Log(s.Radius/o.Radius)) < alikeSize && math.Abs(math.Log(s.hand()/o.hand())) < alikeSize && s.Looks.Warm == o.Looks.Warm
}

// hand is the length of the hand in lengths of the row.
func (s Scale) hand() float64 { return s.Radius * math.Max(s.Looks.Reach, 0.05) }

// alikeSize is a difference of logarithms.
const alikeSize = 0.35

// RedHand is the redness over the face, in levels, from which on a hand counts as red.
const RedHand = 14

// carried reads the scales in the order given, from the finest on.
func carried(scales []Scale) []Pointer {
	n := len(scales)
	out := make([]Pointer, n)
	var odds, finer float64
	for i := n - 1; i >= 0; i-- {
		at := scales[i].Position
		digit, edge := math.Floor(at), math.Min(at-math.Floor(at), math.Ceil(at)-at)
		if i < n-1 {
			off := at - finer/10 - math.Round(at-finer/10)
			odds += agreeing(off)
			if math.Abs(off) < carriesOn {
				digit, edge = math.Round(at-finer/10), 0.5
			}
			finer = math.Mod(digit+10, 10) + finer/10
		} else {
			finer = at
		}
		out[i] = Pointer{scales[i], int(digit+10) % 10, finer, PointerLooks{Own: clamp(scales[i].Looks.logit(), clearScale), Edge: edge}}
	}
	for i := range out {
		if n > 1 {
			out[i].Looks.Odds = odds / float64(n-1)
		}
	}
	return out
}

// carriesOn is the difference, in digits, up to which the finer pointer tells where the coarser one stands.
const carriesOn = 0.33

// clearScale is the logit from which on a scale is no surer.
const clearScale = 6.0

// agreeing is the log-odds that two pointers which differ by so much of a digit are driven by each other, not by chance.
func agreeing(off float64) float64 {
	const spread, stray = 0.14, 0.1
	return math.Log((1-stray)*bell(off, spread)*10 + stray)
}

// confidence is the probability that the digit is right; fitted by scripts/train/meter/fit_pointers.py.
func (l PointerLooks) confidence() float64 {
	return sigmoid(-1.22 + 0.29*l.Own + 0.6*l.Odds + 1.54*l.Wheel + 2.78*l.Edge)
}

// logit that this is a scale with its hand read right; fitted by scripts/train/meter/fit_pointers.py on own meters with pointers, whose
// print, screws and star wheels are what it is not.
func (l ScaleLooks) logit() float64 {
	reach := math.Min(math.Abs(math.Log(math.Max(l.Reach, 0.05)/usualReach)), 1.2)
	return -2.55 + 2.82*math.Log(math.Max(l.Ticks, 1e-3)) + 2.52*l.Phase + 1.17*math.Log(math.Min(math.Max(l.Contrast, 0.5), 40)) - 2.06*reach +
		3.19*l.Lone + 2.19*l.Slim - 4.79*math.Max(math.Abs(l.Hub-usualHub)-0.08, 0) + 2.34*l.Warm
}

// A hand's reach and its hub's radius, in shares of the scale's radius and of the reach.
const (
	usualReach = 0.8
	usualHub   = 0.2
)

func sigmoid(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

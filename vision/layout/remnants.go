package layout

import "math"

// What is left of a dotted rule of which a part was found, in letter heights: patches as thin as this in its line, no further
// than that from it; and where two rules cross, one patch of the dots of both.
const (
	remnantThick = 0.4
	remnantLong  = 4.0
	remnantGap   = 1.0
	crossingSize = 2.5
	loneCrossing = 1.1 // where only one of both was found
)

// remnants lengthens dotted rules by the patches that go on in their line, and returns those and what stands where the rules
// cross: in blurred pictures some dots of a rule run together to a stroke, others stay alone.
func remnants(rules []Rule, cs []Component, th int) []Component {
	taken := make([]bool, len(cs))
	thin := [2][]int{thinPatches(cs, th, false), thinPatches(cs, th, true)}
	for i := range rules {
		for rules[i].dotted && rules[i].lengthen(cs, thin[index(rules[i].Vertical)], taken, th) {
		}
	}
	var out []Component
	for i, c := range cs {
		if taken[i] || crossing(c, rules, th) {
			out = append(out, c)
		}
	}
	return out
}

func index(vertical bool) int {
	if vertical {
		return 1
	}
	return 0
}

// thinPatches returns the patches that may be a bit of a rule.
func thinPatches(cs []Component, th int, vertical bool) []int {
	var out []int
	for i, c := range cs {
		from, to, _ := c.along(vertical)
		thick := c.W() + c.H() - (to - from)
		if float64(thick) <= max(3, remnantThick*float64(th)) && float64(to-from) <= remnantLong*float64(th) && 5*(to-from) >= 4*thick {
			out = append(out, i)
		}
	}
	return out
}

// lengthen takes the patches in line with a rule that overlap it or stand close to its ends, and reports that it grew or took any.
func (r *Rule) lengthen(cs []Component, thin []int, taken []bool, th int) bool {
	took := false
	for _, i := range thin {
		from, to, mid := cs[i].along(r.Vertical)
		lo, hi := r.X0, r.X1
		if r.Vertical {
			lo, hi = r.Y0, r.Y1
		}
		gap := max(float64(from)-hi, lo-float64(to))
		if taken[i] || gap > remnantGap*float64(th) || math.Abs(r.At(float64(from+to)/2)-float64(mid)/2) > max(2, 0.12*float64(th)) {
			continue
		}
		taken[i], took = true, true
		r.reach(min(lo, float64(from)), max(hi, float64(to)))
	}
	return took
}

// reach moves a rule's ends along its line.
func (r *Rule) reach(lo, hi float64) {
	a, b := r.At(lo), r.At(hi)
	if r.Vertical {
		r.Y0, r.Y1, r.X0, r.X1 = lo, hi, a, b
		return
	}
	r.X0, r.X1, r.Y0, r.Y1 = lo, hi, a, b
}

// crossing reports a patch where two rules meet of which one was dotted.
func crossing(c Component, rules []Rule, th int) bool {
	most := crossingSize * float64(th)
	if float64(max(c.W(), c.H())) > most {
		return false
	}
	var meets, dotted [2]bool
	for _, r := range rules {
		if r.Edge || !r.runsThrough(c, most) {
			continue
		}
		k := index(r.Vertical)
		if r.dotted && r.splits(c) && float64(max(c.W(), c.H())) <= loneCrossing*float64(th) {
			return true
		}
		meets[k], dotted[k] = true, dotted[k] || r.dotted
	}
	return meets[0] && meets[1] && (dotted[0] || dotted[1])
}

// runsThrough reports that a rule, lengthened by more, passes a patch.
func (r Rule) runsThrough(c Component, more float64) bool {
	at, lo, hi, from, to := float64(c.cx2())/2, r.X0, r.X1, float64(c.Y0), float64(c.Y1)
	if r.Vertical {
		at, lo, hi, from, to = float64(c.cy2())/2, r.Y0, r.Y1, float64(c.X0), float64(c.X1)
	}
	m := r.At(at)
	return at >= lo-more && at <= hi+more && m >= from-1 && m <= to+1
}

// splits reports that a rule runs through the middle of a patch.
func (r Rule) splits(c Component) bool {
	at, mid, size := float64(c.cx2())/2, float64(c.cy2())/2, float64(c.H())
	if r.Vertical {
		at, mid, size = float64(c.cy2())/2, float64(c.cx2())/2, float64(c.W())
	}
	return math.Abs(r.At(at)-mid) <= max(1, 0.2*size)
}

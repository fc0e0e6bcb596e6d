package label

import "unicode/utf8"

// When two sides of a sheet are copies of one label: so many lines of each, at least so many of them, stand on the other too. Letters
// may be misread on either.
const (
	leastCopied     = 0.6
	leastCopiedRows = 4
)

// original returns the first side of a sheet whose other side says the same of one parcel, as often as that is so, or else the sheet.
// The widest gap between sides that are alike decides.
func (p Part) original() Part {
	text := sayings(p.Scene) // folded once, not for every cut
	for _, along := range []bool{true, false} {
		for _, at := range p.gaps(along) {
			if !alike(p.parted(text, along, at)) {
				continue
			}
			a, b := p.side(along, at, true), p.side(along, at, false)
			if x, y := Track(a.Scene.Codes, nil), Track(b.Scene.Codes, nil); x != nil && y != nil && x.Number != y.Number {
				return p
			}
			return a.original()
		}
	}
	return p
}

// parted returns what the lines before a cut and behind it say; text is what each line says.
func (p Part) parted(text []string, heights bool, at float64) (before, behind []string) {
	for i, l := range p.Scene.Lines {
		if lies(l.Quad.Bounds(), heights, at) {
			before = append(before, text[i])
		} else {
			behind = append(behind, text[i])
		}
	}
	return before, behind
}

// alike says that most of what two sides say stands on both.
func alike(a, b []string) bool {
	a, b = telling(a), telling(b)
	return min(len(a), len(b)) >= leastCopiedRows && shares(a, b) >= leastCopied && shares(b, a) >= leastCopied
}

// sayings returns what each line of a side says.
func sayings(s Scene) []string {
	out := make([]string, len(s.Lines))
	for i, l := range s.Lines {
		out[i] = fold(l.Text.Value)
	}
	return out
}

// leastTelling is how many letters and figures say something.
const leastTelling = 3

// telling leaves out lines that say next to nothing.
func telling(lines []string) (out []string) {
	for _, l := range lines {
		if utf8.RuneCountInString(l) >= leastTelling {
			out = append(out, l)
		}
	}
	return out
}

// shares is the share of lines that stand among others too.
func shares(lines, others []string) float64 {
	there := map[string]bool{}
	for _, o := range others {
		there[o] = true
	}
	n := 0.0
	for _, l := range lines {
		if there[l] {
			n++
		}
	}
	return n / float64(len(lines))
}

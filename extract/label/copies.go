package label

// When two sides of a sheet are copies of one label: so many lines of each, at least so many of them, stand on the other too. Letters
// may be misread on either.
const (
	leastCopied     = 0.6
	leastCopiedRows = 4
)

// original returns the first side of a sheet whose other side says the same of one parcel, as often as that is so, or else the sheet.
// The widest gap between sides that are alike decides.
func (p Part) original() Part {
	for _, along := range []bool{true, false} {
		for _, at := range p.gaps(along) {
			a, b := p.side(along, at, true), p.side(along, at, false)
			if !alike(sayings(a.Scene), sayings(b.Scene)) {
				continue
			}
			if x, y := Track(a.Scene.Codes, nil), Track(b.Scene.Codes, nil); x != nil && y != nil && x.Number != y.Number {
				return p
			}
			return a.original()
		}
	}
	return p
}

// alike says that most of what two sides say stands on both.
func alike(a, b []string) bool {
	return min(len(a), len(b)) >= leastCopiedRows && shares(a, b) >= leastCopied && shares(b, a) >= leastCopied
}

// sayings returns the lines of a side that say something.
func sayings(s Scene) (out []string) {
	for _, l := range s.Lines {
		if text := fold(l.Text.Value); len([]rune(text)) > 2 {
			out = append(out, text)
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

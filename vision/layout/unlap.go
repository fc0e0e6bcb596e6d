package layout

// How far a line's own marks stand over and under its letters, in their height, at least.
const (
	ownAbove = 0.95
	ownBelow = 0.8
	leading  = 0.8 // between the baselines of two lines, at least
)

// unlapped takes off lines' boxes what lies beyond the letters of their neighbours: a speck or a mark that was given to the wrong line
// would have half of that line read with it.
func unlapped(ls []Phrase) []Phrase {
	out := make([]Phrase, len(ls))
	for i, l := range ls {
		for _, o := range ls {
			if o.overlapX(l.Box) <= 0 || !o.Box.Overlaps(ls[i].Box) {
				continue
			}
			apart := leading * float64(min(l.Height, o.Height))
			switch top := l.Base - l.Height; {
			case float64(o.Base-l.Base) >= apart: // a line below
				l.Y1 = min(l.Y1, max(o.Base-o.Height, l.Base+int(ownBelow*float64(l.Height))))
			case float64(l.Base-o.Base) >= apart:
				l.Y0 = max(l.Y0, min(o.Base, top-int(ownAbove*float64(l.Height))))
			}
		}
		out[i] = l
	}
	return out
}

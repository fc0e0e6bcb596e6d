package labels

import (
	"math"
	"slices"

	"lensd/vision/geom"
)

// How wide a space between two words may be, in heights of their letters, and what typewriter print is.
const (
	wordSpace  = 1.25
	pitchSpace = 1.9  // of typewriter print, where a full stop before it is as wide as a letter
	fewPitched = 6    // glyphs of a line that tell
	offPitch   = 0.15 // of the pitch that a letter may stand beside its place
	onPitch    = 0.8  // of a line's letters that stand at theirs
)

// blank returns how wide a space between words may be on a page of such lines: where most print stands at one pitch, words are
// far apart.
func blank(lines []chain) float64 {
	pitched, all := 0, 0
	for _, c := range lines {
		if c.core >= fewPitched {
			all += c.core
			if c.pitched() {
				pitched += c.core
			}
		}
	}
	if 2*pitched > all && all > 0 {
		return pitchSpace
	}
	return wordSpace
}

// pitched says that a line's letters stand at even distances.
func (c chain) pitched() bool {
	at := make([]float64, 0, c.core)
	for _, b := range c.blobs[:c.core] {
		at = append(at, float64(b.x0+b.x1)/2)
	}
	slices.Sort(at)
	steps := make([]float64, 0, len(at))
	for i := 1; i < len(at); i++ {
		steps = append(steps, at[i]-at[i-1])
	}
	pitch := geom.Median(steps)
	on := 0
	for _, s := range steps {
		if n := math.Round(s / max(pitch, 1)); n >= 1 && math.Abs(s/max(pitch, 1)-n) <= offPitch {
			on++
		}
	}
	return float64(on) >= onPitch*float64(len(steps))
}

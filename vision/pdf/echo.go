package pdf

import "slices"

// echoReach is how many signs back a syllable can be said again.
const echoReach = 4

// withoutEchoes drops what a layer says twice: some writers give the whole text of a Thai syllable with each of its drawn
// signs, with the consonant and again with the mark above it.
func withoutEchoes(glyphs []glyph) []glyph {
	var out []glyph
	var signs [][]glyph // drawn signs that were kept
	for start := 0; start < len(glyphs); {
		end := start + 1
		for end < len(glyphs) && !blank(glyphs[start].r) && !blank(glyphs[end].r) && glyphs[end].origin == glyphs[start].origin {
			end++
		}
		sign := glyphs[start:end]
		start = end
		if echoes(sign, signs[max(0, len(signs)-echoReach):]) {
			continue
		}
		out = append(out, sign...)
		if !blank(sign[0].r) {
			signs = append(signs, sign)
		}
	}
	return out
}

// echoes reports that a sign of several characters stands over, under or in one before it that says the same.
func echoes(sign []glyph, before [][]glyph) bool {
	if len(sign) < 2 || !slices.ContainsFunc(sign, func(g glyph) bool { return isThaiMark(g.r) || g.r == 'ำ' }) {
		return false
	}
	return slices.ContainsFunc(before, func(s []glyph) bool {
		if !slices.EqualFunc(s, sign, func(a, b glyph) bool { return a.r == b.r && a.turn == b.turn }) {
			return false
		}
		from, to := s[0].turn.Rect(s[0].box).X0, s[0].turn.Rect(s[len(s)-1].box).X1
		again := sign[0].turn.Rect(sign[0].box).Center().X
		return again > from-0.05*s[0].em && again < to+0.05*s[0].em
	})
}

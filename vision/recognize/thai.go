package recognize

import "lensd/extract"

// The Thai signs that come apart.
const (
	nikhahit = 'ํ'
	saraAa   = 'า'
	saraAm   = 'ำ'
)

// FoldSaraAm composes NIKHAHIT + [tone] + SARA AA to [tone] + SARA AM:
// neither Tesseract's models nor many PDF writers know the composed sign.
func FoldSaraAm(in []extract.Char) []extract.Char {
	out := make([]extract.Char, 0, len(in))
	for i := 0; i < len(in); i++ {
		c := in[i]
		if c.Rune != nikhahit {
			out = append(out, c)
			continue
		}
		next := i + 1
		if next < len(in) && isTone(in[next].Rune) {
			next++
		}
		if next >= len(in) || in[next].Rune != saraAa {
			out = append(out, c)
			continue
		}
		out = append(out, in[i+1:next]...)
		out = append(out, extract.Char{Rune: saraAm, X0: min(c.X0, in[next].X0), X1: in[next].X1, Confidence: min(c.Confidence, in[next].Confidence)})
		i = next
	}
	return out
}

func isTone(r rune) bool { return r >= '่' && r <= '๋' }

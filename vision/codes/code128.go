package codes

import (
	"math"
	"strings"
)

// widths128 holds the bar and space widths of Code 128's symbols 0 to 105 and of the stop pattern without its last bar
// (ISO/IEC 15417).
const widths128 = `212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222
123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 232121 111323
131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 313121 211331 231131 213113
213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 111422 121124 121421 141122 141221 112214
112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 111242 121142 121241 114212 124112 124211 411212 421112
421211 212141 214121 412121 111143 111341 131141 114113 114311 411113 411311 113141 114131 311141 411131 211412 211214 211232
233111`

// Parts of a Code 128 symbol and the values with a meaning of their own.
const (
	modules  = 11 // of a symbol
	samples  = 3  // a module
	perCode  = modules * samples
	stop     = 106
	startA   = 103
	shift    = 98
	fnc1     = 102
	checkMod = 103
)

// look is how print turns out: how far edges are smeared and by how much bars have grown, in modules.
type look struct{ blur, growth float64 }

// shapes holds, for one look, what each symbol is expected to show: ink from 0 to 1 at each sample.
type shapes [stop + 1][perCode]float64

// symbols128 is the decoder's table. It is built once and then only read.
type symbols128 struct {
	looks []shapes
}

func newSymbols128() *symbols128 {
	t := &symbols128{}
	for _, blur := range []float64{0.2, 0.4, 0.6, 0.85} {
		for _, growth := range []float64{-0.2, 0, 0.2} {
			t.looks = append(t.looks, drawn(look{blur, growth}))
		}
	}
	return t
}

// drawn computes the expected ink of all symbols: their bars, grown, smeared by a Gaussian. Before a symbol stands a
// space, behind it a bar. Edges lie between modules, so that few steps make all of them.
func drawn(l look) shapes {
	var begins, ends [modules + 3][perCode]float64 // by the module that a bar begins or ends before
	for edge := range begins {
		for i := range perCode {
			at := (float64(i)+0.5)/samples - float64(edge)
			begins[edge][i], ends[edge][i] = smeared(at+l.growth/2, l.blur), smeared(at-l.growth/2, l.blur)
		}
	}
	var out shapes
	for v, widths := range strings.Fields(widths128) {
		x, edges := 0, []int{}
		for _, w := range widths {
			edges = append(edges, x)
			x += int(w - '0')
		}
		edges = append(edges, modules, modules+2)
		for k := 0; k+1 < len(edges); k += 2 {
			for i := range out[v] {
				out[v][i] += begins[edges[k]][i] - ends[edges[k+1]][i]
			}
		}
	}
	return out
}

// smeared is a step from 0 to 1 seen through a Gaussian.
func smeared(x, sigma float64) float64 { return 0.5 * (1 + math.Erf(x/(sigma*math.Sqrt2))) }

// guess is what a stretch of a profile is taken for.
type guess struct {
	value, second int
	cost, next    float64 // mean squared difference of the two
	seen          [perCode]float64
}

// cost is the mean squared difference of a stretch from a symbol.
func (s *shapes) cost(value int, seen *[perCode]float64) float64 {
	d := 0.0
	for i, x := range s[value] {
		d += (x - seen[i]) * (x - seen[i])
	}
	return d / perCode
}

// nearest finds the two symbols that a stretch resembles most.
func (s *shapes) nearest(seen *[perCode]float64, from, to int) guess {
	g := guess{value: -1, second: -1, cost: math.Inf(1), next: math.Inf(1)}
	for v := from; v <= to; v++ {
		d := 0.0
		for i, x := range s[v] {
			d += (x - seen[i]) * (x - seen[i])
			if d >= g.next*perCode {
				break
			}
		}
		d /= perCode
		switch {
		case d < g.cost:
			g.second, g.next = g.value, g.cost
			g.value, g.cost = v, d
		case d < g.next:
			g.second, g.next = v, d
		}
	}
	return g
}

// text128 spells the values of a code, without start, check and stop: code sets A, B and C with their switches. Function 1
// is written as the GS1 separator, but for a leading one, which only marks the code. ok is false for what no encoder writes.
func text128(start int, values []int) (text string, ok bool) {
	var b strings.Builder
	set, once := start-startA, -1 // 0: A, 1: B, 2: C
	for i, v := range values {
		use := set
		if once >= 0 {
			use, once = once, -1
		}
		switch {
		case v == fnc1:
			if i > 0 {
				b.WriteByte(0x1d)
			}
		case use == 2 && v < 100:
			b.WriteByte(byte('0' + v/10))
			b.WriteByte(byte('0' + v%10))
		case v < 96 && use != 2:
			c := v + 32
			if use == 0 && v >= 64 {
				c = v - 64
			}
			b.WriteByte(byte(c))
		case v == shift && use != 2:
			once = 1 - use
		case v == 99 && use != 2:
			set = 2
		case v == 100 && use != 1:
			set = 1
		case v == 101 && use != 0:
			set = 0
		case v == 96 || v == 97 || v == 100 || v == 101: // functions 2, 3 and 4 print nothing
		default:
			return "", false
		}
	}
	return b.String(), b.Len() > 0
}

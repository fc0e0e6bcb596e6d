package passport

import (
	"context"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"lensd/extract"
	"lensd/vision/geom"
)

// maxPhrases bounds what one page of the fuzzer holds; the layout finds fewer on any sheet.
const maxPhrases = 80

// pageOf takes lines "x y height confidence text", positions as runes from a space upwards, for the print of a page.
func pageOf(text string) *fakePrint {
	p := &fakePrint{again: map[string][]extract.Text{}}
	for _, line := range strings.Split(text, "\n") {
		rs := []rune(line)
		if len(rs) < 5 || len(p.phrases) == maxPhrases {
			continue
		}
		at := func(i int) float64 { return float64(rs[i]%128) - ' ' }
		value := string(rs[4:])
		w, h := 1+1.5*float64(len(rs)-4), 0.8+at(2)/20
		p.phrases = append(p.phrases, Phrase{geom.Rect{X0: at(0), Y0: at(1), X1: at(0) + w, Y1: at(1) + h}, extract.Text{Value: value, Confidence: math.Max(0, at(3)/95)}})
		p.again[value] = []extract.Text{{Value: value, Confidence: 0.9}, {Value: strings.ToLower(value), Confidence: 0.4}}
	}
	return p
}

// FuzzExtract prints anything anywhere on a Thai page and on one of an unknown state: every answer is a member of the
// interface, has text, a quadrilateral in real numbers and a confidence from 0 to 1, and the code lines stay what they are.
func FuzzExtract(f *testing.F) {
	f.Add("HB6zMR. SOMCHAI\nHD6zนาย สมชาย ใจดี\nHJ6z12 APR 1985\nnJ6zKHON KAEN", true)
	f.Add("H0&zDate of birth/ Date de naissance\nH2@z09 01 1911\nH4&zAuthority\nH6@zBUREAU DES PASSEPORTS", false)
	f.Add("    \n~~~~~~~~~~~\nHH  \nHHHH\xff\xfe", false)
	members := map[string]bool{}
	for _, m := range Members() {
		members[m] = true
	}
	f.Fuzz(func(t *testing.T, text string, thai bool) {
		if len(text) > 3000 {
			return
		}
		r := somchai()
		if !thai {
			r, _ = bare()
		}
		ev := evidence(t, r, pageOf(text))
		list, err := Extract(context.Background(), ev, now())
		require.NoError(t, err)
		for _, v := range list {
			if !members[v.Name] || v.Value == "" || !(v.Confidence >= 0 && v.Confidence <= 1) || len(v.Quads) == 0 {
				t.Fatalf("no member of the interface: %+v", v)
			}
			for _, q := range v.Quads {
				if a := q.Area(); math.IsNaN(a) || math.IsInf(a, 0) {
					t.Fatalf("%s lies at %v", v.Name, q)
				}
			}
			if i := strings.Index("mrz_1 mrz_2", v.Name); i >= 0 && v.Value != ev.Zone.Lines[i/6] {
				t.Fatalf("%s is %q", v.Name, v.Value)
			}
		}
	})
}

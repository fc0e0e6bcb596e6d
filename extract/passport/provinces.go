package passport

import "lensd/extract/thai/province"

// leastProvince is how alike print and a province's name must be; short names must be equal.
const leastProvince = 0.88

// province is the piece of a Thai page that names a province and that nothing else explains, below the names and above the
// zone: the captions of Thai pages are small, and often only scraps of them are read.
func (f *form) province() *piece {
	return f.board.best(func(p *piece) float64 {
		if !f.isThai() || p.isLabel() || p.Box.Y0 < 34 || letters(p.Text.Value) < 3 {
			return 0
		}
		for _, known := range province.Latin() {
			if s := alike(p.Text.Value, known); s == 1 || len(squeeze(known)) > 5 && s >= leastProvince {
				return 1
			}
		}
		return 0
	})
}

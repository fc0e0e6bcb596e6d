package passport

import "lensd/extract/thai/province"

// leastProvince is how alike print and a province's name must be; short names must be equal.
const leastProvince = 0.88

// province is the piece of a Thai page that names a province and that nothing else explains, below the names and above the
// zone: the captions of Thai pages are small, and often only scraps of them are read.
func (f *form) province() *piece {
	if !f.isThai() {
		return nil
	}
	for _, p := range f.board.pieces {
		if p.taken || p.isLabel() || p.Box.Y0 < 34 || letters(p.Text.Value) < 3 {
			continue
		}
		name := squeeze(p.Text.Value)
		for _, known := range province.Latin() {
			known = squeeze(known)
			if name == known || len(known) > 5 && alike(name, known) >= leastProvince {
				return p
			}
		}
	}
	return nil
}

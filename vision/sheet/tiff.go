package sheet

import (
	"encoding/binary"

	"lensd/vision/picture"
)

// tiffPages returns one TIFF for each image directory of a multi-page TIFF, at most limit, and any other input as it is.
// The decoder reads the first directory only, so each copy's header points at another one.
func tiffPages(b []byte, limit int) [][]byte {
	if picture.Sniff(b) != "tiff" || len(b) < 8 {
		return [][]byte{b}
	}
	var order binary.ByteOrder = binary.LittleEndian
	if b[0] == 'M' {
		order = binary.BigEndian
	}
	var out [][]byte
	seen := map[uint32]bool{}
	for at := order.Uint32(b[4:]); at != 0 && !seen[at] && len(out) < max(1, limit); {
		seen[at] = true
		if uint64(at)+2 > uint64(len(b)) {
			break
		}
		page := append([]byte(nil), b...)
		order.PutUint32(page[4:], at)
		out = append(out, page)
		next := uint64(at) + 2 + 12*uint64(order.Uint16(b[at:]))
		if next+4 > uint64(len(b)) {
			break
		}
		at = order.Uint32(b[next:])
	}
	if len(out) == 0 {
		return [][]byte{b}
	}
	return out
}

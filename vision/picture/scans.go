package picture

import "lensd/extract"

// A progressive JPEG is sent in passes over the whole picture (scans), and a decoder works through all pixels for each, even
// for a scan of a few bytes: 4 MB can cost it minutes. Cameras and programs make about ten; a product of pixels and scans that
// twenty scans of the largest picture reach is beyond any use.
const maxScannedPixels = 20 * 64_000_000

// checkScans refuses a JPEG of width x height pixels with too many scans.
func checkScans(b []byte, width, height int) error {
	limit := maxScannedPixels / max(1, width*height)
	if n := scans(b, limit); n > limit {
		return extract.Errorf(extract.KindTooLarge, "the JPEG goes over its %d x %d pixels more than %d times; save it as a baseline JPEG", width, height, limit)
	}
	return nil
}

const (
	startOfScan = 0xda
	firstRST    = 0xd0 // restart markers and the end marker, 0xd0 to 0xd9, have no length
	lastBare    = 0xd9
)

// scans counts the start-of-scan markers of a JPEG, and stops when there are more than limit.
func scans(b []byte, limit int) (n int) {
	for i := 2; i+4 <= len(b) && n <= limit; {
		if b[i] != 0xff {
			i++ // the pixels of a scan, or damage: the next marker counts
			continue
		}
		switch marker := b[i+1]; {
		case marker == 0xff:
			i++
		case marker == 0 || marker == 1 || marker >= firstRST && marker <= lastBare:
			i += 2
		default:
			if marker == startOfScan {
				n++
			}
			i += 2 + max(2, int(b[i+2])<<8|int(b[i+3]))
		}
	}
	return n
}

package pdf

import (
	"bytes"

	"lensd/vision/picture"
)

// headerWithin is how far into a file its header may stand: readers accept what mail gateways and printer spoolers put
// before it (PDF Reference 1.7, implementation note 13).
const headerWithin = 1024

// Is reports that b is a PDF: its header stands at the start, or within the first KiB of what is no picture.
func Is(b []byte) bool {
	at := bytes.Index(b[:min(len(b), headerWithin)], []byte("%PDF-"))
	return at == 0 || at > 0 && picture.Sniff(b) == ""
}

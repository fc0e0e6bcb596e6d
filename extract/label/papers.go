package label

import (
	"bytes"
	_ "embed"
	"strings"
	"unicode"

	tables "lensd/extract/caption"
)

//go:embed papers.tsv
var papers []byte

// What makes a paper an identity paper and no label: a line of a machine-readable zone, or captions of so many kinds.
const (
	leastFillers  = 5
	leastZone     = 20 // signs
	leastCaptions = 3
	soundCaption  = 0.85
)

func identityCaptions() (*tables.Matcher, error) {
	table, err := tables.Parse(bytes.NewReader(papers))
	if err != nil {
		return nil, err
	}
	return tables.NewMatcher(table), nil
}

// identity says that a scene is a passport or an identity card.
func (r *Reader) identity(s Scene) bool {
	kinds := map[string]bool{}
	for _, l := range s.Lines {
		if zone(l.Text.Value) {
			return true
		}
		for _, h := range r.papers.Find(l.Text.Value) {
			if h.Quality >= soundCaption && h.Letters >= 3 {
				kinds[h.Keys[0]] = true
			}
		}
	}
	return len(kinds) >= leastCaptions
}

// zone says that a text is a line for machines: capitals and figures without blanks, parted by the sign that stands for nothing.
func zone(text string) bool {
	fillers, signs, other := 0, 0, 0
	for _, r := range text {
		switch {
		case unicode.IsSpace(r):
			continue
		case strings.ContainsRune("<«‹", r):
			fillers++
		case r >= 'A' && r <= 'Z' || r >= '0' && r <= '9':
		default:
			other++
		}
		signs++
	}
	return fillers >= leastFillers && signs >= leastZone && other*5 <= signs
}

package main

import (
	"bytes"
	"context"
	"image"
	"image/png"
	"strings"

	"lensd/extract"
	"lensd/vision/cleanline"
	"lensd/vision/recognize"
)

// tap remembers the crops that a recogniser read, by what it read in them.
type tap struct {
	recognize.Recognizer
	crops map[string][]*image.Gray
}

// Read implements recognize.Recognizer.
func (t *tap) Read(ctx context.Context, lines recognize.Request) ([]extract.Text, error) {
	texts, err := t.Recognizer.Read(ctx, lines)
	for i, text := range texts {
		k := key(text.Value)
		t.crops[k] = append(t.crops[k], lines.Crops[i%len(lines.Crops)])
	}
	return texts, err
}

// key is a text without blanks: the page engine sets them anew.
func key(text string) string { return strings.Join(strings.Fields(text), "") }

// of returns, for each line of a page, the crop that it was read in, as recognisers see it: a PNG. It is empty where more than
// one crop, or none, gave that text; looks at a line on its head, say.
func (t *tap) of(lines []extract.Line) ([][]byte, error) {
	out := make([][]byte, len(lines))
	for i, l := range lines {
		crop := sole(t.crops[key(l.Text.Value)])
		if crop == nil {
			continue
		}
		clean, err := cleanline.Clean(crop)
		if err != nil {
			return nil, err
		}
		var b bytes.Buffer
		if err := png.Encode(&b, clean); err != nil {
			return nil, err
		}
		out[i] = b.Bytes()
	}
	clear(t.crops)
	return out, nil
}

// sole is the one crop there is; several of one size are looks at the same line, the last of which was kept.
func sole(crops []*image.Gray) *image.Gray {
	if len(crops) == 0 {
		return nil
	}
	last := crops[len(crops)-1]
	for _, c := range crops {
		if c.Rect.Size() != last.Rect.Size() {
			return nil
		}
	}
	return last
}

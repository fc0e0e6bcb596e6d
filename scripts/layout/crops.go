package main

import (
	"bytes"
	"context"
	"image"
	"image/png"
	"math"
	"strings"

	"lensd/extract"
	"lensd/vision/cleanline"
	"lensd/vision/geom"
	"lensd/vision/recognize"
	"lensd/vision/sheet"
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

// of returns, for each line of a page, the crop that it was read in, as recognisers see it: a PNG. It is empty where none gave that text.
func (t *tap) of(lines []extract.Line) ([][]byte, error) {
	out := make([][]byte, len(lines))
	for i, l := range lines {
		crop := nearest(t.crops[key(l.Text.Value)], l.Quad)
		if crop == nil {
			continue
		}
		var err error
		if out[i], err = encoded(crop); err != nil {
			return nil, err
		}
	}
	clear(t.crops)
	return out, nil
}

// alone returns a crop of each line along the page, without the print of the lines over and under it: a PNG.
func alone(s *sheet.Sheet, lines []extract.Line, room float64) ([][]byte, error) {
	out := make([][]byte, len(lines))
	for i, l := range lines {
		if l.Turn != 0 {
			continue
		}
		var err error
		if out[i], err = encoded(s.Alone(l, room)); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// encoded is a crop as recognisers see it.
func encoded(crop *image.Gray) ([]byte, error) {
	clean, err := cleanline.Clean(crop)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = png.Encode(&b, clean)
	return b.Bytes(), err
}

// nearest is the crop that is most nearly as large as a line, the last one of these: doubtful lines are looked at in others too, and more
// than one line may say the same.
func nearest(crops []*image.Gray, line geom.Quad) (best *image.Gray) {
	least := math.Inf(1)
	for _, c := range crops {
		size := c.Rect.Size()
		if off := math.Abs(float64(size.X)-line[0].Dist(line[1])) + math.Abs(float64(size.Y)-line[0].Dist(line[3])); off <= least {
			least, best = off, c
		}
	}
	return best
}

// Package recognize declares what a line recogniser is, so that Tesseract (vision/ocr), the own net (vision/linenet) and a
// chain of both are the same thing to the page engine. It is pure Go.
package recognize

import (
	"context"
	"image"

	"lensd/extract"
)

// Recognizer reads a batch of line crops. A crop holds one printed line, dark on light, upright, with a margin of some
// pixels; its height is free. The answer has one Text a crop, in the same order: an empty Value with confidence 0 where
// nothing is printed. Char extents are fractions of the crop's width. Values have Thai SARA AM composed and no line ends.
//
// A Recognizer is used by one goroutine at a time. Read stops between crops when ctx ends and then returns ctx's error.
// Other errors are *extract.Error.
type Recognizer interface {
	Read(ctx context.Context, crops []*image.Gray, hint extract.Hint) ([]extract.Text, error)
	Close() error
}

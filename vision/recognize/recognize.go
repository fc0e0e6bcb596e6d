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
	Read(ctx context.Context, lines Request) ([]extract.Text, error)
	Close() error
}

// Request is a batch of lines to read, and what is known and wanted of them.
type Request struct {
	Crops  []*image.Gray
	Hint   extract.Hint
	Effort Effort
	Small  bool  // the crops are enlarged print of a screen: strokes were about a pixel wide, and are soft now
	Memo   *Memo // of the page that the crops are of; nil: each crop is read however often it was
}

// Effort is what doubtful lines are worth. A Recognizer that is made of others heeds it; one that is not has only one way to
// read. The zero Effort has a second recogniser read each doubtful line too.
type Effort struct {
	Once  bool                    // the recogniser that reads lines of this class first reads alone
	Worth func(extract.Text) bool // only doubtful readings that it reports have a second recogniser; nil: all
	All   bool                    // every recogniser reads every line, for a vote: the answer has one reading a crop of one, then of the next
}

// Once reads lines without second opinions.
func Once() Effort { return Effort{Once: true} }

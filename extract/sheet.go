package extract

import (
	"context"

	"lensd/vision/geom"
)

// Sheet is one page made upright and flat, as the kind packages see it. Coordinates are pixels of the sheet; ToSource
// leads back to the sender's picture. A Sheet is used by one goroutine and is closed by whoever opened it.
type Sheet interface {
	Number() int                                                              // page number from 1
	Size() (width, height int)                                                // of the sheet
	SourceSize() (width, height int)                                          // of the sender's picture
	ToSource(geom.Quad) geom.Quad                                             // sheet -> sender's picture
	Lines(ctx context.Context) ([]Line, error)                                // all text lines in reading order, read once and kept
	Layout(ctx context.Context) (*Layout, error)                              // the lines with all that stands around them, found once and kept
	Tables(ctx context.Context) ([]Table, error)                              // all tables with their text; quads in sheet pixels
	Read(ctx context.Context, regions []geom.Quad, hint Hint) ([]Text, error) // each region as one line of text
}

// Layout is what stands where on one page, as plain values: what kinds find their fields on, and what a test or a training
// keeps of a page. Coordinates are pixels of the sheet.
type Layout struct {
	Number  int // page number from 1
	Width   int
	Height  int
	Typeset bool // the text is that of a PDF whose text layer was borne out by the print
	Unsure  bool `json:",omitempty"` // no side of the page read clearly better than the others: it may not stand upright
	Lines   []Line
	Areas   []Area `json:",omitempty"`
	Rules   []Rule `json:",omitempty"`
	Codes   []Code `json:",omitempty"`
	Ticks   []Tick `json:",omitempty"`
}

// Line is one printed line with its words: print that stands on one baseline without a gap as wide as those between columns.
type Line struct {
	Quad     geom.Quad // corner 0 is where reading starts above the letters, corner 1 where it ends
	Block    int       // lines of one block (paragraph, column, address) share a number
	Turn     int       `json:",omitempty"` // quarter turns clockwise from the page's reading direction: 1 reads downwards, 3 upwards
	Reversed bool      `json:",omitempty"` // light print on a dark ground
	Height   float64   // of its capital letters or consonants, in pixels
	Area     int       // index in Layout.Areas of the innermost area around it; -1: none
	Text     Text
	Words    []Word `json:",omitempty"`
}

// Area is a part of the page that print or colour sets apart: a frame, a bar, a tab, a filled box, a table's cell.
type Area struct {
	Quad   geom.Quad
	Parent int  // index in Layout.Areas of the innermost area around it; -1: none
	Filled bool // its ground differs from the page's
	Dark   bool `json:",omitempty"` // its ground is darker than its print
}

// Rule is a straight printed line from A to B, left to right or top to bottom.
type Rule struct {
	A, B  geom.Point
	Thick float64 // pixels
}

// Tick is a small printed square, as forms offer them to be ticked. Boxes for single figures are among them.
type Tick struct {
	Quad geom.Quad
	Ink  float64 // share of ink within its border, 0 to 1
}

// Word is a run of characters without a space that is wider than the gap between letters.
type Word struct {
	Quad geom.Quad
	Text Text
}

// Text is a recognised line. Confidence is calibrated for the whole value.
type Text struct {
	Value        string
	Confidence   float64
	Chars        []Char        `json:",omitempty"`
	Alternatives []Alternative `json:",omitempty"` // best first, without Value itself
}

// Char is one character of a Text with its extent along the line, 0 at the region's left edge and 1 at its right.
type Char struct {
	Rune       rune
	X0, X1     float64
	Confidence float64
}

// Alternative is another reading of the same line.
type Alternative struct {
	Value      string
	Confidence float64
}

// Script is a language class of a line, in the terms by which a recogniser is chosen.
type Script string

// The language classes.
const (
	ScriptAny   Script = ""      // Thai and Latin mixed
	ScriptThai  Script = "thai"  // Thai, no Latin letters
	ScriptLatin Script = "latin" // Latin letters, digits, punctuation
	ScriptDigit Script = "digit" // digits with separators
)

// Hint tells a recogniser what the field that asks expects. The zero Hint expects anything.
type Hint struct {
	Script  Script
	Charset string   // only these characters can occur; "": any of the script
	Pattern string   // a regular expression (RE2) that the value should match; a wish, not a filter
	Lexicon []string // the value is probably one of these

	// Closely asks for readings of the line in several sizes and weights by all recognisers there are: the value is what most say, its
	// confidence their share, and the alternatives are the others with theirs. It takes ten times as long.
	Closely bool
}

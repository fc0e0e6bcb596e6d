// Package extract is the domain: what a document is, what a reading of it holds, and how a reading can fail.
// The kinds live in the packages below it. Nothing here knows HTTP, storage or OpenCV; it compiles and tests without C.
package extract

import (
	"context"

	"lensd/vision/geom"
)

// Kind names one of the document kinds; the spelling is that of the command line.
type Kind string

// The kinds that the interface knows. A box answers only those for which a reader was composed.
const (
	WaterMeter      Kind = "water-meter"
	Passport        Kind = "passport"
	ShippingLabel   Kind = "shipping-label"
	GeneralInvoice  Kind = "general-invoice"
	BankStatement   Kind = "bank-statement"
	ShippingInvoice Kind = "shipping-invoice"
	Tawi50          Kind = "tawi-50"
	VehiclePolicy   Kind = "vehicle-insurance-policy"
	TableDocument   Kind = "table"
)

// Preview is no kind of document: its reader draws the pages of any document small, for people to look at.
const Preview Kind = "preview"

// OwnKind is a kind that the owner of a box declared: its name and what an answer holds.
type OwnKind struct {
	Name   Kind
	Fields []OwnField
}

// OwnField is a member of such an answer; a date carries datetime_iso.
type OwnField struct {
	Name string
	Date bool
}

// Document is a request to read: the sender's bytes as they came, and what the sender asked for.
// One input is a picture (JPEG, PNG, WebP, TIFF) or a PDF; several inputs are the pages of one document.
type Document struct {
	Kind    Kind     `json:"kind"`
	Inputs  [][]byte `json:"-"`
	Options Options  `json:"options"`
}

// Options are the wishes a request may carry; each kind heeds those that it knows.
type Options struct {
	ReturnFace             bool   `json:"return_face,omitempty"`
	ReturnStatementSummary bool   `json:"return_statement_summary,omitempty"`
	ReturnDatetimeISO      bool   `json:"return_datetime_iso,omitempty"`
	PDFPassword            string `json:"pdf_password,omitempty"`
	MaxPages               int    `json:"max_pages,omitempty"`  // 0: no limit beyond the decoder's own
	MinSide                int    `json:"min_side,omitempty"`   // of a picture, in pixels; a page below it is KindTooSmall
	MaxSide                int    `json:"max_side,omitempty"`   // of a picture, in pixels; a page above it is KindTooLarge; 0: no limit
	OmitCodes              bool   `json:"omit_codes,omitempty"` // leave barcodes out of label results
	Lines                  bool   `json:"lines,omitempty"`      // each label with its lines, for `lensd learn` alone
	Burst                  bool   `json:"burst,omitempty"`      // all pictures show one meter at one time; they give one reading
	Dials                  bool   `json:"dials,omitempty"`      // a counter's pointers in the answer
	Unit                   bool   `json:"unit,omitempty"`       // a counter's unit in the answer, and what sort of meter it is
	Registers              bool   `json:"registers,omitempty"`  // all rows of digits of a display in the answer
}

// Reader turns a document into a result. An *Error is returned only when no page could be read at all;
// a page that fails beside others that do not carries its error in Page.Err.
type Reader interface {
	Read(ctx context.Context, doc Document) (Result, error)
}

// ReaderFunc lets a function serve as a Reader.
type ReaderFunc func(ctx context.Context, doc Document) (Result, error)

// Read calls f.
func (f ReaderFunc) Read(ctx context.Context, doc Document) (Result, error) { return f(ctx, doc) }

// Result is one reading of a document.
type Result struct {
	Kind  Kind   `json:"kind"`
	Pages []Page `json:"pages"`
}

// Page is what was read from one page. All quads are in the sender's picture (EXIF orientation applied) or, for a PDF,
// in the page rendered at 200 dpi; Width and Height give that frame in pixels.
type Page struct {
	Number int    `json:"number"` // from 1
	Width  int    `json:"width"`
	Height int    `json:"height"`
	Items  []Item `json:"items,omitempty"` // one data element each; several labels in a frame give several
	Err    *Error `json:"err,omitempty"`

	Picture []byte `json:"picture,omitempty"` // a small JPEG of the page, of a Preview alone

	// Warnings name what was read but does not hold together, such as a balance that does not follow from the one before.
	Warnings []*Error `json:"warnings,omitempty"`

	// UnsureSide reports that no side of the page read clearly better than the others, so that what is up is not known.
	UnsureSide bool `json:"unsure_side,omitempty"`
}

// Item is one data element: whatever of it the kind fills.
type Item struct {
	Fields   []Field   `json:"fields,omitempty"`
	Tables   []Table   `json:"tables,omitempty"`
	Meter    *Meter    `json:"meter,omitempty"`
	Face     *Face     `json:"face,omitempty"`
	Codes    []Code    `json:"codes,omitempty"`
	Tracking *Tracking `json:"tracking,omitempty"`
	Layout   *Layout   `json:"layout,omitempty"` // where Options.Lines asks for it
	Ledger   *Ledger   `json:"ledger,omitempty"` // of the whole document, on its first page
}

// Field is a named value with the places that it was read from, one quad a text line.
// Confidence is calibrated: of many fields with confidence c, about a share c is right.
type Field struct {
	Name       string      `json:"name"` // the interface's spelling
	Value      string      `json:"value"`
	Quads      []geom.Quad `json:"quads,omitempty"`
	Confidence float64     `json:"confidence"`
	ISO        string      `json:"iso,omitempty"`     // datetime_iso where the kind computes one
	Printed    string      `json:"printed,omitempty"` // the text as read, where Value differs from it by a documented correction
}

// Table is a grid of cells. Merged cells stand once, at their top-left position; empty cells are listed.
type Table struct {
	Rows    int       `json:"rows"`
	Columns int       `json:"columns"`
	Quad    geom.Quad `json:"quad"`
	Cells   []Cell    `json:"cells"`
}

// Cell is one cell of a Table. Row and Column start at 1; spans are 1 for a plain cell.
type Cell struct {
	Row        int       `json:"row"`
	Column     int       `json:"column"`
	RowSpan    int       `json:"row_span"`
	ColumnSpan int       `json:"column_span"`
	Heading    string    `json:"heading,omitempty"` // the column identifier, where the kind names columns
	Text       string    `json:"text"`
	Quad       geom.Quad `json:"quad"`
	Confidence float64   `json:"confidence"` // 0 for an empty cell
	ISO        string    `json:"iso,omitempty"`
}

// Meter is the reading of a counter with rollers or an LCD.
type Meter struct {
	Value         string      `json:"value"`          // digits as shown, a point before the first decimal wheel where one is visible
	Digits        []geom.Quad `json:"digits"`         // one a digit, following the row
	IntegerDigits int         `json:"integer_digits"` // 0: unknown, the value carries no point; of a value without one: doubtful decimals are left out
	Positions     []float64   `json:"positions"`      // of each roller on its ring, in [0, 10)
	Confidence    float64     `json:"confidence"`
	Angle         float64     `json:"angle"`               // of the row in degrees, see geom.Quad.Angle
	Dials         []Dial      `json:"dials,omitempty"`     // where Options.Dials asks for them, the first counting a tenth of the last wheel
	Unit          *Unit       `json:"unit,omitempty"`      // where Options.Unit asks for it and one is plainly printed
	Sort          string      `json:"sort,omitempty"`      // what it counts, as the unit tells: water, electricity; "": not known
	Registers     []Register  `json:"registers,omitempty"` // where Options.Registers asks for them, from the top
}

// Unit is what a counter's digits count, as it is printed beside them.
type Unit struct {
	Name       string    `json:"name"`     // m³, kWh, MWh, gal, ft³, CCF, L; of a register that is no total kW, m³/h
	Total      bool      `json:"total"`    // it is the unit of a total, not of power or flow
	Exponent   int       `json:"exponent"` // the power of ten that is printed before it: 1 of ×10
	Quad       geom.Quad `json:"quad"`     // about where it stands
	Confidence float64   `json:"confidence"`
}

// Register is one row of digits of a display that shows several.
type Register struct {
	Value      string      `json:"value"`
	Digits     []geom.Quad `json:"digits"`
	Unit       *Unit       `json:"unit,omitempty"`
	Confidence float64     `json:"confidence"`
	Reading    bool        `json:"reading"` // it is the one that the meter's value was taken of
}

// Dial is a pointer beside a counter's wheels, which counts on behind its last wheel.
type Dial struct {
	Place      int       `json:"place"`    // power of ten that it counts, of what the value counts as it is told: of whole last wheels where it has no point
	Digit      int       `json:"digit"`    // with carry from the finer dials
	Position   float64   `json:"position"` // of the hand, in [0, 10)
	Quad       geom.Quad `json:"quad"`     // around the scale
	Confidence float64   `json:"confidence"`
}

// Face is a portrait cut from a page.
type Face struct {
	Quad geom.Quad `json:"quad"`
	JPEG []byte    `json:"jpeg"`
}

// Code is a decoded barcode or QR symbol.
type Code struct {
	Format string    `json:"format"` // as ZXing names it: CODE_128, QR_CODE, ...
	Text   string    `json:"text"`
	Quad   geom.Quad `json:"quad"`

	// Payment is what a code asks to be paid or proves to be, by the members of package payment; nil for other codes.
	Payment map[string]string `json:"payment,omitempty"`
}

// Tracking is a parcel number that a carrier's rule recognises.
type Tracking struct {
	Number  string `json:"number"`
	Carrier string `json:"carrier,omitempty"`
	Rule    string `json:"rule"`
}

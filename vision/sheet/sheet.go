package sheet

import (
	"context"
	"image"

	"gocv.io/x/gocv"

	"lensd/extract"
	"lensd/extract/trace"
	"lensd/vision/geom"
	"lensd/vision/layout"
	"lensd/vision/pdf"
	"lensd/vision/picture"
	"lensd/vision/recognize"
	"lensd/vision/rectify"
	"lensd/vision/table"
)

// Sheet is one page, upright and flat. It implements extract.Sheet.
type Sheet struct {
	number   int
	source   *picture.Picture
	owns     bool // source is closed with the sheet
	codes    []extract.Code
	page     rectify.Page
	layer    []layerWord // the PDF's own text, in sheet pixels
	trust    bool        // the layer says what the page shows
	unsure   bool        // no side read clearly better than the others
	borne    int         // pages of the same document before this one whose layer did
	reader   recognize.Recognizer
	memo     *recognize.Memo
	upright  bool // as in Config
	sparing  bool
	tickless bool
	parts    bool
	found    *layout.Page
	script   *extract.Script
	lines    []extract.Line
	tables   []extract.Table
	read     bool // lines is filled
	tabled   bool // tables is filled

	detector func() (*table.Detector, error)
	joiner   func() (*layout.Joiner, error)
}

var _ extract.Sheet = (*Sheet)(nil)

func newSheet(number int, source *picture.Picture, page rectify.Page, layer []pdf.Word, r recognize.Recognizer) *Sheet {
	return &Sheet{number: number, source: source, page: page, layer: toSheet(layer, page), reader: r, memo: recognize.NewMemo(), detector: table.NewDetector, joiner: layout.NewJoiner}
}

// Close frees the sender's picture, where the sheet is the only one of it.
func (s *Sheet) Close() error {
	if !s.owns {
		return nil
	}
	return s.source.Close()
}

// Number implements extract.Sheet.
func (s *Sheet) Number() int { return s.number }

// Size implements extract.Sheet.
func (s *Sheet) Size() (width, height int) { return s.page.Gray.Rect.Dx(), s.page.Gray.Rect.Dy() }

// SourceSize implements extract.Sheet.
func (s *Sheet) SourceSize() (width, height int) { return s.source.Width(), s.source.Height() }

// ToSource implements extract.Sheet.
func (s *Sheet) ToSource(q geom.Quad) geom.Quad { return s.page.Source(q) }

// Homography returns the map from the sheet to the sender's picture, roughly where the page was bent.
func (s *Sheet) Homography() geom.Homography { return s.page.ToSource }

// Source returns the sender's picture, which the sheet keeps.
func (s *Sheet) Source() *picture.Picture { return s.source }

// Gray returns the sheet's pixels, paper white. They are shared: do not write.
func (s *Sheet) Gray() *image.Gray { return s.page.Gray }

// analyse is analysis as a stage of its own.
func (s *Sheet) analyse(ctx context.Context) {
	defer trace.Stage(ctx, "layout")()
	s.analysis()
}

// analysis returns what of the sheet is ink, rules, words and phrases, found once and kept.
func (s *Sheet) analysis() *layout.Page {
	if s.found == nil {
		s.found = s.page.Layout()
	}
	return s.found
}

// Read implements extract.Sheet: each region is read as one line, from the PDF's own text where that can be trusted.
func (s *Sheet) Read(ctx context.Context, regions []geom.Quad, hint extract.Hint) ([]extract.Text, error) {
	if hint.Script == extract.ScriptAny && hint.Charset == "" {
		hint.Script = s.Script()
	}
	return s.readBy(ctx, regions, hint, recognize.Effort{})
}

// readBy is Read with an effort.
func (s *Sheet) readBy(ctx context.Context, regions []geom.Quad, hint extract.Hint, effort recognize.Effort) ([]extract.Text, error) {
	out := make([]extract.Text, len(regions))
	var quads []geom.Quad
	var at []int
	for i, q := range regions {
		if t, ok := s.fromLayer(q, hint); ok {
			out[i] = t
			continue
		}
		quads, at = append(quads, q), append(at, i)
	}
	texts, err := s.readInk(ctx, quads, hint, effort)
	if err != nil {
		return nil, err
	}
	for i, t := range texts {
		out[at[i]] = t
	}
	return out, nil
}

// glance is the effort of looks at the page that may do without second opinions.
func (s *Sheet) glance() recognize.Effort { return recognize.Effort{Once: s.sparing} }

// readInk reads each region as one line of print.
func (s *Sheet) readInk(ctx context.Context, regions []geom.Quad, hint extract.Hint, effort recognize.Effort) ([]extract.Text, error) {
	lines := recognize.Request{Crops: make([]*image.Gray, len(regions)), Hint: hint, Effort: effort, Small: s.page.Small, Memo: s.memo}
	for i, q := range regions {
		var err error
		if lines.Crops[i], err = s.crop(q); err != nil {
			return nil, err
		}
	}
	if hint.Closely {
		return closely(ctx, s.reader, lines)
	}
	return s.ask(ctx, lines)
}

// ask has crops of the sheet read that were not read before.
func (s *Sheet) ask(ctx context.Context, lines recognize.Request) ([]extract.Text, error) {
	lines.Memo, lines.Small = s.memo, s.page.Small
	return s.reader.Read(ctx, lines)
}

// crop cuts a region out of the clean page; a slanted one is turned level.
func (s *Sheet) crop(q geom.Quad) (*image.Gray, error) {
	clean := s.analysis().Clean
	b := q.Bounds()
	if level(q) {
		r := image.Rect(int(b.X0), int(b.Y0), int(b.X1+0.999), int(b.Y1+0.999)).Intersect(clean.Rect)
		if r.Empty() {
			return image.NewGray(image.Rect(0, 0, 1, 1)), nil
		}
		return clean.SubImage(r).(*image.Gray), nil
	}
	w := max(1, int(q[0].Dist(q[1])+0.5))
	h := max(1, int(q[0].Dist(q[3])+0.5))
	toCrop, err := geom.FromQuads(q, geom.QuadOf(geom.Rect{X1: float64(w), Y1: float64(h)}))
	if err != nil {
		return image.NewGray(image.Rect(0, 0, 1, 1)), nil
	}
	src, err := picture.GrayMat(clean)
	if err != nil {
		return nil, err
	}
	defer src.Close()
	m, err := rectify.Warp(src, toCrop, w, h)
	if err != nil {
		return nil, err
	}
	defer func(m gocv.Mat) { m.Close() }(m)
	return picture.ToGray(m)
}

// level reports that q is upright within a pixel.
func level(q geom.Quad) bool {
	near := func(a, b float64) bool { return a-b < 1 && b-a < 1 }
	return near(q[0].Y, q[1].Y) && near(q[3].Y, q[2].Y) && near(q[0].X, q[3].X) && near(q[1].X, q[2].X) &&
		q[0].X < q[1].X && q[0].Y < q[3].Y
}

// Analysis returns the rules, words and phrases of the sheet, for trainings and measures. It is shared: do not change it.
func (s *Sheet) Analysis() *layout.Page { return s.analysis() }

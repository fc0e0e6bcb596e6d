package labels

import (
	"context"
	"image"
	"math"
	"sort"
	"strings"

	"gocv.io/x/gocv"

	"lensd/extract"
	"lensd/vision/geom"
	"lensd/vision/picture"
	"lensd/vision/recognize"
)

// Page is what stands on an upright label. All coordinates are the label's; lines that run across the others keep their
// direction in the order of their quad's corners.
type Page struct {
	Lines []extract.Line
	Rows  []geom.Rect // horizontal rules
	Cols  []geom.Rect // vertical rules
	crops []*image.Gray
}

// How lines are read both ways to learn which way is up.
const (
	votes        = 3   // at a time
	mostVotes    = 9   // in all
	decisive     = 2.0 // times the trust in the other way ends the vote
	enoughGlyphs = 16
	longest      = 45.0 // times its height
	overTurned   = 0.1  // more confidence turns a single line round
)

// Read turns the label upright and reads its lines. masks are quads without text, such as decoded barcodes, in the
// label's frame before it is turned; turned says by how much the frame changed, so that the caller can move them along.
// Errors are the recogniser's.
func (l *Label) Read(ctx context.Context, rec recognize.Recognizer, masks []geom.Quad) (Page, geom.Homography, error) {
	turned := geom.Identity()
	lay, err := layout(l.Gray, bounds(masks))
	if err != nil {
		return Page{}, turned, err
	}
	turn := func(quarters int) error {
		m := l.rotate(quarters)
		turned = turned.Then(m)
		for i := range masks {
			masks[i] = m.Quad(masks[i])
		}
		lay, err = layout(l.Gray, bounds(masks))
		return err
	}
	if across, along := weigh(lay); along > across {
		if err := turn(3); err != nil {
			return Page{}, turned, err
		}
	}
	down, sample, err := lay.upsideDown(ctx, rec, false)
	if err != nil {
		return Page{}, turned, err
	}
	if down {
		if err := turn(2); err != nil {
			return Page{}, turned, err
		}
	}
	page := Page{Rows: lay.Rows, Cols: lay.Cols}
	page.Lines, page.crops, err = lay.read(ctx, rec, scriptIn(sample))
	return page, turned, err
}

func bounds(quads []geom.Quad) []geom.Rect {
	out := make([]geom.Rect, len(quads))
	for i, q := range quads {
		out[i] = q.Bounds()
	}
	return out
}

// weigh counts the glyphs in lines along x and along y; pairs and triples are mostly chance.
func weigh(lay Layout) (across, along int) {
	for _, s := range lay.Strips {
		switch {
		case s.Glyphs < 4:
		case s.Turned:
			along += s.Glyphs
		default:
			across += s.Glyphs
		}
	}
	return across, along
}

// rotate turns the label by quarters of a turn clockwise and returns the map from the old frame to the new one.
func (l *Label) rotate(quarters int) geom.Homography {
	total := geom.Identity()
	for range quarters {
		src := l.Gray
		w, h := src.Rect.Dx(), src.Rect.Dy()
		dst := image.NewGray(image.Rect(0, 0, h, w))
		for y := range h {
			row := src.Pix[y*src.Stride : y*src.Stride+w]
			for x, v := range row {
				dst.Pix[x*dst.Stride+h-1-y] = v
			}
		}
		m := geom.Affine(0, -1, float64(h-1), 1, 0, 0)
		l.Gray = dst
		total = total.Then(m)
	}
	if back, err := total.Inverse(); err == nil {
		l.toSource = back.Then(l.toSource)
	}
	return total
}

// upsideDown reads some lines as they are and turned by 180 degrees and reports which way is read with more trust, and what
// is read that way. It reads few where these agree and more where they do not.
func (lay Layout) upsideDown(ctx context.Context, rec recognize.Recognizer, turned bool) (down bool, sample []extract.Text, err error) {
	pick := lay.telling(turned)
	var trust [2]float64
	var read [2][]extract.Text
	for n := 0; n < len(pick); n += votes {
		var crops []*image.Gray
		for _, s := range pick[n:min(len(pick), n+votes)] {
			for _, q := range []geom.Quad{s.Quad, flip(s.Quad)} {
				c, err := lay.crop(q, s)
				if err != nil {
					return false, nil, err
				}
				crops = append(crops, c)
			}
		}
		texts, err := rec.Read(ctx, recognize.Request{Crops: crops, Effort: recognize.Once()}) // half of them stand on their heads
		if err != nil {
			return false, nil, err
		}
		for i, t := range texts {
			trust[i%2] += t.Confidence * math.Sqrt(float64(len([]rune(strings.TrimSpace(t.Value)))))
			read[i%2] = append(read[i%2], t)
		}
		if max(trust[0], trust[1]) > decisive*min(trust[0], trust[1])+1 {
			break
		}
	}
	if down = trust[1] > trust[0]*1.05; down {
		return true, read[1], nil
	}
	return false, read[0], nil
}

// telling returns lines along or across that tell up from down, the best first: those of a dozen glyphs tell enough, longer
// ones only cost time, and what is longer than any line of print is none.
func (lay Layout) telling(turned bool) []Strip {
	var pick []Strip
	for _, s := range lay.Strips {
		if s.Turned == turned && s.Glyphs >= 3 && s.Quad[0].Dist(s.Quad[1]) < longest*s.Quad[0].Dist(s.Quad[3]) {
			pick = append(pick, s)
		}
	}
	sort.SliceStable(pick, func(i, j int) bool { return told(pick[i]) > told(pick[j]) })
	return pick[:min(len(pick), mostVotes)]
}

// told ranks lines by how much they tell for their price.
func told(s Strip) int {
	if s.Glyphs > enoughGlyphs {
		return enoughGlyphs - min(enoughGlyphs/2, (s.Glyphs-enoughGlyphs)/4)
	}
	return s.Glyphs
}

func flip(q geom.Quad) geom.Quad { return geom.Quad{q[2], q[3], q[0], q[1]} }

// read recognises every line by the recogniser for a script; those across the others first learn their own direction.
func (lay *Layout) read(ctx context.Context, rec recognize.Recognizer, script extract.Script) ([]extract.Line, []*image.Gray, error) {
	flipTurned, _, err := lay.upsideDown(ctx, rec, true)
	if err != nil {
		return nil, nil, err
	}
	crops := make([]*image.Gray, len(lay.Strips))
	for i := range lay.Strips {
		s := &lay.Strips[i]
		if s.Turned && flipTurned {
			s.Quad = flip(s.Quad)
		}
		if crops[i], err = lay.crop(s.Quad, *s); err != nil {
			return nil, nil, err
		}
	}
	texts, err := readScript(ctx, rec, crops, script)
	if err != nil {
		return nil, nil, err
	}
	if err := lay.eachTurned(ctx, rec, texts, crops); err != nil {
		return nil, nil, err
	}
	if texts, crops, err = lay.parted(ctx, rec, script, texts, crops); err != nil {
		return nil, nil, err
	}
	lines := make([]extract.Line, 0, len(texts))
	var kept []*image.Gray
	for i, t := range texts {
		if strings.TrimSpace(t.Value) != "" {
			lines = append(lines, extract.Line{Quad: lay.Strips[i].Quad, Text: t, Block: i, Height: lay.Strips[i].Glyph})
			kept = append(kept, crops[i])
		}
	}
	return lines, kept, nil
}

// eachTurned reads the lines across the others that make little sense the other way round: captions at the sides of a
// label do not always run the way of the rest, and strokes that are no print vote as well. What does not convince stays as
// an alternative, because the reader of labels knows captions.
func (lay Layout) eachTurned(ctx context.Context, rec recognize.Recognizer, texts []extract.Text, crops []*image.Gray) error {
	var at []int
	var again []*image.Gray
	for i, s := range lay.Strips {
		if s.Turned && s.Glyphs >= 3 && texts[i].Confidence < fairlyRead && len(at) < mostVotes {
			c, err := lay.crop(flip(s.Quad), s)
			if err != nil {
				return err
			}
			at, again = append(at, i), append(again, c)
		}
	}
	other, err := readWorth(ctx, rec, again)
	if err != nil {
		return err
	}
	for k, i := range at {
		if other[k].Confidence > texts[i].Confidence+overTurned {
			texts[i], crops[i] = other[k], again[k]
			lay.Strips[i].Quad = flip(lay.Strips[i].Quad)
		} else if other[k].Value != "" {
			texts[i].Alternatives = append(texts[i].Alternatives, extract.Alternative{Value: other[k].Value, Confidence: other[k].Confidence})
		}
	}
	return nil
}

// crop cuts one line, level and upright, with a margin that keeps its outermost strokes whole and without the print of other lines
// that reaches into it.
func (lay Layout) crop(q geom.Quad, s Strip) (*image.Gray, error) {
	m := margin(s.Glyph)
	w, h := q[0].Dist(q[1]), q[0].Dist(q[3])
	dst := geom.QuadOf(geom.Rect{X0: 2 * m, Y0: m, X1: 2*m + w, Y1: m + h})
	hom, err := geom.FromQuads(q, dst)
	if err != nil {
		return image.NewGray(image.Rect(0, 0, 8, 8)), nil
	}
	// Only the neighbourhood is handed to OpenCV: copying the whole label for each line would cost more than the warp.
	b := q.Bounds()
	r := image.Rect(int(b.X0-3*m), int(b.Y0-2*m), int(b.X1+3*m)+1, int(b.Y1+2*m)+1).Intersect(lay.gray.Rect)
	if r.Empty() {
		return image.NewGray(image.Rect(0, 0, 8, 8)), nil
	}
	part, err := picture.GrayMat(without(lay.gray.SubImage(r).(*image.Gray), s.alien))
	if err != nil {
		return nil, err
	}
	defer part.Close()
	shift := geom.Affine(1, 0, float64(r.Min.X), 0, 1, float64(r.Min.Y))
	return warpEdge(part, shift.Then(hom), int(w+4*m), int(h+2*m))
}

// margin is the room that a crop leaves over and under a line.
func margin(glyph float64) float64 { return max(2, 0.18*glyph) }

// warpEdge is warp with the picture's edge continued outwards instead of white.
func warpEdge(src gocv.Mat, h geom.Homography, width, height int) (*image.Gray, error) {
	return warpWith(src, h, width, height, gocv.BorderReplicate)
}

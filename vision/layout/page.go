package layout

import (
	"image"
	"slices"

	"lensd/vision/geom"
)

// Page is what was found on a page.
type Page struct {
	W, H       int
	TextHeight int         // usual letter height in pixels
	Space      float64     // usual white between words
	Ink        *Bitmap     // print without rules
	Clean      *image.Gray // the page with filled areas turned to dark on light and rules painted over
	Rules      []Rule
	Words      []Word
	Phrases    []Phrase
	Figures    []Component
	Areas      []Area // larger before smaller
	level      []Word // Words but for turned print, which a table may hold and a line may not
	Other      []Line // level print much smaller or larger than usual
	Turned     []Line // print that runs down or up the page, Turn 1 for either
}

// Print is a binarized page: what is ink, and how tall its letters are.
type Print struct {
	Ink    *Bitmap
	Level  byte // grey below which a pixel is ink
	Bold   byte // the same for the tones in filled areas, whose noise is stretched with their print
	Height int  // of its letters, 0 where there are none
	rings  []ring
}

// Binarize tells ink from paper on a flattened grey page.
func Binarize(g *image.Gray) Print {
	bold := InkLevel(g)
	return binarizeAt(g, max(bold, strokeLevel(g)), bold)
}

// crowded is how many pixels of a page there are for each patch of ink where it is all fine print; with fewer, it is grain.
const crowded = 150

// Speckled reports that what Binarize takes for ink on a flattened grey page is grain for the most part.
func Speckled(g *image.Gray) bool {
	cs := Components(Threshold(g, max(InkLevel(g), strokeLevel(g))))
	return len(cs)*crowded > len(g.Pix)
}

func binarizeAt(g *image.Gray, level, bold byte) Print {
	b := Threshold(g, level)
	cs := Components(b)
	framed := rings(b, cs)
	return Print{b, level, bold, TextHeight(unframed(withoutDashes(cs), framed)), framed}
}

// Analyse finds rules, words and phrases on a flattened grey page. g is not changed.
func Analyse(g *image.Gray) *Page { return AnalyseSeen(g, Binarize(g)) }

// AnalyseBold is Analyse for what is printed over a pattern, as passports are: faint print is the pattern's, and bits of it
// are no marks over letters.
func AnalyseBold(g *image.Gray) *Page {
	level := InkLevel(g)
	return analyse(g, binarizeAt(g, level, level), false)
}

// AnalyseSeen is Analyse for a page that was binarized before. It takes the bitmap over.
func AnalyseSeen(g *image.Gray, seen Print) *Page { return analyse(g, seen, true) }

func analyse(g *image.Gray, seen Print, faint bool) *Page {
	clean := &image.Gray{Pix: append([]byte(nil), g.Pix...), Stride: g.Stride, Rect: g.Rect}
	p := &Page{W: g.Rect.Dx(), H: g.Rect.Dy(), Ink: seen.Ink, Clean: clean, TextHeight: max(6, seen.Height)}
	th := p.TextHeight
	fills := evenFills(clean, p.Ink, seen.Bold, th)
	if faint { // a passport's portrait is no ground
		fills = append(fills, evenRests(clean, p.Ink, seen.Bold, th)...)
	}
	p.rule(clean, seen.rings, fills, th)
	if faint {
		inkFaint(clean, p.Ink, seen.Level, th)
		dotted := FindDotted(p.Ink, th)
		EraseRules(p.Ink, clean, dotted)
		p.Rules = append(p.Rules, dotted...)
	}
	cs := Components(p.Ink)
	if eraseCreases(p.Ink, clean, cs, th) {
		cs = Components(p.Ink)
	}
	dashed, patches := FindDashed(p.Ink, cs, th)
	p.Rules = append(p.Rules, dashed...)
	patches = append(patches, CornerMarks(p.Ink, cs)...)
	if patches = append(patches, remnants(p.Rules, cs, th)...); len(patches) > 0 {
		erasePatches(p.Ink, clean, patches)
		cs = Components(p.Ink)
	}
	cs = cutBridges(p.Ink, withoutBars(cs, th), th)
	p.Words, p.Figures = FindWords(cs, th)
	p.takeBars(th)
	p.takeRests(th)
	if faint {
		p.Words = p.adopt(p.Words, th)
	}
	p.level = p.Words
	if rest, turned := p.takeTurned(cs); len(turned) > 0 {
		p.Turned, cs = turned, rest
		p.level, _ = FindWords(cs, th)
		p.level = p.adopt(p.level, th)
	}
	p.Other = otherSizes(cs, p.level, p.Rules, th)
	p.phrase()
	return p
}

// rule finds the page's rules and areas and takes what is ruled out of its ink and of the grey page.
func (p *Page) rule(clean *image.Gray, framed []ring, fills []Area, th int) {
	framed = boxes(framed, th)
	for _, f := range framed {
		EraseRules(p.Ink, clean, f.sides[:])
	}
	dotted := FindDotted(p.Ink, th)
	EraseRules(p.Ink, clean, dotted)
	found := FindRules(clean, p.Ink, max(30, 3*th), max(24, 2*th), max(4, th/2), th)
	sure, printed, rest := joinDoubles(p.Ink, append(sidesOf(framed, th), found...), th)
	EraseRules(p.Ink, clean, printed)
	p.Rules = append(dropSerifs(p.Ink, dropStems(p.Ink, append(dropStrokes(clean, p.Ink, rest, th), edgesOf(fills)...), th), th), dotted...)
	EraseRules(p.Ink, clean, p.Rules)
	p.Rules = append(p.Rules, sure...)
	p.Areas = areasOf(fills, p.Rules, th)
}

// adopt gives words the marks that stand over and under their letters, those that touch the next line's print too.
func (p *Page) adopt(words []Word, th int) []Word {
	words = adoptMarks(adoptMarks(words, th), th) // a tone mark stands on a vowel's
	erasePatches(p.Ink, p.Clean, cutSeams(p.Ink, words, th))
	return words
}

// Bars as thick as this and longer than that, in letter heights, are rules where they are solid: over and under tables.
const (
	barThick = 0.9
	barLong  = 10.0
	barSolid = 0.85
)

// takeBars makes rules of the drawings that are nothing but a thick line across.
func (p *Page) takeBars(th int) {
	p.Figures = slices.DeleteFunc(p.Figures, func(c Component) bool {
		bar := float64(c.H()) <= barThick*float64(th) && float64(c.W()) >= barLong*float64(th) && float64(c.Area) >= barSolid*float64(c.W()*c.H())
		if bar {
			y := float64(c.cy2()) / 2
			p.Rules = append(p.Rules, Rule{X0: float64(c.X0), Y0: y, X1: float64(c.X1), Y1: y, Thick: float64(c.H())})
		}
		return bar
	})
}

// SetWords puts words that are known otherwise, from a PDF's own text, in the place of those that the ink shows.
func (p *Page) SetWords(words []Word) {
	heights := make([]int, 0, len(words))
	for _, w := range words {
		heights = append(heights, w.Height)
	}
	if len(heights) > 0 {
		p.TextHeight = max(6, geom.Median(heights))
	}
	p.Words, p.level = words, words
	p.phrase()
}

// phrase joins the page's words by the white that is usual between them.
func (p *Page) phrase() {
	th := p.TextHeight
	p.Space = SpaceWidth(p.Words, th)
	gap := max(0.85, min(1.5, 1.9*p.Space/float64(th)))
	p.Phrases = FindPhrases(p.Words, p.Rules, th, gap)
}

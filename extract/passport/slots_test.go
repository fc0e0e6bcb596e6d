package passport

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract"
	"lensd/vision/geom"
)

// tall is a phrase whose box holds its caption, too.
func tall(x, y float64, text string) Phrase {
	p := at(x, y, text, 0.2)
	p.Box.Y0 -= 1.8
	return p
}

func TestABoxThatHoldsACaptionIsCutToAValuesHeight(t *testing.T) {
	r, page := bare()
	page = page.without("PORT", "MORRIN")
	page.phrases = append(page.phrases, tall(54, 43, "P0RTM0RRN"))
	page.again = map[string][]extract.Text{"P0RTM0RRN": {{Value: "PORT MORRIN", Confidence: 0.96}, {Value: "PORT MORRIN", Confidence: 0.94}}}
	assert.Equal(t, "PORT MORRIN", read(t, evidence(t, r, page))["place_of_birth"].Value)
}

// blind is a page of which no print of a line was found, which reads all the same when it is asked for.
type blind struct {
	*fakePrint
	line geom.Rect
	text string
}

func (b *blind) Versions(_ context.Context, area geom.Rect, _ extract.Script) ([]extract.Text, error) {
	if area.Intersect(b.line).Area() < 0.9*b.line.Area() {
		return nil, nil
	}
	return []extract.Text{{Value: b.text, Confidence: 0.95}, {Value: b.text, Confidence: 0.95}}, nil
}

func TestTheLineOfTheNationalityIsReadWhereNoPrintWasFound(t *testing.T) {
	r, page := bare()
	page = page.without("QUARENIAN")
	print := &blind{page, geom.Rect{X0: 42, Y0: 31, X1: 60, Y1: 33.2}, "QUARENIAN"}
	assert.Equal(t, "QUARENIAN", read(t, evidence(t, r, print))["nationality"].Value)
	print.text = "Selma"
	assert.Empty(t, read(t, evidence(t, r, print))["nationality"].Value, "the holder's name is none")
}

func TestABroadAuthorityFoundByItsSecondLineIsWhole(t *testing.T) {
	page := thaiPage().with("MINISTRY OF FOREIGN", "STAATSKANZLEI", 0.97).with("AFFAIRS", "PASSPORT OFFICE", 0.97).without("Authority")
	got := read(t, evidence(t, somchai(), page))["issuing_authority"]
	assert.Equal(t, "STAATSKANZLEI PASSPORT OFFICE", got.Value)
	assert.Len(t, got.Quads, 2)
}

func TestAValueThatResemblesACaptionsWordIsAValue(t *testing.T) {
	page := thaiPage().with("KHON KAEN", "VYSOKA", 0.97).without("Sex")
	require.NotZero(t, captionOf("VYSOKA").cover, "it resembles one")
	assert.Equal(t, "VYSOKA", read(t, evidence(t, somchai(), page))["place_of_birth"].Value)
}

func TestLostApostrophesOfUsualNamesAreWritten(t *testing.T) {
	got, ok := authoritySpelled("Ministère de Lintérieur")
	assert.True(t, ok)
	assert.Equal(t, "Ministère de L'intérieur", got)
	_, ok = authoritySpelled("MINISTERE DE L'INTERIEUR")
	assert.False(t, ok, "it is spelled right")
}

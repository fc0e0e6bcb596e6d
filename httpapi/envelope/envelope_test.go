package envelope

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract"
	"lensd/vision/geom"
)

func TestDecimalsAlwaysHaveAPoint(t *testing.T) {
	for f, want := range map[float64]string{
		0: "0.0", -1: "-1.0", 1: "1.0", 0.5: "0.5", 1.0 / 3: "0.333333", -14.0362: "-14.0362", 1e-9: "0.0", -1e-9: "0.0",
		math.Inf(1): "0.0", 123456.75: "123456.75",
	} {
		b, err := Marshal(decimal(f))
		require.NoError(t, err)
		assert.Equal(t, want, string(b), "%v", f)
	}
	b, err := Marshal(decimal(math.NaN()))
	require.NoError(t, err)
	assert.Equal(t, "0.0", string(b))
}

func TestBoxesStayInThePicture(t *testing.T) {
	f := frame{640, 480}
	px, sh := f.boxes([]geom.Quad{{{X: -5, Y: 10.5}, {X: 700, Y: math.NaN()}, {X: 639.6, Y: 480}, {X: 0.4, Y: 1e9}}})
	assert.Equal(t, []pixelQuad{{{0, 11}, {640, 0}, {640, 480}, {0, 480}}}, px)
	assert.Equal(t, share{1, 0}, sh[0][1])
	_, sh = frame{}.boxes([]geom.Quad{{{X: 5, Y: 5}}})
	assert.Equal(t, share{0, 0}, sh[0][0], "a frame of unknown size has no shares")
	b, err := Marshal(numbersBody{Boxes: []pixelQuad{}})
	require.NoError(t, err)
	assert.Contains(t, string(b), `"bboxes":[]`)
}

func TestRowsAreOrdered(t *testing.T) {
	at := func(r, c int) extract.Cell { return extract.Cell{Row: r, Column: c} }
	got := rowsOf(extract.Table{Cells: []extract.Cell{at(3, 2), at(1, 2), at(3, 1), at(1, 1)}})
	assert.Equal(t, [][]extract.Cell{{at(1, 1), at(1, 2)}, {at(3, 1), at(3, 2)}}, got)
	assert.Empty(t, rowsOf(extract.Table{}))
}

// TestV1Keys: headings of Thai banks stand for the six literal keys.
func TestV1Keys(t *testing.T) {
	for heading, want := range map[string]string{
		"ช่องทาง": "ชองทางบริการ", "ช่องทาง บริการ": "ชองทางบริการ", "Via": "ชองทางบริการ", "Channel ช่องทาง": "ชองทางบริการ",
		"ยอดคงเหลือ (บาท)": "ยอดคงเหลือ", "Balance": "ยอดคงเหลือ", "ถอนเงิน": "ถอนเงิน", "Withdrawal": "ถอนเงิน", "Deposit": "ฝากเงิน",
		"วันที่": "วันที่ทำรายการ", "Date": "วันที่ทำรายการ", "วันที่ทำรายการ": "วันที่ทำรายการ", "รายการ": "รายการ", "Particulars": "รายการ",
		"Chq.No.": "Chq.No.", "": "",
	} {
		assert.Equal(t, want, v1Key(heading), heading)
	}
}

func TestTheFirstOfTwoFieldsOfOneNameCounts(t *testing.T) {
	o := style{names: []string{"a", "b"}}.fields(frame{1, 1}, extract.Item{Fields: []extract.Field{{Name: "a", Value: "1"}, {Name: "c", Value: "3"}, {Name: "a", Value: "2"}}})
	b, err := Marshal(o)
	require.NoError(t, err)
	assert.JSONEq(t, `{"a":{"value":"1","bboxes":[],"bboxes_norm":[],"confidence":0.0},"b":{},"c":{"value":"3","bboxes":[],"bboxes_norm":[],"confidence":0.0}}`, string(b))
}

// TestEveryReasonHasALine holds that no endpoint answers a known reason with 500 by accident, and none without a message.
func TestEveryReasonHasALine(t *testing.T) {
	ours := map[Reason]bool{Reason(extract.KindInternal): true, Reason(extract.KindCrashed): true, Reason(extract.KindTimeout): true}
	for _, e := range Endpoints() {
		for r := range common() {
			status, body := e.Fail(Problem{Reason: r})
			assert.Equal(t, ours[r], status == 500, "%s %s: %d", e.Path, r, status)
			b, err := Marshal(body)
			require.NoError(t, err)
			assert.NotContains(t, string(b), `"message":""`, "%s %s", e.Path, r)
		}
		status, _ := e.Fail(Problem{Reason: "unheard of"})
		assert.Equal(t, 500, status, e.Path)
	}
}

func TestUnreadableNamesTheFirstReason(t *testing.T) {
	e := Endpoint{Kind: extract.Passport}
	bad := func(k extract.ErrorKind) extract.Page { return extract.Page{Err: extract.Errorf(k, "x")} }
	good := extract.Page{Items: []extract.Item{{}}}
	assert.Equal(t, extract.KindNotFound, extract.KindOf(e.Unreadable(extract.Result{})))
	assert.Equal(t, extract.KindTooSmall, extract.KindOf(e.Unreadable(extract.Result{Pages: []extract.Page{{}, bad(extract.KindTooSmall), bad(extract.KindQuality)}})))
	assert.NoError(t, e.Unreadable(extract.Result{Pages: []extract.Page{bad(extract.KindQuality), good}}))
	assert.NoError(t, Endpoint{Kind: extract.TableDocument}.Unreadable(extract.Result{Pages: []extract.Page{{}}}), "a page without a table is a good answer")
}

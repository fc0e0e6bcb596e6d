package httpapi_test

import (
	"archive/zip"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract"
	"lensd/httpapi"
	"lensd/httpapi/pages/pagestest"
)

// quarters are a month of 10 litres a quarter of an hour up to now, with a hole of two days, after which what flowed meanwhile comes at once.
func quarters() (slots []httpapi.Slot) {
	now := time.Now().Truncate(15 * time.Minute)
	hole := now.AddDate(0, 0, -5)
	for at := now.AddDate(0, -1, 0); !at.After(now); at = at.Add(15 * time.Minute) {
		s := httpapi.Slot{Start: at, Records: 15, Counted: 15, Amount: 10_000, Peak: 120_000, Last: 3_245_010_000, Span: time.Minute}
		switch {
		case at.After(hole) && at.Before(hole.AddDate(0, 0, 2)):
			continue
		case at.Equal(hole.AddDate(0, 0, 2)):
			s.Span = 48 * time.Hour
		}
		slots = append(slots, s)
	}
	return slots
}

// The bars are what the API answers, whose sums other tests hold; what was not read is no zero.
func TestConsumptionIsDrawn(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.Use(quarters())
	url := deskServer(t, d)
	d.Add(extract.Reading{Station: "cellar", Kind: extract.WaterMeter, Accepted: true, Confidence: 0.97, Data: json.RawMessage(`{"numbers":{"value":"03245.010"}}`),
		Counter: &extract.Counter{Value: 3245.01, Delta: 0.01, Flow: 0.04, Leak: true}})
	ctx := pagestest.Browse(t, 390, 844)
	const sum = `[...document.querySelectorAll('#chart [data-value]')].reduce((s, e) => s + Number(e.dataset.value), 0)`
	pagestest.Run(t, ctx, chromedp.Navigate(url+"station?name=cellar"), pagestest.SignIn("test-key-1"), pagestest.Text("#usageTitle", "Consumption"), pagestest.True(`document.querySelector('#chart [data-bar]')`),
		pagestest.Text("#last", "Flow now: 40 l an hour"), chromedp.WaitVisible("#leak"), pagestest.Text("#leak", "cistern"))
	pagestest.Fits(t, ctx)
	for _, by := range []string{"day", "month", "quarter", "hour"} {
		pagestest.Run(t, ctx, chromedp.Click(`[data-by=`+by+`]`), pagestest.True(`document.querySelector('[data-by=`+by+`]').getAttribute('aria-pressed') === 'true'`),
			pagestest.Press("#earlier"), pagestest.True(`document.querySelector('#later').disabled === false`), pagestest.Press("#later"), pagestest.True(sum+` > 0`))
	}
	pagestest.Run(t, ctx, chromedp.Click(`[data-by=day]`), pagestest.True(`document.querySelector('#chart svg').getAttribute('aria-label').includes('Bar chart')`),
		pagestest.Press("#earlier"), pagestest.True(`document.querySelectorAll('#chart .gap, #chart [data-bar]').length >= 28`), pagestest.Picture("3-consumption", "#usageTitle"),
		chromedp.Click("#language"), pagestest.Text("#usageTitle", "ปริมาณการใช้น้ำ"), pagestest.Text("#leak", "น้ำไหลไม่หยุด"), pagestest.Text("#period", "25"))
	pagestest.Fits(t, ctx)
}

// A desk shows in amber what it is not sure of, and takes a person's word with one tap.
func TestWhatIsDoubtfulWaitsForAPerson(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.Use(quarters())
	url := deskServer(t, d)
	label := func(name string, confidence float64) json.RawMessage {
		b, err := json.Marshal(map[string]any{"reciever_name": map[string]any{"value": name, "confidence": confidence, "bboxes_norm": []any{}},
			"tracking": map[string]any{"number": "TH0123456789", "carrier": "Thailand Post", "rule": "x"}})
		require.NoError(t, err)
		return b
	}
	d.Add(extract.Reading{Station: "desk", Kind: extract.ShippingLabel, Reason: "low_confidence", Confidence: 0.04, Data: label("สมชา ใจดี", 0.04)})
	ctx := pagestest.Browse(t, 1280, 900)
	pagestest.Run(t, ctx, chromedp.Navigate(url+"station?name=desk"), pagestest.SignIn("test-key-1"), pagestest.Text("#verdict", "Please check"), pagestest.Text("#verdict", "TH0123456789"),
		pagestest.True(`document.querySelector('#verdict').className.includes('warn')`), pagestest.Text("#tracking", "Thailand Post"), pagestest.Text("#queueTitle", "Please check (1)"),
		pagestest.Text("#usageTitle", "Parcels an hour"), pagestest.Picture("4-desk", "body"), chromedp.SetValue("[data-check] [name=reciever_name]", "สมชาย ใจดี"), chromedp.Click("[data-check] .change"), chromedp.WaitNotVisible("#queue"))
	require.Len(t, d.Corrections(), 1)
	assert.Equal(t, map[string]string{"reciever_name": "สมชาย ใจดี"}, d.Corrections()[0].Fields)

	d.Add(extract.Reading{Station: "desk", Kind: extract.ShippingLabel, Accepted: true, Confidence: 0.3, Data: label("สมศรี ใจดี", 0.3)})
	pagestest.Run(t, ctx, pagestest.Text("#queueTitle", "Please check (1)"), chromedp.Click("[data-check] .right"), chromedp.WaitNotVisible("#queue"))
	assert.Equal(t, []uint64{3, 4}, d.Corrected())

	d.Add(extract.Reading{Station: "desk", Kind: extract.ShippingLabel, Reason: "duplicate", DuplicateOf: 2, Confidence: 0.9, Data: label("สมชาย ใจดี", 0.9)})
	pagestest.Run(t, ctx, pagestest.Text("#verdict", "Duplicate"), chromedp.Click("#first"), pagestest.Text("#whose", "#2"), chromedp.Click("#newest"), chromedp.WaitNotVisible("#whose"))
}

// What the page saves is a file that spreadsheets open.
func TestTablesAreSavedAsSpreadsheets(t *testing.T) {
	t.Parallel()
	url := deskServer(t, newDesk(t))
	ctx := pagestest.Browse(t, 800, 600)
	var text, csv string
	pagestest.Run(t, ctx, chromedp.Navigate(url+"try"), pagestest.SignIn("test-key-1"), chromedp.WaitReady("#endpoint option"),
		chromedp.Evaluate(`(async () => { const { xlsx } = await import('./xlsx.js'); const b = await xlsx([['รายการ', '=1+1', '1,234.50'], ['<&>', '007', '']]).arrayBuffer(); return btoa(String.fromCharCode(...new Uint8Array(b))); })()`, &text, awaited),
		chromedp.Evaluate(`(async () => (await import('./rows.js')).csv([['a"b', '=1+1', '-5.00'], ['x\ny', '', ' @x']]))()`, &csv, awaited))
	assert.Equal(t, "\"a\"\"b\",'=1+1,-5.00\r\n\"x\ny\",,' @x\r\n", csv)
	raw, err := base64.StdEncoding.DecodeString(text)
	require.NoError(t, err)
	z, err := zip.NewReader(bytes.NewReader(raw), int64(len(raw)))
	require.NoError(t, err)
	require.Len(t, z.File, 5)
	var sheet strings.Builder
	for _, f := range z.File {
		r, err := f.Open()
		require.NoError(t, err)
		b, err := io.ReadAll(r) // the checksum is held here
		require.NoError(t, err)
		if strings.HasSuffix(f.Name, "sheet1.xml") {
			sheet.Write(b)
		}
	}
	for _, want := range []string{`<c r="A1" t="inlineStr"><is><t xml:space="preserve">รายการ</t>`, `>=1+1</t>`, `<c r="C1"><v>1234.50</v></c>`, `&lt;&amp;&gt;`, `>007</t>`} {
		assert.Contains(t, sheet.String(), want)
	}
}

// awaited waits for a script's promise.
func awaited(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }

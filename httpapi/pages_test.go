package httpapi_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract"
	"lensd/httpapi"
	"lensd/httpapi/internal/rehearsal"
	"lensd/httpapi/pages/pagestest"
	"lensd/vision/geom"
)

func newDesk(t *testing.T) *rehearsal.Desk {
	t.Helper()
	d, err := rehearsal.NewDesk()
	require.NoError(t, err)
	return d.Endless()
}

// labelReader finds a receiver in every picture that is larger than a thumbnail.
func labelReader() extract.Reader {
	return extract.ReaderFunc(func(_ context.Context, doc extract.Document) (extract.Result, error) {
		if len(doc.Inputs[0]) < 400 {
			return extract.Result{}, extract.Errorf(extract.KindNotFound, "no label was found; put it flat under the camera")
		}
		q := geom.QuadOf(geom.Rect{X0: 100, Y0: 100, X1: 300, Y1: 140})
		return extract.Result{Pages: []extract.Page{{Number: 1, Width: 640, Height: 480, Items: []extract.Item{{Fields: []extract.Field{
			{Name: "reciever_name", Value: "สมชาย ใจดี", Quads: []geom.Quad{q}, Confidence: 0.9}}}}}}}, nil
	})
}

func deskServer(t *testing.T, d *rehearsal.Desk) string {
	t.Helper()
	srv := serve(t, httpapi.Config{BasePath: "/ocr", Stations: d, Readings: d, Box: httpapi.Box{ID: "b1", Name: "Cellar box", Version: "1"},
		Readers: map[extract.Kind]extract.Reader{extract.ShippingLabel: labelReader(), extract.Passport: labelReader()}})
	return srv.URL + "/ocr/"
}

func TestFirstPage(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	url := deskServer(t, d)
	ctx := pagestest.Browse(t, 390, 844)
	pagestest.Run(t, ctx, chromedp.Navigate(url), pagestest.SignIn("wrong-key-1"), pagestest.Text("dialog .bad", "not one of this box"),
		chromedp.SetValue("#key", "test-key-1"), chromedp.Click("#signin button"),
		pagestest.Text("#title", "Cellar box"), pagestest.Text("[data-station=cellar] .value", "01234.5"), pagestest.Boxes("[data-station=cellar]", 0),
		pagestest.Text("[data-station=cellar] .badge", "Ready"), pagestest.Text("#readings tbody", "สมชาย ใจดี"))
	pagestest.Fits(t, ctx)
	d.Set("camera_lost", false)
	pagestest.Run(t, ctx, pagestest.Text("[data-station=cellar] .badge", "Camera lost"), pagestest.Text("[data-station=cellar] .view", "No picture"),
		chromedp.Click("#out"), chromedp.WaitVisible("#key"))
}

func TestStationPage(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	url := deskServer(t, d)
	ctx := pagestest.Browse(t, 1280, 900)
	pagestest.Run(t, ctx, chromedp.Navigate(url+"station?name=desk"), pagestest.SignIn("test-key-1"), pagestest.Text("#verdict", "OK"), pagestest.Text("#verdict", "สมชาย ใจดี"))
	d.Set("please_turn", true)
	pagestest.Run(t, ctx, pagestest.Text("#verdict", "Please turn"))
	d.Set("ready", true)
	d.Add(extract.Reading{Station: "desk", Kind: extract.ShippingLabel, DuplicateOf: 2, Data: json.RawMessage(`{"reciever_name":{"value":"A"}}`)})
	pagestest.Run(t, ctx, pagestest.Text("#verdict", "Duplicate"), pagestest.Text("#readings tbody", "Duplicate"))
	d.Add(extract.Reading{Station: "desk", Kind: extract.ShippingLabel, Reason: "not_found", Message: "no label was found", Data: json.RawMessage(`{}`)})
	pagestest.Run(t, ctx, pagestest.Text("#verdict", "Please turn it"), pagestest.Text("#verdict", "no label was found"))

	pagestest.Run(t, ctx, chromedp.Navigate(url+"station?name=cellar"), pagestest.Text("#verdict", "01234.5"), pagestest.Boxes("#view", 0),
		chromedp.Click("#showLast"), chromedp.Poll(`document.querySelector('#view img').src.endsWith('/v1/readings/1/image')`, nil), pagestest.Boxes("#view", 2),
		chromedp.Click("#read"), pagestest.Text("#verdict", "Not accepted"), pagestest.Text("#verdict", "more than can have flowed"), pagestest.Picture("5-refused", "body"),
		chromedp.SetValue("#correct input", "01234.6"), chromedp.Click("#correct button"), pagestest.Text("#verdict", "01234.6"))
	d.Add(extract.Reading{Station: "cellar", Kind: extract.WaterMeter, Reason: "not_found", Message: "no counter was found: the picture is too dark; light the dial from the side", Data: json.RawMessage(`{}`)})
	pagestest.Run(t, ctx, pagestest.Text("#verdict", "Not accepted"), pagestest.Text("#verdict", "too dark; light the dial"))
	assert.Equal(t, []extract.Correction{{Value: "01234.6", By: "test"}}, d.Corrections())
}

// A box that hangs, or is gone, takes the green off the page; a station that is removed goes.
func TestAPageTellsThatTheBoxIsAway(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	url := deskServer(t, d)
	ctx, other := pagestest.Browse(t, 390, 844), pagestest.Browse(t, 1280, 900)
	pagestest.Run(t, ctx, chromedp.Navigate(url), pagestest.SignIn("test-key-1"), pagestest.Text("[data-station=cellar] .badge", "Ready"))
	pagestest.Run(t, other, chromedp.Navigate(url+"station?name=cellar"), pagestest.SignIn("test-key-1"), pagestest.Text("#verdict", "OK"))
	d.Remove("desk")
	pagestest.Run(t, ctx, chromedp.WaitNotPresent("[data-station=desk]"))
	d.Hang(true)
	pagestest.Run(t, ctx, pagestest.Text("[data-station=cellar] .badge", "No answer"), pagestest.Text("[data-station=cellar] .view", "No answer"), pagestest.Text("#notice", "does not answer"), pagestest.Picture("6-away", "body"))
	pagestest.Run(t, other, pagestest.Text("#verdict", "No answer"), pagestest.Text("#state", "No answer"))
	d.Hang(false)
	pagestest.Run(t, ctx, pagestest.Text("[data-station=cellar] .badge", "Ready"), chromedp.WaitNotVisible("#notice"))
	pagestest.Run(t, other, pagestest.Text("#verdict", "OK"))
}

// What is corrected is the reading that was shown when somebody began to type, and the page then shows what they said.
func TestCorrectingWhileReadingsGoOn(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	url := deskServer(t, d)
	ctx := pagestest.Browse(t, 1280, 900)
	meter := func(value string) extract.Reading {
		return extract.Reading{Station: "cellar", Kind: extract.WaterMeter, Accepted: true, Data: json.RawMessage(`{"numbers":{"value":"` + value + `"}}`)}
	}
	pagestest.Run(t, ctx, chromedp.Navigate(url+"station?name=cellar"), pagestest.SignIn("test-key-1"), pagestest.Text("#which", "01234.5"), chromedp.SendKeys("#correct input", "01234.6"))
	d.Add(meter("01300.0"))
	pagestest.Run(t, ctx, pagestest.Text("#verdict", "01300.0"), pagestest.Text("#which", "01234.5"), chromedp.Click("#correct button:not([type=reset])"), pagestest.Text("#state", ""), pagestest.Text("#which", "01300.0"))
	assert.Equal(t, []uint64{1}, d.Corrected())

	pagestest.Run(t, ctx, chromedp.Navigate(url+"station?name=desk"), pagestest.Text("#verdict", "สมชาย"))
	d.Add(extract.Reading{Station: "desk", Kind: extract.ShippingLabel, Trigger: "correction", Reason: "correction", CorrectionOf: 2,
		Corrected: `{"reciever_name":"สมหญิง ใจดี"}`, Data: json.RawMessage(`{"reciever_name":{"value":"สมชาย ใจดี","bboxes_norm":[]}}`)})
	pagestest.Run(t, ctx, pagestest.Text("#verdict", "Corrected"), pagestest.Text("#verdict", "สมหญิง"), pagestest.Text("#last", "สมหญิง"), chromedp.Navigate(url), pagestest.Text("[data-station=desk] .value", "สมหญิง"),
		pagestest.Text("[data-station=desk] small", "Corrected"))
}

// Older readings stay open when a new one comes.
func TestOlderReadingsStayOpen(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	for range 40 {
		d.Add(extract.Reading{Station: "cellar", Kind: extract.WaterMeter, Accepted: true, Data: json.RawMessage(`{"numbers":{"value":"1"}}`)})
	}
	url := deskServer(t, d)
	ctx := pagestest.Browse(t, 1280, 900)
	rows := func(n int) chromedp.Action {
		return chromedp.Poll(fmt.Sprintf(`document.querySelectorAll('#readings tbody tr').length === %d`, n), nil, chromedp.WithPollingTimeout(time.Minute))
	}
	pagestest.Run(t, ctx, chromedp.Navigate(url+"station?name=cellar"), pagestest.SignIn("test-key-1"), rows(30), chromedp.Click("#more"), rows(41))
	d.Add(extract.Reading{Station: "cellar", Kind: extract.WaterMeter, Accepted: true, Data: json.RawMessage(`{"numbers":{"value":"2"}}`)})
	pagestest.Run(t, ctx, pagestest.Text("#readings tbody tr:first-child", "2"), rows(42))
}

func TestTryPage(t *testing.T) {
	t.Parallel()
	url := deskServer(t, newDesk(t))
	file := filepath.Join(t.TempDir(), "label.png")
	require.NoError(t, os.WriteFile(file, picture(t, 640, 480), 0o600))
	ctx := pagestest.Browse(t, 1280, 900)
	pagestest.Run(t, ctx, chromedp.Navigate(url+"try"), pagestest.SignIn("test-key-1"), chromedp.WaitReady("#endpoint option"),
		chromedp.SetValue("#endpoint", "/shipping-label/v2"), chromedp.SetUploadFiles("#file", []string{file}), chromedp.Click("#send"),
		pagestest.Text("#said", "HTTP 200"), pagestest.Boxes("#view", 1), pagestest.Text("#fields", "สมชาย ใจดี"), pagestest.Text("#json", `"reciever_address": {}`))
	var points string
	pagestest.Run(t, ctx, chromedp.AttributeValue("#view polygon", "points", &points, nil))
	assert.Equal(t, "100,100 300,100 300,140 100,140", strings.Join(rounded(points), " "))
}

// Several pictures are one document; each is shown with the boxes of its own page.
func TestTryPageTurnsPages(t *testing.T) {
	t.Parallel()
	quad := func(x float64) geom.Quad { return geom.QuadOf(geom.Rect{X0: x, Y0: 10, X1: x + 50, Y1: 30}) }
	perInput := extract.ReaderFunc(func(_ context.Context, doc extract.Document) (extract.Result, error) {
		res := extract.Result{Kind: doc.Kind}
		for i := range doc.Inputs {
			cells := []extract.Cell{{Row: 1, Column: 1, Text: fmt.Sprint("cell ", i+1), Quad: quad(float64(100 * i)), Confidence: 0.9}}
			table := extract.Table{Rows: 1, Columns: 1, Cells: cells}
			res.Pages = append(res.Pages, extract.Page{Number: i + 1, Width: 640, Height: 480, Items: []extract.Item{{Tables: []extract.Table{table}}}})
		}
		return res, nil
	})
	srv := serve(t, httpapi.Config{BasePath: "/ocr", Readers: map[extract.Kind]extract.Reader{extract.TableDocument: perInput}})
	var files []string
	for _, name := range []string{"one.png", "two.png"} {
		files = append(files, filepath.Join(t.TempDir(), name))
		require.NoError(t, os.WriteFile(files[len(files)-1], picture(t, 640, 480), 0o600))
	}
	ctx := pagestest.Browse(t, 1280, 900)
	points := func(x int) chromedp.Action {
		return chromedp.Poll(fmt.Sprintf(`document.querySelector('#view polygon')?.getAttribute('points').startsWith('%d,10 ')`, x), nil, chromedp.WithPollingTimeout(time.Minute))
	}
	pagestest.Run(t, ctx, chromedp.Navigate(srv.URL+"/ocr/try"), pagestest.SignIn("test-key-1"), chromedp.WaitReady("#endpoint option"),
		chromedp.SetValue("#endpoint", "/table-exraction/v1"), chromedp.SetUploadFiles("#file", files), chromedp.Click("#send"),
		pagestest.Text("#said", "HTTP 200"), pagestest.Text("#rows", "cell 1"), pagestest.Text("#rows", "cell 2"), pagestest.Text("#at", "Picture 1 of 2"), pagestest.Boxes("#view", 1), points(0),
		chromedp.Click("#on"), pagestest.Text("#at", "Picture 2 of 2"), pagestest.Boxes("#view", 1), points(100),
		chromedp.Click("#back"), pagestest.Text("#at", "Picture 1 of 2"), points(0))
}

// rounded undoes what sixths of shares leave behind.
func rounded(points string) []string {
	var out []string
	for _, p := range strings.Fields(points) {
		var x, y float64
		_ = json.Unmarshal([]byte("["+p+"]"), &[]any{&x, &y})
		b, _ := json.Marshal([]int{int(x + 0.5), int(y + 0.5)})
		out = append(out, strings.Trim(string(b), "[]"))
	}
	return out
}

func TestPhonePage(t *testing.T) {
	t.Parallel()
	url := deskServer(t, newDesk(t))
	dir := t.TempDir()
	good, small := filepath.Join(dir, "good.png"), filepath.Join(dir, "small.png")
	require.NoError(t, os.WriteFile(good, picture(t, 640, 480), 0o600))
	require.NoError(t, os.WriteFile(small, picture(t, 8, 8), 0o600))
	ctx := pagestest.Browse(t, 390, 844)
	var capture string
	pagestest.Run(t, ctx, chromedp.Navigate(url+"phone"), pagestest.SignIn("test-key-1"), chromedp.WaitReady("#endpoint option"),
		chromedp.AttributeValue("#camera", "capture", &capture, nil), chromedp.SetValue("#endpoint", "/shipping-label/v2"),
		chromedp.SetUploadFiles("#camera", []string{good}), pagestest.Text("#verdict", "OK"), pagestest.Text("#verdict", "สมชาย ใจดี"), pagestest.Boxes("#view", 1), pagestest.Picture("9-phone", "body"),
		chromedp.SetUploadFiles("#camera", []string{small}), pagestest.Text("#verdict", "turn it and try again"), pagestest.Text("#verdict", "put it flat"), pagestest.Text("#history", "สมชาย ใจดี"))
	assert.Equal(t, "environment", capture)
	pagestest.Fits(t, ctx)
}

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

	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract"
	"lensd/httpapi"
	"lensd/httpapi/internal/rehearsal"
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

// browserStart is how long a browser may take to start on a busy machine.
const browserStart = 2 * time.Minute

// browse opens a page in a headless browser of its own.
func browse(t *testing.T, width, height int) context.Context {
	t.Helper()
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.NoSandbox, chromedp.WindowSize(width, height), chromedp.Flag("lang", "en"),
		chromedp.WSURLReadTimeout(browserStart))
	ctx, cancel := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(cancel)
	ctx, cancel = context.WithTimeout(ctx, 4*time.Minute)
	t.Cleanup(cancel)
	quiet := chromedp.WithErrorf(func(string, ...any) {}) // newer browsers send events that the library does not know
	ctx, cancel = chromedp.NewContext(ctx, quiet, chromedp.WithBrowserOption(chromedp.WithDialTimeout(browserStart)))
	t.Cleanup(cancel)
	chromedp.ListenTarget(ctx, func(e any) {
		if thrown, ok := e.(*runtime.EventExceptionThrown); ok {
			t.Errorf("the page's script failed: %v", thrown.ExceptionDetails)
		}
	})
	require.NoError(t, chromedp.Run(ctx, chromedp.EmulateViewport(int64(width), int64(height))), "a chromium is needed for these tests")
	return ctx
}

// run takes steps one by one, so that a failure shows the page as it was.
func run(t *testing.T, ctx context.Context, steps ...chromedp.Action) {
	t.Helper()
	for i, step := range steps {
		if err := chromedp.Run(ctx, step); err != nil {
			var page string
			_ = chromedp.Run(ctx, chromedp.OuterHTML("body", &page))
			require.NoError(t, err, "step %d on\n%s", i, page)
		}
	}
}

// signIn types the key into the dialog.
func signIn(key string) chromedp.Action {
	return chromedp.Tasks{chromedp.WaitVisible("#key"), chromedp.SetValue("#key", key), chromedp.Click("#signin button")}
}

// text waits until the element's text holds want.
func text(selector, want string) chromedp.Action {
	return chromedp.Poll(`(document.querySelector(`+quote(selector)+`)?.textContent || '').includes(`+quote(want)+`)`, nil, chromedp.WithPollingTimeout(time.Minute))
}

// boxes waits until n boxes are drawn.
func boxes(selector string, n int) chromedp.Action {
	b, _ := json.Marshal(n)
	return chromedp.Poll(`document.querySelectorAll(`+quote(selector+" polygon")+`).length === `+string(b), nil, chromedp.WithPollingTimeout(time.Minute))
}

// fits holds that nothing has to be scrolled sideways.
func fits(t *testing.T, ctx context.Context) {
	t.Helper()
	var over int
	run(t, ctx, chromedp.Evaluate(`document.documentElement.scrollWidth - innerWidth`, &over))
	assert.LessOrEqual(t, over, 0, "the page is wider than the screen")
}

func quote(s string) string {
	b, _ := json.Marshal(s)
	return string(b)
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
	ctx := browse(t, 390, 844)
	run(t, ctx, chromedp.Navigate(url), signIn("wrong-key-1"), text("dialog .bad", "not one of this box"),
		chromedp.SetValue("#key", "test-key-1"), chromedp.Click("#signin button"),
		text("#box", "Cellar box"), text("[data-station=cellar] .value", "01234.5"), boxes("[data-station=cellar]", 0),
		text("[data-station=cellar] .badge", "Ready"), text("#readings tbody", "สมชาย ใจดี"))
	fits(t, ctx)
	d.Set("camera_lost", false)
	run(t, ctx, text("[data-station=cellar] .badge", "Camera lost"), text("[data-station=cellar] .view", "No picture"),
		chromedp.Click("#out"), chromedp.WaitVisible("#key"))
}

func TestStationPage(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	url := deskServer(t, d)
	ctx := browse(t, 1280, 900)
	run(t, ctx, chromedp.Navigate(url+"station?name=desk"), signIn("test-key-1"), text("#verdict", "OK"), text("#verdict", "สมชาย ใจดี"))
	d.Set("please_turn", true)
	run(t, ctx, text("#verdict", "Please turn"))
	d.Set("ready", true)
	d.Add(extract.Reading{Station: "desk", Kind: extract.ShippingLabel, DuplicateOf: 2, Data: json.RawMessage(`{"reciever_name":{"value":"A"}}`)})
	run(t, ctx, text("#verdict", "Duplicate"), text("#readings tbody", "Duplicate"))
	d.Add(extract.Reading{Station: "desk", Kind: extract.ShippingLabel, Reason: "not_found", Message: "no label was found", Data: json.RawMessage(`{}`)})
	run(t, ctx, text("#verdict", "Please turn it"), text("#verdict", "no label was found"))

	run(t, ctx, chromedp.Navigate(url+"station?name=cellar"), text("#verdict", "01234.5"), boxes("#view", 0),
		chromedp.Click("#showLast"), chromedp.Poll(`document.querySelector('#view img').src.endsWith('/v1/readings/1/image')`, nil), boxes("#view", 2),
		chromedp.Click("#read"), text("#verdict", "Not accepted"), text("#verdict", "more than can have flowed"),
		chromedp.SetValue("#correct input", "01234.6"), chromedp.Click("#correct button"), text("#verdict", "01234.6"))
	assert.Equal(t, []extract.Correction{{Value: "01234.6", By: "test"}}, d.Corrections())
}

// A box that hangs, or is gone, takes the green off the page; a station that is removed goes.
func TestAPageTellsThatTheBoxIsAway(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	url := deskServer(t, d)
	ctx, other := browse(t, 390, 844), browse(t, 1280, 900)
	run(t, ctx, chromedp.Navigate(url), signIn("test-key-1"), text("[data-station=cellar] .badge", "Ready"))
	run(t, other, chromedp.Navigate(url+"station?name=cellar"), signIn("test-key-1"), text("#verdict", "OK"))
	d.Remove("desk")
	run(t, ctx, chromedp.WaitNotPresent("[data-station=desk]"))
	d.Hang(true)
	run(t, ctx, text("[data-station=cellar] .badge", "No answer"), text("[data-station=cellar] .view", "No answer"), text("#notice", "does not answer"))
	run(t, other, text("#verdict", "No answer"), text("#state", "No answer"))
	d.Hang(false)
	run(t, ctx, text("[data-station=cellar] .badge", "Ready"), chromedp.WaitNotVisible("#notice"))
	run(t, other, text("#verdict", "OK"))
}

// What is corrected is the reading that was shown when somebody began to type, and the page then shows what they said.
func TestCorrectingWhileReadingsGoOn(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	url := deskServer(t, d)
	ctx := browse(t, 1280, 900)
	meter := func(value string) extract.Reading {
		return extract.Reading{Station: "cellar", Kind: extract.WaterMeter, Accepted: true, Data: json.RawMessage(`{"numbers":{"value":"` + value + `"}}`)}
	}
	run(t, ctx, chromedp.Navigate(url+"station?name=cellar"), signIn("test-key-1"), text("#which", "01234.5"), chromedp.SendKeys("#correct input", "01234.6"))
	d.Add(meter("01300.0"))
	run(t, ctx, text("#verdict", "01300.0"), text("#which", "01234.5"), chromedp.Click("#correct button:not([type=reset])"), text("#state", ""), text("#which", "01300.0"))
	assert.Equal(t, []uint64{1}, d.Corrected())

	run(t, ctx, chromedp.Navigate(url+"station?name=desk"), text("#verdict", "สมชาย"))
	d.Add(extract.Reading{Station: "desk", Kind: extract.ShippingLabel, Trigger: "correction", Reason: "correction", CorrectionOf: 2,
		Corrected: `{"reciever_name":"สมหญิง ใจดี"}`, Data: json.RawMessage(`{"reciever_name":{"value":"สมชาย ใจดี","bboxes_norm":[]}}`)})
	run(t, ctx, text("#verdict", "Corrected"), text("#verdict", "สมหญิง"), text("#last", "สมหญิง"), chromedp.Navigate(url), text("[data-station=desk] .value", "สมหญิง"),
		text("[data-station=desk] small", "Corrected"))
}

// Older readings stay open when a new one comes.
func TestOlderReadingsStayOpen(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	for range 40 {
		d.Add(extract.Reading{Station: "cellar", Kind: extract.WaterMeter, Accepted: true, Data: json.RawMessage(`{"numbers":{"value":"1"}}`)})
	}
	url := deskServer(t, d)
	ctx := browse(t, 1280, 900)
	rows := func(n int) chromedp.Action {
		return chromedp.Poll(fmt.Sprintf(`document.querySelectorAll('#readings tbody tr').length === %d`, n), nil, chromedp.WithPollingTimeout(time.Minute))
	}
	run(t, ctx, chromedp.Navigate(url+"station?name=cellar"), signIn("test-key-1"), rows(30), chromedp.Click("#more"), rows(41))
	d.Add(extract.Reading{Station: "cellar", Kind: extract.WaterMeter, Accepted: true, Data: json.RawMessage(`{"numbers":{"value":"2"}}`)})
	run(t, ctx, text("#readings tbody tr:first-child", "2"), rows(42))
}

func TestTryPage(t *testing.T) {
	t.Parallel()
	url := deskServer(t, newDesk(t))
	file := filepath.Join(t.TempDir(), "label.png")
	require.NoError(t, os.WriteFile(file, picture(t, 640, 480), 0o600))
	ctx := browse(t, 1280, 900)
	run(t, ctx, chromedp.Navigate(url+"try"), signIn("test-key-1"), chromedp.WaitReady("#endpoint option"),
		chromedp.SetValue("#endpoint", "/shipping-label/v2"), chromedp.SetUploadFiles("#file", []string{file}), chromedp.Click("#send"),
		text("#said", "HTTP 200"), boxes("#view", 1), text("#fields", "สมชาย ใจดี"), text("#json", `"reciever_address": {}`))
	var points string
	run(t, ctx, chromedp.AttributeValue("#view polygon", "points", &points, nil))
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
	ctx := browse(t, 1280, 900)
	points := func(x int) chromedp.Action {
		return chromedp.Poll(fmt.Sprintf(`document.querySelector('#view polygon')?.getAttribute('points').startsWith('%d,10 ')`, x), nil, chromedp.WithPollingTimeout(time.Minute))
	}
	run(t, ctx, chromedp.Navigate(srv.URL+"/ocr/try"), signIn("test-key-1"), chromedp.WaitReady("#endpoint option"),
		chromedp.SetValue("#endpoint", "/table-exraction/v1"), chromedp.SetUploadFiles("#file", files), chromedp.Click("#send"),
		text("#said", "HTTP 200"), text("#fields", "1. 1, 1"), text("#fields", "cell 2"), text("#at", "Picture 1 of 2"), boxes("#view", 1), points(0),
		chromedp.Click("#on"), text("#at", "Picture 2 of 2"), boxes("#view", 1), points(100),
		chromedp.Click("#back"), text("#at", "Picture 1 of 2"), points(0))
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
	ctx := browse(t, 390, 844)
	var capture string
	run(t, ctx, chromedp.Navigate(url+"phone"), signIn("test-key-1"), chromedp.WaitReady("#endpoint option"),
		chromedp.AttributeValue("#camera", "capture", &capture, nil), chromedp.SetValue("#endpoint", "/shipping-label/v2"),
		chromedp.SetUploadFiles("#camera", []string{good}), text("#verdict", "OK"), text("#verdict", "สมชาย ใจดี"), boxes("#view", 1),
		chromedp.SetUploadFiles("#camera", []string{small}), text("#verdict", "turn it and try again"), text("#verdict", "put it flat"), text("#history", "สมชาย ใจดี"))
	assert.Equal(t, "environment", capture)
	fits(t, ctx)
}

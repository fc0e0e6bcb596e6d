package httpapi_test

import (
	"bytes"
	"context"
	"encoding/json"
	"image"
	"image/jpeg"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract"
	"lensd/httpapi"
	"lensd/vision/geom"
)

// desk is a box with one meter station and one label station, whose states the tests move.
type desk struct {
	mu       sync.Mutex
	state    string
	online   bool
	list     []httpapi.Reading // newest first
	picture  []byte
	corrects []httpapi.Correction
}

func newDesk(t *testing.T) *desk {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, jpeg.Encode(&b, image.NewGray(image.Rect(0, 0, 640, 480)), nil))
	d := &desk{state: "ready", online: true, picture: b.Bytes()}
	d.add(httpapi.Reading{Station: "cellar", Kind: extract.WaterMeter, Accepted: true, Confidence: 0.97, Picture: true,
		Data: json.RawMessage(`{"numbers":{"value":"01234.5","bboxes_norm":[[[0.1,0.1],[0.2,0.1],[0.2,0.3],[0.1,0.3]]],"bboxes_rotated_norm":[[[0.1,0.1],[0.2,0.1],[0.2,0.3],[0.1,0.3]],[[0.3,0.1],[0.4,0.1],[0.4,0.3],[0.3,0.3]]]}}`)})
	d.add(httpapi.Reading{Station: "desk", Kind: extract.ShippingLabel, Accepted: true, Confidence: 0.9,
		Data: json.RawMessage(`{"reciever_name":{"value":"=สมชาย ใจดี","bboxes_norm":[]},"reciever_address":{}}`)})
	return d
}

func (d *desk) add(r httpapi.Reading) {
	d.mu.Lock()
	defer d.mu.Unlock()
	r.ID, r.At, r.Clock = uint64(len(d.list)+1), time.Now(), "synced"
	d.list = append([]httpapi.Reading{r}, d.list...)
}

func (d *desk) set(state string, online bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.state, d.online = state, online
}

// Stations implements httpapi.Stations.
func (d *desk) Stations() []httpapi.Station {
	d.mu.Lock()
	defer d.mu.Unlock()
	out := []httpapi.Station{{Name: "cellar", Kind: extract.WaterMeter}, {Name: "desk", Kind: extract.ShippingLabel}}
	at := time.Now()
	for i := range out {
		out[i].State, out[i].Online, out[i].FrameAt = d.state, d.online, &at
		for _, r := range d.list {
			if r.Station == out[i].Name {
				out[i].Last = &r
				break
			}
		}
	}
	return out
}

// Read implements httpapi.Stations.
func (d *desk) Read(_ context.Context, name string) (httpapi.Reading, error) {
	if name != "cellar" {
		return httpapi.Reading{}, httpapi.ErrNoStation
	}
	d.add(httpapi.Reading{Station: name, Kind: extract.WaterMeter, Reason: "rate_too_high", Data: json.RawMessage(`{"numbers":{"value":"99999"}}`)})
	return d.list[0], nil
}

// Frame implements httpapi.Stations: three frames, then nothing until the viewer goes.
func (d *desk) Frame(ctx context.Context, name string, after uint64) (httpapi.Frame, error) {
	if name != "cellar" && name != "desk" {
		return httpapi.Frame{}, httpapi.ErrNoStation
	}
	if after >= 3 {
		<-ctx.Done()
		return httpapi.Frame{}, ctx.Err()
	}
	return httpapi.Frame{Number: after + 1, At: time.Now(), JPEG: d.picture}, nil
}

// Push implements httpapi.Stations.
func (d *desk) Push(_ context.Context, name string, picture []byte) error {
	if name != "cellar" {
		return httpapi.ErrNotPush
	}
	d.picture = picture
	return nil
}

// List implements httpapi.Readings.
func (d *desk) List(_ context.Context, q httpapi.Query) ([]httpapi.Reading, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	var out []httpapi.Reading
	for _, r := range d.list {
		if (q.Station == "" || q.Station == r.Station) && (q.Before == 0 || r.ID < q.Before) && r.At.After(q.Since) && len(out) < q.Limit {
			out = append(out, r)
		}
	}
	return out, nil
}

// Get implements httpapi.Readings.
func (d *desk) Get(_ context.Context, id uint64) (httpapi.Reading, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, r := range d.list {
		if r.ID == id {
			return r, nil
		}
	}
	return httpapi.Reading{}, httpapi.ErrNoReading
}

// Picture implements httpapi.Readings.
func (d *desk) Picture(ctx context.Context, id uint64) ([]byte, error) {
	r, err := d.Get(ctx, id)
	if err == nil && !r.Picture {
		err = httpapi.ErrNoPicture
	}
	return d.picture, err
}

// Correct implements httpapi.Readings.
func (d *desk) Correct(_ context.Context, id uint64, c httpapi.Correction) (httpapi.Reading, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for i := range d.list {
		if d.list[i].ID == id {
			d.list[i].Corrected = c.Value
			d.corrects = append(d.corrects, c)
			return d.list[i], nil
		}
	}
	return httpapi.Reading{}, httpapi.ErrNoReading
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

// browse opens a page in a headless browser of its own.
func browse(t *testing.T, width, height int) context.Context {
	t.Helper()
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.NoSandbox, chromedp.WindowSize(width, height), chromedp.Flag("lang", "en"))
	ctx, cancel := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(cancel)
	ctx, cancel = context.WithTimeout(ctx, 40*time.Second)
	t.Cleanup(cancel)
	quiet := chromedp.WithErrorf(func(string, ...any) {}) // newer browsers send events that the library does not know
	ctx, cancel = chromedp.NewContext(ctx, quiet)
	t.Cleanup(cancel)
	chromedp.ListenTarget(ctx, func(e any) {
		if thrown, ok := e.(*runtime.EventExceptionThrown); ok {
			t.Errorf("the page's script failed: %v", thrown.ExceptionDetails)
		}
	})
	require.NoError(t, chromedp.Run(ctx), "a chromium is needed for these tests")
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
	return chromedp.Poll(`(document.querySelector(`+quote(selector)+`)?.textContent || '').includes(`+quote(want)+`)`, nil, chromedp.WithPollingTimeout(20*time.Second))
}

// boxes waits until n boxes are drawn.
func boxes(selector string, n int) chromedp.Action {
	b, _ := json.Marshal(n)
	return chromedp.Poll(`document.querySelectorAll(`+quote(selector+" polygon")+`).length === `+string(b), nil, chromedp.WithPollingTimeout(20*time.Second))
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

func deskServer(t *testing.T, d *desk) string {
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
		text("#box", "Cellar box"), text("[data-station=cellar] .value", "01234.5"), boxes("[data-station=cellar]", 2),
		text("[data-station=cellar] .badge", "Ready"), text("#readings tbody", "สมชาย ใจดี"))
	fits(t, ctx)
	d.set("camera_lost", false)
	run(t, ctx, text("[data-station=cellar] .badge", "Camera lost"), text("[data-station=cellar] .view", "No picture"),
		chromedp.Click("#out"), chromedp.WaitVisible("#key"))
}

func TestStationPage(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	url := deskServer(t, d)
	ctx := browse(t, 1280, 900)
	run(t, ctx, chromedp.Navigate(url+"station?name=desk"), signIn("test-key-1"), text("#verdict", "OK"), text("#verdict", "สมชาย ใจดี"))
	d.set("please_turn", true)
	run(t, ctx, text("#verdict", "Please turn"))
	d.set("ready", true)
	d.add(httpapi.Reading{Station: "desk", Kind: extract.ShippingLabel, DuplicateOf: 2, Data: json.RawMessage(`{"reciever_name":{"value":"A"}}`)})
	run(t, ctx, text("#verdict", "Duplicate"), text("#readings tbody", "Duplicate"))

	run(t, ctx, chromedp.Navigate(url+"station?name=cellar"), text("#verdict", "01234.5"), boxes("#view", 2),
		chromedp.Click("#showLast"), chromedp.Poll(`document.querySelector('#view img').src.endsWith('/v1/readings/1/image')`, nil), boxes("#view", 2),
		chromedp.Click("#read"), text("#verdict", "Not accepted"), text("#verdict", "rate too high"),
		chromedp.SetValue("#correct input", "01234.6"), chromedp.Click("#correct button"), text("#verdict", "01234.6"))
	require.Len(t, d.corrects, 1)
	assert.Equal(t, httpapi.Correction{Value: "01234.6", By: "test"}, d.corrects[0])
}

func TestTryPage(t *testing.T) {
	t.Parallel()
	url := deskServer(t, newDesk(t))
	file := filepath.Join(t.TempDir(), "label.png")
	require.NoError(t, os.WriteFile(file, picture(t, 640, 480), 0o600))
	ctx := browse(t, 1280, 900)
	run(t, ctx, chromedp.Navigate(url+"try"), signIn("test-key-1"), chromedp.WaitVisible("#endpoint"),
		chromedp.SetValue("#endpoint", "/shipping-label/v2"), chromedp.SetUploadFiles("#file", []string{file}), chromedp.Click("#send"),
		text("#said", "HTTP 200"), boxes("#view", 1), text("#fields", "สมชาย ใจดี"), text("#json", `"reciever_address": {}`))
	var points string
	run(t, ctx, chromedp.AttributeValue("#view polygon", "points", &points, nil))
	assert.Equal(t, "100,100 300,100 300,140 100,140", strings.Join(rounded(points), " "))
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
	run(t, ctx, chromedp.Navigate(url+"phone"), signIn("test-key-1"), chromedp.WaitVisible("#endpoint"),
		chromedp.AttributeValue("#camera", "capture", &capture, nil), chromedp.SetValue("#endpoint", "/shipping-label/v2"),
		chromedp.SetUploadFiles("#camera", []string{good}), text("#verdict", "OK"), text("#verdict", "สมชาย ใจดี"), boxes("#view", 1),
		chromedp.SetUploadFiles("#camera", []string{small}), text("#verdict", "turn it and try again"), text("#verdict", "put it flat"), text("#history", "สมชาย ใจดี"))
	assert.Equal(t, "environment", capture)
	fits(t, ctx)
}

package httpapi_test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract"
	"lensd/httpapi"
	"lensd/httpapi/pages/pagestest"
)

// plainSetup shows a configuration with one station, and changes nothing.
type plainSetup struct{}

func (plainSetup) Open() bool                         { return false }
func (plainSetup) Claim(string) (string, bool, error) { return "", false, nil }
func (plainSetup) View(context.Context) (any, error) {
	return json.RawMessage(`{"box":{"id":"b1","name":"Cellar box"},"mqtt":{"broker":"none","discovery":"none"},"kinds":["water-meter","shipping-label"],"devices":[],
		"stations":[{"name":"cellar","kind":"water-meter","camera":{"source":"push"},"trigger":{"on":"command"},"gate":{"decimals":3,"max_rate_per_hour":5}}]}`), nil
}
func (plainSetup) Change(context.Context, string, json.RawMessage) error        { return nil }
func (plainSetup) ChangeStation(context.Context, string, json.RawMessage) error { return nil }
func (plainSetup) RemoveStation(context.Context, string) error                  { return nil }
func (plainSetup) TryCamera(context.Context, json.RawMessage) ([]byte, error)   { return nil, nil }
func (plainSetup) TryBroker(context.Context, json.RawMessage) error             { return nil }
func (plainSetup) Keys() (any, error) {
	return json.RawMessage(`[{"name":"owner","role":"admin"}]`), nil
}
func (plainSetup) Certificate(context.Context) (any, error) {
	return map[string]string{"mode": "own", "fingerprint": "AB:CD"}, nil
}
func (plainSetup) MakeCertificate(context.Context) error       { return nil }
func (plainSetup) AddKey(string, httpapi.Role) (string, error) { return "", nil }
func (plainSetup) RevokeKey(string) error                      { return nil }

// Every page in both languages, with something on it, has no serious barrier; all that can be done is reached by the keyboard.
func TestEveryPageIsAccessible(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.Use(quarters())
	d.Add(extract.Reading{Station: "desk", Kind: extract.ShippingLabel, Reason: "low_confidence", Confidence: 0.3,
		Data: json.RawMessage(`{"reciever_name":{"value":"A","confidence":0.3,"bboxes_norm":[]},"reciever_address":{"value":"B","confidence":0.9,"bboxes_norm":[]}}`)})
	srv := serve(t, httpapi.Config{BasePath: "/ocr", Stations: d, Readings: d, Setup: plainSetup{}, Box: httpapi.Box{ID: "b1", Name: "Cellar box", Version: "1"},
		Readers: map[extract.Kind]extract.Reader{extract.ShippingLabel: labelReader()},
		Journal: func() []string { return []string{"level=INFO msg=started"} },
		Backup:  func(w io.Writer) error { _, err := io.WriteString(w, "all of it"); return err }})
	url := srv.URL + "/ocr/"
	file := filepath.Join(t.TempDir(), "label.png")
	require.NoError(t, os.WriteFile(file, picture(t, 640, 480), 0o600))
	ctx := pagestest.Browse(t, 390, 844)
	pagestest.Run(t, ctx, chromedp.Navigate(url), chromedp.WaitVisible("#key"))
	pagestest.Accessible(t, ctx, "signing in")
	pagestest.Run(t, ctx, pagestest.SignIn("test-key-1"))
	for _, language := range []string{"en", "th"} {
		for path, ready := range map[string]string{
			"": "[data-station=cellar] .badge", "station?name=cellar": "#chart [data-bar]", "station?name=desk": "[data-check] .right", "try": "#send", "phone": "#camera",
			"health": "#checksList tr", "setup": "#fingerprint",
		} {
			pagestest.Run(t, ctx, chromedp.Navigate(url+path), chromedp.WaitReady(ready), pagestest.True(`document.documentElement.lang === '`+language+`'`))
			if path == "try" {
				pagestest.Run(t, ctx, chromedp.SetUploadFiles("#file", []string{file}), chromedp.Click("#send"), pagestest.Text("#fields", "สมชาย ใจดี"))
			}
			if path == "setup" {
				pagestest.Run(t, ctx, chromedp.Click("[data-station=cellar] button:nth-of-type(2)"), chromedp.WaitVisible("#stationForm [name=name]"))
			}
			pagestest.Accessible(t, ctx, language+" "+path)
			pagestest.Fits(t, ctx)
		}
		pagestest.Run(t, ctx, chromedp.Click("#language"), pagestest.True(`document.documentElement.lang !== '`+language+`' && document.readyState === 'complete'`))
	}
	// From the top of the page Tab goes through all that can be pressed, in the order in which it stands there.
	var wanted, reached []string
	pagestest.Run(t, ctx, chromedp.Navigate(url+"health"), chromedp.WaitVisible("#download"),
		chromedp.Evaluate(`[...document.querySelectorAll('a, button, input, [tabindex="0"]')].filter((e) => e.offsetParent).map((e) => e.id || e.textContent)`, &wanted))
	for range wanted {
		var at string
		pagestest.Run(t, ctx, chromedp.KeyEvent(kb.Tab), chromedp.Evaluate(`document.activeElement.id || document.activeElement.textContent`, &at))
		reached = append(reached, at)
	}
	assert.Equal(t, wanted, reached)
}

func TestTheBoxIsCaredForOverHTTP(t *testing.T) {
	srv := serve(t, httpapi.Config{Journal: func() []string { return []string{"one", "two"} }, Backup: func(w io.Writer) error {
		_, err := io.WriteString(w, strings.Repeat("all of it ", 1000))
		return err
	}})
	get := func(path string) (string, http.Header) {
		req, err := http.NewRequest(http.MethodGet, srv.URL+path, nil)
		require.NoError(t, err)
		req.Header.Set("x-service-key", "test-key-1")
		res, err := http.DefaultClient.Do(req)
		require.NoError(t, err)
		defer res.Body.Close()
		b, err := io.ReadAll(res.Body)
		require.NoError(t, err)
		return string(b), res.Header
	}
	text, _ := get("/v1/log")
	assert.JSONEq(t, `{"lines":["one","two"]}`, text)
	text, head := get("/v1/backup")
	assert.Len(t, text, 10_000)
	assert.Contains(t, head.Get("Content-Disposition"), ".backup")
}

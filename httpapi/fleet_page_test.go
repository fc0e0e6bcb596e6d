package httpapi_test

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"

	"lensd/httpapi"
	"lensd/httpapi/pages/pagestest"
)

// boxes are what a broker knows; empty: it is away.
type boxes struct {
	mu   sync.Mutex
	text string
}

func (b *boxes) Boxes(context.Context) (any, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.text == "" {
		return nil, errors.New("away")
	}
	return json.RawMessage(b.text), nil
}

func (b *boxes) say(text string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.text = text
}

const someBoxes = `{"boxes":[
	{"id":"cellar","online":true,"troubles":[],"about":{"box":"cellar","name":"Cellar","version":"1.4","clock":"synced","stations":[{"name":"a","kind":"water-meter","state":"ok","online":true,"last":"2026-11-22T09:00:00Z","accepted":true}],
		"problems":[],"queue":2,"outbox":3,"disk_free":61,"disk_size":100,"temperature":48.4,"config":{"in_use":7}}},
	{"id":"gate","online":true,"troubles":["camera_gate: no picture for 10 s","configuration refused: rolled back after 1m0s: the broker was not joined"],
		"about":{"box":"gate","name":"<img src=x onerror=fail()>","version":"1.4","clock":"unsynced","stations":[{"name":"b","kind":"passport","state":"camera_lost","online":false}],
		"problems":["camera_gate: no picture for 10 s"],"queue":0,"outbox":12,"disk_free":0,"disk_size":0,"config":{"in_use":6,"refused":{"version":8,"reason":"rolled back after 1m0s: the broker was not joined","at":"2026-11-22T09:00:00Z"}}}},
	{"id":"shed","online":true,"troubles":[],"about":{"box":"shed","name":"shed","version":"1.4","clock":"synced","stations":[],"problems":[],"queue":0,"outbox":0,"disk_free":1,"disk_size":2,"config":{"in_use":6,"trying":8}}},
	{"id":"silent","online":false,"troubles":["offline"]}]}`

// The owner of many boxes sees at a glance which are well, what a new configuration did, and what went wrong, in either language, on
// a phone and on a screen.
func TestThePageOfAllBoxes(t *testing.T) {
	t.Parallel()
	known := &boxes{}
	url := serve(t, httpapi.Config{Fleet: known}).URL + "/fleet"
	for _, width := range []int{390, 1280} {
		known.say(someBoxes)
		ctx := pagestest.Browse(t, width, 844)
		pagestest.Run(t, ctx, chromedp.Navigate(url), pagestest.SignIn("test-key-1"), pagestest.Text("#sum", "3 of 4 online"),
			pagestest.Text("[data-box=cellar]", "well"), pagestest.Text("[data-box=cellar] td:nth-of-type(7)", "61 %"), pagestest.Text("[data-box=cellar] td:nth-of-type(8)", "48 °C"),
			pagestest.Text("[data-box=gate]", "6, 8 refused"), pagestest.Text("[data-box=gate] td.bad", "rolled back after 1m0s: the broker was not joined"),
			pagestest.Text("[data-box=gate]", "<img src=x"), pagestest.True(`!document.querySelector('#boxes img')`),
			pagestest.Text("[data-box=shed]", "6, 8 on trial"), pagestest.Text("[data-box=silent] .badge.bad", "offline"))
		pagestest.Accessible(t, ctx, "boxes")
		pagestest.Fits(t, ctx)
		pagestest.Run(t, ctx, chromedp.Click("#language"), pagestest.True(`document.documentElement.lang === 'th'`), pagestest.Text("[data-box=gate]", "rolled back"))
		pagestest.Accessible(t, ctx, "boxes in Thai")
		pagestest.Fits(t, ctx)
		known.say("")
		pagestest.Run(t, ctx, chromedp.Click("#language"), pagestest.True(`document.documentElement.lang === 'en'`), pagestest.Text("#notice", "The broker cannot be asked"),
			pagestest.True(`document.querySelector('#boxes tbody').rows.length === 0`))
		pagestest.Accessible(t, ctx, "no broker")
	}
}

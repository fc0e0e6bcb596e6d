// Command story drives a box as it comes out of its parcel in a headless Chromium, as its owner would: the code from the log, a
// network camera that it simulates, the aiming view, the first reading on the page and at the box's own broker. scripts/story/run
// installs such a box first. It prints how long each step took, and ends with 1 where one fails.
package main

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"log"
	"net"
	"net/http"
	"os"
	"regexp"
	"strings"
	"sync/atomic"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	mqtt "github.com/eclipse/paho.mqtt.golang"

	"lensd/httpapi/pages/pagestest"
)

// patience is what the whole story may take on any machine; the bar is far below.
const patience = 15 * time.Minute

type story struct {
	url, logFile, broker, language string
	width                          int64
	value                          string // that the camera shows
	camera                         string // its address
	began                          time.Time
}

func main() {
	var s story
	flag.StringVar(&s.url, "url", "http://127.0.0.1:8080", "address of the box")
	flag.StringVar(&s.logFile, "log", "", "`file` that the box writes its log to")
	flag.StringVar(&s.broker, "broker", "tcp://127.0.0.1:1883", "address of its broker")
	flag.StringVar(&s.language, "language", "en", "of the browser: en or th")
	flag.Int64Var(&s.width, "width", 1280, "of the browser, in pixels")
	flag.Parse()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	s.began = time.Now()
	if err := s.play(ctx); err != nil {
		log.Fatal(err)
	}
}

func (s *story) tell(what string) {
	fmt.Printf("%s %dpx: %6.1f s  %s\n", s.language, s.width, time.Since(s.began).Seconds(), what)
}

func (s *story) play(ctx context.Context) error {
	if err := s.simulate(); err != nil {
		return err
	}
	code, err := s.code(ctx)
	if err != nil {
		return err
	}
	s.tell("the box is up and its code is in the log")
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.NoSandbox, chromedp.WSURLReadTimeout(2*time.Minute))
	ctx, cancel := chromedp.NewExecAllocator(ctx, options...)
	defer cancel()
	ctx, cancel = chromedp.NewContext(ctx, chromedp.WithErrorf(func(string, ...any) {}))
	defer cancel()
	readings, err := s.listen()
	if err != nil {
		return err
	}
	if err := s.setUp(ctx, code); err != nil {
		return err
	}
	select {
	case payload := <-readings:
		if !strings.Contains(payload, s.value) {
			return fmt.Errorf("the broker got another reading: %s", payload)
		}
		s.tell("the first reading is at the broker")
	case <-ctx.Done():
		return errors.New("the broker got no reading")
	}
	return s.paints(ctx)
}

// simulate serves a drawn meter, which differs in a comment from picture to picture as a sensor's noise does.
func (s *story) simulate() error {
	picture, err := os.ReadFile("vision/meter/testdata/station-3.jpg")
	if err != nil {
		return err
	}
	truth, err := os.ReadFile("vision/meter/testdata/truth.jsonl")
	if err != nil {
		return err
	}
	for line := range strings.Lines(string(truth)) {
		var row struct {
			File, Digits string
			Decimals     int
		}
		if err := json.Unmarshal([]byte(line), &row); err == nil && row.File == "station-3.jpg" {
			s.value = row.Digits[:len(row.Digits)-row.Decimals] + "." + row.Digits[len(row.Digits)-row.Decimals:]
		}
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	s.camera = "http://" + l.Addr().String() + "/picture.jpg"
	var n atomic.Uint64
	go func() {
		_ = http.Serve(l, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { //nolint:gosec // a camera of a minute
			comment := binary.BigEndian.AppendUint64([]byte{0xff, 0xfe, 0, 10}, n.Add(1))
			w.Header().Set("Content-Type", "image/jpeg")
			_, _ = w.Write(bytes.Join([][]byte{picture[:2], comment, picture[2:]}, nil))
		}))
	}()
	return nil
}

// code waits for the set-up code in the log.
func (s *story) code(ctx context.Context) (string, error) {
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	pattern := regexp.MustCompile(`code=([A-Z0-9]{4}-[A-Z0-9]{4})`)
	for {
		text, _ := os.ReadFile(s.logFile) // it comes with the box
		if m := pattern.FindSubmatch(text); m != nil {
			if res, err := http.Get(s.url + "/healthz"); err == nil {
				return string(m[1]), res.Body.Close()
			}
		}
		select {
		case <-ctx.Done():
			return "", fmt.Errorf("no code in the log: %s", text)
		case <-tick.C:
		}
	}
}

// listen joins the box's broker.
func (s *story) listen() (<-chan string, error) {
	got := make(chan string, 100)
	c := mqtt.NewClient(mqtt.NewClientOptions().AddBroker(s.broker).SetClientID("story"))
	if t := c.Connect(); !t.WaitTimeout(time.Minute) || t.Error() != nil {
		return nil, fmt.Errorf("the broker does not answer: %w", t.Error())
	}
	t := c.Subscribe("lensd/+/cellar/reading", 1, func(_ mqtt.Client, m mqtt.Message) { got <- string(m.Payload()) })
	t.Wait()
	return got, t.Error()
}

// setUp is what the owner does on the page.
func (s *story) setUp(ctx context.Context, code string) error {
	locale := map[string]string{"en": "en-GB", "th": "th-TH"}[s.language]
	reads := map[string]string{"en": "This will read: ", "th": "จะอ่านได้: "}[s.language]
	for _, step := range []struct {
		does string
		how  chromedp.Tasks
	}{
		{"the page opens in the browser's language", chromedp.Tasks{chromedp.EmulateViewport(s.width, 844), emulation.SetUserAgentOverride("story").WithAcceptLanguage(locale),
			chromedp.Navigate(s.url), chromedp.WaitVisible("#claim input"), pagestest.True(`document.documentElement.lang === '` + s.language + `'`)}},
		{"the box is claimed", chromedp.Tasks{chromedp.SetValue("#claim input", code), chromedp.Click("#claim button"), chromedp.WaitVisible("#freshDone"), chromedp.Click("#freshDone"), chromedp.WaitVisible("#add")}},
		{"the camera is tried", chromedp.Tasks{chromedp.Click("#add"), chromedp.WaitVisible("#stationForm"), chromedp.SetValue("#stationForm [name=name]", "cellar"),
			pagestest.Choose("#stationForm [name=camera]", `{"source":"http","device":""}`), chromedp.SetValue("#stationForm [name=url]", s.camera),
			chromedp.Click("#tryCamera"), pagestest.True(`document.querySelector('#tried img')?.naturalWidth > 0`)}},
		{"the station is added, and aimed", chromedp.Tasks{pagestest.Choose("#stationForm [name=trigger]", "command"), chromedp.Click("#save"), chromedp.WaitVisible("#aim"), pagestest.Text("#reads", reads+s.value),
			pagestest.True(`document.querySelectorAll('#aimView polygon').length > 0`)}},
		{"the first reading is on the page", chromedp.Tasks{pagestest.True(`document.documentElement.scrollWidth <= innerWidth`), chromedp.Click("#right"), pagestest.Text("#done", s.value), chromedp.Click("#done a"), pagestest.Text("#verdict", s.value)}},
	} {
		if err := chromedp.Run(ctx, step.how); err != nil {
			return fmt.Errorf("%s: %w", step.does, err)
		}
		s.tell(step.does)
	}
	return nil
}

// paints tells how soon pages show something: first anything, then what they are for.
func (s *story) paints(ctx context.Context) error {
	for path, of := range map[string]string{"/": `[data-station=cellar] .value`, "/station?name=cellar": "#verdict", "/health": "#checksList tr", "/try": "#endpoint option"} {
		var first, useful float64
		err := chromedp.Run(ctx, chromedp.Navigate(s.url+path), chromedp.Evaluate(`new Promise((done) => { const look = () => {
			const paint = performance.getEntriesByName('first-contentful-paint')[0];
			if (paint && document.querySelector('`+of+`')?.textContent) done(paint.startTime); else requestAnimationFrame(look); }; look(); })`, &first, awaited),
			chromedp.Evaluate(`performance.now()`, &useful))
		if err != nil {
			return err
		}
		fmt.Printf("%s %dpx: %-22s first paint %4.0f ms, useful %4.0f ms\n", s.language, s.width, path, first, useful)
	}
	return nil
}

// awaited waits for a script's promise.
func awaited(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }

// Command shot draws docs/page.png: it opens the page of a running box (scripts/run) in a headless Chromium of a phone's
// size, signs in, waits for a reading with its boxes, and takes the picture.
//
//	go run ./scripts/shot -url http://127.0.0.1:8080 -key KEY -o docs/page.png
package main

import (
	"context"
	"flag"
	"log"
	"os"
	"time"

	"github.com/chromedp/chromedp"
)

func main() {
	url := flag.String("url", "http://127.0.0.1:8080", "address of the box")
	key := flag.String("key", "", "service key")
	out := flag.String("o", "docs/page.png", "file to write")
	width := flag.Int64("width", 430, "of the window, in CSS pixels")
	height := flag.Int64("height", 860, "of the window, in CSS pixels")
	flag.Parse()
	if err := shoot(*url, *key, *out, *width, *height); err != nil {
		log.Fatal(err)
	}
}

func shoot(url, key, out string, width, height int64) error {
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.NoSandbox, chromedp.Flag("lang", "en"))
	ctx, cancel := chromedp.NewExecAllocator(context.Background(), options...)
	defer cancel()
	ctx, cancel = context.WithTimeout(ctx, 2*time.Minute)
	defer cancel()
	ctx, cancel = chromedp.NewContext(ctx, chromedp.WithErrorf(func(string, ...any) {}))
	defer cancel()
	var png []byte
	err := chromedp.Run(ctx,
		chromedp.EmulateViewport(width, height, chromedp.EmulateScale(1.5)),
		chromedp.Navigate(url),
		chromedp.WaitVisible("#key"), chromedp.SetValue("#key", key), chromedp.Click("#signin button"),
		chromedp.Poll(`document.querySelectorAll("polygon").length > 4`, nil, chromedp.WithPollingTimeout(time.Minute)),
		chromedp.Sleep(3*time.Second), // the live picture beside it
		chromedp.CaptureScreenshot(&png),
	)
	if err != nil {
		return err
	}
	return os.WriteFile(out, png, 0o644)
}

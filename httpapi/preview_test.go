package httpapi_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"lensd/extract"
	"lensd/httpapi"
	"lensd/httpapi/pages/pagestest"
	"lensd/vision/geom"
)

// threePages reads the first and the last of three pages, and draws all of them.
func threePages(t *testing.T) (reads, draws extract.Reader) {
	small := picture(t, 110, 150)
	reads = extract.ReaderFunc(func(_ context.Context, doc extract.Document) (extract.Result, error) {
		res := extract.Result{Kind: doc.Kind}
		for n := 1; n <= 3; n++ {
			page := extract.Page{Number: n, Width: 1100, Height: 1500}
			if n == 2 {
				page.Err = &extract.Error{Kind: extract.KindUndecodable, Page: 2, Message: "the page is damaged"}
			} else {
				q := geom.QuadOf(geom.Rect{X0: 100 * float64(n), Y0: 10, X1: 100*float64(n) + 50, Y1: 30})
				page.Items = []extract.Item{{Tables: []extract.Table{{Rows: 1, Columns: 1, Cells: []extract.Cell{{Row: 1, Column: 1, Text: fmt.Sprint("cell ", n), Quad: q, Confidence: 0.9}}}}}}
			}
			res.Pages = append(res.Pages, page)
		}
		return res, nil
	})
	draws = extract.ReaderFunc(func(_ context.Context, doc extract.Document) (extract.Result, error) {
		if doc.Options.PDFPassword != "secret" {
			return extract.Result{}, extract.Errorf(extract.KindPassword, "the PDF is locked; send its password")
		}
		page := func(n int) extract.Page { return extract.Page{Number: n, Width: 1100, Height: 1500, Picture: small} }
		broken := extract.Page{Number: 2, Err: &extract.Error{Kind: extract.KindUndecodable, Page: 2, Message: "the page is damaged"}}
		return extract.Result{Kind: doc.Kind, Pages: []extract.Page{page(1), broken, page(3)}}, nil
	})
	return reads, draws
}

// A PDF's pages are shown small, the one that was not read with the reason, and the boxes stand on the page that was chosen.
func TestThePagesOfAPDFAreShown(t *testing.T) {
	t.Parallel()
	reads, draws := threePages(t)
	url := serve(t, httpapi.Config{BasePath: "/ocr", Readers: map[extract.Kind]extract.Reader{extract.TableDocument: reads, extract.Preview: draws}}).URL + "/ocr/"
	file := filepath.Join(t.TempDir(), "three.pdf")
	require.NoError(t, os.WriteFile(file, []byte("%PDF-1.4 of three pages"), 0o600))
	ctx := pagestest.Browse(t, 390, 844)
	pagestest.Run(t, ctx, chromedp.Navigate(url+"try"), pagestest.SignIn("test-key-1"), chromedp.WaitReady("#endpoint option"),
		chromedp.SetValue("#endpoint", "/table-exraction/v1"), chromedp.SetUploadFiles("#file", []string{file}), chromedp.SetValue("#pdf_password", "secret"), chromedp.Click("#send"),
		pagestest.Text("#said", "HTTP 206"), pagestest.Text("#errors", "page 2: the page is damaged"),
		pagestest.True(`document.querySelectorAll('#leaves li').length === 3`), pagestest.True(`document.querySelector('#view img').naturalWidth === 110`),
		pagestest.True(`document.querySelector('#view svg').getAttribute('viewBox') === '0 0 1100 1500'`), pagestest.Boxes("#view", 1),
		pagestest.True(`document.querySelector('#leaves .wrong').getAttribute('aria-label') === 'Page 2: the page is damaged'`),
		chromedp.Click("#leaves li:nth-child(3) button"), pagestest.Text("#at", "Picture 3 of 3"), pagestest.Boxes("#view", 1),
		pagestest.True(`document.querySelector('#view polygon').getAttribute('points').startsWith('300,10 ')`),
		chromedp.Click("#leaves li:nth-child(2) button"), pagestest.Text("#view", "the page is damaged"), pagestest.Picture("8-pages", "#said"))
	pagestest.Fits(t, ctx)
	pagestest.Accessible(t, ctx, "try with pages")
}

// A document of which nothing can be drawn is answered as everywhere.
func TestPagesThatCannotBeDrawn(t *testing.T) {
	t.Parallel()
	_, draws := threePages(t)
	url := serve(t, httpapi.Config{Readers: map[extract.Kind]extract.Reader{extract.Preview: draws}}).URL
	res, body := do(t, "POST", url+"/v1/pages", strings.NewReader(`{"image":"JVBERi0xLjQ="}`), asJSON...)
	require.Equal(t, 422, res.StatusCode, string(body))
	require.Contains(t, res.Header.Get("X-Error-Detail")+string(body), "locked")
	res, body = do(t, "POST", url+"/v1/pages", strings.NewReader(`{"image":"JVBERi0xLjQ=","option":{"pdf_password":"secret"}}`), asJSON...)
	require.Equal(t, 200, res.StatusCode)
	checkSchema(t, "POST", "/v1/pages", 200, body)
	res, _ = do(t, "POST", serve(t, httpapi.Config{}).URL+"/v1/pages", strings.NewReader(`{"image":"JVBERi0xLjQ="}`), asJSON...)
	require.Equal(t, 404, res.StatusCode)
}

package httpapi_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/csv"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract"
	"lensd/httpapi"
	"lensd/httpapi/pages/pagestest"
	"lensd/vision/geom"
)

// statementReader reads a page of two rows, of which the second does not add up; of several inputs the last cannot be read.
func statementReader() extract.Reader {
	return extract.ReaderFunc(func(_ context.Context, doc extract.Document) (extract.Result, error) {
		cell := func(row, column int, heading, text string) extract.Cell {
			q := geom.QuadOf(geom.Rect{X0: float64(100 * column), Y0: float64(100 * row), X1: float64(100*column + 80), Y1: float64(100*row + 20)})
			return extract.Cell{Row: row, Column: column, Heading: heading, Text: text, Quad: q, Confidence: 0.95}
		}
		balance, wrong := int64(15000), int64(99900)
		page := extract.Page{Number: 1, Width: 1200, Height: 1200, Items: []extract.Item{{
			Fields: []extract.Field{{Name: "account_name", Value: "สมชาย ใจดี", Confidence: 0.9}},
			Tables: []extract.Table{{Rows: 2, Columns: 2, Cells: []extract.Cell{
				cell(1, 1, "Deposit", "50.00"), cell(1, 2, "Balance", "150.00"), cell(2, 1, "Deposit", "10.00"), cell(2, 2, "Balance", "999.00")}}},
			Ledger: &extract.Ledger{Currency: "THB", Entries: []extract.Entry{
				{Page: 1, Row: 1, Date: "2024-02-29", Text: "=SUM(A1)", Amount: 5000, Balance: &balance, Sound: true},
				{Page: 1, Row: 2, Date: "2024-03-01", Text: "fee", Amount: 1000, Balance: &wrong, Broken: "balance 999.00 does not follow"}}},
		}}, Warnings: []*extract.Error{{Kind: extract.KindQuality, Page: 1, Message: "row 2: balance 999.00 does not follow"}}}
		res := extract.Result{Kind: doc.Kind, Pages: []extract.Page{page}}
		if len(doc.Inputs) > 1 {
			res.Pages = append(res.Pages, extract.Page{Number: 2, Err: &extract.Error{Kind: extract.KindCrashed, Page: 2, Message: "this page was not read"}})
		}
		return res, nil
	})
}

func statementServer(t *testing.T) string {
	t.Helper()
	return serve(t, httpapi.Config{BasePath: "/ocr", Readers: map[extract.Kind]extract.Reader{extract.BankStatement: statementReader()}}).URL + "/ocr/"
}

func TestAStatementComesAsBooks(t *testing.T) {
	url := statementServer(t)
	one := `"` + base64.StdEncoding.EncodeToString(picture(t, 1200, 1200)) + `"`
	cases := []struct {
		path, image string
		status      int
		mime, holds string
	}{
		{"bank-statement/v2?format=csv", one, 200, "text/csv; charset=utf-8", "1,1,2024-02-29,'=SUM(A1),50.00,150.00,sound"},
		{"bank-statement/v1?format=csv", one, 200, "text/csv; charset=utf-8", "1,2,2024-03-01,fee,10.00,999.00,balance 999.00 does not follow"},
		{"bank-statement/v2?format=ofx", one, 200, "application/x-ofx", "<TRNAMT>50.00</TRNAMT>"},
		{"bank-statement/v2?format=csv", "[" + one + "," + one + "]", 206, "text/csv; charset=utf-8", "sound"},
		{"bank-statement/v2?format=json", one, 200, "application/json; charset=utf-8", `"unbalanced"`},
		{"bank-statement/v2?format=xls", one, 422, "application/json; charset=utf-8", ""},
		{"bank-statement/v1?format=", one, 422, "application/json; charset=utf-8", ""},
		{"bank-statement/v1?format=csv", `""`, 422, "application/json; charset=utf-8", ""},
	}
	for _, c := range cases {
		res, b := do(t, "POST", url+c.path, bytes.NewReader([]byte(`{"image":`+c.image+`}`)), append(key, "Content-Type", "application/json")...)
		assert.Equal(t, c.status, res.StatusCode, "%s: %s", c.path, b)
		assert.Equal(t, c.mime, res.Header.Get("Content-Type"), c.path)
		assert.Contains(t, string(b), c.holds, c.path)
		if c.mime[:4] == "text" {
			lines, err := csv.NewReader(bytes.NewReader(b)).ReadAll()
			require.NoError(t, err)
			assert.Len(t, lines, 3)
		}
	}
}

// The table of a statement is shown as one, with the row marked that does not add up, and its movements can be saved.
func TestTryPageShowsAStatement(t *testing.T) {
	t.Parallel()
	url, saved := statementServer(t), t.TempDir()
	file := filepath.Join(t.TempDir(), "statement.png")
	require.NoError(t, os.WriteFile(file, picture(t, 1200, 1200), 0o600))
	ctx := pagestest.Browse(t, 1280, 900)
	lands := func(name string) chromedp.Action {
		return chromedp.ActionFunc(func(context.Context) error {
			require.Eventually(t, func() bool { _, err := os.Stat(filepath.Join(saved, name)); return err == nil }, time.Minute, 20*time.Millisecond, name)
			return nil
		})
	}
	pagestest.Run(t, ctx, downloadsTo(saved), chromedp.Navigate(url+"try"), pagestest.SignIn("test-key-1"), chromedp.WaitReady("#endpoint option"),
		chromedp.SetValue("#endpoint", "/bank-statement/v2"), chromedp.SetUploadFiles("#file", []string{file}), chromedp.Click("#send"),
		pagestest.Text("#said", "HTTP 200"), pagestest.Text("#fields", "สมชาย ใจดี"), pagestest.Text("#rows strong", "Page 1: 2 rows"), pagestest.Text("#rows thead", "Balance"),
		pagestest.Text("#rows tr.broken", "balance 999.00 does not follow"), pagestest.Boxes("#view", 4), pagestest.Picture("7-statement", "#rows"),
		chromedp.Click("#csv"), pagestest.Text("#said", "statement.csv is saved"), lands("statement.csv"),
		chromedp.Click("#ofx"), pagestest.Text("#said", "statement.ofx is saved"), lands("statement.ofx"),
		chromedp.Click("#asjson"), lands("statement.json"))
	var broken int
	pagestest.Run(t, ctx, chromedp.Evaluate(`document.querySelectorAll('#rows tr.broken').length`, &broken))
	assert.Equal(t, 1, broken, "only the row that does not add up is marked")
	pagestest.Fits(t, ctx)
}

// downloadsTo has the browser save files in a folder without asking.
func downloadsTo(folder string) chromedp.Action {
	return browser.SetDownloadBehavior(browser.SetDownloadBehaviorBehaviorAllow).WithDownloadPath(folder)
}

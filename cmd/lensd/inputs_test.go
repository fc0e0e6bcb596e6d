package main

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"image"
	"image/color"
	"image/jpeg"
	_ "image/png"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/httpapi/envelope"
)

// input returns a file of testdata/inputs: own pages of print, two.tif and the PDFs of two pages each.
func input(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("testdata", "inputs", name))
	require.NoError(t, err)
	return base64.StdEncoding.EncodeToString(b)
}

// Every form of input goes the whole way: request, reader process, envelope.
func TestEveryFormOfInput(t *testing.T) {
	b := startBox(t, "")
	pdf, tif, webp := input(t, "two.pdf"), input(t, "two.tif"), input(t, "one.webp")
	for name, c := range map[string]struct {
		image  any
		status int
		pages  int
	}{
		"WebP":                        {webp, http.StatusOK, 1},
		"data URI":                    {"data:image/webp;base64," + webp, http.StatusOK, 1},
		"TIFF of two pages":           {tif, http.StatusOK, 2},
		"PDF of two pages":            {pdf, http.StatusOK, 2},
		"a list of all":               {[]string{webp, tif, pdf}, http.StatusOK, 5},
		"a list with a broken page":   {[]string{webp, base64.StdEncoding.EncodeToString([]byte("broken")), pdf}, http.StatusPartialContent, 4},
		"locked PDF":                  {input(t, "locked.pdf"), http.StatusUnprocessableEntity, 0},
		"TIFF of a form that we lack": {input(t, "jpeg.tif"), http.StatusUnprocessableEntity, 0},
	} {
		t.Run(name, func(t *testing.T) {
			status, answer := b.post("/table-exraction/v1", b.key, map[string]any{"image": c.image})
			assert.Equal(t, c.status, status, "%v", answer)
			result, _ := answer["result"].([]any)
			assert.Len(t, result, c.pages, "%v", answer)
		})
	}
}

func TestReadDrawsEveryFormOfInput(t *testing.T) {
	for name, args := range map[string][]string{
		"PDF":        {"two.pdf"},
		"locked PDF": {"locked.pdf", "-option", "pdf_password=secret"},
		"TIFF":       {"two.tif"},
		"WebP":       {"one.webp"},
	} {
		t.Run(name, func(t *testing.T) {
			drawn := filepath.Join(t.TempDir(), "drawn.png")
			args := append([]string{"read", "table", filepath.Join("testdata", "inputs", args[0]), "-draw", drawn}, args[1:]...)
			out, err := lensd(args...).CombinedOutput()
			require.NoError(t, err, string(out))
			f, err := os.Open(drawn)
			require.NoError(t, err)
			defer f.Close()
			picture, _, err := image.Decode(f)
			require.NoError(t, err)
			assert.Equal(t, color.Gray{255}, color.GrayModel.Convert(picture.At(4, 4)), "paper is white")
			dark := 0
			for y := range picture.Bounds().Dy() {
				for x := range picture.Bounds().Dx() {
					if color.GrayModel.Convert(picture.At(x, y)).(color.Gray).Y < 100 { //nolint:forcetypeassert // the model's own
						dark++
					}
				}
			}
			assert.Greater(t, dark, 1000, "the page is under the boxes")
		})
	}
	t.Run("no such kind", func(t *testing.T) {
		out, err := lensd("read", "ticket", filepath.Join("testdata", "inputs", "one.webp")).CombinedOutput()
		require.Error(t, err)
		assert.Contains(t, string(out), `"ticket"`)
	})
}

// A locked PDF is opened with its password at every endpoint, and each says so when that is missing.
func TestALockedPDFIsOpenedAtEveryEndpoint(t *testing.T) {
	b := startBox(t, "mqtt: {broker: none}")
	locked := input(t, "locked.pdf")
	paths := []string{"/v1/pages"}
	for _, e := range envelope.Endpoints() {
		paths = append(paths, e.Path)
	}
	said := func(path string, body map[string]any) string {
		raw, err := json.Marshal(body)
		require.NoError(t, err)
		req, err := http.NewRequest(http.MethodPost, b.url+path, bytes.NewReader(raw))
		require.NoError(t, err)
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("x-service-key", b.key)
		res, err := http.DefaultClient.Do(req)
		require.NoError(t, err)
		defer res.Body.Close()
		require.Less(t, res.StatusCode, 500, path)
		text, err := io.ReadAll(res.Body)
		require.NoError(t, err)
		return res.Header.Get("X-Error-Detail") + string(text)
	}
	for _, path := range paths {
		assert.Contains(t, said(path, map[string]any{"image": locked}), "password", path)
		open := said(path, map[string]any{"image": locked, "option": map[string]any{"pdf_password": "secret"}})
		assert.NotContains(t, open, "password", path)
	}
	pages := said("/v1/pages", map[string]any{"image": locked, "option": map[string]any{"pdf_password": "secret"}})
	var drawn struct {
		Pages []struct {
			Width, Height int
			JPEG          []byte
		}
	}
	require.NoError(t, json.Unmarshal([]byte(pages), &drawn))
	require.Len(t, drawn.Pages, 2)
	for _, p := range drawn.Pages {
		small, err := jpeg.DecodeConfig(bytes.NewReader(p.JPEG))
		require.NoError(t, err)
		assert.Equal(t, 1100, max(small.Width, small.Height))
		assert.InDelta(t, float64(p.Width)/float64(p.Height), float64(small.Width)/float64(small.Height), 0.01)
	}
}

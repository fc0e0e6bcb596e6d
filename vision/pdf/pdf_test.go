package pdf

import (
	"bytes"
	"context"
	"image"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract"
	"lensd/vision/internal/printed"
)

// collect returns the pages that r gives for a file, with pictures of their own.
func collect(r *Renderer, file []byte, password string, limit int) (pages []Page, err error) {
	err = r.Pages(context.Background(), file, password, Span{Limit: limit}, func(p Page) bool {
		p.Image = &image.RGBA{Pix: bytes.Clone(p.Image.Pix), Stride: p.Image.Stride, Rect: p.Image.Rect}
		pages = append(pages, p)
		return true
	})
	return pages, err
}

// TestMain lets the tests of one run share the compiled sandbox.
func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "pdf")
	if err != nil {
		panic(err)
	}
	os.Setenv("PDF_TEST_CACHE", dir)
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}

func open(t testing.TB) *Renderer {
	r, err := Open(Config{CacheDir: os.Getenv("PDF_TEST_CACHE"), MaxBytes: 1 << 20, MaxPages: 3})
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, r.Close()) })
	return r
}

// One sandbox serves all cases, as in a reader's process: a bad file must not spoil the next one.
func TestPages(t *testing.T) {
	r := open(t)
	two := [][]string{{"Invoice 42", "Total 1,234.50"}, {"Second page"}}
	many := [][]string{{"1"}, {"2"}, {"3"}, {"4"}}
	plain := printed.PDF("", two...)
	cases := []struct {
		name     string
		file     []byte
		password string
		limit    int
		pages    int
		want     extract.ErrorKind
	}{
		{"two pages", plain, "", 0, 2, ""},
		{"a password that is not needed", plain, "spare", 0, 2, ""},
		{"a mail header before it", append([]byte("Content-Type: application/pdf\r\n\r\n"), plain...), "", 0, 2, ""},
		{"limit", plain, "", 1, 1, extract.KindTooLarge},
		{"more pages than any document may have", printed.PDF("", many...), "", 0, 3, extract.KindTooLarge},
		{"a limit above that bound", printed.PDF("", many...), "", 9, 3, extract.KindTooLarge},
		{"locked", printed.PDF("secret", two...), "", 0, 0, extract.KindPassword},
		{"wrong password", printed.PDF("secret", two...), "Secret", 0, 0, extract.KindPassword},
		{"right password", printed.PDF("secret", two...), "secret", 0, 2, ""},
		{"no pages", printed.PDF(""), "", 0, 0, extract.KindUndecodable},
		{"not a PDF", []byte("%PDF-1.4 nothing more"), "", 0, 0, extract.KindUndecodable},
		{"nothing", nil, "", 0, 0, extract.KindUndecodable},
		{"too many bytes", append(bytes.Clone(plain), make([]byte, 1<<20)...), "", 0, 0, extract.KindTooLarge},
		{"a page without area", bytes.ReplaceAll(plain, []byte("0 0 595 842"), []byte("0 0 5 5    ")), "", 0, 0, extract.KindTooSmall},
		{"after all of them", plain, "", 0, 2, ""},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			pages, err := collect(r, c.file, c.password, c.limit)
			assert.Equal(t, c.want, extract.KindOf(err), "%v", err)
			assert.Len(t, pages, c.pages)
		})
	}
	t.Run("missing and wrong password are told apart", func(t *testing.T) {
		_, missing := collect(r, printed.PDF("secret", two...), "", 0)
		_, wrong := collect(r, printed.PDF("secret", two...), "x", 0)
		assert.NotEqual(t, missing.Error(), wrong.Error())
	})
	for name, box := range map[string]string{
		"upright": "/MediaBox [0 0 595 842]", "turned": "/Rotate 90 /MediaBox [0 0 595 842]", "upended": "/Rotate 180 /MediaBox [0 0 595 842]",
		"off its origin": "/MediaBox [-40 -30 555 812]", "cropped": "/MediaBox [0 0 700 900] /CropBox [20 30 600 870]",
	} {
		t.Run("text stands where the page shows it, "+name, func(t *testing.T) {
			textStandsOnInk(t, r, bytes.ReplaceAll(plain, []byte("/MediaBox [0 0 595 842]"), []byte(box)), !strings.Contains(box, "Rotate"))
		})
	}
	t.Run("the scale is that of DPI", func(t *testing.T) {
		pages, err := collect(r, plain, "", 0)
		require.NoError(t, err)
		assert.InDelta(t, 595*DPI/72, pages[0].Image.Rect.Dx(), 2)
		assert.InDelta(t, 842*DPI/72, pages[0].Image.Rect.Dy(), 2)
		assert.InDelta(t, 72*DPI/72, pages[0].Words[0].Box.X0, 6)
		assert.InDelta(t, pages[0].Words[0].Box.X0, pages[0].Words[0].Chars[0].X0, 0.01)
	})
	t.Run("a huge sheet is rendered more coarsely", func(t *testing.T) {
		pages, err := collect(r, bytes.ReplaceAll(plain, []byte("0 0 595 842"), []byte("0 0 9e3 9e3")), "", 1)
		assert.Equal(t, extract.KindTooLarge, extract.KindOf(err))
		require.Len(t, pages, 1)
		assert.LessOrEqual(t, pages[0].Image.Rect.Dx()*pages[0].Image.Rect.Dy(), int(maxSheetPixels*1.01))
	})
	t.Run("a page of blended layers has no paper of its own", func(t *testing.T) {
		blended := bytes.ReplaceAll(plain, []byte("/Resources << "), []byte("/Resources << /ExtGState << /G << /BM /Darken >> >> "))
		blended = bytes.ReplaceAll(blended, []byte("(Invoice 42) Tj ET\nBT "), []byte("(Invoice 42) Tj ET\n/G gs BT "))
		pages, err := collect(r, blended, "", 1)
		assert.Equal(t, extract.KindTooLarge, extract.KindOf(err))
		require.Len(t, pages, 1)
		assert.Zero(t, pages[0].Image.RGBAAt(3, 3).A, "whoever takes the picture lays it on paper")
	})
	t.Run("a cancelled request", func(t *testing.T) {
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		err := r.Pages(ctx, plain, "", Span{}, func(Page) bool { t.Error("a page after the end"); return true })
		assert.ErrorIs(t, err, context.Canceled)
	})
	t.Run("a visitor that has enough", func(t *testing.T) {
		n := 0
		require.NoError(t, r.Pages(context.Background(), plain, "", Span{}, func(Page) bool { n++; return false }))
		assert.Equal(t, 1, n)
	})
}

// The files are one page of package printed behind the lock that scripts/synth/statement puts on statements.
func TestEachCipherOpensWithItsPassword(t *testing.T) {
	r := open(t)
	for _, cipher := range []string{"rc4", "aes128", "aes256"} {
		b, err := os.ReadFile("testdata/" + cipher + ".pdf")
		require.NoError(t, err)
		for _, password := range []string{"", "01021991", "OWNER"} {
			pages, err := collect(r, b, password, 0)
			assert.Equal(t, extract.KindPassword, extract.KindOf(err), "%s with %q", cipher, password)
			assert.Empty(t, pages)
		}
		for _, password := range []string{"01021990", "owner"} {
			pages, err := collect(r, b, password, 0)
			require.NoError(t, err, "%s with %q", cipher, password)
			require.Len(t, pages, 1)
			var text []string
			for _, w := range pages[0].Words {
				text = append(text, w.Text)
			}
			assert.Equal(t, "01-02-24 Transfer 1,500.00 23,750.25", strings.Join(text, " "), cipher)
		}
	}
}

// textStandsOnInk also holds the words where the print is level.
func textStandsOnInk(t *testing.T, r *Renderer, file []byte, level bool) {
	pages, err := collect(r, file, "", 0)
	require.NoError(t, err)
	var got []string
	for _, w := range pages[0].Words {
		got = append(got, w.Text)
		dark := 0
		for y := int(w.Box.Y0); y < int(w.Box.Y1); y++ {
			for x := int(w.Box.X0); x < int(w.Box.X1); x++ {
				if pages[0].Image.RGBAAt(x, y).G < 128 {
					dark++
				}
			}
		}
		assert.Greater(t, float64(dark), 0.05*w.Box.W()*w.Box.H(), w.Text)
		assert.Len(t, w.Chars, len(w.Text))
	}
	if level {
		assert.Equal(t, []string{"Invoice", "42", "Total", "1,234.50"}, got)
	}
	assert.Equal(t, 2, pages[1].Number)
}

// FuzzPages holds that no file takes the process down, breaks the sandbox or gets past the limits.
func FuzzPages(f *testing.F) {
	plain := printed.PDF("", []string{"Invoice 42"})
	f.Add(plain, "")
	f.Add(printed.PDF("secret", []string{"x"}), "secret")
	f.Add(plain[:len(plain)/2], "")
	f.Add(bytes.ReplaceAll(plain, []byte("/Count 1"), []byte("/Count 9")), "")
	f.Add(bytes.ReplaceAll(plain, []byte("/Kids [4 0 R ]"), []byte("/Kids [2 0 R ]")), "") // a tree of pages that holds itself
	f.Add(bytes.ReplaceAll(plain, []byte("595 842"), []byte("1e9 1e9")), "")
	r := open(f)
	f.Fuzz(func(t *testing.T, file []byte, password string) {
		pages, err := collect(r, file, password, 2)
		assert.LessOrEqual(t, len(pages), 2)
		if len(pages) == 0 && err == nil {
			t.Error("neither pages nor an error")
		}
		for _, p := range pages {
			assert.LessOrEqual(t, p.Image.Rect.Dx()*p.Image.Rect.Dy(), int(maxSheetPixels*1.05))
		}
		good, err := collect(r, plain, "", 0)
		require.NoError(t, err, "the next file is read")
		assert.Len(t, good, 1)
	})
}

// Package pages holds the box's web pages: plain HTML, CSS and JavaScript that travel in the binary and fetch nothing
// from elsewhere, for a box without an internet connection serves them.
package pages

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"html/template"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strings"
)

//go:embed frame.html static
var files embed.FS

// contentPolicy lets a page run our own scripts only; blob: and data: are pictures that the user chose.
const contentPolicy = "default-src 'self'; img-src 'self' blob: data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

// Page is one file as it is served.
type Page struct {
	Path string // below the base path, "/" for the first page
	body []byte
	mime string
	etag string
}

// All lists the pages and what they are made of. An .html file holds what is between the body's tags, is put into frame.html
// beside the script of its name, and is served without its ending.
func All() ([]Page, error) {
	frame, err := template.ParseFS(files, "frame.html")
	if err != nil {
		return nil, err
	}
	entries, err := fs.ReadDir(files, "static")
	if err != nil {
		return nil, err
	}
	out := make([]Page, 0, len(entries))
	for _, e := range entries {
		body, err := fs.ReadFile(files, "static/"+e.Name())
		if err != nil {
			return nil, err
		}
		if name, ok := strings.CutSuffix(e.Name(), ".html"); ok {
			if body, err = framed(frame, name, body); err != nil {
				return nil, err
			}
		}
		sum := sha256.Sum256(body)
		out = append(out, Page{Path: address(e.Name()), body: body, mime: mime.TypeByExtension(path.Ext(e.Name())),
			etag: `"` + hex.EncodeToString(sum[:8]) + `"`})
	}
	return out, nil
}

// framed is a whole page around body, which is ours and so stands as it is.
func framed(frame *template.Template, name string, body []byte) ([]byte, error) {
	var page bytes.Buffer
	err := frame.Execute(&page, struct {
		Name string
		Body template.HTML
	}{name, template.HTML(body)}) //nolint:gosec // a file of this binary
	return page.Bytes(), err
}

func address(name string) string {
	if name == "index.html" {
		return "/"
	}
	return "/" + strings.TrimSuffix(name, ".html")
}

// ServeHTTP sends the page, or 304 to a browser that has it.
func (p Page) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Type", p.mime)
	h.Set("Content-Security-Policy", contentPolicy)
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cache-Control", "no-cache") // asks each time, so that an upgrade shows at once
	h.Set("ETag", p.etag)
	if r.Header.Get("If-None-Match") == p.etag {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	_, _ = w.Write(p.body) // a browser that has gone needs nothing
}

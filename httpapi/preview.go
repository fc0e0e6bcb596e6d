package httpapi

import (
	"context"
	"net/http"

	"lensd/extract"
	"lensd/httpapi/envelope"
)

// mostPreviews bounds an answer of pictures: about 100 KB each.
const mostPreviews = 60

// previewBody is what people see of one page.
type previewBody struct {
	Page   int    `json:"page"` // from 1, over all that was sent
	Width  int    `json:"width,omitempty"`
	Height int    `json:"height,omitempty"`
	JPEG   []byte `json:"jpeg,omitempty"`
	Error  string `json:"error,omitempty"` // why there is no picture
}

// drawPages answers with small pictures of a document's pages, for browsers show neither PDFs nor TIFFs within a page. The body is
// that of the documents' endpoints.
func (s *Server) drawPages(w http.ResponseWriter, r *http.Request) {
	reader := s.cfg.Readers[extract.Preview]
	if reader == nil {
		drain(w, r)
		s.fail(w, r, *problemOf(envelope.NotFound, "this box draws no pages"))
		return
	}
	h := s.hold(r.Context())
	defer h.release()
	req, p := s.parse(w, r, h, envelope.Endpoint{Kind: extract.Preview})
	if p != nil {
		s.fail(w, r, *p)
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), s.cfg.ReadTimeout)
	defer cancel()
	req.options.MaxPages = min(req.options.MaxPages, mostPreviews)
	res, err := reader.Read(ctx, extract.Document{Kind: extract.Preview, Inputs: req.image, Options: req.options})
	if err != nil {
		s.fail(w, r, s.readingProblem(r, err))
		return
	}
	pages := []previewBody{}
	for _, p := range res.Pages {
		one := previewBody{Page: p.Number, Width: p.Width, Height: p.Height, JPEG: p.Picture}
		if p.Err != nil {
			one = previewBody{Page: p.Number, Error: or(p.Err.Message, string(p.Err.Kind))}
		}
		pages = append(pages, one)
	}
	w.Header().Set("Cache-Control", "no-store")
	writeJSON(w, http.StatusOK, map[string]any{"pages": pages})
}

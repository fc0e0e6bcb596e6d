package readers

import (
	"context"

	"lensd/extract"
	"lensd/extract/meter"
	visionmeter "lensd/vision/meter"
	"lensd/vision/picture"
	"lensd/vision/sheet"
)

// meterReader reads water meters without any set-up.
type meterReader struct {
	finder  *visionmeter.Finder
	decoder *meter.Decoder
	pages   sheet.Pages
}

// openMeter loads the nets; Close frees them, but not pdf.
func openMeter(pdf sheet.PageSource) (*meterReader, error) {
	f, err := visionmeter.Open()
	if err != nil {
		return nil, err
	}
	return &meterReader{finder: f, decoder: meter.New(), pages: sheet.Pages{PDF: pdf}}, nil
}

// Close frees the nets.
func (r *meterReader) Close() error { return r.finder.Close() }

// Read implements extract.Reader. A page without a counter is KindNotFound.
func (r *meterReader) Read(ctx context.Context, doc extract.Document) (extract.Result, error) {
	return readPictures(ctx, r.pages, doc, func(_ context.Context, pic *picture.Picture) ([]extract.Item, error) {
		best, ok, err := r.finder.Read(pic, r.decoder)
		if err != nil {
			return nil, err
		}
		if !ok || best.Refused() {
			return nil, meter.NotFound(r.finder.Trouble(pic, best))
		}
		return []extract.Item{{Meter: &best.Meter}}, nil
	})
}

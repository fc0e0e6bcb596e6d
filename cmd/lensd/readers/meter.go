package readers

import (
	"context"
	"errors"

	"lensd/extract"
	"lensd/extract/meter"
	visionmeter "lensd/vision/meter"
	"lensd/vision/picture"
)

// meterReader reads water meters without any set-up.
type meterReader struct {
	finder  *visionmeter.Finder
	decoder *meter.Decoder
}

// openMeter loads the nets; Close frees them.
func openMeter() (*meterReader, error) {
	f, err := visionmeter.Open()
	if err != nil {
		return nil, err
	}
	return &meterReader{finder: f, decoder: meter.New()}, nil
}

// Close frees the nets.
func (r *meterReader) Close() error { return r.finder.Close() }

// Read takes each input as one picture of a meter. A picture without a counter is KindNotFound.
func (r *meterReader) Read(ctx context.Context, doc extract.Document) (extract.Result, error) {
	result := extract.Result{Kind: extract.WaterMeter}
	var last error
	read := false
	for i, b := range doc.Inputs {
		if err := ctx.Err(); err != nil {
			return result, extract.Errorf(extract.KindTimeout, "reading the meter was given up: %w", err)
		}
		page, err := r.page(b)
		page.Number = i + 1
		if err != nil {
			page.Err, last = asError(err), err
		} else {
			read = true
		}
		result.Pages = append(result.Pages, page)
	}
	if !read {
		if last == nil {
			last = extract.Errorf(extract.KindUndecodable, "there is no picture in the request")
		}
		return result, asError(last)
	}
	return result, nil
}

func (r *meterReader) page(b []byte) (extract.Page, error) {
	pic, err := picture.Decode(b, picture.DefaultLimits())
	if err != nil {
		return extract.Page{}, err
	}
	defer pic.Close()
	page := extract.Page{Width: pic.Width(), Height: pic.Height()}
	best, ok, err := r.finder.Read(pic, r.decoder)
	if err != nil {
		return page, err
	}
	if !ok || best.Refused() {
		return page, meter.NotFound()
	}
	page.Items = []extract.Item{{Meter: &best.Meter}}
	return page, nil
}

// asError keeps our errors and calls any other one internal.
func asError(err error) *extract.Error {
	var e *extract.Error
	if errors.As(err, &e) {
		return e
	}
	return &extract.Error{Kind: extract.KindInternal, Message: "the reader failed", Err: err}
}

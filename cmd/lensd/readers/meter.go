package readers

import (
	"context"
	"fmt"
	"slices"

	"lensd/extract"
	"lensd/extract/meter"
	"lensd/extract/overlay"
	"lensd/extract/trace"
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
	if doc.Options.Burst {
		return r.burst(ctx, doc)
	}
	return readPictures(ctx, r.pages, doc, func(ctx context.Context, pic *picture.Picture) ([]extract.Item, error) {
		best, err := r.one(ctx, pic, doc.Options)
		if err != nil {
			return nil, err
		}
		return []extract.Item{{Meter: &best.Meter}}, nil
	})
}

// one reads one picture; one without a counter is KindNotFound, with why as its message.
func (r *meterReader) one(ctx context.Context, pic *picture.Picture, opt extract.Options) (meter.Candidate, error) {
	defer trace.Stage(ctx, "counter")()
	best, ok, err := r.finder.Read(pic, r.decoder)
	if err == nil && ok && !best.Refused() {
		best, err = r.beside(pic, best, opt)
	}
	tellMeter(ctx, pic, best)
	if err != nil {
		return best, err
	}
	if !ok || best.Refused() {
		return best, meter.NotFound(r.finder.Trouble(pic, best))
	}
	return best, nil
}

// beside looks at what stands about the row: other rows and units, pointers, which tell a water meter too.
func (r *meterReader) beside(pic *picture.Picture, best meter.Candidate, opt extract.Options) (meter.Candidate, error) {
	best, err := r.named(pic, best, opt)
	if err != nil || !opt.Dials && !best.Turning() && best.Meter.Unit == nil {
		return best, err
	}
	seen, err := r.finder.Scales(pic, best)
	if err != nil {
		return best, err
	}
	best = r.decoder.Pointed(best, seen)
	best.Meter.Sort = meter.Sort(best.Meter.Unit, len(best.Meter.Dials) > 0)
	if !opt.Dials {
		best.Meter.Dials = nil
	}
	return best, nil
}

// named lets the units of a display's rows tell which of them is the reading, and tells units and rows where they were asked for.
func (r *meterReader) named(pic *picture.Picture, best meter.Candidate, opt extract.Options) (meter.Candidate, error) {
	if !opt.Unit && !opt.Registers && !best.Display() {
		return best, nil
	}
	best, err := r.finder.Named(pic, r.decoder, best, opt.Registers)
	if !opt.Unit {
		best.Meter.Unit = nil
	}
	if !opt.Registers {
		best.Meter.Registers = nil
	}
	return best, err
}

// burst reads all pictures of doc as one meter's and answers with one page: that whose boxes the reading has. A picture in which
// nothing was found is no error beside one that was read.
func (r *meterReader) burst(ctx context.Context, doc extract.Document) (extract.Result, error) {
	var seen []meter.Candidate
	all, err := readPictures(ctx, r.pages, doc, func(ctx context.Context, pic *picture.Picture) ([]extract.Item, error) {
		best, err := r.one(ctx, pic, doc.Options)
		if err != nil {
			return nil, err
		}
		seen = append(seen, best)
		return []extract.Item{{Meter: &best.Meter}}, nil
	})
	if err != nil {
		return all, err
	}
	pages := slices.DeleteFunc(all.Pages, func(p extract.Page) bool { return p.Err != nil })
	joint, from, ok := r.decoder.Joint(seen)
	if !ok || len(pages) != len(seen) {
		return all, extract.Errorf(extract.KindInternal, "%d of %d pictures were read", len(pages), len(seen))
	}
	pages[from].Items = []extract.Item{{Meter: &joint.Meter}}
	return extract.Result{Kind: doc.Kind, Pages: pages[from : from+1]}, nil
}

// tellMeter shows a trace the counter and where each of its digits stands on its ring.
func tellMeter(ctx context.Context, pic *picture.Picture, c meter.Candidate) {
	t := trace.From(ctx)
	if !t.Wide() {
		return
	}
	var marks []overlay.Mark
	var rows []trace.Row
	for i, q := range c.Meter.Digits {
		marks = append(marks, overlay.Mark{Quad: q, Caption: fmt.Sprint(i + 1), Confidence: c.Meter.Confidence})
	}
	for i, at := range c.Meter.Positions {
		rows = append(rows, trace.Row{Cells: []string{fmt.Sprint(i + 1), trace.Share(at)}})
	}
	t.Picture("counter", fmt.Sprintf("the best row: %q at %.2f", c.Meter.Value, c.Meter.Confidence), marks, pic.RGBA)
	t.Rows("rollers", "where each stands on its ring, 0 to 10", []string{"digit", "position"}, rows)
}

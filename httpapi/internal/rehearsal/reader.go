package rehearsal

import (
	"context"
	"hash/fnv"

	"lensd/extract"
	"lensd/vision/geom"
)

// Reader answers any bytes with a result or a refusal that their hash chooses, so that random requests meet every
// shape of answer that is not our own fault.
func Reader() extract.Reader {
	refusals := []extract.ErrorKind{extract.KindUnsupported, extract.KindUndecodable, extract.KindTooSmall, extract.KindTooLarge,
		extract.KindPassword, extract.KindQuality, extract.KindNotFound}
	return extract.ReaderFunc(func(_ context.Context, doc extract.Document) (extract.Result, error) {
		h := fnv.New32a()
		for _, in := range doc.Inputs {
			_, _ = h.Write(in) // a hash never fails
		}
		n := int(h.Sum32())
		refusal := extract.Errorf(refusals[n/4%len(refusals)], "a rehearsed refusal")
		switch n % 4 {
		case 0:
			return extract.Result{}, refusal
		case 1:
			return extract.Result{Pages: []extract.Page{page(1), {Number: 2, Width: 640, Height: 480, Err: refusal}}}, nil
		default:
			return extract.Result{Pages: []extract.Page{page(1)}}, nil
		}
	})
}

// page has something for every kind; each endpoint takes what it knows.
func page(n int) extract.Page {
	q := geom.QuadOf(geom.Rect{X0: 64, Y0: 48, X1: 320.4, Y1: 96})
	cells := []extract.Cell{{Row: 1, Column: 1, RowSpan: 1, ColumnSpan: 2, Heading: "รายการ", Text: "รวม", Quad: q, Confidence: 0.9},
		{Row: 2, Column: 1, RowSpan: 1, ColumnSpan: 1, Quad: q}}
	it := extract.Item{
		Fields: []extract.Field{{Name: "total", Value: "1,070.00", Quads: []geom.Quad{q, q}, Confidence: 0.97}, {Name: "bank_name", Value: "ธนาคาร", Quads: []geom.Quad{q}, Confidence: 0.5}},
		Tables: []extract.Table{{Rows: 2, Columns: 2, Quad: q, Cells: cells}},
		Meter:  &extract.Meter{Value: "01234.5", Digits: []geom.Quad{q}, Confidence: 0.9, Angle: -3.25},
		Face:   &extract.Face{Quad: q, JPEG: []byte{0xff, 0xd8, 0xff, 0xd9}},
		Codes:  []extract.Code{{Format: "QR_CODE", Text: "x", Quad: q, Payment: map[string]string{"scheme": "promptpay", "to": "0066812345678"}}}, Tracking: &extract.Tracking{Number: "TH1", Carrier: "x", Rule: "y"},
	}
	return extract.Page{Number: n, Width: 640, Height: 480, Items: []extract.Item{it}}
}

package station

import (
	"context"
	"strings"

	"lensd/extract"
)

// Pointed is a meter reader whose counters are known to have so many decimal wheels: a value without a point gets it.
// One dirty picture in which the wheels' colours do not show must not read as a thousand times the water.
func Pointed(r extract.Reader, decimals int) extract.Reader {
	if decimals <= 0 {
		return r
	}
	return extract.ReaderFunc(func(ctx context.Context, doc extract.Document) (extract.Result, error) {
		res, err := r.Read(ctx, doc)
		for _, p := range res.Pages {
			for _, it := range p.Items {
				if it.Meter != nil {
					point(it.Meter, decimals)
				}
			}
		}
		return res, err
	})
}

func point(m *extract.Meter, decimals int) {
	if strings.Contains(m.Value, ".") || len(m.Value) <= decimals {
		return
	}
	m.IntegerDigits = len(m.Value) - decimals
	m.Value = m.Value[:m.IntegerDigits] + "." + m.Value[m.IntegerDigits:]
}

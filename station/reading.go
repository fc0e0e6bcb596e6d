package station

import (
	"encoding/json"

	"lensd/extract"
)

// dataElements writes each item of a result as the kind's endpoint would: a picture may show two labels. A result without
// items, a page without a table, has none.
func (c Config) dataElements(r extract.Result) ([]json.RawMessage, error) {
	var out []json.RawMessage
	for _, p := range r.Pages {
		if p.Err != nil {
			continue
		}
		for _, it := range p.Items {
			raw, err := json.Marshal(c.Element(r.Kind, p, it))
			if err != nil {
				return nil, err
			}
			out = append(out, raw)
		}
	}
	return out, nil
}

// confidence of a result: a meter's own, else that of its weakest field.
func confidence(r extract.Result) float64 {
	worst, any := 1.0, false
	for _, p := range r.Pages {
		for _, it := range p.Items {
			if it.Meter != nil {
				return it.Meter.Confidence
			}
			for _, f := range it.Fields {
				worst, any = min(worst, f.Confidence), true
			}
		}
	}
	if !any {
		return 0
	}
	return worst
}

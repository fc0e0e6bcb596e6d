package sheet

import (
	"cmp"
	"context"
	"image"
	"slices"

	"lensd/extract"
	"lensd/vision/recognize"
)

// evenly is added to the confidences of readings under vote: recognisers that are unsure are wrong in different places.
const evenly = 0.3

// closely reads each crop in several sizes and weights by every recogniser. The value is that which most of the readings say, its
// confidence their share, and the alternatives are the others with theirs.
func closely(ctx context.Context, r recognize.Recognizer, lines recognize.Request) ([]extract.Text, error) {
	crops := lines.Crops
	var all []*image.Gray
	ends := make([]int, len(crops))
	for i, c := range crops {
		ways := []*image.Gray{c}
		if c.Rect.Dx() > 1 && c.Rect.Dy() > 1 {
			var err error
			if ways, err = recognize.Variants(c); err != nil {
				return nil, err
			}
		}
		all = append(all, ways...)
		ends[i] = len(all)
	}
	lines.Crops, lines.Effort = all, recognize.Effort{All: true}
	texts, err := r.Read(ctx, lines)
	if err != nil {
		return nil, err
	}
	out := make([]extract.Text, len(crops))
	from := 0
	for i, to := range ends {
		var said []extract.Text
		for member := 0; member < len(texts); member += len(all) {
			said = append(said, texts[member+from:member+to]...)
		}
		out[i], from = elected(said), to
	}
	return out, nil
}

// elected counts readings of one line.
func elected(said []extract.Text) extract.Text {
	var found []extract.Alternative
	all := 0.0
	for _, t := range said {
		if t.Value == "" {
			continue
		}
		w := t.Confidence + evenly
		all += w
		if i := slices.IndexFunc(found, func(a extract.Alternative) bool { return a.Value == t.Value }); i >= 0 {
			found[i].Confidence += w
		} else {
			found = append(found, extract.Alternative{Value: t.Value, Confidence: w})
		}
	}
	if len(found) == 0 {
		return extract.Text{}
	}
	for i := range found {
		found[i].Confidence /= all
	}
	slices.SortStableFunc(found, func(a, b extract.Alternative) int { return -cmp.Compare(a.Confidence, b.Confidence) })
	return extract.Text{Value: found[0].Value, Confidence: found[0].Confidence, Alternatives: found[1:]}
}

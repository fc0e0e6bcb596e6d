package rectify

import (
	"image"

	"gocv.io/x/gocv"

	"lensd/extract"
)

// Quality says how far the picture can be trusted. The measures are relative to print at the sheet's scale.
type Quality struct {
	Blur  float64 // 0 sharp, 1 strokes have dissolved
	Glare float64 // share of the page that is burnt out while the rest of the paper is not
	Dark  float64 // 0 well lit, 1 black
}

// measure compares the sheet before (a continuous Mat of type 8UC1) and after flattening.
func measure(sheet gocv.Mat, flat *image.Gray) (Quality, error) {
	raw, err := sheet.DataPtrUint8()
	if err != nil || len(raw) < len(flat.Pix) {
		return Quality{}, extract.Errorf(extract.KindInternal, "the sheet's pixels are not at hand: %w", err)
	}
	var light, burnt, n float64
	var ink, grey float64
	for i := 0; i < len(flat.Pix); i += 3 {
		v := flat.Pix[i]
		switch {
		case v < 96:
			ink++
		case v < 208:
			grey++
		default:
			n++
			light += float64(raw[i])
			if raw[i] >= 253 {
				burnt++
			}
		}
	}
	var q Quality
	if ink+grey > 0 {
		// Sharp print of 3 to 5 pixels a stroke has about as many border pixels as core pixels; blur makes border of core.
		q.Blur = clamp((grey/(ink+1) - 1.2) / 4)
	}
	if n > 0 {
		mean := light / n
		q.Dark = clamp(1 - mean/160)
		// Where all of the paper is white there is no glare, only a scanner.
		if mean < 235 {
			q.Glare = burnt / n
		}
	}
	return q, nil
}

func clamp(v float64) float64 { return max(0, min(1, v)) }

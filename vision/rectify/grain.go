package rectify

import (
	"cmp"
	"image"
	"math"
	"slices"

	"gocv.io/x/gocv"

	"lensd/vision/picture"
)

// What is as fine as strokes and everywhere is no print: the noise of a sensor in the dark, a printed screen, the pixels of a
// display. Where the level of ink does not keep it out, it falls apart into specks, each as good as a full stop.
const (
	leastGrain  = 0.01 // of the paper's tone; with less, specks are something else
	muchGrain   = 0.04 // of it; with as much, print falls apart too
	grainTile   = 16   // pixels: a place that is looked at
	grainTiles  = 12   // of them along either side
	grainReach  = 15   // pixels: an odd median that is wider than strokes is the paper
	grainShare  = 0.2  // of the places have less grain than what is taken for the page's: those with print have more
	paperShare  = 0.8  // of the places are darker than paper
	grainPixels = 4e6  // a larger picture is averaged at a smaller scale

	lightBlur   = 0.7 // pixels, standard deviation: fine print stays
	wholeBlur   = 1.0 // patterns of two to four pixels are gone
	grainReject = 1.6 // of the grain after lightBlur: what differs by less is of one tone
	grainPatch  = 7   // pixels: what is compared
	grainSearch = 15  // pixels: where
)

// smoothing writes to gray what it makes of the picture raw, both of type 8UC1.
type smoothing func(raw gocv.Mat, gray *gocv.Mat) error

func blurred(by float64) smoothing {
	return func(raw gocv.Mat, gray *gocv.Mat) error {
		gocv.GaussianBlur(raw, gray, image.Point{}, by, by, gocv.BorderReplicate)
		return nil
	}
}

// byLikes takes means of like patches, so that strokes keep their edges (Buades, Coll and Morel, A non-local algorithm for image
// denoising, 2005). Single pixels of heavy noise say too little of what is alike: they are blurred before.
func byLikes(raw gocv.Mat, gray *gocv.Mat) error {
	soft := gocv.NewMat()
	defer soft.Close()
	k := min(1, math.Sqrt(grainPixels/float64(raw.Cols()*raw.Rows())))
	gocv.Resize(raw, &soft, image.Point{}, k, k, gocv.InterpolationArea)
	if err := blurred(lightBlur)(soft, &soft); err != nil {
		return err
	}
	grain, _, err := grainOf(soft)
	if err != nil {
		return err
	}
	clean := gocv.NewMat()
	defer clean.Close()
	gocv.FastNlMeansDenoisingWithParams(soft, &clean, float32(grainReject*grain), grainPatch, grainSearch)
	gocv.Resize(clean, gray, image.Pt(raw.Cols(), raw.Rows()), 0, 0, gocv.InterpolationLinear)
	return nil
}

// smoothings lists what may be tried on a picture, of type 8UC1, the weaker before the stronger, while its grain is seen as ink;
// much reports that it must be.
func smoothings(gray gocv.Mat) (much bool, steps []smoothing, err error) {
	grain, tone, err := grainOf(gray)
	switch {
	case err != nil || grain == 0 || grain < leastGrain*tone:
		return false, nil, err
	case grain < muchGrain*tone:
		return false, []smoothing{blurred(lightBlur), blurred(wholeBlur), byLikes}, nil
	}
	return true, []smoothing{byLikes}, nil
}

// grainOf returns how far tones of the paper in src differ from their surroundings', as a standard deviation, and the paper's
// tone. Small pictures have none: their print stands too close.
func grainOf(src gocv.Mat) (grain, tone float64, err error) {
	const side = grainTile + 2*grainReach
	if src.Cols() < grainTiles*side/2 || src.Rows() < grainTiles*side/2 {
		return 0, 0, nil
	}
	places := make([]place, grainTiles*grainTiles)
	for i := range places {
		x := (i % grainTiles) * (src.Cols() - side) / (grainTiles - 1)
		y := (i / grainTiles) * (src.Rows() - side) / (grainTiles - 1)
		if places[i], err = grainAt(src, image.Rect(x, y, x+side, y+side)); err != nil {
			return 0, 0, err
		}
	}
	slices.SortFunc(places, func(a, b place) int { return cmp.Compare(a.tone, b.tone) })
	tone = places[int(paperShare*float64(len(places)))].tone
	paper := slices.DeleteFunc(places, func(p place) bool { return 2*p.tone < tone }) // noise is another in the dark
	slices.SortFunc(paper, func(a, b place) int { return cmp.Compare(a.grain, b.grain) })
	return paper[int(grainShare*float64(len(paper)))].grain, tone, nil
}

// place is a square of a picture: its grain, as a standard deviation, and its tone.
type place struct{ grain, tone float64 }

// grainAt measures the middle of a place. Print is what differs most from the paper: what differs by more than three times as much
// as half of the pixels counts for that much.
func grainAt(src gocv.Mat, at image.Rectangle) (place, error) {
	part := src.Region(at)
	defer part.Close()
	paper := gocv.NewMat()
	defer paper.Close()
	gocv.MedianBlur(part, &paper, grainReach)
	a, err := picture.ToGray(part)
	if err != nil {
		return place{}, err
	}
	b, err := picture.ToGray(paper)
	if err != nil {
		return place{}, err
	}
	var off, tones []int
	for y := grainReach; y < grainReach+grainTile; y++ {
		for x := grainReach; x < grainReach+grainTile; x++ {
			v, m := int(a.Pix[y*a.Stride+x]), int(b.Pix[y*b.Stride+x])
			off, tones = append(off, max(v-m, m-v)), append(tones, m)
		}
	}
	slices.Sort(off)
	slices.Sort(tones)
	most, sum := 3*off[len(off)/2]+1, 0
	for _, d := range off {
		sum += min(d, most)
	}
	const meanToDeviation = 1.25 // of a normal distribution
	return place{meanToDeviation * float64(sum) / float64(len(off)), float64(tones[len(tones)/2])}, nil
}

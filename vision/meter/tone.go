package meter

import (
	"image"
	"math"

	"gocv.io/x/gocv"
)

// tone is how a view's light is treated before the detector looks at it.
type tone int

const (
	asTaken tone = iota
	evened       // one channel, its contrast evened out over the picture: darkness, blown parts, a coloured lamp, haze
)

// Of the contrast-limited adaptive histogram equalisation (Zuiderveld, Graphics Gems IV, 1994), on a view's side of 256.
const (
	evenClip  = 3.0
	evenTiles = 6
)

// even replaces the view by its most telling channel, locally equalised. The rows' own cuts need none of it: strip and cells
// are standardised one by one.
func even(bgr []byte, side int) error {
	plane := make([]byte, side*side)
	telling(plane, bgr)
	src, err := gocv.NewMatFromBytes(side, side, gocv.MatTypeCV8U, plane)
	if err != nil {
		return err
	}
	defer src.Close()
	dst := gocv.NewMat()
	defer dst.Close()
	clahe := gocv.NewCLAHEWithParams(evenClip, image.Pt(evenTiles, evenTiles))
	defer clahe.Close()
	clahe.Apply(src, &dst)
	for i, v := range dst.ToBytes() {
		bgr[3*i], bgr[3*i+1], bgr[3*i+2] = v, v, v
	}
	return nil
}

// telling writes the mean of the channels, or the one channel that holds far more contrast than it, as under a lamp of one
// colour.
func telling(dst, bgr []byte) {
	var hist [4][256]int
	for i := range dst {
		b, g, r := bgr[3*i], bgr[3*i+1], bgr[3*i+2]
		dst[i] = byte((int(b) + int(g) + int(r)) / 3)
		hist[0][b]++
		hist[1][g]++
		hist[2][r]++
		hist[3][dst[i]]++
	}
	best, most := -1, 1.35*breadth(&hist[3])
	for c := range 3 {
		if w := breadth(&hist[c]); w > most {
			best, most = c, w
		}
	}
	if best < 0 {
		return
	}
	for i := range dst {
		dst[i] = bgr[3*i+best]
	}
}

// breadth is the distance between the twentieth part's darkest and brightest levels, the black of a view's border left out.
func breadth(hist *[256]int) float64 {
	return float64(level(hist, .95) - level(hist, .05))
}

// level is the least level up to which share of the pixels lie that are not black.
func level(hist *[256]int, share float64) int {
	total := 0
	for _, n := range hist[1:] {
		total += n
	}
	want, sum := int(math.Ceil(share*float64(total))), 0
	for v := 1; v < 256; v++ {
		if sum += hist[v]; sum >= want {
			return v
		}
	}
	return 255
}

package rectify

import (
	"image"

	"gocv.io/x/gocv"

	"lensd/extract"
	"lensd/vision/geom"
)

// Page is a rectified page.
type Page struct {
	Gray     *image.Gray     // upright, flat, paper white
	ToSource geom.Homography // sheet pixels -> pixels of the picture that was given
	Quality  Quality
}

// Quality says how far the picture can be trusted.
type Quality struct {
	Blur  float64 // 0 sharp to 1 unreadable
	Glare float64 // share of the page that is burnt out beside print
	Dark  float64 // 0 well lit to 1 black
}

// Rectify turns a BGR or grey picture into a Page.
func Rectify(src gocv.Mat) (Page, error) {
	if src.Empty() {
		return Page{}, extract.Errorf(extract.KindInternal, "the picture is empty")
	}
	gray := gocv.NewMat()
	defer gray.Close()
	if src.Channels() == 3 {
		gocv.CvtColor(src, &gray, gocv.ColorBGRToGray)
	} else {
		src.CopyTo(&gray)
	}
	flat, err := Flatten(gray)
	if err != nil {
		return Page{}, err
	}
	return Page{Gray: flat, ToSource: geom.Identity()}, nil
}

package viz

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"lensd/vision/geom"
)

func box(x0, y0, x1, y1 float64) geom.Rect { return geom.Rect{X0: x0, Y0: y0, X1: x1, Y1: y1} }

// Accents make a line as tall as the blackest half of its letters never is; a caption that runs into a value makes it taller still.
func TestBlackPiecesStandForPhrasesTallerThanALine(t *testing.T) {
	for name, c := range map[string]struct{ all, black, want []geom.Rect }{
		"letters of one line":       {[]geom.Rect{box(41, 41.2, 57, 43.9)}, []geom.Rect{box(48.6, 42.4, 56.7, 43.8)}, []geom.Rect{box(41, 41.2, 57, 43.9)}},
		"a value under its caption": {[]geom.Rect{box(40, 41, 60, 45.4)}, []geom.Rect{box(40, 43.4, 56, 45.3)}, []geom.Rect{box(40, 43.4, 56, 45.3)}},
		"print of one black":        {[]geom.Rect{box(40, 41, 56, 43)}, []geom.Rect{box(40, 41.1, 56, 42.9)}, []geom.Rect{box(40, 41, 56, 43)}},
		"black print alone":         {nil, []geom.Rect{box(40, 41, 56, 43)}, []geom.Rect{box(40, 41, 56, 43)}},
	} {
		assert.Equal(t, c.want, standing(c.all, c.black), name)
	}
}

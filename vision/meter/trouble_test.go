package meter_test

import (
	"image"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"

	"lensd/extract/meter"
	"lensd/vision/geom"
	"lensd/vision/picture"
)

func TestTroubleSaysWhatToDo(t *testing.T) {
	found := func(side float64) meter.Candidate {
		var c meter.Candidate
		c.Meter.Digits = append(c.Meter.Digits, geom.QuadOf(geom.Rect{X0: 40, Y0: 40, X1: 40 + side, Y1: 40 + side}))
		return c
	}
	scaled := func(gain, offset float32) func(m, out *gocv.Mat) {
		return func(m, out *gocv.Mat) { m.ConvertToWithParams(out, gocv.MatTypeCV8UC3, gain, offset) }
	}
	tests := []struct {
		name  string
		spoil func(m, out *gocv.Mat)
		best  meter.Candidate
		want  meter.Trouble
	}{
		{"a fair picture", scaled(1, 0), meter.Candidate{}, meter.Unseen},
		{"in the dark", scaled(.08, 0), meter.Candidate{}, meter.TooDark},
		{"blown out", scaled(2, 180), meter.Candidate{}, meter.TooBright},
		{"out of focus", func(m, out *gocv.Mat) {
			gocv.GaussianBlur(*m, out, image.Pt(0, 0), 6, 6, gocv.BorderReplicate)
		}, meter.Candidate{}, meter.Blurred},
		{"a thumbnail", func(m, out *gocv.Mat) {
			gocv.Resize(*m, out, image.Pt(100, 75), 0, 0, gocv.InterpolationArea)
		}, meter.Candidate{}, meter.TooSmall},
		{"a counter far away", scaled(1, 0), found(6), meter.TooSmall},
		{"a lamp on the digits", func(m, out *gocv.Mat) {
			m.CopyTo(out)
			lit := out.Region(image.Rect(40, 40, 70, 55))
			defer lit.Close()
			lit.SetTo(gocv.NewScalar(255, 255, 255, 0))
		}, found(30), meter.Glare},
	}
	f, p := open(t), load(t, "station-3.jpg")
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m, out := p.Mat(), gocv.NewMat()
			tt.spoil(&m, &out)
			spoilt, err := picture.FromMat(out)
			require.NoError(t, err)
			defer spoilt.Close()
			assert.Equal(t, tt.want, f.Trouble(spoilt, tt.best))
		})
	}
}

package rectify

import (
	"image"
	"testing"

	"github.com/stretchr/testify/assert"

	"lensd/vision/internal/printed"
)

func TestFaintPrintIsDarkened(t *testing.T) {
	for _, c := range []struct {
		name string
		tone uint8
		same bool
	}{
		{"black print", 0, true},
		{"dark print", 50, true},
		{"grey print", 120, false},
		{"faint print", 160, false},
	} {
		p := printed.NewPage(400, 120)
		p.Toned(20, 60, 24, "faint 0.25 print", c.tone)
		before := append([]byte(nil), p.Gray.Pix...)
		darken(p.Gray)
		if c.same {
			assert.Equal(t, before, p.Gray.Pix, c.name)
			continue
		}
		assert.InDelta(t, wantedCore, strokeCore(p.Gray), 12, c.name)
		assert.EqualValues(t, 255, p.Gray.GrayAt(2, 2).Y, "paper stays white")
		for i, v := range p.Gray.Pix {
			if v > before[i] {
				t.Fatalf("%s: pixel %d became lighter", c.name, i)
			}
		}
	}
}

func TestDarkeningAnEmptyPageChangesNothing(t *testing.T) {
	g := image.NewGray(image.Rect(0, 0, 40, 30))
	for i := range g.Pix {
		g.Pix[i] = 250
	}
	darken(g)
	assert.EqualValues(t, 250, g.Pix[100])
	darken(image.NewGray(image.Rectangle{}))
}

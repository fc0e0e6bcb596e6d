package codes

import (
	"image"
	"math/rand/v2"
	"testing"

	"github.com/makiuchi-d/gozxing"
	"github.com/makiuchi-d/gozxing/oned"
	"github.com/stretchr/testify/assert"
)

const number = "TH07F3AC1C97570"

// code128 draws a label with one code, of which change spoils a copy.
func code128(t testing.TB, change func(img *image.Gray)) *image.Gray {
	img := blank()
	put(t, img, oned.NewCode128Writer(), gozxing.BarcodeFormat_CODE_128, number, image.Rect(60, 200, 660, 320))
	change(img)
	return img
}

// smear averages each pixel with its neighbours along x, as a lens out of focus does.
func smear(img *image.Gray, reach int) {
	for y := range img.Rect.Dy() {
		row := img.Pix[y*img.Stride : y*img.Stride+img.Rect.Dx()]
		old := append([]byte{}, row...)
		for x := range row {
			sum, n := 0, 0
			for k := max(0, x-reach); k <= min(len(row)-1, x+reach); k++ {
				sum, n = sum+int(old[k]), n+1
			}
			row[x] = byte(sum / n)
		}
	}
}

func fill(img *image.Gray, r image.Rectangle, v byte) {
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			img.Pix[y*img.Stride+x] = v
		}
	}
}

func TestSpoiltCodesAreRead(t *testing.T) {
	for name, change := range map[string]func(*image.Gray){
		"blurred":             func(img *image.Gray) { smear(img, 2) },
		"blurred and noisy":   func(img *image.Gray) { smear(img, 1); noise(img, 18) },
		"a dead dot":          func(img *image.Gray) { fill(img, image.Rect(330, 0, 333, 700), 240) },
		"a word across":       func(img *image.Gray) { fill(img, image.Rect(180, 255, 420, 300), 20) },
		"a frame right of it": func(img *image.Gray) { fill(img, image.Rect(672, 20, 678, 680), 20) },
		"upside down":         func(img *image.Gray) { smear(img, 2); flip(img) },
	} {
		assert.Equal(t, map[string]string{number: "CODE_128"}, read(t, code128(t, change)), name)
	}
}

func TestWhatIsTooSpoiltIsNotGuessed(t *testing.T) {
	for name, change := range map[string]func(*image.Gray){
		"half of it is gone": func(img *image.Gray) { fill(img, image.Rect(340, 0, 700, 700), 240) },
		"two symbols are black": func(img *image.Gray) {
			fill(img, image.Rect(200, 0, 260, 700), 20)
			fill(img, image.Rect(400, 0, 460, 700), 20)
		},
		"smeared to grey": func(img *image.Gray) { smear(img, 14) },
	} {
		assert.Empty(t, read(t, code128(t, change)), name)
	}
}

func flip(img *image.Gray) {
	for i, j := 0, len(img.Pix)-1; i < j; i, j = i+1, j-1 {
		img.Pix[i], img.Pix[j] = img.Pix[j], img.Pix[i]
	}
}

func noise(img *image.Gray, sigma float64) {
	r := rand.New(rand.NewPCG(3, 5))
	for i, v := range img.Pix {
		img.Pix[i] = byte(min(255, max(0, float64(v)+sigma*r.NormFloat64())))
	}
}

func TestCodeSetsAreSpelt(t *testing.T) {
	for name, c := range map[string]struct {
		start  int
		values []int
		want   string
		ok     bool
	}{
		"set B":                    {104, []int{33, 34, 17}, "AB1", true},
		"set A has control signs":  {103, []int{33, 64}, "A\x00", true},
		"pairs of digits":          {105, []int{0, 98, 7}, "009807", true},
		"a switch from B to C":     {104, []int{33, 99, 12}, "A12", true},
		"a switch from C to B":     {105, []int{12, 100, 33}, "12A", true},
		"shift lasts for one sign": {104, []int{98, 64, 65}, "\x00a", true},
		"GS1 separators":           {105, []int{102, 1, 102, 2}, "01\x1d02", true},
		"only function signs":      {104, []int{96}, "", false},
	} {
		got, ok := text128(c.start, c.values)
		assert.Equal(t, c.ok, ok, name)
		if c.ok {
			assert.Equal(t, c.want, got, name)
		}
	}
}

// FuzzMatch128: whatever a profile holds, reading it ends without a panic.
func FuzzMatch128(f *testing.F) {
	f.Add([]byte{0, 255, 255, 0, 255, 0, 0, 255}, uint16(400))
	f.Add([]byte("\x10\xf0\x20"), uint16(90))
	table := newSymbols128()
	f.Fuzz(func(t *testing.T, pattern []byte, width uint16) {
		w := int(width)%900 + 60
		img := image.NewGray(image.Rect(0, 0, w, 24))
		for i := range img.Pix {
			if len(pattern) > 0 {
				img.Pix[i] = pattern[i%w%len(pattern)]
			}
		}
		table.match128(img, img.Rect)
	})
}

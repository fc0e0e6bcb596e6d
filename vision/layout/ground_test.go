package layout

import (
	"image"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"lensd/vision/internal/printed"
)

func TestTonesThatChangeSlowlyPartNothing(t *testing.T) {
	for name, c := range map[string]struct {
		tone func(i int) int
		want int
	}{
		"light falls off":   {func(i int) int { return 60 + i/3 }, 1},
		"another fill":      {func(i int) int { return 60 + 80*(i/100) }, 2},
		"another in blur":   {func(i int) int { return 60 + 10*max(0, min(8, i-96)) }, 2},
		"a stroke of print": {func(i int) int { return 60 + 180*((i/4)%25/24) }, 1},
	} {
		assert.Len(t, steps(0, 200, 30, c.tone), c.want, name)
	}
}

func TestLightOnADarkAreaIsTakenOff(t *testing.T) {
	p := printed.NewPage(600, 200)
	box := Box{50, 50, 550, 150}
	for x := box.X0; x < box.X1; x++ {
		p.Fill(image.Rect(x, box.Y0, x+1, box.Y1), byte(20+x/6))
	}
	p.Toned(380, 110, 40, "light", 250)
	levelLight(p.Gray, box, 20)
	usual := tone(p.Gray, box)
	for x := box.X0; x < box.X1-20; x += 20 {
		assert.InDelta(t, usual, tone(p.Gray, Box{x, box.Y0, x + 20, box.Y1}), 8, "at %d", x)
	}
	assert.Greater(t, quantile(p.Gray, Box{380, 80, 480, 112}, 0.97), usual+120, "print stays")
	assert.Equal(t, 255, int(p.Pix[20*p.Stride+300]), "paper stays")
}

func TestRulesOnAFillAreNoPrint(t *testing.T) {
	p := printed.NewPage(600, 100)
	box := Box{20, 20, 580, 80}
	p.Fill(image.Rect(box.X0, box.Y0, box.X1, box.Y1), 120)
	p.Grid([]int{20, 300, 576}, []int{20, 76}, 4)
	_, dark := printOn(p.Gray, box, 120, 60, 20)
	assert.Zero(t, dark)
	p.Text(60, 60, 26, "print")
	_, dark = printOn(p.Gray, box, 120, 60, 20)
	assert.Greater(t, dark, 100)
}

func TestAWhiteCellAmidGreyOnesIsNoLightPrint(t *testing.T) {
	p := printed.NewPage(600, 140)
	box := Box{20, 20, 580, 120}
	p.Fill(image.Rect(box.X0, box.Y0, box.X1, box.Y1), 120)
	p.Fill(image.Rect(300, 70, box.X1, box.Y1), 255)
	light, _ := printOn(p.Gray, box, 120, 55, 20)
	assert.Zero(t, light)
	p.Toned(60, 60, 26, "print", 250)
	light, _ = printOn(p.Gray, box, 120, 55, 20)
	assert.Greater(t, light, 100)
}

func TestADiscOfOneToneHasNoLightOnIt(t *testing.T) {
	p := printed.NewPage(200, 200)
	for y := range 79 {
		for x := range 79 {
			if d := (x-39)*(x-39) + (y-39)*(y-39); d <= 39*39 {
				p.Fill(image.Rect(60+x, 60+y, 61+x, 61+y), byte(61+47*(d/(37*37)))) // its rim is blurred
			}
		}
	}
	before := slices.Clone(p.Pix)
	levelLight(p.Gray, Box{60, 60, 138, 138}, 24)
	assert.Equal(t, before, p.Pix)
}

func TestPaleStrokesTellTheirTone(t *testing.T) {
	p := printed.NewPage(600, 100)
	box := Box{20, 20, 580, 80}
	p.Fill(image.Rect(box.X0, box.Y0, box.X1, box.Y1), 60)
	assert.Equal(t, 255, strokesOn(p.Gray, box, 60, 0), "none")
	p.Toned(40, 60, 26, "pale print that is far from white", 140)
	assert.InDelta(t, 138, strokesOn(p.Gray, box, 60, 0), 12)
	for i, v := range p.Pix {
		p.Pix[i] = 255 - v
	}
	assert.InDelta(t, 138, strokesOn(p.Gray, box, 60, 255), 12, "of the negative")
}

func TestALineOfSmallPrintIsNoRule(t *testing.T) {
	p := printed.NewPage(600, 100)
	p.Fill(image.Rect(20, 30, 580, 32), 120)
	p.Toned(20, 70, 10, "conditions that nobody reads apply to everything that anybody does", 120)
	assert.Zero(t, standing(p.Gray, Rule{X0: 20, Y0: 30.5, X1: 580, Y1: 30.5, Thick: 2}, 6))
	assert.Greater(t, standing(p.Gray, Rule{X0: 20, Y0: 67, X1: 300, Y1: 67, Thick: 1}, 6), mostStanding)
}

func TestPrintThatGoesOnUnderAPointIsOfTheSameTurnedLine(t *testing.T) {
	for name, c := range map[string]struct {
		next Box
		want bool
	}{
		"after a point":   {Box{100, 155, 120, 200}, true},
		"beside it":       {Box{140, 155, 160, 200}, false},
		"far below":       {Box{100, 180, 120, 220}, false},
		"in another size": {Box{90, 155, 150, 200}, false},
	} {
		assert.Equal(t, c.want, goesOn(Box{100, 60, 120, 130}, c.next), name)
	}
}

func TestMarksStandBesideTurnedPrint(t *testing.T) {
	line := Box{100, 60, 122, 200}
	near, small := Component{Box: Box{126, 100, 138, 118}}, Component{Box: Box{90, 150, 97, 158}}
	far, large := Component{Box: Box{140, 100, 152, 118}}, Component{Box: Box{126, 100, 170, 130}}
	assert.Equal(t, Box{90, 60, 138, 200}, withMarks(line, []Component{near, small}))
	for _, c := range []Component{far, large} {
		assert.False(t, markOf(c, line), "%v", c.Box)
	}
}

func TestShortLinesBelowEachOtherAreGivenBackAsLevel(t *testing.T) {
	p := body(900, 900)
	for y := 80; y < 200; y += 40 {
		p.Text(100, y, 26, "no")
	}
	p.Text(400, 80, 26, "beside")
	found := Analyse(p.Gray)
	assert.Len(t, found.LevelIn([]Line{{Box: Box{95, 50, 140, 170}, Turn: 1}}), 3)
	assert.Empty(t, found.LevelIn(nil))
}

func TestFaintLettersThatRunTogetherAreParted(t *testing.T) {
	p := printed.NewPage(400, 90)
	for _, r := range []image.Rectangle{image.Rect(20, 20, 120, 28), image.Rect(10, 70, 390, 78)} {
		p.Fill(r, 215) // what is between the strokes
		for x := r.Min.X; x < r.Max.X; x += 4 {
			p.Fill(image.Rect(x, r.Min.Y, x+2, r.Max.Y), 170)
		}
	}
	p.Fill(image.Rect(200, 20, 380, 23), 190) // a rest of a rule
	p.Fill(image.Rect(200, 36, 380, 56), 215) // a stripe
	for name, c := range map[string]struct {
		box      Box
		dark     int
		from, to int
	}{
		"letters":              {Box{20, 20, 120, 28}, 0, 180, 215},
		"mostly dark already":  {Box{20, 20, 120, 28}, 600, 0, 0},
		"lower than letters":   {Box{200, 20, 380, 23}, 0, 0, 0},
		"a tinted stripe":      {Box{200, 36, 380, 56}, 0, 0, 0},
		"longer than any line": {Box{10, 70, 390, 78}, 0, 0, 0},
	} {
		patch := faintPatch{Component: Component{Box: c.box, Area: c.box.W() * c.box.H()}, dark: c.dark, sum: 190 * c.box.W() * c.box.H()}
		patch.judge(p.Gray, 226, 20)
		assert.True(t, int(patch.level) >= c.from && int(patch.level) <= c.to, "%s: %d", name, patch.level)
	}
}

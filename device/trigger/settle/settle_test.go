package settle

import (
	"image"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// player feeds rendered pictures at ten a second and notes which parcels were taken.
type player struct {
	desk   desk
	m      *Machine[view]
	at     time.Time
	taken  []int
	again  []bool
	states []State
}

func newPlayer() *player {
	return &player{
		desk: newDesk(),
		m:    New[view](Config{}),
		at:   time.Unix(1_700_000_000, 0),
	}
}

// show plays n pictures of a scene; vary may change it from picture to picture.
func (p *player) show(n int, v view, vary ...func(i int, v *view)) {
	for i := range n {
		w := v
		for _, f := range vary {
			f(i, &w)
		}
		p.at = p.at.Add(100 * time.Millisecond)
		e := p.m.Observe(p.desk.render(w), p.at, w)
		if e.Take {
			p.taken, p.again = append(p.taken, e.Frame.parcel), append(p.again, e.Again)
		}
		if len(p.states) == 0 || p.states[len(p.states)-1] != e.State {
			p.states = append(p.states, e.State)
		}
	}
}

// come moves a parcel in from the right in n pictures.
func come(n int) func(int, *view) {
	return func(i int, v *view) { v.x += 0.8 * float64(n-i) / float64(n) }
}

func leave(n int) func(int, *view) {
	return func(i int, v *view) { v.x += 0.8 * float64(i+1) / float64(n) }
}

func at(parcel int) view { return view{parcel: parcel, x: 0.2, y: 0.2} }

func TestAParcelIsTakenOnceAndAgainOnlyAfterItWasGone(t *testing.T) {
	p := newPlayer()
	p.show(10, view{})
	p.show(6, at(1), come(6))
	p.show(40, at(1))
	assert.Equal(t, []int{1}, p.taken)
	assert.Equal(t, []State{Settling, Empty, Moving, Settling, Hold}, p.states)
	p.show(6, at(1), leave(6))
	p.show(10, view{})
	assert.Equal(t, Empty, p.m.State())
	p.show(6, at(1), come(6))
	p.show(15, at(1))
	assert.Equal(t, []int{1, 1}, p.taken, "the same parcel put down again is a new event; the reading tells that it is a repeat")
	assert.Equal(t, []bool{false, false}, p.again)
}

func TestNothingIsTakenOfAnEmptyDesk(t *testing.T) {
	p := newPlayer()
	p.show(60, view{})
	p.show(20, view{}, func(i int, v *view) { v.light = 1 - 0.01*float64(i) }) // dusk
	assert.Empty(t, p.taken)
}

func TestAParcelThatLiesThereFromTheStartIsTaken(t *testing.T) {
	p := newPlayer()
	p.show(15, at(3))
	assert.Equal(t, []int{3}, p.taken)
}

func TestAHandAndSlidingAndShakingDelayButDoNotMultiply(t *testing.T) {
	p := newPlayer()
	p.show(10, view{})
	p.show(8, at(1), come(8), func(i int, v *view) { v.hand = 0.5 - 0.05*float64(i) })
	p.show(12, at(1), func(i int, v *view) { v.hand = 0.1 + 0.05*float64(i%5) }) // a hand at the label
	assert.Empty(t, p.taken, "while a hand moves nothing is taken")
	p.show(15, at(1))
	require.Equal(t, []int{1}, p.taken)
	p.show(5, at(1), func(i int, v *view) { v.x += 0.03 * float64(i) }) // slides
	p.show(20, view{parcel: 1, x: 0.32, y: 0.2})
	assert.Equal(t, []int{1, 1}, p.taken)
	assert.Equal(t, []bool{false, true}, p.again, "without the desk having been empty: whoever reads compares the codes")
}

func TestTwoParcelsWithoutAGapAreBothTaken(t *testing.T) {
	p := newPlayer()
	p.show(10, view{})
	p.show(6, at(1), come(6))
	p.show(15, at(1))
	p.show(6, at(2), come(6)) // pushed over the first
	p.show(15, at(2))
	assert.Equal(t, []int{1, 2}, p.taken)
}

func TestOutOfFocusPicturesAreNotTaken(t *testing.T) {
	p := newPlayer()
	p.show(10, view{})
	p.show(6, at(1), come(6))
	blurred := at(1)
	blurred.blur = 4
	p.show(10, blurred)
	assert.Empty(t, p.taken)
	assert.Equal(t, Blurred, p.m.State())
	p.show(1, at(1))
	p.show(10, at(1))
	assert.Equal(t, []int{1}, p.taken)
}

func TestTheSharpestPictureIsHandedOver(t *testing.T) {
	p := newPlayer()
	p.show(10, view{})
	var got view
	for i, soft := range []float64{0.3, 0.3, 0.1, 0, 0.1, 0.2, 0.3, 0.3} {
		v := at(1)
		v.soft = soft
		p.at = p.at.Add(100 * time.Millisecond)
		if e := p.m.Observe(p.desk.render(v), p.at, v); e.Take {
			got = e.Frame
			assert.GreaterOrEqual(t, i, 4, "not before 400 ms of rest")
			break
		}
	}
	assert.Equal(t, 1, got.parcel)
	assert.Zero(t, got.soft)
}

func TestTheLightGoesOffAndOn(t *testing.T) {
	p := newPlayer()
	p.show(10, view{})
	p.show(6, at(1), come(6))
	p.show(15, at(1))
	dark := at(1)
	dark.light = 0.05
	p.show(20, dark)
	assert.Equal(t, Dark, p.m.State())
	p.show(20, at(1))
	assert.Equal(t, []int{1}, p.taken, "what lay there before the light went off is not new")
	p.show(6, at(1), leave(6))
	p.show(10, view{})
	off := view{light: 0.05}
	p.show(10, off)
	p.show(10, view{})
	assert.Equal(t, []int{1}, p.taken)
}

func TestAHundredParcelsTwoSecondsApart(t *testing.T) {
	p := newPlayer()
	p.show(10, view{})
	var want []int
	jitter := rand.New(rand.NewPCG(5, 5))
	for i := range 100 {
		v := view{parcel: i + 1, x: 0.1 + 0.25*jitter.Float64(), y: 0.1 + 0.2*jitter.Float64()}
		p.show(4, v, come(4))
		p.show(12, v)
		p.show(4, v, leave(4))
		want = append(want, i+1)
	}
	assert.Equal(t, want, p.taken)
}

func TestTooSmallPicturesAreIgnored(t *testing.T) {
	m := New[int](Config{})
	e := m.Observe(image.NewGray(image.Rect(0, 0, cols-1, rows)), time.Unix(1, 0), 1)
	assert.Equal(t, Event[int]{State: Empty}, e)
}

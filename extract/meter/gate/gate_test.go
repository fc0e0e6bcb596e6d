package gate

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// sight is one reading of a sequence and what the gate must say of it.
type sight struct {
	value  string
	after  time.Duration // since the one before; 0: five minutes
	want   bool
	reason Reason
	m3     float64 // expected value; 0: not checked
}

func normal() Config { return Config{MaxRatePerHour: 5, Decimals: 3} }

// run passes sights through the gate, as a station does with its stored state between them.
func run(t *testing.T, c Config, sights []sight) (last Decision) {
	t.Helper()
	var s State
	for i, x := range sights {
		if x.after == 0 {
			x.after = 5 * time.Minute
		}
		raw, err := json.Marshal(s)
		require.NoError(t, err)
		var stored State
		require.NoError(t, json.Unmarshal(raw, &stored))
		last, s = Judge(c, stored, Reading{Value: x.value, Confidence: 0.9, Elapsed: x.after, Known: true})
		assert.Equal(t, x.want, last.Accepted, "sight %d: %s", i, x.value)
		assert.Equal(t, x.reason, last.Reason, "sight %d: %s", i, x.value)
		if x.m3 != 0 {
			assert.InDelta(t, x.m3, last.Value, 1e-9, "sight %d", i)
		}
	}
	return last
}

func TestSequences(t *testing.T) {
	decreasing := normal()
	decreasing.AllowDecrease = true
	unlimited := normal()
	unlimited.MaxRatePerHour = 0
	for name, c := range map[string]struct {
		cfg    Config
		sights []sight
	}{
		"a normal day": {normal(), []sight{
			{value: "03245.010", want: true, m3: 3245.010}, {value: "03245.010", want: true}, {value: "03245.110", want: true, m3: 3245.110},
		}},
		"without a point the configured wheels are decimals": {normal(), []sight{
			{value: "03245010", want: true, m3: 3245.010}, {value: "03245.020", want: true, m3: 3245.020},
		}},
		"one misread is refused and the next is taken": {normal(), []sight{
			{value: "03245.010", want: true}, {value: "08245.010", reason: TooFast}, {value: "03245.020", want: true}, {value: "01245.030", reason: Decrease},
			{value: "03245.030", want: true},
		}},
		"a misread digit that sticks does not move the base alone": {normal(), []sight{
			{value: "03245.010", want: true}, {value: "08245.010", reason: TooFast}, {value: "02245.010", reason: Decrease},
			{value: "08245.010", reason: TooFast}, {value: "03245.020", want: true},
		}},
		"three that agree move the base": {normal(), []sight{
			{value: "03245.010", want: true}, {value: "00012.000", reason: Decrease}, {value: "00012.010", reason: Decrease},
			{value: "00012.020", want: true, reason: BaseMoved, m3: 12.020}, {value: "00012.030", want: true},
		}},
		"three that run too fast among themselves do not": {normal(), []sight{
			{value: "03245.010", want: true}, {value: "00100.000", reason: Decrease}, {value: "00200.000", reason: Decrease},
			{value: "00300.000", reason: Decrease}, {value: "00400.000", reason: Decrease}, {value: "03245.020", want: true},
		}},
		"a wrong first reading is outvoted": {normal(), []sight{
			{value: "93245.010", want: true}, {value: "03245.010", reason: Decrease}, {value: "03245.010", reason: Decrease},
			{value: "03245.010", want: true, reason: BaseMoved}, {value: "03245.011", want: true},
		}},
		"the allowance grows while readings are refused": {normal(), []sight{
			{value: "00100.000", want: true}, {value: "00102.000", after: 5 * time.Minute, reason: TooFast}, {value: "00102.000", after: 20 * time.Minute, want: true},
		}},
		"twice in one second, the last roller on its way": {normal(), []sight{
			{value: "03245.010", want: true}, {value: "03245.012", after: 300 * time.Millisecond, want: true, m3: 3245.012},
			{value: "03245.016", after: 300 * time.Millisecond, reason: TooFast},
		}},
		"twice in one second, whole cubic metres": {normal(), []sight{
			{value: "03245.", want: true}, {value: "03247.", after: 300 * time.Millisecond, reason: TooFast},
		}},
		"through zero": {normal(), []sight{
			{value: "99999.950", want: true}, {value: "00000.050", want: true, reason: RolledOver, m3: 0.05}, {value: "00000.060", want: true},
		}},
		"through zero only as fast as water flows": {normal(), []sight{
			{value: "99999.950", want: true}, {value: "00009.000", reason: Decrease},
		}},
		"a fall from the middle is no roll-over, even without a rate": {unlimited, []sight{
			{value: "50000.000", want: true}, {value: "00000.050", reason: Decrease},
		}},
		"a trembling last roller is the same reading": {normal(), []sight{
			{value: "03245.010", want: true}, {value: "03245.009", want: true, m3: 3245.010}, {value: "03245.010", want: true},
			{value: "03245.008", reason: Decrease},
		}},
		"a counter that may run backwards": {decreasing, []sight{
			{value: "00100.000", want: true}, {value: "00099.900", want: true, m3: 99.9}, {value: "00050.000", reason: TooFast},
		}},
		"a lost digit": {normal(), []sight{
			{value: "03245.010", want: true}, {value: "3245.020", reason: Digits}, {value: "03245.030", want: true},
		}},
		"red wheels that cannot be read": {normal(), []sight{
			{value: "03245.910", want: true}, {value: "03245.", want: true, m3: 3245.91}, {value: "03246.", want: true, m3: 3246},
		}},
		"nonsense": {normal(), []sight{
			{value: "", reason: Unreadable}, {value: "abc", reason: Unreadable}, {value: "1.2.3", reason: Unreadable},
			{value: "1234567890123", reason: Unreadable}, {value: "0.0000001", reason: Unreadable}, {value: "03245.010", want: true},
		}},
	} {
		t.Run(name, func(t *testing.T) { run(t, c.cfg, c.sights) })
	}
}

func TestLowConfidence(t *testing.T) {
	c := normal()
	c.MinConfidence = 0.5
	var s State
	read := func(value string, confidence float64) (d Decision) {
		d, s = Judge(c, s, Reading{Value: value, Confidence: confidence, Elapsed: time.Minute, Known: true})
		return d
	}
	assert.Equal(t, LowConfidence, read("03245.010", 0.4).Reason)
	assert.Equal(t, LowConfidence, read("03245.010", 0.4).Reason)
	d := read("03245.010", 0.4)
	assert.True(t, d.Accepted, "a box that is never sure must not stand still for ever")
	assert.Equal(t, BaseMoved, d.Reason)
}

func TestFlow(t *testing.T) {
	d := run(t, normal(), []sight{{value: "00100.000", want: true}, {value: "00100.500", after: 30 * time.Minute, want: true}})
	assert.InDelta(t, 1.0, d.Flow, 1e-9)
	assert.InDelta(t, 0.5, d.Delta, 1e-9)
}

func TestFlowIsUnknownWithoutAClock(t *testing.T) {
	c := normal()
	_, s := Judge(c, State{}, Reading{Value: "00100.000", Confidence: 1, Known: true})
	d, s := Judge(c, s, Reading{Value: "00101.000", Confidence: 1})
	assert.True(t, d.Accepted, "a day's flow is granted when nobody knows how long the box was off")
	assert.Zero(t, d.Flow)
	d, _ = Judge(c, s, Reading{Value: "00300.000", Confidence: 1})
	assert.Equal(t, TooFast, d.Reason, "but not any")
}

func TestLeak(t *testing.T) {
	c := normal()
	c.LeakAfter = time.Hour
	value := int64(100_000)
	var s State
	var d Decision
	read := func(litres int64, elapsed time.Duration) bool {
		value += litres
		p := Point{Micro: value * 1000}
		d, s = Judge(c, s, Reading{Value: format(p), Confidence: 1, Elapsed: elapsed, Known: true})
		require.True(t, d.Accepted)
		return d.Leak
	}
	read(0, 0)
	for range 11 {
		assert.False(t, read(1, 5*time.Minute))
	}
	assert.True(t, read(1, 5*time.Minute), "an hour of flow without a pause")
	assert.True(t, read(1, 5*time.Minute))
	assert.False(t, read(0, 5*time.Minute), "a pause ends it")
	for range 11 {
		assert.False(t, read(1, 5*time.Minute))
	}
	assert.False(t, read(50, 2*time.Hour), "a gap of hours says nothing of a pause")
}

func format(p Point) string {
	digits := []byte("00000.000")
	for i, v := len(digits)-1, p.Micro/1000; i >= 0; i-- {
		if digits[i] != '.' {
			digits[i] = byte('0' + v%10)
			v /= 10
		}
	}
	return string(digits)
}

func TestTransit(t *testing.T) {
	c := normal()
	for name, x := range map[string]struct {
		base, value string
		positions   []float64
		want        float64
		accepted    bool
		resolved    bool
	}{
		// 00199.990 -> 00200.004: the hundreds roller stands between 1 and 2 and was taken as 1.
		"the reader took the old digit": {"00199.990", "00100.004", []float64{0, 0, 1.6, 0, 0, 0, 0, 4}, 200.004, true, true},
		"the reader took the new digit": {"00199.990", "00299.995", []float64{0, 0, 1.4, 9, 9, 9, 9, 5}, 199.995, true, true},
		"rollers at rest stay":          {"00199.990", "00100.004", []float64{0, 0, 1.05, 0, 0, 0, 0, 4}, 0, false, false},
		"no positions":                  {"00199.990", "00100.004", nil, 0, false, false},
		"positions of another number":   {"00199.990", "00100.004", []float64{1.5}, 0, false, false},
		"between nine and zero":         {"00199.990", "00109.998", []float64{0, 0, 1.4, 9.5, 9, 9, 9, 8}, 199.998, true, true},
	} {
		t.Run(name, func(t *testing.T) {
			_, s := Judge(c, State{}, Reading{Value: x.base, Confidence: 1})
			d, _ := Judge(c, s, Reading{Value: x.value, Positions: x.positions, Confidence: 1, Elapsed: 5 * time.Minute, Known: true})
			assert.Equal(t, x.accepted, d.Accepted)
			assert.Equal(t, x.resolved, d.Resolved)
			if x.accepted {
				assert.InDelta(t, x.want, d.Value, 1e-9)
			}
		})
	}
}

func TestCorrection(t *testing.T) {
	c := normal()
	_, s := Judge(c, State{}, Reading{Value: "93245.010", Confidence: 1})
	d, s, ok := Correct(c, s, "03245.010")
	require.True(t, ok)
	assert.True(t, d.Accepted)
	d, _ = Judge(c, s, Reading{Value: "03245.020", Confidence: 1, Elapsed: time.Minute, Known: true})
	assert.True(t, d.Accepted)
	_, _, ok = Correct(c, s, "about 3245")
	assert.False(t, ok)
}

func TestJudgeLeavesItsStateAlone(t *testing.T) {
	c := normal()
	_, s := Judge(c, State{}, Reading{Value: "00100.000", Confidence: 1})
	_, s = Judge(c, s, Reading{Value: "90000.000", Confidence: 1, Elapsed: time.Minute, Known: true})
	before, err := json.Marshal(s)
	require.NoError(t, err)
	Judge(c, s, Reading{Value: "90000.001", Confidence: 1, Elapsed: time.Minute, Known: true})
	after, err := json.Marshal(s)
	require.NoError(t, err)
	assert.JSONEq(t, string(before), string(after), "a reading that is not stored must leave no trace")
}

func FuzzJudge(f *testing.F) {
	f.Add("03245.010", "03245.020", 4.5, int64(time.Minute), true)
	f.Add("99999.999", "00000.001", 0.5, int64(time.Hour), false)
	f.Add("999999999999", "0.000001", 9.9, int64(-1), true)
	f.Fuzz(func(t *testing.T, a, b string, position float64, elapsed int64, known bool) {
		c := Config{MaxRatePerHour: 5, Decimals: 3, LeakAfter: time.Hour}
		_, s := Judge(c, State{}, Reading{Value: a, Confidence: 1})
		positions := make([]float64, max(0, len(b)-1))
		for i := range positions {
			positions[i] = position
		}
		d, _ := Judge(c, s, Reading{Value: b, Positions: positions, Confidence: 1, Elapsed: time.Duration(elapsed), Known: known})
		if d.Accepted && (d.Value < 0 || d.Delta < 0) {
			t.Fatalf("%q after %q: %+v", b, a, d)
		}
	})
}

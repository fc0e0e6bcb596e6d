package mrz

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"

	mrztext "lensd/extract/passport/mrz"
	"lensd/extract/passport/mrz/mrztest"
)

func openReader(t *testing.T) *Reader {
	t.Helper()
	r, err := Open()
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, r.Close()) })
	return r
}

func TestReadsEveryFormatAtAnyRotation(t *testing.T) {
	r, s := openReader(t), openSheet(t)
	for i, f := range []mrztext.Format{mrztext.TD3, mrztext.TD1, mrztext.TD2, mrztext.MRVA, mrztext.MRVB} {
		want, err := mrztest.Build(record(f, i))
		require.NoError(t, err)
		for j, p := range []page{{pitch: 9, turn: 0}, {pitch: 14, turn: 180}, {pitch: 18, turn: 90}, {pitch: 11, turn: 277}, {pitch: 16, turn: -7}} {
			t.Run(fmt.Sprintf("%s pitch %v turned %v", f, p.pitch, p.turn), func(t *testing.T) {
				p.lines, p.seed = want, uint64(10*i+j)
				m := s.draw(t, p)
				defer m.Close()
				zones, err := r.Read(m)
				require.NoError(t, err)
				require.NotEmpty(t, zones)
				z := zones[0]
				assert.Equal(t, want, z.Reading.Lines)
				assert.Equal(t, f, z.Reading.Format)
				assert.Greater(t, z.Reading.Of(mrztext.Number), 0.85)
				require.Len(t, z.Lines, f.Lines())
				for _, l := range z.Lines {
					assert.Len(t, l.Chars, f.Width())
					assert.InDelta(t, p.pitch*float64(f.Width()), l.Quad[0].Dist(l.Quad[1]), p.pitch, "the line is as long as its characters")
				}
			})
		}
	}
}

// TestReadsTheSmallestAndLargestPitchAndATiltedPage: 4.5 to 22 pixels a character, and a camera 15 degrees off the normal.
func TestReadsTheSmallestAndLargestPitchAndATiltedPage(t *testing.T) {
	r, s := openReader(t), openSheet(t)
	want, err := mrztest.Build(record(mrztext.TD3, 2))
	require.NoError(t, err)
	for i, c := range []struct {
		pitch float64
		tilt  bool
	}{{4.5, false}, {22, false}, {12, true}, {18, true}} {
		m := s.draw(t, page{lines: want, pitch: c.pitch, seed: uint64(40 + i)})
		if c.tilt {
			flat := m
			m = tilted(flat)
			flat.Close()
		}
		zones, err := r.Read(m)
		m.Close()
		require.NoError(t, err)
		require.NotEmpty(t, zones, "%+v", c)
		assert.Equal(t, want, zones[0].Reading.Lines, "%+v", c)
	}
}

func TestNoZoneInPrintThatIsNone(t *testing.T) {
	r, s := openReader(t), openSheet(t)
	for i, lines := range [][]string{{"INVOICE<NUMBER<4711<OF<A<SHOP", "TOTAL<<<<<<<<<<<<<<<<<<<128990"}, {"A<LINE<BY<ITSELF<THAT<SAYS<NOTHING<AT<ALL"}} {
		m := s.draw(t, page{lines: lines, pitch: 13, seed: uint64(i)})
		zones, err := r.Read(m)
		m.Close()
		require.NoError(t, err)
		for _, z := range zones {
			assert.Less(t, z.Reading.Of(mrztext.Number), 0.9, "%v", z.Reading.Lines)
		}
	}
}

func TestReadRefusesWhatIsNoPicture(t *testing.T) {
	r := openReader(t)
	empty := gocv.NewMat()
	defer empty.Close()
	_, err := r.Read(empty)
	assert.Error(t, err)
	floats := gocv.NewMatWithSize(40, 40, gocv.MatTypeCV32F)
	defer floats.Close()
	_, err = r.Read(floats)
	assert.Error(t, err)
	grey := gocv.NewMatWithSize(3, 200, gocv.MatTypeCV8UC1)
	defer grey.Close()
	zones, err := r.Read(grey)
	assert.NoError(t, err)
	assert.Empty(t, zones)
}

func TestAnOBehindAZeroIsRaised(t *testing.T) {
	got := unbiased(mrztext.Cell{{Char: '0', P: 0.93}, {Char: '1', P: 0.03}, {Char: 'O', P: 0.017}})
	assert.Equal(t, byte('0'), got[0].Char)
	assert.Equal(t, byte('O'), got[1].Char)
	assert.InDelta(t, 0.136, got[1].P, 1e-9)
	assert.InDelta(t, 0.001, unbiased(mrztext.Cell{{Char: '8', P: 0.9}, {Char: 'O', P: 0.001}})[1].P, 1e-9, "only behind a 0")
	assert.InDelta(t, 0.3, unbiased(mrztext.Cell{{Char: '0', P: 0.6}, {Char: 'O', P: 0.2}})[1].P, 1e-9, "never before it")
}

// worth is what a character counts in a check digit's sum.
func worth(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'A' && c <= 'Z':
		return int(c-'A') + 10
	}
	return 0
}

// TestACorruptedCharacterIsNeverSure prints another character in the place of one in a checked field: what comes back of
// that field is the original, or is doubted. Characters that count the same in the sum are left out: no rule tells them apart.
func TestACorruptedCharacterIsNeverSure(t *testing.T) {
	r, s := openReader(t), openSheet(t)
	tried := 0
	for seed := range 3 {
		lines, err := mrztest.Build(record(mrztext.TD3, seed))
		require.NoError(t, err)
		for _, span := range mrztext.TD3.Spans() {
			if span.Check < 0 {
				continue
			}
			for at := span.From; at <= span.Check; at += 2 + seed {
				old := lines[1][at]
				other := alphabet[(strings.IndexByte(alphabet, old)*7+11*at+seed)%len(alphabet)]
				if (worth(old)-worth(other))%10 == 0 {
					continue
				}
				bad := lines[1][:at] + string(other) + lines[1][at+1:]
				m := s.draw(t, page{lines: []string{lines[0], bad}, pitch: 12 + float64(seed), seed: uint64(100*seed + at)})
				zones, err := r.Read(m)
				m.Close()
				require.NoError(t, err)
				require.NotEmpty(t, zones, "%c for %c at %d", other, old, at)
				tried++
				got := zones[0].Reading
				assert.Lessf(t, got.Of(span.Element), 0.9, "%c printed for %c at %d: %s in %s", other, old, at, span.Element, got.Lines[1])
			}
		}
	}
	assert.Greater(t, tried, 25)
}

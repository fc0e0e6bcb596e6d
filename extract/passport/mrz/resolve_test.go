package mrz

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract/passport/mrz/specimen"
)

// seen turns lines into cells of a recogniser that is sure of everything.
func seen(lines []string) [][]Cell {
	out := make([][]Cell, len(lines))
	for i, line := range lines {
		for j := range line {
			out[i] = append(out[i], Cell{{line[j], 0.995}, {'8', 0.003}, {'B', 0.002}})
		}
	}
	return out
}

func TestResolveKeepsAClearZone(t *testing.T) {
	for name, lines := range specimen.Vectors() {
		r, err := Resolve(Shape(len(lines), len(lines[0]), lines[0][0]), seen(lines))
		require.NoError(t, err)
		assert.Equal(t, lines, r.Lines, name)
		assert.Empty(t, r.Repaired, name)
		assert.Greater(t, r.Of(Number), 0.99, name)
		assert.True(t, r.Passed(Number), name)
	}
}

func TestResolveRepairsAndSaysSo(t *testing.T) {
	lines := specimen.Vectors()["td3"]
	cells := seen(lines)
	cells[1][3] = Cell{{'9', 0.6}, {'8', 0.01}, {'0', 0.39}} // truth: 8
	r, err := Resolve(TD3, cells)
	require.NoError(t, err)
	assert.Equal(t, lines, r.Lines)
	assert.Equal(t, []Position{{1, 3}}, r.Repaired)
	assert.LessOrEqual(t, r.Of(Number), RepairedCap)
}

func TestIssuerAndNationalityAgreeWhereTheCellsAllowIt(t *testing.T) {
	lines := specimen.Vectors()["td3"]
	cells := seen(lines)
	cells[1][12] = Cell{{'D', 0.8}, {'O', 0.05}} // UTD, and UTO in the first line
	r, err := Resolve(TD3, cells)
	require.NoError(t, err)
	assert.Equal(t, lines, r.Lines)
	assert.Equal(t, []Position{{1, 12}}, r.Repaired)
	cells[1][12] = Cell{{'D', 0.995}, {'O', 0.001}} // a British overseas citizen
	r, err = Resolve(TD3, cells)
	require.NoError(t, err)
	assert.Equal(t, "UTD", r.Lines[1][10:13])
	assert.Empty(t, r.Repaired)
}

func TestResolveUsesTheClassOfAPosition(t *testing.T) {
	lines := specimen.Vectors()["td3"]
	cells := seen(lines)
	cells[0][6] = Cell{{'8', 0.7}, {'R', 0.3}}                // a digit in a name
	cells[1][14] = Cell{{'A', 0.6}, {'4', 0.4}}               // a letter in a date
	cells[1][20] = Cell{{'P', 0.5}, {'F', 0.4}, {'E', 0.1}}   // no such sex
	cells[1][9] = Cell{{'G', 0.55}, {'6', 0.4}, {'0', 0.001}} // a check digit is a digit
	r, err := Resolve(TD3, cells)
	require.NoError(t, err)
	assert.Equal(t, lines, r.Lines)
	assert.Len(t, r.Repaired, 4)
}

func TestAFlippedCharacterIsNeverSure(t *testing.T) {
	lines := specimen.Vectors()["td3"]
	for _, at := range []int{0, 1, 4, 8, 13, 15, 18, 21, 26, 28, 33} {
		for _, to := range Alphabet {
			v, w := worth(byte(to)), worth(lines[1][at])
			if (v-w)%10 == 0 {
				continue // the same to the check digit: nothing can tell them apart
			}
			cells := seen(lines)
			cells[1][at] = Cell{{byte(to), 0.999}, {lines[1][at], 0.0004}}
			r, err := Resolve(TD3, cells)
			require.NoError(t, err)
			for _, s := range TD3.Spans() {
				if s.Line == 1 && s.From <= at && at < s.To {
					assert.Lessf(t, r.Of(s.Element), 0.9, "%c for %c at %d in %s", to, lines[1][at], at, s.Element)
				}
			}
		}
	}
}

func TestAWrongCompositeDoesNotRepairGoodFields(t *testing.T) {
	lines := append([]string{}, specimen.Vectors()["td3"]...)
	lines[1] = lines[1][:43] + "7"
	r, err := Resolve(TD3, seen(lines))
	require.NoError(t, err)
	assert.Equal(t, lines, r.Lines)
	assert.True(t, r.Failed(Composite))
	assert.Greater(t, r.Of(Number), 0.9)
}

func TestFillerForTheOptionalCheckDigitIsLegal(t *testing.T) {
	for _, digit := range []string{"<", "0"} {
		lines := []string{"P<UTOA" + strings.Repeat("<", 38), "AB1<<<<<<4UTO8001025M3001020<<<<<<<<<<<<<<" + digit + "8"}
		r, err := Resolve(TD3, seen(lines))
		require.NoError(t, err)
		assert.Equal(t, lines, r.Lines)
		assert.True(t, r.Passed(Optional))
	}
}

func TestResolveRefusesOtherShapes(t *testing.T) {
	_, err := Resolve(TD3, make([][]Cell, 3))
	assert.ErrorIs(t, err, ErrFormat)
	_, err = Resolve(TD3, make([][]Cell, 2))
	assert.ErrorIs(t, err, ErrFormat)
}

package linenet

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract"
)

// slots builds a posterior from one map a slot of probabilities; what is missing to 1 is the blank's.
func slots(a alphabet, rows ...map[rune]float64) *posterior {
	columns := (len(rows) + 1) / 2
	data := make([]float32, 2*a.size()*columns)
	for i := range data {
		data[i] = -30
	}
	for t, row := range rows {
		rest := 1.0
		for r, p := range row {
			data[((t&1)*a.size()+a.class[r])*columns+t>>1] = float32(math.Log(p))
			rest -= p
		}
		data[(t&1)*a.size()*columns+t>>1] = float32(math.Log(math.Max(rest, 1e-9)))
	}
	return newPosterior(data, a.size(), columns, len(rows))
}

// testReader has an alphabet and a judge, and no net.
func testReader() *Reader {
	j, err := newJudge()
	if err != nil {
		panic(err)
	}
	return &Reader{letters: newAlphabet(), judge: j}
}

// readOne reads a line of one view.
func readOne(r *Reader, p *posterior, f *framed, c constraint) extract.Text {
	return r.decode(sight{r.look(p, c)}, f, c).Text
}

func testFrame(n int) *framed { return &framed{width: 2 * n, step: 1 / float64(2*n)} }

func TestAlphabet(t *testing.T) {
	a := newAlphabet()
	for _, r := range "กขฃฅฆฌฮฤฦะัาำิีึืฺุูเแโใไๆฯ็่้๊๋์ํ๐๑๒๓๔๕๖๗๘๙฿azAZ09 ~éßü€–" {
		assert.Contains(t, a.class, r, "%c", r)
	}
	_, ok := a.encode("漢")
	assert.False(t, ok)
	c, ok := a.encode("น้ำ")
	require.True(t, ok)
	assert.Equal(t, "น้ำ", a.text(c))
}

func TestDecodeSumsPathsAndSeparatesDoubles(t *testing.T) {
	r := testReader()
	// The best path is all blanks (0.36), but the paths of "1" sum to more.
	p := slots(r.letters, map[rune]float64{'1': 0.4}, map[rune]float64{'1': 0.4})
	assert.Equal(t, "1", readOne(r, p, testFrame(2), constraint{}).Value)
	// Two equal signs need a blank between them.
	p = slots(r.letters, map[rune]float64{'1': 0.9}, map[rune]float64{'1': 0.9}, nil, map[rune]float64{'1': 0.9})
	assert.Equal(t, "11", readOne(r, p, testFrame(4), constraint{}).Value)
}

func TestGrammarForbidsWhatThaiCannotWrite(t *testing.T) {
	r := testReader()
	// A tone on a leading vowel scores best; the beam takes the consonant below it instead.
	p := slots(r.letters, map[rune]float64{'เ': 0.9}, nil, map[rune]float64{'้': 0.55, 'ก': 0.4}, nil, map[rune]float64{'า': 0.9})
	assert.Equal(t, "เกา", readOne(r, p, testFrame(5), constraint{}).Value)
	// Two tones never share a consonant.
	p = slots(r.letters, map[rune]float64{'ก': 0.99}, map[rune]float64{'่': 0.6, '้': 0.3}, map[rune]float64{'้': 0.6, '่': 0.3})
	assert.Len(t, []rune(readOne(r, p, testFrame(3), constraint{}).Value), 2)
	for _, c := range []struct {
		last, next rune
		want       bool
	}{
		{'ก', 'ิ', true}, {'ิ', '่', true}, {'่', 'ิ', false}, {'่', '้', false}, {0, '่', false}, {'a', 'ั', false}, {'เ', 'ก', true}, {'เ', '1', false},
		{'้', 'ำ', true}, {'ิ', 'ำ', false}, {'ด', '์', true}, {'ธ', 'ุ', true}, {'ุ', '์', true}, {' ', ' ', false}, {'ก', 'ก', true}, {'ๆ', ' ', true},
	} {
		assert.Equal(t, c.want, follows(c.last, c.next), "%q after %q", c.next, c.last)
	}
}

func TestConstraints(t *testing.T) {
	r := testReader()
	zero := slots(r.letters, map[rune]float64{'O': 0.9, '0': 0.05}, nil, map[rune]float64{'l': 0.88, '1': 0.08}, nil)
	read := func(h extract.Hint) string {
		return readOne(r, zero, testFrame(4), newConstraint(h, r.letters)).Value
	}
	assert.Equal(t, "Ol", read(extract.Hint{}))
	assert.Equal(t, "01", read(extract.Hint{Script: extract.ScriptDigit}), "signs that the class cannot hold give way to the next best")
	assert.Equal(t, "O1", read(extract.Hint{Charset: "O1"}))
	assert.Equal(t, "O1", read(extract.Hint{Pattern: `[A-Z][0-9]`}), "a pattern decides a close call")
	assert.Equal(t, "Ol", read(extract.Hint{Pattern: `[0-9]{5}`}), "a pattern that nothing fits changes nothing")
	assert.Equal(t, "Ol", read(extract.Hint{Pattern: `[`}), "nor does one that does not compile")
	assert.Equal(t, "O1", read(extract.Hint{Lexicon: []string{"99", "O1"}}))
	assert.Equal(t, "Ol", read(extract.Hint{Lexicon: []string{"zebra"}}), "a lexicon does not invent")
}

func TestSpellingDecidesCloseCalls(t *testing.T) {
	r := testReader()
	sure := func(c rune) map[rune]float64 { return map[rune]float64{c: 0.95} }
	read := func(last map[rune]float64) string {
		p := slots(r.letters, sure('จ'), sure('ั'), sure('ง'), sure('ห'), sure('ว'), sure('ั'), last)
		return readOne(r, p, testFrame(7), constraint{}).Value
	}
	assert.Equal(t, "จังหวัด", read(map[rune]float64{'ค': 0.5, 'ด': 0.4}), "the word that is one")
	assert.Equal(t, "จังหวัค", read(map[rune]float64{'ค': 0.97, 'ด': 0.002}), "what is seen clearly stays as it is printed")
	street := slots(r.letters, sure('S'), sure('t'), sure('r'), map[rune]float64{'c': 0.5, 'e': 0.4}, nil, sure('e'), sure('t'))
	assert.Equal(t, "Street", readOne(r, street, testFrame(7), constraint{}).Value)
	code := slots(r.letters, sure('X'), sure('7'), map[rune]float64{'Q': 0.8, 'O': 0.15}, sure('9'), sure('Z'), sure('K'))
	assert.Equal(t, "X7Q9ZK", readOne(r, code, testFrame(6), constraint{}).Value, "codes are no words")
}

func TestForwardAgreesWithTheBeam(t *testing.T) {
	r := testReader()
	p := slots(r.letters, map[rune]float64{'a': 0.6, 'b': 0.2}, map[rune]float64{'b': 0.5}, map[rune]float64{'b': 0.3, 'c': 0.3})
	found := (&search{p: p, width: 64, lag: math.Inf(1), runes: r.letters.runes}).run()
	total := math.Inf(-1)
	for _, h := range found {
		assert.InDelta(t, forward(p, h.classes), h.log, 1e-6, r.letters.text(h.classes))
		total = logAdd(total, h.log)
	}
	assert.InDelta(t, 0, total, 1e-3, "all texts together are certain")
}

func TestCharsCarryExtentsAndCertainty(t *testing.T) {
	r := testReader()
	p := slots(r.letters, nil, map[rune]float64{'น': 0.9}, map[rune]float64{'้': 0.8}, nil, map[rune]float64{'ำ': 0.7}, nil, nil, nil)
	text := readOne(r, p, testFrame(8), constraint{})
	require.Equal(t, "น้ำ", text.Value)
	require.Len(t, text.Chars, 3)
	assert.InDelta(t, 0.9, text.Chars[0].Confidence, 1e-4)
	assert.InDelta(t, 0.7, text.Chars[2].Confidence, 1e-4)
	assert.Equal(t, text.Chars[0].X0, text.Chars[1].X0, "a mark lies where its consonant lies")
	assert.InDelta(t, text.Chars[0].X1, text.Chars[2].X0, 1e-9)
	assert.Greater(t, text.Chars[2].X1, text.Chars[2].X0)
	assert.Greater(t, text.Confidence, 0.0)
}

func TestAlternativesAreRankedBelowTheValue(t *testing.T) {
	r := testReader()
	p := slots(r.letters, map[rune]float64{'1': 0.6, '7': 0.35}, nil)
	text := readOne(r, p, testFrame(2), constraint{})
	require.NotEmpty(t, text.Alternatives)
	assert.Equal(t, "1", text.Value)
	assert.Equal(t, "7", text.Alternatives[0].Value)
	assert.Less(t, text.Alternatives[0].Confidence, text.Confidence)
}

func TestNearest(t *testing.T) {
	near := nearest([]rune("ชลบรี"), []string{"ราชบุรี", "ชลบุรี", "กระบี่"}, 2)
	require.NotEmpty(t, near)
	assert.Equal(t, "ชลบุรี", near[0].word)
}

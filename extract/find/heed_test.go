package find

import (
	"math"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract"
	"lensd/extract/find/tag"
	"lensd/extract/trees"
	"lensd/vision/geom"
)

func TestWordsOfALine(t *testing.T) {
	for text, want := range map[string][]string{
		"Mary Ann  Smith":      {"Mary", "Ann", "Smith"},
		"Tel:081-234":          {"Tel:", "081-234"},
		"โทร0812345678 ต่อ 12": {"โทร", "0812345678", "ต่อ", "12"},
		"12หมู่3":              {"12", "หมู่", "3"},
		"A12":                  {"A12"},
		" ":                    nil,
		"":                     nil,
	} {
		var got []string
		for _, w := range wordsOf([]rune(text)) {
			got = append(got, string([]rune(text)[w[0]:w[1]]))
		}
		assert.Equal(t, want, got, text)
	}
}

func TestWhatTheTaggerTakesForAPhoneHasItsFiguresAndIsNoDate(t *testing.T) {
	for text, want := range map[string]bool{
		"089 123 4567":      true,
		"0812 ext. 12":      true, // no phone by its form
		"08****12":          true,
		"(531)523-9823x165": true,
		"12345":             false,
		"2022-04-29":        false,
		" 29.04.2022 ":      false,
		"29/04/22":          false,
		"12345-6789":        false,
		"202-04-2912":       true,
	} {
		assert.Equal(t, want, numbered(text), text)
	}
}

func TestAPhoneBehindAnotherPartysCaptionIsTheirs(t *testing.T) {
	f := declared(t, &Model{})
	for line, theirs := range map[string]bool{
		"From: Joan Miller 081 234 5678":               true,
		"Ship to: Mary Smith 081 234 5678":             false,
		"Joan Miller 081 234 5678":                     false,
		"From: Joan Miller Ship to: Mary 081 234 5678": false,
	} {
		p := f.page(layout(10, 10, line))
		found := false
		for i := range p.units {
			if u := &p.units[i]; u.text == "081 234 5678" {
				found = true
				assert.Equal(t, theirs, p.anothers(u, 2), line)
				assert.False(t, p.anothers(u, 3), "what is no phone")
			}
		}
		assert.True(t, found, line)
	}
}

// heard is a page whose tagger was as sure of each word as a test says: by word, the field from 1 and its probability.
func heard(f *Finder, l *extract.Layout, said map[string][2]float64) *page {
	p := f.page(l)
	p.tags = make([][]tagged, len(p.lines))
	for i := range p.lines {
		for _, w := range wordsOf(p.lines[i].text) {
			t := tagged{from: w[0], to: w[1], weight: float64(max(1, printed(p.lines[i].text[w[0]:w[1]]))), log: make([]float64, len(f.kind.Fields)+1)}
			s := said[string(p.lines[i].text[w[0]:w[1]])]
			for k := range t.log {
				share := (1 - s[1]) / float64(len(f.kind.Fields))
				if k == int(s[0]) {
					share = s[1]
				}
				t.log[k] = math.Log(max(share, 1e-4))
			}
			p.tags[i] = append(p.tags[i], t)
		}
		p.spans(i)
	}
	for i := range p.units {
		p.describe(&p.units[i], f.model)
	}
	p.heed()
	return p
}

// Words that no table of captions knows are left out of a value where the tagger leaves them out.
func TestTagsPartALine(t *testing.T) {
	f := judging(t, 0, 0)
	p := heard(f, layout(10, 10, "Vastaanottaja Mary Smith 12 Rose Lane"), map[string][2]float64{
		"Mary": {1, 0.9}, "Smith": {1, 0.8}, "12": {2, 0.9}, "Rose": {2, 0.9}, "Lane": {2, 0.9}, "Vastaanottaja": {0, 0.97}})
	assert.Subset(t, texts(p, 0), []string{"Mary Smith", "12 Rose Lane"})
	assert.Equal(t, "Mary Smith", runsOf(p, 0)[0])
	assert.Equal(t, "12 Rose Lane", runsOf(p, 1)[0])
}

// A span is tried as long as any of its words may be the field's, and as short as the words that are hardly anything else.
func TestSpansEndWhereTheTagsDoubt(t *testing.T) {
	f := judging(t, 0, 0)
	p := heard(f, layout(10, 10, "Mr. Mary Smith c7 +1"), map[string][2]float64{
		"Mr.": {1, 0.05}, "Mary": {1, 0.9}, "Smith": {1, 0.8}, "c7": {1, 0.55}, "+1": {1, 0.1}})
	assert.Subset(t, texts(p, 0), []string{"Mary Smith", "Mary Smith c7", "Mr. Mary Smith c7 +1"})
}

// A caption's colon is no part of what is tried as a value, but the caption's one letter is.
func TestAWordWithoutItsColonIsStillThatWord(t *testing.T) {
	f := judging(t, 0, 0)
	p := heard(f, layout(10, 10, "Smith T: 081 234 5678"), map[string][2]float64{"Smith": {1, 0.9}, "T:": {0, 0.97}})
	assert.Equal(t, "Smith", runsOf(p, 0)[0])
	found := false
	for i := range p.candidates(0) {
		if r := &p.runs[0][i]; p.found(0, r).Value == "Smith T" {
			found = true
			assert.Less(t, p.heeded(0, r)[4], -2.0, "the least likely word in it is the caption")
		}
	}
	assert.True(t, found)
}

func TestTheTaggerIsToldOfTheWhiteBetweenWords(t *testing.T) {
	f := declared(t, &Model{})
	char := func(r rune, x0, x1 float64) extract.Char {
		return extract.Char{Rune: r, Confidence: 0.9, X0: x0, X1: x1}
	}
	l := layout(10, 10, "Jo Tel 1") // 48 pixels, letters of 10
	l.Lines[0].Text.Chars = []extract.Char{char('J', 0, 0.1), char('o', 0.1, 0.2), char('T', 0.6, 0.65), char('e', 0.65, 0.7), char('l', 0.7, 0.75), char(' ', 0.75, 0.8), char('1', 0.8, 1)}
	p := f.page(l)
	white := p.blanks(0, wordsOf(p.lines[0].text))
	require.Len(t, white, 4)
	assert.Equal(t, openBlank, white[0])
	assert.InDelta(t, 0.4*4.8, white[1], 1e-9, "with a blank that was not read as a letter")
	assert.InDelta(t, 0.05*4.8, white[2], 1e-9)
	assert.Equal(t, openBlank, white[3])

	page, _ := f.Tagging(l, nil)
	first, second := page.Lines[0].Words[0].Traits, page.Lines[0].Words[1].Traits
	assert.Equal(t, first[8], second[7], "what stands behind a word stands before the next")
	assert.InDelta(t, math.Log1p(0.4*4.8), float64(second[7]), 1e-6)
	assert.Equal(t, p.blanks(0, nil), []float64{openBlank}, "a line without words")
}

// Of a line that is a caption by another reading the recogniser tells no places.
func TestWhiteOfAnotherReadingIsThatOfItsLetters(t *testing.T) {
	f := declared(t, &Model{})
	l := layout(10, 10, "o1")
	l.Lines[0].Text.Chars = []extract.Char{{Rune: 'o', X0: 0, X1: 0.5}, {Rune: '1', X0: 0.5, X1: 1}}
	l.Lines[0].Text.Alternatives = []extract.Alternative{{Value: "Ship to:"}}
	page, _ := f.Tagging(l, nil)
	require.Len(t, page.Lines[0].Words, 2)
	white := page.Lines[0].Words[1].Traits[7]
	assert.Greater(t, white, float32(0))
	assert.Less(t, white, float32(math.Log1p(openBlank)))
}

// What the tags take together is a candidate, whatever stands between its lines.
func TestTagsJoinLines(t *testing.T) {
	f := judging(t, 0, 0)
	f.kind.Fields[1].Lines = 2
	l := layout(10, 10, "12 Rose Lane", 10, 90, "COD 55", 10, 120, "X", 10, 300, "Big Town", 60, 300, "50230")
	said := map[string][2]float64{}
	for _, w := range strings.Fields("12 Rose Lane Big Town 50230") {
		said[w] = [2]float64{2, 0.95}
	}
	p := heard(f, l, said)
	assert.Contains(t, runsOf(p, 1), "12 Rose Lane Big Town 50230")
	assert.Nil(t, p.decoded(0), "no name anywhere")
}

// Where two labels of one receiver stand on a page, neither's lines are taken twice.
func TestWhatIsPrintedTwiceIsTakenOnce(t *testing.T) {
	f := judging(t, 0, 0)
	f.kind.Fields[1].Lines = 2
	l := layout(10, 10, "Rose Lane", 10, 26, "Big Town", 400, 200, "Rose Lane", 400, 216, "Big Town")
	said := map[string][2]float64{}
	for _, w := range strings.Fields("Rose Lane Big Town") {
		said[w] = [2]float64{2, 0.95}
	}
	p := heard(f, l, said)
	p.share()
	r := p.decoded(1)
	require.NotNil(t, r)
	assert.Len(t, r.units, 2)
}

func TestHowLikelyARunIsByItsTags(t *testing.T) {
	f := judging(t, 0, 0)
	p := heard(f, layout(10, 10, "Mary Smith", 10, 40, "Joan Miller"), map[string][2]float64{"Mary": {1, 0.9}, "Smith": {1, 0.9}, "Joan": {0, 0.7}, "Miller": {0, 0.7}})
	of := func(text string) []float64 {
		for i := range p.candidates(0) {
			if r := &p.runs[0][i]; p.found(0, r).Value == text {
				return p.heeded(0, r)
			}
		}
		require.Fail(t, "no such run", text)
		return nil
	}
	right, wrong := of("Mary Smith"), of("Joan Miller")
	require.Len(t, right, tagTraits)
	assert.Greater(t, right[0], wrong[0], "exactly these words")
	assert.Less(t, right[2], wrong[2], "taken for something else")
	assert.Less(t, right[3], wrong[3], "left out")
	assert.InDelta(t, math.Log(0.9), right[4], 1e-9)
}

// Boxes of lines that are set tight reach into each other.
func TestAWordIsTheFieldsThatCoversMostOfIt(t *testing.T) {
	f := declared(t, &Model{})
	l := layout(10, 10, "Mary Smith", 10, 28, "12 Rose Lane")
	name, address := l.Lines[0].Quad.Bounds(), l.Lines[1].Quad.Bounds()
	name.Y1 = address.Y0 + 0.5*address.H()
	_, of := f.Tagging(l, []Truth{{Field: "to_name", Quads: []geom.Quad{geom.QuadOf(name)}}, {Field: "to_address", Quads: []geom.Quad{geom.QuadOf(address)}}})
	assert.Equal(t, []uint8{1, 1, 2, 2, 2}, of)
	_, of = f.Tagging(l, []Truth{{Field: "to_name", Quads: []geom.Quad{geom.QuadOf(name)}}})
	assert.Equal(t, []uint8{1, 1, 1, 1, 1}, of, "nobody else's")
}

func TestATaggerOfAnotherKindIsRefused(t *testing.T) {
	raw, err := os.Open("tag/testdata/golden.net")
	require.NoError(t, err)
	defer raw.Close()
	net, err := tag.Read(raw)
	require.NoError(t, err)
	_, err = New(Kind{Fields: []Field{{Name: "name"}, {Name: "phone"}}, Model: &Model{}, Tagger: net})
	assert.ErrorContains(t, err, "other fields")
	_, err = New(Kind{Fields: []Field{{Name: "name"}, {Name: "address"}}, Model: &Model{}, Tagger: net})
	assert.ErrorContains(t, err, "trained on 30 and 9 traits")
}

func TestTaggingTellsWhereTrueValuesStand(t *testing.T) {
	f := declared(t, &Model{})
	l := layout(10, 10, "Name: Mary Smith", 10, 40, "12 Rose Lane")
	at := func(line, from, to int) geom.Quad { return part(l.Lines[line], from, to) }
	page, of := f.Tagging(l, []Truth{{Field: "to_name", Quads: []geom.Quad{at(0, 6, 16)}}, {Field: "to_address", Quads: []geom.Quad{l.Lines[1].Quad}}, {Field: "third", Quads: []geom.Quad{l.Lines[1].Quad}}})
	assert.Equal(t, []uint8{0, 1, 1, 2, 2, 2}, of)
	require.Len(t, page.Lines, 2)
	assert.Len(t, page.Bonds, 4)
	own := len(page.Lines[0].Words[0].Traits) - 2*len(f.kind.Fields) - 2
	assert.Equal(t, float32(1), page.Lines[0].Words[0].Traits[own], "a caption of the name")
	assert.Equal(t, float32(0), page.Lines[0].Words[1].Traits[own])
	for _, line := range page.Lines {
		assert.Len(t, line.Traits, len(page.Lines[0].Traits))
	}
}

// Where a kind has trees beside its tagger, what both say counts alike.
func TestTreesAndTaggerMeetHalfway(t *testing.T) {
	always := trees.Forest{{Feature: []int{0}, Threshold: []float32{0}, Left: []int{-1}, Right: []int{-2}, Leaf: []float64{4, 4}}}
	l, said := layout(10, 10, "Mary Smith"), map[string][2]float64{"Mary": {1, 0.9}, "Smith": {1, 0.8}}
	alone, both := declared(t, &Model{}), declared(t, &Model{stages: [2]trees.Forest{always, always}})
	p, q := heard(alone, l, said), heard(both, l, said)
	alone.score(p)
	q.gather() // of the spans, too
	both.score(q)
	require.Equal(t, len(p.odds), len(q.odds))
	told := 0
	for i := range p.odds {
		for f, o := range p.odds[i] {
			if !math.IsNaN(o) {
				assert.InDelta(t, (o+4)/2, q.odds[i][f], 1e-9)
				told++
			}
		}
	}
	assert.Positive(t, told)
}

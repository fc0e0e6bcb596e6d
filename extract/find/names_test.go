package find

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// What is learned may take a caption over a name for a part of it: names such as "Receiver" stand on labels for trying.
func TestACaptionOverANameIsNoPartOfIt(t *testing.T) {
	p := declared(t, &Model{}).page(layout(10, 10, "Ship to", 10, 26, "Mary Smith", 10, 42, "Jones"))
	require.True(t, p.lines[0].caption)
	p.addSpan(0, 0, len("Ship to"))
	name, more, caption := p.lines[1].units[0], p.lines[2].units[0], p.lines[0].units[0]
	for _, c := range []struct {
		why   string
		field int
		units []int
		want  string
		spans int
	}{
		{"a caption of its party", 0, []int{caption, name}, "Mary Smith", 1},
		{"over a name of two lines", 0, []int{caption, name, more}, "Mary Smith Jones", 2},
		{"alone it may be a name", 0, []int{caption}, "Ship to", 1},
		{"of the other party", 3, []int{caption, name}, "Ship to Mary Smith", 2},
		{"no name", 1, []int{caption, name}, "Ship to Mary Smith", 2},
		{"not first", 0, []int{name, caption}, "Mary Smith Ship to", 2},
	} {
		got := p.found(c.field, &run{units: c.units})
		assert.Equal(t, c.want, got.Value, c.why)
		assert.Len(t, got.Spans, c.spans, c.why)
	}
}

// wholeLine is the whole of a line from a rune on as a unit.
func wholeLine(p *page, line, from int) int {
	p.addSpan(line, from, len(p.lines[line].text))
	for _, k := range p.lines[line].units {
		if p.units[k].from == from && p.units[k].to == len(p.lines[line].text) {
			return k
		}
	}
	return -1
}

func TestACaptionBeforeANameIsNoPartOfIt(t *testing.T) {
	for _, c := range []struct {
		why, line string
		field     int
		want      string
	}{
		{"a caption of its party", "Ship to Mary Smith", 0, "Mary Smith"},
		{"two, of one thing", "ผู้รับ Ship to: Mary Smith", 0, "Mary Smith"},
		{"a short one with a colon", "Name: Mary Smith", 0, "Mary Smith"},
		{"a short one may be a name", "Name Smith", 0, "Name Smith"},
		{"of the other party", "From: Mary Smith", 0, "From: Mary Smith"},
		{"all there is", "Ship to", 0, "Ship to"},
		{"no name", "Ship to Street 7", 1, "Ship to Street 7"},
		{"not in front", "Mary Ship to", 0, "Mary Ship to"},
	} {
		p := declared(t, &Model{}).page(layout(10, 10, c.line))
		k := wholeLine(p, 0, 0)
		require.GreaterOrEqual(t, k, 0, c.why)
		got := p.found(c.field, &run{units: []int{k}})
		assert.Equal(t, c.want, got.Value, c.why)
		require.Len(t, got.Spans, 1, c.why)
		assert.Equal(t, c.want, string([]rune(c.line)[got.Spans[0].From:got.Spans[0].To]), c.why)
	}
}

func TestACaptionWithAPhoneBesideItIsNoPartOfTheNameUnderIt(t *testing.T) {
	p := declared(t, &Model{}).page(layout(10, 10, "Ship to 081 234 5678", 10, 26, "Mary Smith"))
	p.addSpan(0, 0, len("Ship to"))
	for k, u := range p.units {
		if u.text == "Ship to" {
			assert.Equal(t, "Mary Smith", p.found(0, &run{units: []int{k, p.lines[1].units[0]}}).Value)
			return
		}
	}
	t.Fatal("no such unit")
}

func TestANameThatIsPrintedTwiceIsSaidOnce(t *testing.T) {
	for _, c := range []struct {
		why   string
		lines []string
		want  string
		spans int
	}{
		{"twice", []string{"Mary Smith", "MARY SMITH"}, "Mary Smith", 1},
		{"once in two lines", []string{"Mary Ann Smith", "Mary Ann", "Smith"}, "Mary Ann Smith", 1},
		{"first in two lines", []string{"Mary Ann", "Smith", "Mary Ann Smith"}, "Mary Ann Smith", 1},
		{"both in two", []string{"Mary Ann", "Smith", "Mary Ann", "Smith"}, "Mary Ann Smith", 2},
		{"another", []string{"Mary Smith", "Mary Smythe"}, "Mary Smith Mary Smythe", 2},
		{"too short to tell", []string{"Lu", "Lu"}, "Lu Lu", 2},
	} {
		rows := []any{}
		for i, s := range c.lines {
			rows = append(rows, 10, 10+16*i, s)
		}
		p := declared(t, &Model{}).page(layout(rows...))
		r := &run{}
		for i := range c.lines {
			r.units = append(r.units, wholeLine(p, i, 0))
		}
		got := p.found(0, r)
		assert.Equal(t, c.want, got.Value, c.why)
		assert.Len(t, got.Spans, c.spans, c.why)
	}
}

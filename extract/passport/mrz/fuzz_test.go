package mrz

import (
	"bytes"
	"strings"
	"testing"

	"lensd/extract/passport/mrz/specimen"
)

// longest bounds what the fuzzers try: no zone is longer, and Detect refuses more before anything else looks at it.
const longest = 400

// FuzzParse gives lines from anywhere to Parse and Validate: what one takes the other takes, and what parses has the shape of
// its format.
func FuzzParse(f *testing.F) {
	for _, lines := range specimen.Vectors() {
		f.Add(strings.Join(lines, "\n"))
	}
	f.Add("I<UTOD23145890<7349<<<<<<<<<<<\n3407127M9507122UTO<<<<<<<<<<<2\nSTEVENSON<<PETER<<<<<<<<<<<<<<")
	f.Add("p< uto «")
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > longest {
			return
		}
		lines := strings.Split(text, "\n")
		r, err := Parse(lines)
		if _, bad := Validate(lines); (bad == nil) != (err == nil) {
			t.Fatalf("Parse says %v, Validate %v", err, bad)
		}
		if err == nil && (r.Format.Lines() != len(lines) || r.Format.Width() != len(lines[0])) {
			t.Fatalf("%q is taken for %s", lines, r.Format)
		}
	})
}

// FuzzResolve takes bytes for the cells of a recogniser, two to a candidate: whatever it says, the zone has its shape, no
// character's confidence leaves 0 to 1, and a character that it did not see first is not sure.
func FuzzResolve(f *testing.F) {
	for _, lines := range specimen.Vectors() {
		f.Add(byte(Shape(len(lines), len(lines[0]), lines[0][0])), []byte(strings.Join(lines, "")))
	}
	f.Add(byte(TD3), []byte{0, 255, 1, 254})
	f.Fuzz(func(t *testing.T, kind byte, data []byte) {
		format := Format(kind % 6)
		if len(data) > 2000 {
			return
		}
		cells := make([][]Cell, format.Lines())
		next := bytes.NewReader(data)
		take := func() byte { b, _ := next.ReadByte(); return b }
		for i := range cells {
			for range format.Width() {
				first := take()
				cell := Cell{{first, 0.9}, {Alphabet[int(take())%len(Alphabet)], float64(take()) / 255}}
				cells[i] = append(cells[i], cell[:int(first)%3])
			}
		}
		r, err := Resolve(format, cells)
		if format == Unknown {
			if err == nil {
				t.Fatal("a zone of no format")
			}
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range r.Lines {
			if len(line) != format.Width() || len(r.Confidence[i]) != len(line) {
				t.Fatalf("%d characters with %d confidences in %s", len(line), len(r.Confidence[i]), format)
			}
			for _, c := range r.Confidence[i] {
				if !(c >= 0 && c <= 1) {
					t.Fatalf("a confidence of %v", c)
				}
			}
		}
		for _, p := range r.Repaired {
			if r.Confidence[p.Line][p.Column] > RepairedCap {
				t.Fatalf("a repaired character with %v", r.Confidence[p.Line][p.Column])
			}
		}
	})
}

// FuzzTransliterate: whatever a page prints becomes letters of a zone, single spaces between.
func FuzzTransliterate(f *testing.F) {
	for _, s := range []string{"Ævarsdóttir", "D'Artagnan-Müßig", "สมชาย ใจดี", "Nguyễn\u0300", "\xff\xfe"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, name string) {
		if len(name) > longest {
			return
		}
		for _, s := range append(Spellings(name), Transliterate(name)) {
			for i := range len(s) {
				if s[i] != ' ' && (s[i] < 'A' || s[i] > 'Z') {
					t.Fatalf("%q becomes %q", name, s)
				}
			}
			if s != strings.Join(strings.Fields(s), " ") {
				t.Fatalf("%q becomes %q", name, s)
			}
		}
	})
}

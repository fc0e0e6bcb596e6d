package main

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"lensd/extract/find"
)

// tally counts one field.
type tally struct{ want, right, given, sure, sureWrong int }

// limit is from which confidence on a value counts as sure.
const limit = 0.8

// report gathers what is told of each field, or of each type where pages declare their own fields.
type report struct {
	counts map[string]*tally
	bins   [10][3]float64 // by confidence: values, the sum of what they say, those that are right
	kin    [11]int        // pages by how likely they are of the kind, in tenths
	show   bool
}

// tell prints for each field the share of true values found, of given ones wrong, of sure ones and of sure and wrong ones, and the
// expected calibration error over ten bins.
func tell(finders func(*page) (*find.Finder, []find.Field, error), show bool) error {
	r := &report{counts: map[string]*tally{}, show: show}
	err := each(func(i int, p *page) error {
		f, fields, err := finders(p)
		if err == nil {
			r.page(i, p, f, fields)
		}
		return err
	})
	r.print()
	return err
}

func (r *report) of(p *page, field find.Field) *tally {
	name := field.Name
	if p.Kind != nil {
		name = fmt.Sprintf("type %d", field.Type)
	}
	if r.counts[name] == nil {
		r.counts[name] = &tally{}
	}
	return r.counts[name]
}

func (r *report) page(i int, p *page, f *find.Finder, fields []find.Field) {
	_, belongs := f.Read(context.Background(), &p.Layout)
	r.kin[int(belongs*10)]++
	for _, field := range fields {
		if slices.ContainsFunc(p.Truth, func(t find.Truth) bool { return t.Field == field.Name }) {
			r.of(p, field).want++
		}
	}
	seen := map[string]bool{}
	for _, e := range f.Examples(&p.Layout, p.Truth, 2) {
		seen[e.Found.Field] = true
		r.value(r.of(p, fields[e.Field]), e.Found.Confidence, e.Right)
		if r.show && !e.Right {
			fmt.Printf("%d %s\t%s\t%.2f\t%q\twant %q\n", i, p.File, e.Found.Field, e.Found.Confidence, e.Found.Value, wanted(p, e.Found.Field))
		}
	}
	for _, t := range p.Truth {
		if r.show && !seen[t.Field] {
			fmt.Printf("%d %s\t%s\tmissed\twant %q\n", i, p.File, t.Field, t.Value)
		}
	}
}

// value counts one given value.
func (r *report) value(c *tally, confidence float64, right bool) {
	b := &r.bins[min(9, int(confidence*10))]
	b[0], b[1] = b[0]+1, b[1]+confidence
	c.given++
	if right {
		c.right++
		b[2]++
	}
	if confidence >= limit {
		c.sure++
		if !right {
			c.sureWrong++
		}
	}
}

func (r *report) print() {
	fmt.Println("pages by how likely they are of the kind, in tenths:", r.kin)
	total, off := 0.0, 0.0
	for _, b := range r.bins {
		if b[0] > 0 {
			total += b[0]
			off += max(b[1]-b[2], b[2]-b[1])
		}
	}
	for _, name := range slices.Sorted(maps.Keys(r.counts)) {
		c := r.counts[name]
		w, g := float64(max(1, c.want)), float64(max(1, c.given))
		fmt.Printf("%-24s want %4d right %.3f given-wrong %.3f sure %.3f sure-and-wrong %.3f\n", name, c.want, float64(c.right)/w, float64(c.given-c.right)/g, float64(c.sure)/w, float64(c.sureWrong)/w)
	}
	fmt.Printf("calibration error %.3f\n", off/max(1, total))
	for i, b := range r.bins {
		fmt.Printf("  %.1f: %4.0f given, right %.3f, said %.3f\n", float64(i)/10, b[0], b[2]/max(1, b[0]), b[1]/max(1, b[0]))
	}
}

func wanted(p *page, field string) string {
	for _, t := range p.Truth {
		if t.Field == field {
			return t.Value
		}
	}
	return ""
}

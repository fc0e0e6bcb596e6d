package main

import (
	"fmt"
	"maps"
	"slices"

	"lensd/extract/find"
)

// tally counts one field.
type tally struct{ want, right, given, sure, sureWrong int }

// limit is from which confidence on a value counts as sure.
const limit = 0.8

// tell prints for each field, or for each type where pages declare their own fields, the share of true values found, of given
// ones wrong, of sure ones and of sure and wrong ones, and the expected calibration error over ten bins.
func tell(finders func(*page) (*find.Finder, []find.Field, error), show bool) error {
	counts := map[string]*tally{}
	var bins [10][3]float64
	var kin [11]int // pages by how likely they are of the kind, in tenths
	err := each(func(i int, p *page) error {
		f, fields, err := finders(p)
		if err != nil {
			return err
		}
		_, belongs := f.Read(&p.Layout)
		kin[int(belongs*10)]++
		called := func(n int) *tally {
			name := fields[n].Name
			if p.Kind != nil {
				name = fmt.Sprintf("type %d", fields[n].Type)
			}
			if counts[name] == nil {
				counts[name] = &tally{}
			}
			return counts[name]
		}
		for n, field := range fields {
			for _, t := range p.Truth {
				if t.Field == field.Name {
					called(n).want++
					break
				}
			}
		}
		seen := map[string]bool{}
		for _, e := range f.Examples(&p.Layout, p.Truth, 2) {
			c, conf := called(e.Field), e.Found.Confidence
			seen[e.Found.Field] = true
			c.given++
			b := &bins[min(9, int(conf*10))]
			b[0], b[1] = b[0]+1, b[1]+conf
			if e.Right {
				c.right++
				b[2]++
			}
			if conf >= limit {
				c.sure++
				if !e.Right {
					c.sureWrong++
				}
			}
			if show && !e.Right {
				fmt.Printf("%d %s\t%s\t%.2f\t%q\twant %q\n", i, p.File, e.Found.Field, conf, e.Found.Value, wanted(p, e.Found.Field))
			}
		}
		for _, t := range p.Truth {
			if show && !seen[t.Field] {
				fmt.Printf("%d %s\t%s\tmissed\twant %q\n", i, p.File, t.Field, t.Value)
			}
		}
		return nil
	})
	fmt.Println("pages by how likely they are of the kind, in tenths:", kin)
	total, off := 0.0, 0.0
	for _, b := range bins {
		if b[0] > 0 {
			total += b[0]
			off += max(b[1]-b[2], b[2]-b[1])
		}
	}
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		c := counts[name]
		w, g := float64(max(1, c.want)), float64(max(1, c.given))
		fmt.Printf("%-24s want %4d right %.3f given-wrong %.3f sure %.3f sure-and-wrong %.3f\n", name, c.want, float64(c.right)/w, float64(c.given-c.right)/g, float64(c.sure)/w, float64(c.sureWrong)/w)
	}
	fmt.Printf("calibration error %.3f\n", off/max(1, total))
	for i, b := range bins {
		fmt.Printf("  %.1f: %4.0f given, right %.3f, said %.3f\n", float64(i)/10, b[0], b[2]/max(1, b[0]), b[1]/max(1, b[0]))
	}
	return err
}

func wanted(p *page, field string) string {
	for _, t := range p.Truth {
		if t.Field == field {
			return t.Value
		}
	}
	return ""
}

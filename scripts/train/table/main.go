// Command table trains and judges the choice among guesses at tables, on pages of scripts/synth/table.
//
//	table look  -cache DIR FOLDER…            analyse the pages once (slow; pages that are there are left)
//	table rows  -cache DIR > ROWS.tsv         a row a guess: page, F1, whether rows and columns are as many as the true ones, the features;
//	                                          with -faults N also for N spoilt copies of each page
//	table webs  -cache DIR > WEBS.jsonl       a line a page: its words and the ties between neighbours, with what the truth says of them
//	table judge -cache DIR                    what Find's choice reaches on structure alone, a line a group
//
// F1 is that of ICDAR 2013's adjacency relations, over the words that the page analysis found: reading errors do not count.
package main

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"log"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"

	"lensd/vision/table"
)

func main() {
	if len(os.Args) < 2 {
		log.Fatal("usage: table look|rows|webs|judge -cache DIR [FOLDER…]")
	}
	fs := flag.NewFlagSet(os.Args[1], flag.ExitOnError)
	cache := fs.String("cache", "", "`folder` of analysed pages")
	faults := fs.Int("faults", 0, "rows, webs: how often each page is told with faults besides")
	show := fs.Bool("show", false, "judge: print every page below 0.9")
	_ = fs.Parse(os.Args[2:])
	var err error
	switch os.Args[1] {
	case "look":
		err = look(*cache, fs.Args())
	case "rows":
		err = rows(*cache, *faults)
	case "webs":
		err = webs(*cache, *faults, os.Stdout)
	case "judge":
		err = judge(*cache, *show)
	default:
		err = fmt.Errorf("no such part: %s", os.Args[1])
	}
	if err != nil {
		log.Fatal(err)
	}
}

// each gives the analysed pages of a cache one by one, in the order of their names.
func each(cache string, f func(*sample)) error {
	names, err := filepath.Glob(filepath.Join(cache, "*.gob"))
	if err != nil {
		return err
	}
	slices.Sort(names)
	for _, n := range names {
		s, err := load(n)
		if err != nil {
			return err
		}
		f(s)
	}
	return nil
}

// rows prints the guesses of each page of a cache, then as often as faults says those at the page with faults that its analysis may make,
// which counts as another page.
func rows(cache string, faults int) error {
	detector, err := table.NewDetector()
	if err != nil {
		return err
	}
	w := bufio.NewWriter(os.Stdout)
	tell := func(s *sample, name string) {
		for _, g := range detector.Guesses(&s.Page) {
			f1, exact := s.quality(g.Table)
			fmt.Fprintf(w, "%s\t%.4f\t%.0f", name, f1, indicator(exact))
			for _, v := range g.Features {
				fmt.Fprintf(w, "\t%.4g", v)
			}
			fmt.Fprintln(w)
		}
	}
	k := uint64(0)
	err = each(cache, func(s *sample) {
		tell(s, s.File)
		for range faults {
			k++
			tell(s.spoilt(rand.New(rand.NewPCG(17, k)), 0), fmt.Sprintf("%s~%d", s.File, k))
		}
	})
	if err != nil {
		return err
	}
	return w.Flush()
}

// judge prints what is chosen, and what the best guesses would have given.
func judge(cache string, show bool) error {
	type tally struct{ n, got, best, shape float64 }
	groups := map[string]*tally{}
	add := func(name string, got, best, shape float64) {
		t := groups[name]
		if t == nil {
			t = &tally{}
			groups[name] = t
		}
		t.n, t.got, t.best, t.shape = t.n+1, t.got+got, t.best+best, t.shape+shape
	}
	detector, err := table.NewDetector()
	if err != nil {
		return err
	}
	err = each(cache, func(s *sample) {
		found := detector.Find(context.Background(), &s.Page)
		if len(s.Tables) == 0 {
			add("false tables", indicator(len(found) > 0), 0, 0)
			if show && len(found) > 0 {
				fmt.Println(s.File, "false", sizes(found))
			}
			return
		}
		got, best := s.f1(found, false), 0.0
		for _, g := range detector.Guesses(&s.Page) {
			best = max(best, s.f1([]table.Table{g.Table}, true))
		}
		shape := s.shape(found)
		for _, name := range []string{"all", s.Set} {
			add(name, got, best, shape)
		}
		if show && got < 0.9 {
			fmt.Printf("%s %s %v f1 %.2f best single %.2f true %v got %v\n", s.File, s.Set, s.Tags, got, best, s.sizes(), sizes(found))
		}
	})
	for _, n := range slices.Sorted(maps.Keys(groups)) {
		t := groups[n]
		fmt.Printf("%-22s n %3.0f  f1 %.3f  best guess %.3f  shape %.3f\n", n, t.n, t.got/t.n, t.best/t.n, t.shape/t.n)
	}
	return err
}

func sizes(ts []table.Table) (out [][2]int) {
	for _, t := range ts {
		out = append(out, [2]int{t.Rows, t.Cols})
	}
	return out
}

func indicator(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

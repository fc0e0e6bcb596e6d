package main

import (
	"math"
	"math/rand/v2"
	"slices"

	"lensd/vision/layout"
)

// spoilt returns the page as another might be: with faults of the page analysis (words lost, run together or moved a little, specks,
// rules lost or cut short), wider or narrower, set with other leading, cut off, with
// columns or rows left out, and mirrored as often as mirrored says.
func (s *sample) spoilt(r *rand.Rand, mirrored float64) *sample {
	out := &sample{File: s.File, Tables: s.Tables, Page: s.Page, Owner: map[layout.Box]int{}}
	to := otherFrame(s.Page, r, mirrored)
	gone := s.leftOut(r)
	th := float64(s.Page.TextHeight)
	lost, joined, moved := 0.04*r.Float64(), 0.08*r.Float64(), 0.06*th*r.Float64()
	var words []layout.Word
	add := func(w layout.Word, id int, ok bool) {
		words = append(words, w)
		if ok {
			out.Owner[w.Box] = id
		}
	}
	for _, p := range s.Page.Phrases {
		for k := 0; k < len(p.Words); k++ {
			w := p.Words[k]
			id, ok := s.Owner[w.Box]
			if r.Float64() < lost || ok && gone(id) || to.cut(w.Box) {
				continue
			}
			if k+1 < len(p.Words) && r.Float64() < joined {
				next, also := s.Owner[p.Words[k+1].Box]
				if ok != also || id != next {
					id, ok = mixed, true
				}
				w.Box, k = w.Union(p.Words[k+1].Box), k+1
			}
			add(to.word(w, moved, r), id, ok)
		}
	}
	if r.Float64() < 0.3 {
		for range 1 + r.IntN(4) {
			x, y, wide, high := r.IntN(s.Page.W), r.IntN(s.Page.H), 1+int(th*(0.2+2*r.Float64())), 1+int(th*(0.2+r.Float64()))
			add(layout.Word{Box: layout.Box{X0: x, Y0: y, X1: x + wide, Y1: y + high}, Height: high, Base: y + high}, 0, false)
		}
	}
	out.Page.Rules = spoiltRules(to.rules(s.Page.Rules), r)
	out.Page.Areas = slices.Clone(s.Page.Areas)
	for i := range out.Page.Areas {
		out.Page.Areas[i].Box = to.box(out.Page.Areas[i].Box)
	}
	out.Page.W, out.Page.H = int(to.wide*float64(s.Page.W)), int(to.high*float64(s.Page.H))
	out.Page.SetWords(words)
	out.settle(s)
	return out
}

// settle counts the words of the true cells, and how many rows and columns have any of those that had some before.
func (s *sample) settle(before *sample) {
	s.Words, s.Tables = map[int]int{}, slices.Clone(s.Tables)
	for _, id := range s.Owner {
		if id >= 0 {
			s.Words[id]++
		}
	}
	for t := range s.Tables {
		rows, cols := before.printed(t)
		r, c := s.printed(t)
		s.Tables[t].Rows, s.Tables[t].Cols = s.Tables[t].Rows-rows+r, s.Tables[t].Cols-cols+c
	}
}

// printed returns in how many rows and columns of a true table a cell with words begins.
func (s *sample) printed(t int) (rows, cols int) {
	r, c := map[int]bool{}, map[int]bool{}
	for i, one := range s.Tables[t].Cells {
		if s.Words[t*10000+i] > 0 {
			r[one.Row], c[one.Column] = true, true
		}
	}
	return len(r), len(c)
}

// leftOut tells which true cells are left out: in every other page some whole columns or rows of its tables.
func (s *sample) leftOut(r *rand.Rand) func(id int) bool {
	columns, rows := map[[2]int]bool{}, map[[2]int]bool{}
	if r.IntN(2) == 0 {
		for t, tb := range s.Tables {
			for k := range tb.Cols {
				columns[[2]int{t, k + 1}] = r.Float64() < 0.15
			}
			for k := range tb.Rows {
				rows[[2]int{t, k + 1}] = r.Float64() < 0.1
			}
		}
	}
	return func(id int) bool {
		c := s.Tables[id/10000].Cells[id%10000]
		return c.ColSpan <= 1 && columns[[2]int{id / 10000, c.Column}] || c.RowSpan <= 1 && rows[[2]int{id / 10000, c.Row}]
	}
}

// frame maps a page to another: scaled, mirrored, cut off above and below.
type frame struct {
	wide, high float64
	mirror     float64 // width of the page that is mirrored, 0: none
	top, foot  int
}

func otherFrame(p layout.Page, r *rand.Rand, mirrored float64) frame {
	to := frame{wide: math.Exp(0.2 * r.NormFloat64()), high: math.Exp(0.12 * math.Abs(r.NormFloat64())), foot: p.H}
	if r.Float64() < mirrored {
		to.mirror = float64(p.W)
	}
	if r.Float64() < 0.25 {
		to.top, to.foot = int(0.4*r.Float64()*float64(p.H)), p.H-int(0.4*r.Float64()*float64(p.H))
	}
	return to
}

func (f frame) cut(b layout.Box) bool { return b.Y0 < f.top || b.Y1 > f.foot }

func (f frame) x(x float64) float64 {
	if f.mirror > 0 {
		x = f.mirror - x
	}
	return f.wide * x
}

// word moves a word: lines stand further apart, letters keep their height.
func (f frame) word(w layout.Word, moved float64, r *rand.Rand) layout.Word {
	shift := func() float64 { return moved * r.NormFloat64() }
	mid, half := f.high*float64(w.Y0+w.Y1)/2, float64(w.H())/2
	x0, x1 := f.x(float64(w.X0)), f.x(float64(w.X1))
	base := w.Base - w.Y1
	w.X0, w.X1, w.Y0, w.Y1 = int(min(x0, x1)+shift()), int(max(x0, x1)+shift()), int(mid-half+shift()), int(mid+half+shift())
	w.X1, w.Y1 = max(w.X1, w.X0+1), max(w.Y1, w.Y0+1)
	w.Base = w.Y1 + base
	return w
}

func (f frame) box(b layout.Box) layout.Box {
	x0, x1 := f.x(float64(b.X0)), f.x(float64(b.X1))
	return layout.Box{X0: int(min(x0, x1)), Y0: int(f.high * float64(b.Y0)), X1: int(max(x0, x1)), Y1: int(f.high * float64(b.Y1))}
}

func (f frame) rules(rules []layout.Rule) []layout.Rule {
	var out []layout.Rule
	for _, u := range rules {
		if !u.Vertical && (u.Mid() < float64(f.top) || u.Mid() > float64(f.foot)) {
			continue
		}
		if u.Vertical {
			u.Y0, u.Y1 = max(u.Y0, float64(f.top)), min(u.Y1, float64(f.foot))
			if u.Y1 <= u.Y0 {
				continue
			}
		}
		u.X0, u.X1, u.Y0, u.Y1 = f.x(u.X0), f.x(u.X1), f.high*u.Y0, f.high*u.Y1
		if !u.Vertical && u.X0 > u.X1 {
			u.X0, u.Y0, u.X1, u.Y1 = u.X1, u.Y1, u.X0, u.Y0
		}
		out = append(out, u)
	}
	return out
}

// spoiltRules loses some rules, or all of one kind, and cuts others short.
func spoiltRules(rules []layout.Rule, r *rand.Rand) []layout.Rule {
	share, kind := 0.0, -1
	switch r.IntN(4) {
	case 0:
		share = 0.5 * r.Float64()
	case 1:
		kind = r.IntN(4)
	}
	out := slices.DeleteFunc(rules, func(u layout.Rule) bool {
		return r.Float64() < share || kind == 0 || kind == 1 && u.Vertical || kind == 2 && !u.Vertical || kind == 3 && u.Edge
	})
	for i := range out {
		if r.Float64() < 0.3*share {
			cut := r.Float64()
			if out[i].Vertical {
				out[i].Y1 -= cut * out[i].Length()
			} else {
				out[i].X1 -= cut * out[i].Length()
			}
		}
	}
	return out
}

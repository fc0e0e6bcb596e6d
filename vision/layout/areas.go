package layout

import (
	"cmp"
	"slices"
)

// Area is a part of the page that a ground or a frame sets apart.
type Area struct {
	Box
	Filled bool // with a tone other than the page's
	Dark   bool // its print is lighter than its ground
	Parent int  // index of the innermost area around it, -1: none
	vague  bool // so full of print that its borders are not sure
}

// maxAreas bounds what is kept of a page: more are a pattern.
const maxAreas = 2000

// areasOf puts fills and the frames that rules make together, larger before smaller, each with what it lies in.
func areasOf(fills []Area, rules []Rule, th int) []Area {
	all := slices.Clone(fills)
	for _, b := range frames(rules, th) {
		if !slices.ContainsFunc(all, func(a Area) bool { return alike(a.Box, b) }) {
			all = append(all, Area{Box: b})
		}
	}
	slices.SortStableFunc(all, func(a, b Area) int { return cmp.Compare(b.W()*b.H(), a.W()*a.H()) })
	all = all[:min(len(all), maxAreas)]
	for i := range all {
		all[i].Parent = -1
		for j := i - 1; j >= 0; j-- {
			if all[j].holds(all[i].cx2()/2, all[i].cy2()/2) && within(all[i].Box, all[j].Box) {
				all[i].Parent = j
				break
			}
		}
	}
	return all
}

// holds reports that a pixel lies in the box.
func (b Box) holds(x, y int) bool { return x >= b.X0 && x < b.X1 && y >= b.Y0 && y < b.Y1 }

// common returns the pixels that two boxes share.
func common(a, b Box) int { return max(0, a.overlapX(b)) * max(0, a.overlapY(b)) }

func alike(a, b Box) bool {
	both := common(a, b)
	return both*100 > 85*(a.W()*a.H()+b.W()*b.H()-both)
}

func within(a, b Box) bool { return common(a, b)*10 >= 9*a.W()*a.H() }

// AreaAt returns the index of the innermost area that holds the middle of a box, -1 for none.
func (p *Page) AreaAt(b Box) int {
	for i := len(p.Areas) - 1; i >= 0; i-- { // the smallest come last
		if p.Areas[i].holds(b.cx2()/2, b.cy2()/2) {
			return i
		}
	}
	return -1
}

// ReversedAt reports light print on a dark ground at the middle of a box.
func (p *Page) ReversedAt(b Box) bool {
	for i := len(p.Areas) - 1; i >= 0; i-- {
		if a := p.Areas[i]; a.Filled && a.holds(b.cx2()/2, b.cy2()/2) {
			return a.Dark
		}
	}
	return false
}

// maxFrames bounds the corners that are followed: a page with more crossings is ruled paper or a pattern.
const maxFrames = 6000

// frames returns the smallest rectangles that rules enclose, cells and boxes, and the outer ones around cells.
func frames(rules []Rule, th int) []Box {
	var across, down []Rule
	for _, r := range rules {
		if r.Vertical {
			down = append(down, r)
		} else {
			across = append(across, r)
		}
	}
	if len(across)*len(down) > maxFrames*8 {
		return nil
	}
	tol := max(4, 0.5*float64(th))
	slices.SortFunc(across, func(a, b Rule) int { return cmp.Compare(a.Mid(), b.Mid()) })
	slices.SortFunc(down, func(a, b Rule) int { return cmp.Compare(a.Mid(), b.Mid()) })
	var out []Box
	for i, top := range across {
		var at []Rule // verticals that go down from the top
		for _, v := range down {
			if v.X0 > top.X0-tol && v.X0 < top.X1+tol && v.Y0 < top.At(v.X0)+tol && v.Y1 > top.At(v.X0)+tol {
				at = append(at, v)
			}
		}
		for k := range at {
			if b, ok := frameFrom(top, at[k:], across[i+1:], tol); ok && len(out) < maxFrames {
				out = append(out, b)
			}
			if k == 0 && len(at) > 2 { // the outer frame of a row of cells
				if b, ok := frameFrom(top, []Rule{at[0], at[len(at)-1]}, across[i+1:], tol); ok {
					out = append(out, b)
				}
			}
		}
	}
	return unlike(out)
}

// frameFrom closes the frame whose upper left corner is where the first vertical leaves top: by the nearest vertical to the
// right and the nearest rule below that reach each other.
func frameFrom(top Rule, down, below []Rule, tol float64) (Box, bool) {
	left := down[0]
	for _, right := range down[1:] {
		if right.Mid()-left.Mid() < 2*tol {
			continue
		}
		for _, foot := range below {
			if foot.Mid()-top.Mid() < 2*tol || foot.X0 > left.Mid()+tol || foot.X1 < right.Mid()-tol {
				continue
			}
			if y := foot.Mid(); left.Y1 < y-tol || right.Y1 < y-tol {
				break // one of the sides ends before: it is not this frame's
			}
			return Box{int(left.Mid()), int(top.Mid()), int(right.Mid() + 0.5), int(foot.Mid() + 0.5)}, true
		}
	}
	return Box{}, false
}

func unlike(in []Box) []Box {
	var out []Box
	seen := map[Box]bool{}
	for _, b := range in {
		key := Box{b.X0 / 4, b.Y0 / 4, b.X1 / 4, b.Y1 / 4}
		if !seen[key] {
			seen[key] = true
			out = append(out, b)
		}
	}
	return out
}

package find

import "math"

// Captions compete in these classes as seen from one field.
const (
	evOwn     = iota // a caption of the field
	evParty          // one of its party
	evOther          // one of another party
	evSibling        // one of another field
	evRival          // one of something that is not wanted
	evidences
)

// missing stands for a feature that is not there; trees part it from all real values.
const missing = 99

// evidence returns in which class a caption is for a field. A caption may be the field's own and its party's at once
// ("consignee's name"); own goes first.
func (p *page) evidence(h *hit, f int) (class int, party bool) {
	fields := p.kind.Fields
	has := func(keys []string) bool {
		for _, k := range keys {
			if h.Has(k) {
				return true
			}
		}
		return false
	}
	own, mine := has(fields[f].Keys), has(fields[f].Party)
	switch {
	case own:
		return evOwn, mine
	case mine:
		return evParty, false
	}
	class = evRival
	for i := range fields {
		if i == f {
			continue
		}
		if has(fields[i].Party) {
			return evOther, false
		}
		if has(fields[i].Keys) {
			class = evSibling
		}
	}
	return class, false
}

// common holds the features of a unit that are the same for all fields.
func (p *page) common(i, addresses int) []float32 {
	u := &p.units[i]
	l := &p.lines[u.line]
	b := &p.blocks[l.block]
	var v []float32
	add := func(xs ...float64) {
		for _, x := range xs {
			v = append(v, float32(x))
		}
	}
	n := float64(max(1, u.letters+u.digits))
	add(u.class[:]...)
	add(u.fit[Phone], u.fit[Email], u.fit[Date], u.fit[Amount], u.fit[Number], u.fit[Code], u.fit[TaxID])
	add(float64(u.letters), float64(u.digits), float64(u.digits)/n, flag(u.typed), flag(u.behind >= 0), float64(len(l.hits)))
	add(float64(u.from)/float64(max(1, len(l.text))), float64(u.to-u.from)/float64(max(1, len(l.text))), flag(l.dark), l.conf)
	w, h := p.extent(l.turn)
	add(u.box.Center().X/w, u.box.Center().Y/h, u.box.X0/w, u.box.W()/w, l.height/p.size, l.height/b.height, float64((l.turn-p.main+4)%4))
	at := 0
	for k, j := range b.lines {
		if j == u.line {
			at = k
		}
	}
	add(float64(at), float64(len(b.lines)-1-at), b.sum[classPerson], b.sum[classFirm], b.sum[classStreet], b.sum[classTown], b.sum[classNotice], b.phone)
	add(float64(b.order), float64(addresses), b.height/p.size)
	for _, j := range []int{l.above, l.below} {
		if j < 0 {
			add(missing, 0, 0, 0, 0, 0, 0, 0)
			continue
		}
		o := &p.lines[j]
		gap := math.Abs(o.box[l.turn].Center().Y-l.box[l.turn].Center().Y) / l.height
		var c [classes]float64
		if w := p.whole(j); w != nil {
			c = w.class
		}
		add(gap, c[classPerson], c[classFirm], c[classStreet], c[classTown], flag(o.caption), o.height/l.height, flag(o.block == l.block))
	}
	return v
}

func (p *page) extent(turn int) (w, h float64) {
	w, h = float64(max(1, p.layout.Width)), float64(max(1, p.layout.Height))
	if turn%2 == 1 {
		return h, w
	}
	return w, h
}

func flag(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// features returns what speaks for and against unit i being (a line of) field f in the first stage.
func (p *page) features(i, f, identity int) []float32 {
	u, field := &p.units[i], &p.kind.Fields[f]
	v := append(make([]float32, 0, 128), p.base[i]...)
	add := func(xs ...float64) {
		for _, x := range xs {
			v = append(v, float32(x))
		}
	}
	add(float64(identity), float64(field.Type), float64(max(1, field.Lines)), u.fit[field.Type], flag(len(field.Party) > 0))
	var best [evidences]*link
	var from [evidences]*hit
	both := 0.0
	for k := range p.hits {
		h := &p.hits[k]
		l := &p.links[i*len(p.hits)+k]
		class, party := p.evidence(h, f)
		cost := l.cost + 1.5*(1-h.Quality)
		if best[class] == nil || cost < best[class].cost+1.5*(1-from[class].Quality) {
			best[class], from[class] = l, h
			if class == evOwn {
				both = flag(party)
			}
		}
		if party && (best[evParty] == nil || cost < best[evParty].cost) {
			best[evParty], from[evParty] = l, h
		}
	}
	add(both)
	for c := range best {
		if best[c] == nil {
			add(missing, relFar, missing, missing, missing, 0, 0, 0, 0, 0)
			continue
		}
		l, h := best[c], from[c]
		add(l.cost, float64(l.rel), l.dx, l.dy, float64(l.between), flag(l.wall), flag(l.area), h.Quality, float64(h.Letters), flag(h.Colon)+2*flag(h.rest))
	}
	return v
}

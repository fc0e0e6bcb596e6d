package policy

import (
	"context"
	"math"
	"slices"
	"strings"

	"lensd/extract"
	"lensd/extract/form"
	"lensd/extract/thai"
	"lensd/extract/thai/province"
	"lensd/vision/geom"
)

// plates adds the plate's number and, as an item of its own under the same key, the province that is printed with it.
func (p *policy) plates(ctx context.Context) error {
	c, ok := top(p.at("plate", plateOrMore))
	if !ok {
		if c, ok = p.plateAnywhere(); !ok {
			return p.thaiPlate(ctx)
		}
	}
	spans, where := p.plateParts(c.span)
	v, err := form.Reread(ctx, p.sheet, p.page, []form.Span{spans}, extract.Hint{Script: extract.ScriptThai, Charset: plateSigns})
	if err != nil {
		return err
	}
	if isPlate(v.Value) < isPlate(p.page.Text(spans)) {
		v.Value, v.Confidence = p.page.Text(spans), p.page.Confidence(spans)
	}
	if plateShape.MatchString(bare(thai.Digits(v.Value))) {
		v.Value = bare(v.Value)
	}
	if err := p.widen(ctx, spans, &v); err != nil {
		return err
	}
	if isPlate(v.Value) == 0 {
		v.Confidence *= 0.5
	}
	p.add("CAR_LICENSE_NO", v.Value, v.Confidence*(0.6+0.37*isPlate(v.Value)), v.Places...)
	if where.Empty() {
		where = p.province(c, spans)
	}
	if where.Empty() {
		return p.thaiProvince(ctx, p.page.Box(spans))
	}
	return p.readProvince(ctx, where)
}

// readProvince adds the province of a plate, which stands at where.
func (p *policy) readProvince(ctx context.Context, where form.Span) error {
	v, err := form.Reread(ctx, p.sheet, p.page, []form.Span{where}, extract.Hint{})
	if err != nil {
		return err
	}
	name, like, ok := province.Match(v.Value)
	if !ok {
		name, like, ok = province.Match(p.page.Text(where))
	}
	if !ok {
		p.add("CAR_LICENSE_NO", v.Value, 0.5*v.Confidence, v.Places...)
		return nil
	}
	if printed := v.Value; thai.Skeleton(printed) != thai.Skeleton(name) && like > 0.999 || strings.Contains(printed, "กทม") {
		name = printed // a short form is kept as it is printed
	}
	p.add("CAR_LICENSE_NO", name, 0.97*math.Sqrt(like), v.Places...)
	return nil
}

// plateAnywhere finds a plate away from its caption by a province below it or behind it: in wide cells a value stands far from its
// head.
func (p *policy) plateAnywhere() (candidate, bool) {
	for row := range p.page.Rows {
		for _, s := range p.page.Cells(row) {
			if plateOrMore(p.page.Text(s)) < 0.9 {
				continue
			}
			plate, where := p.plateParts(s)
			if where.Empty() {
				where = p.province(candidate{hit: form.Hit{Box: p.page.Box(plate)}}, plate)
			}
			if !where.Empty() {
				return candidate{hit: form.Hit{Box: p.page.Box(plate)}, span: s, score: 0.7}, true
			}
		}
	}
	return candidate{}, false
}

// widen reads a plate again with more room before and behind it: its first figure stands apart and is easily cut off. A longer
// reading that holds the shorter one is taken.
func (p *policy) widen(ctx context.Context, s form.Span, v *form.Value) error {
	b := p.page.Box(s)
	room := 1.6 * p.page.Unit
	if s.From > 0 && !p.page.Wall(s.Row, b.X0-room, b.X0) && p.page.Rows[s.Row].Glyphs[s.From-1].X1 > b.X0-room {
		room = 0.3 * p.page.Unit
	}
	b.X0, b.X1 = b.X0-room, b.X1+0.5*p.page.Unit
	texts, err := p.sheet.Read(ctx, []geom.Quad{geom.QuadOf(b)}, extract.Hint{Script: extract.ScriptThai, Charset: plateSigns})
	if err != nil {
		return err
	}
	wide := bare(thai.Fold(texts[0].Value))
	if squeeze := strings.NewReplacer(" ", "").Replace; isPlate(wide) == 1 && isPlate(v.Value) == 1 && len(squeeze(wide)) > len(squeeze(v.Value)) && strings.Contains(squeeze(wide), squeeze(v.Value)) {
		v.Value, v.Confidence = wide, min(v.Confidence, 0.8)
	}
	return nil
}

// thaiPlate reads what stands at the plate's caption with the Thai model: on pages in English the letters of a plate are
// not read as what they are.
func (p *policy) thaiPlate(ctx context.Context) error {
	anything := func(s string) float64 {
		if n := len([]rune(s)); n < 2 || n > 24 {
			return 0
		}
		return 0.5
	}
	for _, c := range p.at("plate", anything) {
		v, err := form.Reread(ctx, p.sheet, p.page, []form.Span{c.span}, extract.Hint{Script: extract.ScriptThai})
		if err != nil {
			return err
		}
		if isPlate(v.Value) < 1 {
			continue
		}
		p.add("CAR_LICENSE_NO", bare(v.Value), 0.8*v.Confidence, v.Places...)
		return p.thaiProvince(ctx, v.Places[0])
	}
	return nil
}

// thaiProvince adds the province under a plate where only the Thai model reads it.
func (p *policy) thaiProvince(ctx context.Context, plate geom.Rect) error {
	for _, s := range p.page.Below(plate, 2) {
		v, err := form.Reread(ctx, p.sheet, p.page, []form.Span{s}, extract.Hint{Script: extract.ScriptThai, Lexicon: province.All()})
		if err != nil {
			return err
		}
		if name, like, ok := province.Match(v.Value); ok {
			p.add("CAR_LICENSE_NO", name, 0.9*like, v.Places...)
			return nil
		}
	}
	return nil
}

// plateOrMore is the shape of a plate, alone or with its province behind it.
func plateOrMore(s string) float64 {
	if v := isPlate(s); v > 0 {
		return v
	}
	if plateInside.MatchString(thai.Digits(s)) {
		return 0.9
	}
	if plateAlmost.MatchString(thai.Digits(s)) { // a letter read as a vowel: read again with the signs of plates
		return 0.7
	}
	return 0
}

// plateParts parts a plate from the province that follows in the same cell.
func (p *policy) plateParts(s form.Span) (plate, where form.Span) {
	text := thai.Digits(p.page.Text(s))
	at := plateInside.FindStringSubmatchIndex(text)
	if isPlate(text) > 0 || at == nil {
		return s, form.Span{}
	}
	from, to := s.From+len([]rune(text[:at[4]])), s.From+len([]rune(text[:at[5]]))
	rest := p.page.Trim(form.Span{Row: s.Row, From: to, To: s.To})
	if _, _, ok := province.Match(p.page.Text(rest)); !ok {
		rest = form.Span{}
	}
	return form.Span{Row: s.Row, From: from, To: to}, rest
}

// province finds the province of a plate: under its own caption, or below or behind the plate.
func (p *policy) province(c candidate, plate form.Span) form.Span {
	isProvince := func(s string) float64 {
		_, like, ok := province.Match(s)
		if !ok {
			return 0
		}
		return like
	}
	if own, ok := top(p.at("province", isProvince)); ok && math.Abs(float64(own.span.Row-plate.Row)) < 6 {
		return own.span
	}
	box := p.page.Box(plate)
	under := p.page.Below(box.Union(c.hit.Box), 3)
	for _, s := range slices.Concat(p.page.Below(box, 3), under, p.page.Cells(plate.Row)) {
		if s.Row == plate.Row && s.From < plate.To || p.page.Box(s).Y0-box.Y1 > 2.5*p.page.Unit {
			continue
		}
		if isProvince(p.page.Text(s)) > 0 {
			return s
		}
	}
	return form.Span{}
}

// chassis adds the chassis numbers: one for each caption, or the one print of that shape on the page. All that say the same
// but for a few signs are taken for the same number, read by the surest.
func (p *policy) chassis(ctx context.Context) error {
	shape := func(s string) float64 { _, v := chassis(s); return v }
	found := p.at("chassis", shape)
	if len(found) == 0 {
		for row := range p.page.Rows {
			for _, s := range p.page.Cells(row) {
				if shape(p.page.Text(s)) == 1 && len(found) == 0 {
					found = append(found, candidate{span: s, score: 0.8})
				}
			}
		}
	}
	var seen []form.Span
	for _, c := range found {
		if slices.Contains(seen, c.span) {
			continue
		}
		seen = append(seen, c.span)
		if err := p.chassisAt(ctx, c); err != nil {
			return err
		}
	}
	p.agree()
	return nil
}

// chassisAt reads one chassis number again with the letters that it can have.
func (p *policy) chassisAt(ctx context.Context, c candidate) error {
	v, err := form.Reread(ctx, p.sheet, p.page, []form.Span{c.span},
		extract.Hint{Script: extract.ScriptLatin, Charset: "ABCDEFGHJKLMNPRSTUVWXYZ0123456789-"})
	if err != nil {
		return err
	}
	value, fits := chassis(v.Value)
	if first, was := chassis(p.page.Text(c.span)); was > fits {
		value, fits = first, was
	}
	p.add("CAR_CHASSIS_NO", value, v.Confidence*(0.5+0.45*fits), v.Places...)
	return nil
}

// agree lets two readings of the same number confirm each other; where they differ, both are less sure.
func (p *policy) agree() {
	var at []int
	for i, f := range p.fields {
		if f.Name == "CAR_CHASSIS_NO" {
			at = append(at, i)
		}
	}
	if len(at) < 2 {
		return
	}
	same := true
	for _, i := range at[1:] {
		same = same && p.fields[i].Value == p.fields[at[0]].Value
	}
	for _, i := range at {
		if same {
			p.fields[i].Confidence = max(p.fields[i].Confidence, 0.97)
		} else {
			p.fields[i].Confidence *= 0.8
		}
	}
}

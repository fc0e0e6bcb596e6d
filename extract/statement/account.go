package statement

import (
	"math"
	"strings"

	"lensd/extract/thai/name"
)

// accountName finds the holder's name: by its caption, or as the line above an address.
func (d *document) accountName() value {
	for _, p := range d.pages {
		if v, s := d.know.captioned(p, "account_name", nameOnly); s > 0 {
			v.conf *= 0.97
			return p.completed(v)
		}
	}
	for _, p := range d.pages {
		if v := d.know.addressed(p); v.found {
			return v
		}
	}
	for _, p := range d.pages {
		if v := d.know.overAddress(p); v.found {
			return v
		}
	}
	return value{}
}

// completed adds the end of a firm's name that stands on the next line below its beginning.
func (p *Page) completed(v value) value {
	box := v.quads[0].Bounds()
	for r := range p.rows {
		if p.rows[r].y < box.Y1 || p.rows[r].y-(box.Y0+box.Y1)/2 > headPitch*p.h {
			continue
		}
		for i := range p.rows[r].atoms {
			a := &p.rows[r].atoms[i]
			if !name.EndsFirm(a.text) || i > 0 && a.X0-p.rows[r].atoms[i-1].X1 < p.w || math.Abs(a.X0-box.X0) > 2*p.h && (a.X0 > box.X0 || box.X0-a.X0 > 0.3*float64(p.Width)) {
				continue
			}
			more := valueOf(p, run(p.rows[r].atoms[i:], 1.3*p.w))
			v.text, v.conf, v.quads = v.text+" "+more.text, min(v.conf, more.conf), append(v.quads, more.quads...)
			return v
		}
	}
	return v
}

// overAddress finds a name that nothing tells but the lines below it: an address begins with a number or ends with one, and
// stands right under its name.
func (k *knowledge) overAddress(p *Page) value {
	return p.above(0.7, func(row int, ph []atom, text string) bool {
		return len(ph) >= 2 && len(ph) <= 6 && !strings.ContainsAny(text, "0123456789:") && nameOnly(ph) != nil && !k.isBank(text) && !k.says(text) &&
			p.numbered(row, ph[0].X0) >= 1
	})
}

// above returns the first phrase over the records that is what is wanted, trusted as far as is said.
func (p *Page) above(trust float64, wanted func(row int, ph []atom, text string) bool) value {
	end := len(p.rows)
	if len(p.records) > 0 {
		end = p.span.first
	}
	for r := range end {
		for _, ph := range phraseAtoms(&p.rows[r], 1.3*p.w) {
			if wanted(r, ph, captionText(ph)) {
				v := valueOf(p, ph)
				v.conf *= trust
				return v
			}
		}
	}
	return value{}
}

// says reports that a text is a caption or a heading.
func (k *knowledge) says(s string) bool {
	_, caption := k.captions.best(s, 0.84)
	_, head := k.headingRole(s)
	return caption > 0 || head
}

// numbered counts the lines right below row r that begin at x and hold numbers of houses or postcodes.
func (p *Page) numbered(r int, x float64) int {
	n, y := 0, p.rows[r].y
	for i := r + 1; i < len(p.rows) && i < r+6 && p.rows[i].y-y < 3.2*p.h; i++ {
		for _, ph := range phraseAtoms(&p.rows[i], 1.3*p.w) {
			if math.Abs(ph[0].X0-x) > 0.8*p.h {
				continue
			}
			y = p.rows[i].y
			text := captionText(ph)
			if strings.ContainsAny(text, "0123456789") && len(ph) > 1 && !strings.Contains(text, ":") {
				n++
			}
		}
	}
	return n
}

// nameOnly keeps words that can be a name: letters, and no amounts or dates.
func nameOnly(atoms []atom) []atom {
	letters := 0
	for i := range atoms {
		if atoms[i].sort != sortText {
			return nil
		}
		for _, r := range atoms[i].text {
			if r > 'A' && (r < '0' || r > '9') {
				letters++
			}
		}
	}
	if letters < 3 {
		return nil
	}
	for len(atoms) > 0 && strings.Trim(atoms[0].text, ":/-. ") == "" {
		atoms = atoms[1:]
	}
	if noName(captionText(atoms)) {
		return nil
	}
	return atoms
}

// noName reports sorts of accounts and titles of statements, which stand beside captions as names do.
func noName(s string) bool {
	switch strings.ToUpper(strings.TrimSuffix(strings.TrimSuffix(strings.ToUpper(s), " ACCOUNT"), " A/C")) {
	case "CHECKING", "CHEQUING", "SAVINGS", "SAVING", "CURRENT", "DEPOSIT", "FIXED DEPOSIT", "CREDIT CARD", "ออมทรัพย์", "เงินฝากออมทรัพย์", "กระแสรายวัน", "ฝากประจำ",
		"STATEMENT", "BANK STATEMENT", "STATEMENT OF ACCOUNT", "ACCOUNT STATEMENT", "รายการเดินบัญชี", "RELEVÉ DE COMPTE", "KONTOAUSZUG", "EXTRACTO DE CUENTA", "ESTRATTO CONTO":
		return true
	}
	return false
}

// accountNumber keeps a word that can be the number of an account: at least four figures, and else but dashes and what hides
// figures.
func accountNumber(atoms []atom) []atom {
	for i := range atoms {
		n := 0
		for _, r := range atoms[i].text {
			switch {
			case r >= '0' && r <= '9':
				n++
			case !strings.ContainsRune("-xX*. ", r):
				n = -100
			}
		}
		if n >= 4 {
			return atoms[i : i+1]
		}
	}
	return nil
}

// addressed finds a name without a caption: a title, above the table, that is not the bank's.
func (k *knowledge) addressed(p *Page) value {
	return p.above(0.85, func(_ int, ph []atom, text string) bool {
		return name.Party(text) && !k.isBank(text) && nameOnly(ph) != nil
	})
}

func phraseAtoms(row *sheetRow, gap float64) [][]atom {
	var out [][]atom
	for i := 0; i < len(row.atoms); {
		part := run(row.atoms[i:], gap)
		out = append(out, part)
		i += len(part)
	}
	return out
}

package statement

import "slices"

// assign finds the role of each column: those of money by how the figures go together, the others by what they hold, and
// by their headings where that does not tell.
func (d *document) assign() {
	n := len(d.heads)
	d.roles = make([]Role, n)
	said := make([]Role, n)
	sums := make([]column, n)
	for i := range d.entries {
		for c := range d.entries[i].record.cells {
			for k := range d.entries[i].record.cells[c].atoms {
				sums[c].count(&d.entries[i].record.cells[c].atoms[k])
			}
		}
	}
	var money []int
	for c := range n {
		said[c], _ = d.know.headingRole(d.heads[c])
		if n := sums[c].amounts; n > 0 && 2*n >= sums[c].texts && n > sums[c].dates {
			money = append(money, c)
			d.roles[c] = RoleAmount
		}
	}
	d.others(sums, said)
	balance := d.balanceColumn(money, said)
	if balance >= 0 {
		d.roles[balance] = RoleBalance
	}
	for _, c := range money {
		if c != balance && (said[c] == RoleOut || said[c] == RoleIn) {
			d.roles[c] = said[c]
		}
	}
	d.classify()
	d.directions(money, balance)
	d.classify()
	d.trail()
}

// others gives the columns without money their roles.
func (d *document) others(sums []column, said []Role) {
	dated := false
	for c := range d.roles {
		s := &sums[c]
		switch {
		case d.roles[c] != RoleNone:
		case s.dates > 0 && 2*s.dates > s.texts:
			d.roles[c] = RoleDate
			if dated {
				d.roles[c] = RoleValue
			}
			dated = true
		case s.times > s.texts:
			d.roles[c] = RoleTime
		case d.marks(c):
			d.roles[c] = RoleMark
		case said[c] == RoleOut || said[c] == RoleIn || said[c] == RoleAmount || said[c] == RoleBalance || said[c] == RoleMark || said[c] == RoleDate:
			d.roles[c] = RoleText
		default:
			d.roles[c] = said[c]
		}
	}
}

// marks reports that a column tells directions: nearly all of its cells are one of the words for them.
func (d *document) marks(c int) bool {
	known, all := 0, 0
	for i := range d.entries {
		if t := d.entries[i].record.cells[c].text(); t != "" {
			all++
			if _, ok := markWord(t); ok {
				known++
			}
		}
	}
	return all > 0 && 10*known >= 8*all
}

// balanceColumn is the column whose figures differ by the amounts beside them; -1: none. It also learns whether the newest
// row comes first.
func (d *document) balanceColumn(money []int, said []Role) int {
	best, most := -1, 0
	for _, b := range money {
		for _, newest := range []bool{false, true} {
			if n := d.agreement(money, b, newest); n > most {
				best, most, d.newest = b, n, newest
			}
		}
	}
	if most >= 2 || most == 1 && len(d.entries) < 4 {
		return best
	}
	d.newest = false
	for _, c := range slices.Backward(money) {
		if said[c] == RoleBalance {
			return c
		}
	}
	return -1
}

// agreement counts the rows whose balance differs from the row before by an amount of theirs.
func (d *document) agreement(money []int, balance int, newest bool) int {
	n := 0
	var last *atom
	for i := range d.entries {
		e := &d.entries[i]
		if newest {
			e = &d.entries[len(d.entries)-1-i]
		}
		b := e.record.cells[balance].amount()
		if b == nil {
			continue
		}
		if last != nil {
			for _, c := range money {
				a := e.record.cells[c].amount()
				if c == balance || a == nil || a.amount.Satang == 0 {
					continue
				}
				if diff := signed(b) - signed(last); diff == a.amount.Satang || diff == -a.amount.Satang {
					n++
					break
				}
			}
		}
		last = b
	}
	return n
}

// signed is a balance, which may be overdrawn.
func signed(a *atom) int64 {
	if a.amount.Mark == MarkMinus {
		return -a.amount.Satang
	}
	return a.amount.Satang
}

// directions learns from the rows that the balances bear out which way each column goes.
func (d *document) directions(money []int, balance int) {
	if balance < 0 {
		return
	}
	up, down := make([]int, len(d.heads)), make([]int, len(d.heads))
	d.chain(func(e *entry, diff int64) {
		if diff > 0 {
			up[e.column]++
		} else {
			down[e.column]++
		}
	})
	var open []int
	for _, c := range money {
		switch {
		case c == balance:
		case up[c]+down[c] == 0:
			open = append(open, c)
		case up[c] >= 9*down[c] && (up[c] > 1 || d.roles[c] == RoleIn || len(money) > 2):
			d.roles[c] = RoleIn
		case down[c] >= 9*up[c] && (down[c] > 1 || d.roles[c] == RoleOut || len(money) > 2):
			d.roles[c] = RoleOut
		default:
			d.roles[c] = RoleAmount
		}
	}
	if len(money) == 2 { // one column of amounts holds both directions, whatever these rows show
		for _, c := range money {
			if said, ok := d.know.headingRole(d.heads[c]); c != balance && (!ok || said != d.roles[c]) {
				d.roles[c] = RoleAmount
			}
		}
	}
	for _, c := range open {
		if len(money) == 3 && d.roles[c] == RoleAmount {
			d.roles[c] = opposite(d.roles[other(money, c, balance)])
		}
	}
}

func other(money []int, not1, not2 int) int {
	for _, c := range money {
		if c != not1 && c != not2 {
			return c
		}
	}
	return not1
}

func opposite(r Role) Role {
	switch r {
	case RoleIn:
		return RoleOut
	case RoleOut:
		return RoleIn
	}
	return r
}

// chain calls f for each row whose amount alone takes the balance before it to its own.
func (d *document) chain(f func(e *entry, diff int64)) {
	var last *atom
	for _, e := range d.order() {
		if e.balance == nil {
			if e.amount != nil {
				last = nil
			}
			continue
		}
		if last != nil && e.amount != nil {
			diff := signed(e.balance) - signed(last)
			if diff != 0 && (diff == e.amount.amount.Satang || diff == -e.amount.amount.Satang) {
				f(e, diff)
			}
		}
		last = e.balance
	}
}

// order lists the rows as time went on.
func (d *document) order() []*entry {
	out := make([]*entry, 0, len(d.entries))
	for i := range d.entries {
		if d.entries[i].kind != kindTotal {
			out = append(out, &d.entries[i])
		}
	}
	if d.newest {
		slices.Reverse(out)
	}
	return ended(out)
}

// ended brings a last balance that is printed where the first one is expected, as below rows that begin with the newest, to
// the end.
func ended(es []*entry) []*entry {
	if len(es) < 3 || es[0].kind != kindBalance || es[1].kind == kindBalance && es[1].balance.amount == es[0].balance.amount {
		return es
	}
	first, last := es[0], es[len(es)-1]
	next := es[1]
	if next.balance == nil || next.amount == nil || last.balance == nil || last.balance.amount != first.balance.amount {
		return es
	}
	if diff := signed(next.balance) - signed(first.balance); diff == next.amount.amount.Satang || diff == -next.amount.amount.Satang {
		return es
	}
	return append(slices.Clone(es[1:]), first)
}

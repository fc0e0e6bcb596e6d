package statement

import (
	"fmt"
	"math"
	"strings"

	"lensd/extract"
)

// How readings are weighed: an alternative may be this much less likely than the best, in natural logarithms, and a break in
// the chain costs more than that, so that a likely figure is never bent to the sum of unlikely ones.
const (
	dearest    = 4.0
	breakPrice = 6.0
	unstated   = 0.5 // not to begin with the opening balance that is stated
)

// option is one reading of an amount with its price.
type option struct {
	amount Amount
	text   string
	conf   float64
	price  float64
}

// options lists the readings of a, the likeliest first. Only what a recogniser really read is among them.
func options(a *atom) []option {
	if a == nil {
		return nil
	}
	out := []option{{a.amount, a.text, a.conf, 0}}
	for _, alt := range a.other {
		m, ok := parseAmount(alt.Value)
		price := -math.Log(max(alt.Confidence, 1e-9) / max(a.conf, 1e-9))
		if !ok || price > dearest || has(out, m, alt.Value) {
			continue
		}
		out = append(out, option{m, alt.Value, alt.Confidence, max(0, price)})
	}
	return out
}

// has reports that a reading's figures are among the options with the same sign. Of two that mean the same, the one without a plus
// is kept: specks are read for signs.
func has(os []option, m Amount, text string) bool {
	for i := range os {
		if o := &os[i]; net(o.amount) == net(m) {
			if i > 0 && strings.HasPrefix(o.text, "+") && !strings.HasPrefix(text, "+") {
				o.text, o.amount = text, m
			}
			return true
		}
	}
	return false
}

// state is a way to read the balances up to some row.
type state struct {
	balance *option
	pending int64 // moved since that balance
	price   float64
	from    *state
	entry   *entry
	amount  *option // chosen for the entry
	holds   bool    // the balance before leads to this one
	checked bool    // there was one before
}

// resolve chooses among the readings of each figure so that as many balances as possible follow from those before
// (Viterbi), and marks what follows and what does not.
func (d *document) resolve() {
	d.says = d.stated()
	if !d.hasRole(RoleBalance) {
		d.signs()
		d.weigh(d.says)
		return
	}
	states := []*state{{}}
	if d.says.opening != nil {
		states[0].price = unstated
		states = append(states, &state{balance: &option{amount: amountOf(*d.says.opening)}})
	}
	for _, e := range d.order() {
		states = d.step(states, e)
	}
	best := states[0]
	for _, s := range states {
		if s.price < best.price {
			best = s
		}
	}
	var path []*state
	for s := best; s.entry != nil; s = s.from {
		path = append([]*state{s}, path...)
	}
	for _, s := range path {
		s.settle()
	}
	d.signs()
	d.weigh(d.says)
	d.breaks(path)
}

func (d *document) step(states []*state, e *entry) []*state {
	amounts, balances := options(e.amount), options(e.balance)
	var out []*state
	if e.balance == nil {
		for _, s := range states {
			next := &state{balance: s.balance, pending: s.pending, price: s.price, from: s, entry: e}
			if e.amount != nil {
				next.amount = &amounts[0]
				next.pending += int64(d.side(e)) * e.amount.amount.Satang
			}
			out = append(out, next)
		}
		return out
	}
	for b := range balances {
		var cheapest *state
		for _, s := range states {
			if next := d.reach(s, e, amounts, &balances[b]); cheapest == nil || next.price < cheapest.price {
				cheapest = next
			}
		}
		out = append(out, cheapest)
	}
	return out
}

// reach takes state s to balance b by way of the likeliest amount that leads there, or by a break.
func (d *document) reach(s *state, e *entry, amounts []option, b *option) *state {
	next := &state{balance: b, price: s.price + b.price, from: s, entry: e}
	if len(amounts) > 0 {
		next.amount = &amounts[0]
	}
	if s.balance == nil {
		return next
	}
	next.checked = true
	diff := net(b.amount) - net(s.balance.amount) - s.pending
	if len(amounts) == 0 {
		next.holds = diff == 0
	}
	for i := range amounts {
		if v := amounts[i].amount.Satang; (diff == v || diff == -v) && d.allowed(e, diff) {
			next.amount, next.holds = &amounts[i], true
			next.price += amounts[i].price
			return next
		}
	}
	if !next.holds {
		next.price += breakPrice
	}
	return next
}

// allowed reports that a movement may go the way that the balances say: columns of one direction and printed signs do not
// change theirs.
func (d *document) allowed(e *entry, diff int64) bool {
	s := d.side(e)
	return s == 0 || diff == 0 || (diff > 0) == (s > 0)
}

func amountOf(net int64) Amount {
	if net < 0 {
		return Amount{Satang: -net, Mark: MarkMinus}
	}
	return Amount{Satang: net}
}

func net(a Amount) int64 {
	if a.Mark == MarkMinus {
		return -a.Satang
	}
	return a.Satang
}

// settle writes the choice into the entry.
func (s *state) settle() {
	e := s.entry
	choose(e.amount, s.amount, e)
	if e.balance != nil {
		choose(e.balance, s.balance, e)
	}
	e.chained = s.checked && s.holds && e.balance != nil
	if e.chained && e.amount != nil {
		switch before := s.from.balance; {
		case net(s.balance.amount)-net(before.amount)-s.from.pending > 0:
			e.sign = 1
		default:
			e.sign = -1
		}
	}
}

func choose(a *atom, o *option, e *entry) {
	if a == nil || o == nil || o.text == a.text {
		return
	}
	a.other = append(a.other, extract.Alternative{Value: a.text, Confidence: a.conf})
	a.text, a.amount, a.conf = o.text, o.amount, max(o.conf, 0.5)
	e.alternate = true
}

// breaks notes the rows whose balance does not follow. Where a wrong balance breaks its own row and the next, and the two
// amounts together lead over it, the next row is sound.
func (d *document) breaks(path []*state) {
	for i, s := range path {
		if !s.checked || s.holds {
			continue
		}
		if i > 0 && s.from.balance != nil && s.from.entry.broken != "" && d.leaps(s) {
			s.entry.chained = true
			continue
		}
		want := "no amount"
		if s.entry.amount != nil {
			want = s.entry.amount.text
		}
		s.entry.broken = fmt.Sprintf("balance %s does not follow from %s and %s", s.entry.balance.text, baht(net(s.from.balance.amount)+s.from.pending), want)
	}
}

// leaps reports that the balance before the row above leads over both amounts to this one.
func (d *document) leaps(s *state) bool {
	above := s.from
	if above.from == nil || above.from.balance == nil || above.amount == nil || s.amount == nil {
		return false
	}
	diff := net(s.balance.amount) - net(above.from.balance.amount) - above.from.pending
	a, b := above.amount.amount.Satang, s.amount.amount.Satang
	for _, x := range []int64{a, -a} {
		for _, y := range []int64{b, -b} {
			if x+y == diff && d.allowed(above.entry, x) && d.allowed(s.entry, y) {
				above.entry.sign, s.entry.sign = way(x), way(y)
				return true
			}
		}
	}
	return false
}

func way(x int64) int {
	if x < 0 {
		return -1
	}
	return 1
}

func baht(satang int64) string {
	sign := ""
	if satang < 0 {
		sign, satang = "-", -satang
	}
	return fmt.Sprintf("%s%d.%02d", sign, satang/100, satang%100)
}

func (d *document) hasRole(r Role) bool {
	for _, have := range d.roles {
		if have == r {
			return true
		}
	}
	return false
}

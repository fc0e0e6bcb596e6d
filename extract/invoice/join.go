package invoice

import "lensd/extract"

// Join makes one document of pages that belong together: what only a later page of the same invoice says, as the sums at its
// end, is told on its first page too, without places, because a place belongs to the page that it is on.
func Join(pages []extract.Page) {
	first := -1
	for i := range pages {
		p := &pages[i]
		if len(p.Items) == 0 {
			continue
		}
		if first < 0 || !sameInvoice(&pages[first].Items[0], &p.Items[0]) {
			first = i
			continue
		}
		lend(&pages[first].Items[0], &p.Items[0])
	}
}

// sameInvoice reports whether b can be a further page of a: it names no other invoice number.
func sameInvoice(a, b *extract.Item) bool {
	x, y := named(a, "invoice_no"), named(b, "invoice_no")
	return x != nil && (y == nil || x.Value == y.Value)
}

// lend gives a what only b has. Sums are those of the last page that has them: earlier ones are carried forward.
func lend(a, b *extract.Item) {
	for _, f := range b.Fields {
		have := named(a, f.Name)
		far := f
		far.Quads = nil
		switch {
		case have == nil:
			a.Fields = append(a.Fields, far)
		case total(f.Name) && named(b, "grand_total") != nil:
			*have = far
		}
	}
}

func total(name string) bool {
	switch name {
	case "sub_total", "vat", "total", "witholding_tax", "grand_total", "baht":
		return true
	}
	return false
}

func named(it *extract.Item, name string) *extract.Field {
	for i := range it.Fields {
		if it.Fields[i].Name == name {
			return &it.Fields[i]
		}
	}
	return nil
}

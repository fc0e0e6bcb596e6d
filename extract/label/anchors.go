package label

import (
	"regexp"
	"sort"
	"strings"
	"unicode"

	"github.com/agnivade/levenshtein"
)

// role is what a caption on a label announces.
type role int

const (
	none     role = iota
	receiver      // the block that follows is who gets the parcel
	sender        // ... who sent it
	nameOf        // a name follows
	addressOf
	phoneOf
	contactOf // a person or phone beside a block
	other     // something that is neither name nor address: weight, order, service
)

// caption is a term of the vocabulary. Rank orders captions of one role: an explicit word such as "consignee" outranks
// the "to" of a service point.
type caption struct {
	term []rune // folded
	thai bool
	role role
	rank int
	bare bool // too short or too common to count without a colon, a line of its own or capitals
}

// misread returns how many letters of a caption may differ.
func (c caption) misread() int {
	switch {
	case c.bare:
		return 0
	case c.thai && len(c.term) >= 3:
		return max(1, len(c.term)/4)
	}
	return len(c.term) / 6
}

// vocabulary lists the captions of Thai carriers and marketplaces and of the international labels in Latin print.
func vocabulary() []caption {
	var out []caption
	add := func(r role, rank int, bare bool, terms ...string) {
		for _, t := range terms {
			out = append(out, caption{[]rune(fold(t)), hasThai(t), r, rank, bare})
		}
	}
	add(receiver, 3, false, "ผู้รับ", "ชื่อผู้รับ", "ชื่อ-ผู้รับ", "นามผู้รับ", "ผู้รับพัสดุ", "ผู้รับสินค้า", "ผู้รับปลายทาง", "ข้อมูลผู้รับ", "ชื่อและที่อยู่ผู้รับ", "ที่อยู่ผู้รับ", "ที่อยู่จัดส่ง",
		"receiver", "recipient", "consignee", "addressee", "deliver to", "delivery to", "usps deliver to", "buyer", "mottagare", "mottaker", "modtager",
		"empfänger", "empfangen durch", "odbiorca", "destinataire", "destinatario", "destinatário", "ontvanger", "geadresseerde", "alıcı", "příjemce", "címzett", "vastaanottaja", "receiver name", "recipient name", "receiver information", "receiver details", "customer name")
	add(receiver, 2, false, "กรุณาส่ง", "กรุณาส่งถึง", "นำส่ง", "ปลายทาง", "จัดส่งถึง", "ส่งถึง", "ship to", "shipped to", "delivery address", "delivery details", "zustelladresse", "lieferadresse", "adresse de livraison", "leveringsadres", "deliver")
	add(receiver, 2, true, "ถึง", "ส่ง")
	add(receiver, 1, true, "to", "till", "til", "an", "aan", "à", "do", "para", "dest",
		"t0", "te", "ro", "fo", "fe", "fro") // as recognisers see a small "To" beside the corner of a frame
	add(sender, 3, false, "ผู้ส่ง", "ชื่อผู้ส่ง", "นามผู้ส่ง", "ผู้ฝากส่ง", "ผู้จัดส่ง", "ข้อมูลผู้ส่ง", "ส่งจาก", "ต้นทาง", "ที่อยู่ผู้ส่ง", "ร้านค้า", "ผู้ขาย", "sender", "shipper", "seller", "consignor", "ship from", "return address", "return to",
		"absender", "absenderadresse", "avsändare", "avsender", "afsender", "nadawca", "expéditeur", "expediteur", "remitente", "mittente", "remetente", "afzender", "gönderen", "gönderici", "odesílatel", "feladó", "lähettäjä", "origin id", "mailed from", "sender name", "shipped from", "shipped by", "merchant", "pickup address", "if undelivered return to")
	add(sender, 2, true, "จาก", "from", "från", "fra", "von", "van", "de", "od", "exp", "mailer")
	add(nameOf, 2, false, "ชื่อ-นามสกุล", "ชื่อ-สกุล", "ชื่อนามสกุล", "full name")
	add(nameOf, 1, true, "ชื่อ", "name", "company", "attn", "attention")
	add(addressOf, 2, false, "ที่อยู่", "address", "adresse", "adress", "ที่อยู่สำหรับจัดส่ง")
	add(phoneOf, 2, false, "เบอร์โทร", "โทรศัพท์", "เบอร์โทรศัพท์", "เบอร์ติดต่อ", "หมายเลขโทรศัพท์", "เบอร์มือถือ", "มือถือ", "phone", "phone number", "telephone", "telefon", "telefoon", "mobile", "contact number", "phone no", "tel no")
	add(phoneOf, 2, true, "โทร", "เบอร์", "tel", "tfn", "tlf", "tél", "ph")
	add(contactOf, 1, false, "ผู้ติดต่อ", "contact name", "kontakt empfänger", "contact", "kontakt", "contact person")
	add(contactOf, 1, true, "info")
	add(other, 1, false, "เก็บเงินปลายทาง", "ไม่เก็บเงินปลายทาง", "ยอดเก็บเงิน", "ยอดเก็บ", "น้ำหนัก", "วันที่", "รายการสินค้า", "สินค้า", "จำนวน", "หมายเหตุ", "เลขพัสดุ", "หมายเลขพัสดุ", "หมายเลขคำสั่งซื้อ", "เลขที่คำสั่งซื้อ", "คำสั่งซื้อ", "ใบปะหน้าพัสดุ", "ขนาด", "บริการ", "ประเภท", "ลายเซ็น", "สาขา",
		"order id", "order no", "order", "order number", "order type", "weight", "actwgt", "ship date", "shipment", "shipment id", "shipment no", "tracking", "tracking number", "tracking no", "tracking id", "trk#", "waybill", "service", "pcs", "pieces", "piece", "packages", "parcel", "package", "carton", "qty", "quantity", "remark", "remarks", "note", "notes", "bill sender", "billing", "reference", "ref no", "ref code", "ref number", "invoice", "dept", "inv", "content", "contents", "desc", "description", "cod", "origin", "date", "account no", "kontakt absender", "gewicht", "datum", "referenznr", "abrechnungsnr", "sendungsnr", "sendungsnummer", "leitcode", "identcode", "vikt", "kolli", "colis", "poids", "serwis", "data generowania", "zawartość", "paczka", "waga", "depot", "sort", "driver", "transportinstruktion", "leveransdatum", "portkod", "kundnummer", "kund", "customer no", "customer number", "ship ref", "dims", "dim", "cad", "piece wt", "carrier", "for", "po", "upc", "sku", "method of payment", "manifest", "instructions", "export reference", "payer details", "product details", "shipment details", "features", "signature", "merchant name", "ordre", "hente", "leveransanvisningar", "consignment", "delivery instruction", "product", "item", "items", "size", "zone", "route", "sorting code", "hub", "print time", "printed", "time", "day")
	add(other, 1, true, "ref", "rev", "eta")
	return out
}

// heading is a caption found at the start of a line and what stands behind it.
type heading struct {
	role role
	rank int
	rest string
	used int // bytes of the line that the caption took
}

// lexicon finds captions.
type lexicon struct{ terms []caption }

// match looks for captions at the start of a line. Bilingual captions ("ผู้รับ (TO)", "Receiver / ผู้รับ") are taken as
// one. Up to one letter in six may be misread, in short Thai captions one letter.
func (l lexicon) match(line string) heading {
	best := heading{rest: line}
	at := 0
	for range 3 {
		at += len(line[at:]) - len(strings.TrimLeft(line[at:], " /|:;.,()[]-–—*\"'‘“"))
		c, used, ok := l.prefix(line[at:])
		if !ok || best.role != none && !joins(best.role, c.role) {
			break
		}
		at += used
		if best.role == none || c.rank > best.rank && c.role == best.role || best.role == nameOf || best.role == addressOf || best.role == phoneOf && c.role != nameOf {
			best.role, best.rank = c.role, c.rank
		}
		best.used = at
	}
	if best.role == none {
		best = l.halved(line)
	}
	if b := bracketed(line[best.used:]); b.role != none && (best.role == none || best.role == b.role) {
		b.used += best.used
		best = heading{role: b.role, rank: max(b.rank, best.rank), used: b.used}
	}
	if m := translation.FindString(line[best.used:]); m != "" && (best.role == receiver || best.role == sender) && hasThai(line[:best.used]) {
		best.used += len(m)
	}
	if best.role != none {
		best.rest = strings.TrimLeft(line[best.used:], " :;.,)]-–—*#/|>")
	}
	return best
}

// translation is the second half of a Thai caption in a foreign language: one or two words behind a slash and nothing else,
// the first capital perhaps read as a Thai letter, a figure or both ("บ0estination").
var translation = regexp.MustCompile(`^\s*[/|]\s*(?:[ก-ฮ] ?)?[01]?[A-Za-z]{2,14}(?: [A-Za-z]{2,10})?\s*:?$`)

// halved recognises a bilingual caption ("TO / ผู้รับ") whose first half is misread: a few letters before a slash, behind
// which stands a caption and nothing else.
func (l lexicon) halved(line string) heading {
	i := strings.IndexAny(line, "/|")
	if i < 0 || letters(line[:i])+digits(line[:i]) > 4 {
		return heading{rest: line}
	}
	tail := strings.Trim(line[i+1:], " /|:.-()[]")
	c, used, ok := l.prefix(tail)
	if !ok || c.role != receiver && c.role != sender || letters(tail[used:])+digits(tail[used:]) > 0 {
		return heading{rest: line}
	}
	return heading{role: c.role, rank: c.rank, used: len(line)}
}

// English captions in brackets behind Thai ones: the plain capitals are read where the Thai before them is not.
var (
	toInBrackets   = regexp.MustCompile(`^[^()\d]{0,14}\(\s*(?i:t[o0๐])\s*\)\s*`)
	fromInBrackets = regexp.MustCompile(`^[^()\d]{0,14}\(\s*(?i:fr[o0๐][mพ])\s*\)\s*`)
)

// bracketed recognises a caption by its English half alone.
func bracketed(line string) heading {
	if m := toInBrackets.FindString(line); m != "" {
		return heading{role: receiver, rank: 2, used: len(m)}
	}
	if m := fromInBrackets.FindString(line); m != "" {
		return heading{role: sender, rank: 2, used: len(m)}
	}
	return heading{rest: line}
}

// joins says that a second caption belongs to the first: the same thing in another language, or "name of receiver".
func joins(a, b role) bool {
	return a == b || (a == nameOf || a == addressOf || a == phoneOf) && (b == receiver || b == sender) ||
		(a == receiver || a == sender) && (b == nameOf || b == addressOf)
}

// longestCaption bounds what is looked at of a line, in folded letters.
const longestCaption = 48

// opening is the beginning of a line as captions are compared with it.
type opening struct {
	text   []rune
	folded []rune
	ends   []int // ends[i] is how many folded letters text[:i+1] gives
}

func open(text string) opening {
	o := opening{text: []rune(text)}
	for _, r := range o.text {
		o.folded = append(o.folded, []rune(fold(string(r)))...)
		o.ends = append(o.ends, len(o.folded))
		if len(o.folded) > longestCaption {
			break
		}
	}
	return o
}

// prefix finds the longest caption that the text begins with.
func (l lexicon) prefix(text string) (caption, int, bool) {
	o := open(text)
	var best caption
	bestEnd, bestCost := 0, 0
	for _, c := range l.terms {
		end, cost, ok := o.fits(c)
		if ok && (len(c.term)-cost > len(best.term)-bestCost || bestEnd == 0) {
			best, bestEnd, bestCost = c, end, cost
		}
	}
	if bestEnd == 0 {
		return caption{}, 0, false
	}
	return best, len(string(o.text[:bestEnd])), true
}

// fits compares a caption with the beginning of the text and returns the number of runes used and the letters that differ.
func (o opening) fits(c caption) (end, cost int, ok bool) {
	term, limit, text := c.term, c.misread(), o.text
	best := limit + 1
	for i := sort.SearchInts(o.ends, max(1, len(term)-limit)); i < len(o.ends); i++ {
		// Marks fold to nothing, so that the caption may end at any of them; take the last.
		folded := o.folded[:o.ends[i]]
		if len(folded) > len(term)+limit {
			break
		}
		if !boundary(text, i+1, c.thai) {
			continue
		}
		if folded[0] != term[0] && (len(term) < 4 || !c.thai && (len(term) < 6 || len(folded) != len(term))) {
			continue // "A Recipient" is no misread "Recipient"
		}
		if d := levenshtein.ComputeDistance(string(folded), string(term)); d < best || d == best && d <= limit && thaiMark(text[i]) {
			best, end = d, i+1
		}
	}
	if best > limit {
		return 0, 0, false
	}
	if c.bare && !announced(text, end, c.thai) {
		return 0, 0, false
	}
	if !c.thai && best > 0 && end < len(text) && text[end] == ' ' && unicode.IsLetter(text[min(end+1, len(text)-1)]) {
		return 0, 0, false // "Receivers Ltd" is a name: only a caption as it is spelt needs no mark behind it
	}
	return end, best, true
}

// boundary says that a word ends at i: Thai captions may be followed by Latin text or digits without a space.
func boundary(text []rune, i int, thai bool) bool {
	if i >= len(text) {
		return true
	}
	r := text[i]
	if thai {
		return !(r >= 'ก' && r <= '๛')
	}
	return !unicode.IsLetter(r) && !unicode.IsDigit(r)
}

// announced says that a short caption stands as one: alone on its line, before a colon, in capitals, or in Thai before a space.
func announced(text []rune, end int, thai bool) bool {
	rest := strings.TrimLeft(string(text[end:]), " ")
	if rest == "" || strings.ContainsAny(rest[:1], ":/;.)") {
		return true
	}
	word := string(text[:end])
	if strings.ToUpper(rest) == rest && letters(rest) > 3 && !thai && unicode.IsUpper(text[0]) && len([]rune(word)) >= 2 {
		return true // "To" before a line in capitals
	}
	return thai || strings.ToUpper(word) == word && len([]rune(word)) >= 2 && unicode.IsUpper([]rune(word)[0])
}

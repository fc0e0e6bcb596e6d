// Package structured reads the data that structured invoices carry beside their print: UN/CEFACT Cross Industry Invoice, which
// ZUGFeRD, Factur-X and the e-Tax invoices of Thailand's ETDA are, and UBL, which Peppol is. Pure Go.
package structured

import (
	"bytes"
	"encoding/xml"
	"io"
	"strings"
)

// Invoice holds the values by the names of our fields: amounts with a point before the decimals, dates as YYYY-MM-DD, text as it
// is. What is not there is not in it.
type Invoice map[string]string

// node is an element without its name space: the profiles differ in prefixes and versions.
type node struct {
	name     string
	scheme   string // its schemeID
	text     string
	children []*node
}

// maxDepth and maxNodes bound what a foreign document can ask of memory.
const (
	maxDepth = 64
	maxNodes = 100_000
)

// Parse reads an invoice; ok is false for XML of another kind and for what is no XML.
func Parse(b []byte) (Invoice, bool) {
	root, err := tree(b)
	if err != nil || root == nil {
		return nil, false
	}
	var out Invoice
	switch {
	case strings.HasSuffix(root.name, "CrossIndustryInvoice"), strings.HasSuffix(root.name, "CrossIndustryDocument"):
		out = cii(root)
	case root.name == "Invoice" || root.name == "CreditNote":
		out = ubl(root)
	}
	for k, v := range out {
		if v = strings.TrimSpace(v); v == "" {
			delete(out, k)
		} else {
			out[k] = v
		}
	}
	return out, len(out) > 2
}

func tree(b []byte) (*node, error) {
	d := xml.NewDecoder(bytes.NewReader(b))
	d.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil }
	top := &node{}
	stack := []*node{top}
	for n := 0; ; n++ {
		t, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil || n > maxNodes || len(stack) > maxDepth {
			return nil, err
		}
		at := stack[len(stack)-1]
		switch x := t.(type) {
		case xml.StartElement:
			c := &node{name: x.Name.Local}
			for _, a := range x.Attr {
				if a.Name.Local == "schemeID" {
					c.scheme = a.Value
				}
			}
			at.children = append(at.children, c)
			stack = append(stack, c)
		case xml.EndElement:
			stack = stack[:len(stack)-1]
		case xml.CharData:
			at.text += string(x)
		}
	}
	if len(top.children) == 0 {
		return nil, nil
	}
	return top.children[0], nil
}

// at returns the first element down a path; a name matches by its end, because versions put words before it. "**" in front
// searches all levels.
func (n *node) at(path ...string) *node {
	for _, p := range path {
		if n = n.child(p); n == nil {
			return nil
		}
	}
	return n
}

func (n *node) child(name string) *node {
	deep := strings.HasPrefix(name, "**")
	name = strings.TrimPrefix(name, "**")
	for _, c := range n.children {
		if strings.HasSuffix(c.name, name) {
			return c
		}
		if deep {
			if f := c.child("**" + name); f != nil {
				return f
			}
		}
	}
	return nil
}

// value is an element's text, "" where there is none.
func (n *node) value(path ...string) string {
	if n == nil {
		return ""
	}
	if n = n.at(path...); n == nil {
		return ""
	}
	return strings.TrimSpace(n.text)
}

// day reads 20240131 and 2024-01-31T00:00:00 as 2024-01-31.
func day(s string) string {
	if len(s) >= 10 && s[4] == '-' {
		return s[:10]
	}
	if len(s) >= 8 {
		return s[:4] + "-" + s[4:6] + "-" + s[6:8]
	}
	return ""
}

// cii reads a Cross Industry Invoice.
func cii(root *node) Invoice {
	out := Invoice{}
	head := root.at("ExchangedDocument")
	out["invoice_no"] = head.value("ID")
	date := head.value("IssueDateTime", "DateTimeString")
	if date == "" {
		date = head.value("IssueDateTime")
	}
	out["invoice_date"] = day(date)
	for prefix, name := range map[string]string{"seller": "SellerTradeParty", "buyer": "BuyerTradeParty"} {
		if p := root.child("**" + name); p != nil {
			out[prefix+"_name"] = p.value("Name")
			out[prefix+"_tax_id_no"] = taxID(p)
		}
	}
	s := root.child("**SettlementHeaderMonetarySummation")
	if s == nil {
		s = root.child("**MonetarySummation")
	}
	if s != nil {
		sums(out, s.value("TaxBasisTotalAmount"), s.value("TaxTotalAmount"), s.value("GrandTotalAmount"), s.value("DuePayableAmount"))
	}
	out["due_date"] = day(root.child("**SpecifiedTradePaymentTerms").value("DueDateDateTime", "DateTimeString"))
	return out
}

// taxID is the number under which a party pays VAT: of scheme VA or TXID, else the first.
func taxID(p *node) string {
	first := ""
	for _, c := range p.children {
		if !strings.HasSuffix(c.name, "SpecifiedTaxRegistration") {
			continue
		}
		id := c.at("ID")
		if id == nil {
			continue
		}
		v := strings.TrimSpace(id.text)
		if id.scheme == "VA" || id.scheme == "TXID" {
			if id.scheme == "TXID" && len(v) == 18 {
				v = v[:13] // ETDA adds the branch to the number
			}
			return v
		}
		if first == "" {
			first = v
		}
	}
	return first
}

// ubl reads an Invoice or CreditNote of UBL 2.
func ubl(root *node) Invoice {
	out := Invoice{"invoice_no": root.value("ID"), "invoice_date": day(root.value("IssueDate")), "due_date": day(root.value("DueDate"))}
	for i, c := range root.children { // not UBLVersionID, CustomizationID, ProfileID
		if c.name == "ID" {
			out["invoice_no"] = root.children[i].text
			break
		}
	}
	for prefix, name := range map[string]string{"seller": "AccountingSupplierParty", "buyer": "AccountingCustomerParty"} {
		p := root.at(name, "Party")
		if p == nil {
			continue
		}
		if out[prefix+"_name"] = p.value("PartyLegalEntity", "RegistrationName"); out[prefix+"_name"] == "" {
			out[prefix+"_name"] = p.value("PartyName", "Name")
		}
		out[prefix+"_tax_id_no"] = p.value("PartyTaxScheme", "CompanyID")
	}
	if m := root.at("LegalMonetaryTotal"); m != nil {
		sums(out, m.value("TaxExclusiveAmount"), root.value("TaxTotal", "TaxAmount"), m.value("TaxInclusiveAmount"), m.value("PayableAmount"))
	}
	return out
}

func sums(out Invoice, net, tax, gross, due string) {
	out["sub_total"], out["vat"], out["total"], out["grand_total"] = net, tax, gross, due
	if due == "" {
		out["grand_total"] = gross
	}
}

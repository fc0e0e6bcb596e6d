// Package payment reads the QR codes that ask for a payment or prove one: EMVCo merchant-presented codes as Thailand's PromptPay
// has them (Bank of Thailand, Thai QR Code Standard), and the small code on bank slips. Pure Go.
package payment

import (
	"strconv"
	"strings"
)

// Members of what a code says; what it does not say is not in it.
const (
	Scheme    = "scheme"    // promptpay, bill-payment, slip or emvco
	To        = "to"        // phone, tax number or wallet that is paid; the biller of a bill payment
	Reference = "reference" // of a bill payment the first reference; of a slip the transaction
	Second    = "reference_2"
	Amount    = "amount"   // as encoded, with a point
	Currency  = "currency" // ISO 4217, as figures
	Bank      = "bank"     // of a slip the sending bank's code
	Merchant  = "merchant"
)

// Applications within Thai codes.
const (
	transfer = "A000000677010111"
	bill     = "A000000677010112"
)

// element is one tag with its value.
type element struct{ tag, value string }

// Parse reads a code's text; ok is false for other codes and where the checksum is wrong.
func Parse(text string) (says map[string]string, ok bool) {
	text = strings.TrimSpace(text)
	all, ok := elements(text)
	if !ok || len(all) < 3 || !sound(text, all) {
		return nil, false
	}
	says = map[string]string{}
	set := func(name, value string) {
		if value != "" {
			says[name] = value
		}
	}
	root := byTag(all)
	if all[0].tag == "00" && len(all[0].value) > 2 { // a slip: what EMVCo has for a version is a template there
		slip, ok := elements(all[0].value)
		if !ok {
			return nil, false
		}
		in := byTag(slip)
		set(Scheme, "slip")
		set(Bank, in["01"])
		set(Reference, in["02"])
		return says, in["02"] != ""
	}
	set(Scheme, "emvco")
	for _, e := range all {
		if e.tag < "02" || e.tag > "51" {
			continue
		}
		if account, ok := elements(e.value); ok {
			thai(byTag(account), set)
		}
	}
	set(Amount, root["54"])
	set(Currency, root["53"])
	set(Merchant, root["59"])
	return says, true
}

// thai reads a merchant account of one of the two Thai applications.
func thai(account map[string]string, set func(name, value string)) {
	switch account["00"] {
	case transfer:
		set(Scheme, "promptpay")
		set(To, account["01"]+account["02"]+account["03"])
	case bill:
		set(Scheme, "bill-payment")
		set(To, account["01"])
		set(Reference, account["02"])
		set(Second, account["03"])
	}
}

// elements cuts a text into tags of two figures, lengths of two figures, and values.
func elements(s string) (out []element, ok bool) {
	for len(s) > 0 {
		if len(s) < 4 {
			return nil, false
		}
		n, err := strconv.Atoi(s[2:4])
		if _, bad := strconv.Atoi(s[:2]); err != nil || bad != nil || n < 1 || len(s) < 4+n {
			return nil, false
		}
		out = append(out, element{s[:2], s[4 : 4+n]})
		s = s[4+n:]
	}
	return out, true
}

func byTag(all []element) map[string]string {
	out := make(map[string]string, len(all))
	for _, e := range all {
		out[e.tag] = e.value
	}
	return out
}

// sound checks the last element, the sum over all before its value: tag 63 of EMVCo codes, 91 of slips.
func sound(text string, all []element) bool {
	last := all[len(all)-1]
	if len(last.value) != 4 || last.tag != "63" && last.tag != "91" {
		return false
	}
	want, err := strconv.ParseUint(last.value, 16, 16)
	return err == nil && checksum(text[:len(text)-4]) == uint16(want)
}

// checksum is CRC-16/CCITT-FALSE (EMVCo Merchant-Presented Mode, 4.7.3).
func checksum(s string) uint16 {
	sum := uint16(0xFFFF)
	for i := range len(s) {
		sum ^= uint16(s[i]) << 8
		for range 8 {
			if sum&0x8000 != 0 {
				sum = sum<<1 ^ 0x1021
			} else {
				sum <<= 1
			}
		}
	}
	return sum
}

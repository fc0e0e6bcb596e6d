package statement

import "testing"

func TestParseAmount(t *testing.T) {
	for text, want := range map[string]Amount{
		"1,234.56": {123456, MarkNone}, "0.00": {0, MarkNone}, ".15": {15, MarkNone}, "12450.00": {1245000, MarkNone},
		"+667.77": {66777, MarkPlus}, "-4,505.00": {450500, MarkMinus}, "(555.23)": {55523, MarkMinus}, "29,99-": {2999, MarkMinus},
		"- 278,96": {27896, MarkMinus}, "1 240,00": {124000, MarkNone}, "1.234.567,89": {123456789, MarkNone},
		"-$2,500.00": {250000, MarkMinus}, "$127.83": {12783, MarkNone}, "฿1,000.00": {100000, MarkNone}, "THB 1,000.00": {100000, MarkNone},
		"500.00 CR": {50000, MarkPlus}, "500.00DR": {50000, MarkMinus}, "1,000.00 บาท": {100000, MarkNone}, "๑,๒๓๔.๕๐": {123450, MarkNone},
	} {
		if got, ok := parseAmount(text); !ok || got != want {
			t.Errorf("parseAmount(%q) = %v %v, want %v", text, got, ok, want)
		}
	}
	for _, text := range []string{"", "-", "NIL", "12", "1,234", "01/02/2567", "12:30", "1,23.45.67", "500.00 ATM", "(500.00", "1.85%", "01.05.2566", "123-4-56789-0", "99999999999999999.00"} {
		if got, ok := parseAmount(text); ok {
			t.Errorf("parseAmount(%q) = %v, want none", text, got)
		}
	}
}

func TestPassesForAmount(t *testing.T) {
	for text, want := range map[string]bool{"1,2S4.5O": true, "l,234.56": true, "1,234.56": true, "SOS": false, "X1234": false, "ATM": false, "12": false} {
		if got := passesForAmount(text); got != want {
			t.Errorf("passesForAmount(%q) = %v, want %v", text, got, want)
		}
	}
}

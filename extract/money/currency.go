package money

import "strings"

// currencies lists what is printed beside sums, longest first where one begins another, with its ISO 4217 code.
func currencies() [][2]string {
	return [][2]string{
		{"US$", "USD"}, {"HK$", "HKD"}, {"NT$", "TWD"}, {"AU$", "AUD"}, {"CA$", "CAD"}, {"S$", "SGD"}, {"A$", "AUD"}, {"C$", "CAD"}, {"R$", "BRL"},
		{"$", "USD"}, {"€", "EUR"}, {"£", "GBP"}, {"฿", "THB"}, {"¥", "JPY"}, {"₹", "INR"}, {"₩", "KRW"}, {"₫", "VND"}, {"₱", "PHP"}, {"₭", "LAK"},
		{"บาท", "THB"}, {"BAHT", "THB"}, {"THB", "THB"}, {"USD", "USD"}, {"EUR", "EUR"}, {"GBP", "GBP"}, {"JPY", "JPY"}, {"CNY", "CNY"},
		{"RMB", "CNY"}, {"SGD", "SGD"}, {"MYR", "MYR"}, {"HKD", "HKD"}, {"TWD", "TWD"}, {"INR", "INR"}, {"IDR", "IDR"}, {"VND", "VND"},
		{"KRW", "KRW"}, {"PHP", "PHP"}, {"LAK", "LAK"}, {"MMK", "MMK"}, {"KHR", "KHR"}, {"AUD", "AUD"}, {"NZD", "NZD"}, {"CAD", "CAD"},
		{"CHF", "CHF"}, {"SEK", "SEK"}, {"NOK", "NOK"}, {"DKK", "DKK"}, {"PLN", "PLN"}, {"CZK", "CZK"}, {"HUF", "HUF"}, {"ZAR", "ZAR"},
		{"AED", "AED"}, {"SAR", "SAR"}, {"BRL", "BRL"}, {"MXN", "MXN"}, {"BT.", "THB"}, {"RS.", "INR"}, {"RP.", "IDR"}, {"RP", "IDR"},
		{"RM", "MYR"}, {"ZŁ", "PLN"}, {"KČ", "CZK"}, {"KR", "SEK"},
	}
}

// currencyBefore returns where the currency that ends before start begins, a blank between them allowed, and its code.
func currencyBefore(s string, start int) (int, string) {
	t := strings.TrimRight(s[:start], " \u00a0")
	if len(s[:start])-len(t) > 3 {
		return start, ""
	}
	for _, c := range currencies() {
		if n := len(t) - len(c[0]); n >= 0 && strings.EqualFold(t[n:], c[0]) && !letterBefore(t, n, c[0]) {
			return n, c[1]
		}
	}
	return start, ""
}

// currencyBehind returns where the currency that follows end ends, and its code.
func currencyBehind(s string, end int) (int, string) {
	t := strings.TrimLeft(s[end:], " \u00a0")
	gap := len(s[end:]) - len(t)
	if gap > 3 {
		return end, ""
	}
	for _, c := range currencies() {
		n := len(c[0])
		if len(t) < n || !strings.EqualFold(t[:n], c[0]) || gap > 0 && strings.HasSuffix(c[0], "$") {
			continue
		}
		if len(t) == n || !latinLetter(t[n]) && !digit(t[n]) && !latinStart(t[n:], c[0]) {
			return end + gap + n, c[1]
		}
	}
	return end, ""
}

// letterBefore reports whether a currency of letters is the end of a longer word.
func letterBefore(t string, n int, name string) bool {
	return n > 0 && latinLetter(name[0]) && (latinLetter(t[n-1]) || digit(t[n-1]))
}

// latinStart reports whether the Thai word บาท goes on, as in บาทถ้วน.
func latinStart(rest, name string) bool {
	return name == "บาท" && len(rest) >= 3 && rest[0] == 0xE0 && (rest[1] == 0xB8 || rest[1] == 0xB9)
}

func latinLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

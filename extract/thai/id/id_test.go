package id_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"lensd/extract/thai/id"
)

func TestCheckDigit(t *testing.T) {
	for _, c := range []struct {
		digits string
		valid  bool
	}{
		{"1234567890121", true},
		{"1234567890123", false},
		{"0000000000060", true}, // remainder 1: eleven minus it is ten, of which the last digit counts
		{"0000000000001", true}, // remainder 0: eleven, of which the last digit counts
		{"123456789012", false},
		{"12345678901211", false},
		{"12345678901a1", false},
		{"", false},
	} {
		require.Equal(t, c.valid, id.Valid(c.digits), c.digits)
	}
	require.Equal(t, byte(0), id.CheckDigit("12345"))
}

// TestCheckDigitTells: a single wrong digit is told, which is what the rule is for. (Only numbers whose sum leaves 0 or 10
// modulo eleven share a check digit: eleven remainders have ten digits. The third digit's weight is eleven: it is not checked.)
func TestCheckDigitTells(t *testing.T) {
	const good = "1234567890139"
	require.True(t, id.Valid(good))
	for i := range len(good) {
		for d := byte('0'); d <= '9'; d++ {
			bad := good[:i] + string(d) + good[i+1:]
			require.Equal(t, d == good[i] || i == 2, id.Valid(bad), bad)
		}
	}
}

func TestFind(t *testing.T) {
	for _, c := range []struct {
		text   string
		digits []string
		valid  bool
	}{
		{"เลขประจำตัวผู้เสียภาษี 1234567890121", []string{"1234567890121"}, true},
		{"Tax ID 1 2345 67890 12 1", []string{"1234567890121"}, true},
		{"1-2345-67890-12-1", []string{"1234567890121"}, true},
		{"|1|2|3|4|5|6|7|8|9|0|1|2|1|", []string{"1234567890121"}, true},
		{"๑ ๒๓๔๕ ๖๗๘๙๐ ๑๒ ๑", []string{"1234567890121"}, true},
		{"1234567890122", []string{"1234567890122"}, false},
		{"3-1234-5678-9 (old)", []string{"3123456789"}, false},
		{"ใบที่ 12 ลว. 1/2/2567 โทร 0812345678", []string{"0812345678"}, false},
		{"12345678901234", nil, false},
		{"1234567890121 สาขา 00001", []string{"1234567890121"}, true},
		{"", nil, false},
	} {
		got := id.Find(c.text)
		var digits []string
		for _, n := range got {
			digits = append(digits, n.Digits)
			require.Equal(t, c.valid, n.Valid, c.text)
			require.Equal(t, n.Printed, string([]rune(c.text)[n.Start:n.End]))
		}
		require.Equal(t, c.digits, digits, c.text)
	}
}

package thai

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestFold(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"น\u0e4d\u0e49า", "น้ำ"},
		{"น\u0e49\u0e4dา", "น้ำ"},
		{"จ\u0e4dานวน", "จำนวน"},
		{"ท\u0e48\u0e35", "ที่"},             // tone stored before its vowel
		{"ที\u0e48\u0e48", "ที่"},            // a mark doubled by a text layer
		{"เเละ", "และ"},                      // two SARA E
		{"  ก   ข\u00a0ค\n", "ก ข ค"},        // any white space
		{"ก\u200bข\ufeff", "กข"},             // invisible
		{"สตางค์ ๑๒๓ Abc", "สตางค์ ๑๒๓ Abc"}, // nothing to do
		{"ศักดิ\u0e4c", "ศักดิ์"},
		{"ดอกเบ ี้ย", "ดอกเบี้ย"}, // a recogniser's gap before a mark
		{"", ""},
	} {
		assert.Equal(t, c.want, Fold(c.in), "%q", c.in)
		assert.Equal(t, c.want, Fold(Fold(c.in)), "folding twice changes nothing: %q", c.in)
	}
}

func TestDigits(t *testing.T) {
	assert.Equal(t, "0123456789 บาท", Digits("๐๑๒๓๔๕๖๗๘๙ บาท"))
}

func TestSimilarity(t *testing.T) {
	assert.Equal(t, 1.0, Similarity("ผู้รับ", "ผูรับ"), "lost tone marks cost nothing")
	assert.Greater(t, Similarity("ผู้เอาประกันภัย", "ผู้เอาบระกันภัย"), 0.9)
	assert.Less(t, Similarity("ผู้ส่ง", "ผู้รับ"), 0.6)
	assert.Equal(t, 0.0, Similarity("", "ก"))
}

func TestFindLabel(t *testing.T) {
	labels := []string{"ผู้รับ", "ชื่อผู้รับ", "ผู้ส่ง", "To"}
	for _, c := range []struct {
		text, rest string
		index      int
	}{
		{"ผู้รับ: นายสมชาย ใจดี", "นายสมชาย ใจดี", 0},
		{"1. ชือผูรับ นายสมชาย", "นายสมชาย", 1}, // the longer label, its tone marks lost
		{"ผู้สง : ร้านค้า", "ร้านค้า", 2},
		{"TO: John", "John", 3},
	} {
		f, ok := FindLabel(c.text, labels, 0.8)
		require.True(t, ok, c.text)
		assert.Equal(t, c.index, f.Index, c.text)
		assert.Equal(t, c.rest, string([]rune(Digits(Fold(c.text)))[f.End:]), c.text)
	}
	_, ok := FindLabel("จำนวนเงิน 25,000.00", labels, 0.8)
	assert.False(t, ok)
}

func FuzzFold(f *testing.F) {
	for _, s := range []string{"น\u0e4d\u0e49า", "เเ", " \u0e48\u0e35", "\xff\u0e4d"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		once := Fold(s)
		assert.Equal(t, once, Fold(once))
		FindLabel(s, []string{"ผู้รับ", once}, 0.5)
	})
}

func TestMisreadCountsLooksAlone(t *testing.T) {
	for _, c := range []struct {
		word, read string
		want       float64
	}{
		{"ตำบล", "ตำบล", 0},
		{"ตำบล", "ดำบส", 1},          // two lookalikes
		{"จังหวัด", "จ้งหวด", 1},     // a mark for another, a mark lost
		{"ซอย", "คอย", math.Inf(1)},  // another letter
		{"ซอย", "ซอยล", math.Inf(1)}, // one more
		{"", "", 0},
	} {
		assert.Equal(t, c.want, Misread(c.word, c.read), c.read)
	}
}

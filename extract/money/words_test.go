package money

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestThaiWordsAsTheyArePrinted(t *testing.T) {
	for satang, want := range map[int64]string{
		0:           "ศูนย์บาทถ้วน",
		100:         "หนึ่งบาทถ้วน",
		50:          "ห้าสิบสตางค์",
		1100:        "สิบเอ็ดบาทถ้วน",
		10100:       "หนึ่งร้อยเอ็ดบาทถ้วน",
		2021:        "ยี่สิบบาทยี่สิบเอ็ดสตางค์",
		4045700:     "สี่หมื่นสี่ร้อยห้าสิบเจ็ดบาทถ้วน",
		100000100:   "หนึ่งล้านเอ็ดบาทถ้วน",
		2100000000:  "ยี่สิบเอ็ดล้านบาทถ้วน",
		-500:        "ลบห้าบาทถ้วน",
		13130933:    "หนึ่งแสนสามหมื่นหนึ่งพันสามร้อยเก้าบาทสามสิบสามสตางค์",
		99999999999: "เก้าร้อยเก้าสิบเก้าล้านเก้าแสนเก้าหมื่นเก้าพันเก้าร้อยเก้าสิบเก้าบาทเก้าสิบเก้าสตางค์",
	} {
		assert.Equal(t, want, ThaiWords(satang))
		got, ok := ParseThaiWords(want)
		assert.True(t, ok, want)
		assert.Equal(t, satang, got, want)
	}
}

func TestWordsSurviveBracketsAndLostMarks(t *testing.T) {
	for in, want := range map[string]int64{
		"(แปดหมื่นหกพันเก้าสิบแปดบาทเจ็ดสิบสตางค์)":                    8609870,
		"จำนวนเงิน (ตัวอักษร) สี่บาทถ้วน":                              400,
		"หนงพนสองรอยบาทถวน":                                            120000,
		"Fifty Thousand Three Hundred Baht and Sixty-Five Satang Only": 5030065,
		"Baht Fifty Thousand One and Sixteen Satang Only":              5000116,
		"ONE HUNDRED AND FIVE DOLLARS ONLY":                            10500,
		"Two Lakh Five Thousand Rupees":                                20500000,
		"Seven hundred and 50/100 dollars":                             70050,
	} {
		got, ok := ParseWords(in)
		assert.True(t, ok, in)
		assert.Equal(t, want, got, in)
	}
	for _, in := range []string{"", "บาท", "หมื่นบาท", "Baht", "บริษัท สองพี่น้อง จำกัด"} {
		_, ok := ParseWords(in)
		assert.False(t, ok, in)
	}
}

func TestEverySumComesBackFromItsWords(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		v := r.Int64N([]int64{100, 10_000, 10_000_000, 100_000_000_000}[r.IntN(4)])
		for _, words := range []string{ThaiWords(v), EnglishWords(v)} {
			got, ok := ParseWords(words)
			assert.True(t, ok, words)
			assert.Equal(t, v, got, words)
			assert.Equal(t, 1.0, Agreement(words, v))
		}
		other := v + 1 + r.Int64N(1000)
		assert.Less(t, Agreement(ThaiWords(v), other), 1.0)
	}
	assert.Greater(t, Agreement("แปดหมืนหกพันเกาสิบแปดบาทเจ็ดสิบสตางศ", 8609870), 0.9)
	assert.Greater(t, Agreement("Fifty Thousamd One Baht 0nly", 5000100), 0.85)
	assert.Less(t, Agreement("หนึ่งบาทถ้วน", 8609870), 0.5)
}

// A credit note's sum is negative, its words are not; and a text may say more billions than a sum can hold.
func TestWordsHaveNoSign(t *testing.T) {
	assert.Equal(t, "Minus "+EnglishWords(2359), EnglishWords(-2359))
	assert.Equal(t, 1.0, Likeness("One Hundred Baht Only", -10000))
	for _, least := range []int64{math.MinInt64, math.MinInt64 + 1, math.MaxInt64} {
		assert.NotPanics(t, func() {
			Likeness("One Hundred Baht Only", least)
			Likeness("หนึ่งร้อยบาท", least)
		})
	}
	assert.NotPanics(t, func() {
		Words(strings.Repeat("nine billion ", 40))
		Words(strings.Repeat("เก้าล้าน", 40))
	})
}

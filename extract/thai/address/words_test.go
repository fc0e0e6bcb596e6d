package address

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestWordsOfAnAddressAreSpeltRight(t *testing.T) {
	for read, want := range map[string]string{
		"12 ชอยลองดู หมูที่ 3":          "12 ซอยลองดู หมู่ที่ 3",
		"5 ดำบลทดลอง อำเกอลองดู":        "5 ตำบลทดลอง อำเภอลองดู",
		"(จ้งหวัคทดลอง) 10000":          "(จังหวัดทดลอง) 10000",
		"บานเลขที 4/5 กนนลองดู":         "บ้านเลขที่ 4/5 ถนนลองดู",
		"7 ช.ลองดู 3 ต.ทดลอง":           "7 ซ.ลองดู 3 ต.ทดลอง",
		"ต.ทดลอง อ.แสวงหา ถนอม":         "ต.ทดลอง อ.แสวงหา ถนอม",   // names that begin nearly like words
		"ด.ช. ทดลอง ดี":                 "ด.ช. ทดลอง ดี",           // a title
		"ค.ทดลอง น.ลองดู ด.ลองดู":       "ต.ทดลอง ม.ลองดู ด.ลองดู", // a lookalike of two letters is left
		"บ้านชอยตัน 12":                 "บ้านชอยตัน 12",           // within a word none begins
		"9 ซ่อยลองดู":                   "9 ซอยลองดู",
		"12/3 Moo 4 Soi Test, 10110 ช.": "12/3 Moo 4 Soi Test, 10110 ช.",
		"No. 7 o. Test Co., Ltd.":       "No. 7 o. Test Co., Ltd.",
		"":                              "",
	} {
		assert.Equal(t, want, MendWords(read), read)
	}
}

package label

import "regexp"

// Words of Thai addresses that recognisers confuse with others that do not occur in addresses. The list is closed, so
// that nothing is changed which could be a name.
var wordFixes = []struct {
	from *regexp.Regexp
	to   string
}{
	{regexp.MustCompile(`(^|[\s,\d])ช\.`), "${1}ซ."},
	{regexp.MustCompile(`(^|[\s,\d])[ชข]อย`), "${1}ซอย"},
	{regexp.MustCompile(`([่-์])ชอย`), "${1} ซอย"},
	{regexp.MustCompile(`^(?:[ก-ฮ]่อยู่|[a-z]{2,5})\s+(\d)`), "${1}"}, // ที่อยู่ in small print
	{regexp.MustCompile(`(\d)[!|](\d)`), "${1}/${2}"},
	{regexp.MustCompile(`(^|[\s,\d])เ (อำเภอ|ตำบล|จังหวัด)`), "${1}${2}"},
	{regexp.MustCompile(`(^|[\s,])ลนน`), "${1}ถนน"},
	{regexp.MustCompile(`(^|[\s,\d])(?:ดำบล|ตำบส|ตําบล|ตำบถ)`), "${1}ตำบล"},
	{regexp.MustCompile(`(^|[\s,\d])(?:อำเกอ|อำเกอ|อําเภอ|อำเภล)`), "${1}อำเภอ"},
	{regexp.MustCompile(`(^|[\s,\d])(?:จั?วงหวัด|จังหวัค|จ้งหวัด|จังหวด|จงหวัด)`), "${1}จังหวัด"},
	{regexp.MustCompile(`(^|[\s,\d])(?:หม่ที่|หมูที่|หมู่ที)(\s|\d)`), "${1}หมู่ที่${2}"},
	{regexp.MustCompile(`(^|[\s,\d])(?:หมู|หม่)\s?(\d)`), "${1}หมู่${2}"},
	{regexp.MustCompile(`(^|[\s,])(?:บ้านเลขที|บานเลขที่|บ้านเลชที่)(\s|\d)`), "${1}บ้านเลขที่${2}"},
	{regexp.MustCompile(`กทม,`), "กทม."},
}

// mendWords applies the closed list of corrections to an address.
func mendWords(s string) string {
	for _, f := range wordFixes {
		s = f.from.ReplaceAllString(s, f.to)
	}
	return s
}

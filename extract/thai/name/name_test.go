package name_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"lensd/extract/thai/name"
)

func TestCutTitle(t *testing.T) {
	for _, c := range []struct{ name, title, rest string }{
		{"MR. SOMCHAI", "MR.", "SOMCHAI"},
		{"Mr Somchai", "MR", "Somchai"},
		{"MISS ANNA", "MISS", "ANNA"},
		{"MRS: IRIS", "MRS", "IRIS"},
		{"MRINAL SEN", "", "MRINAL SEN"},
		{"DRAKE BELL", "", "DRAKE BELL"},
		{"MR", "", "MR"},
		{"นางสาว สมหญิง", "นางสาว", "สมหญิง"},
		{"นายสมชาย", "นาย", "สมชาย"},
		{"น.ส. มานี", "น.ส.", "มานี"},
		{"", "", ""},
	} {
		title, rest := name.CutTitle(c.name)
		assert.Equal(t, c.title, title, c.name)
		assert.Equal(t, c.rest, rest, c.name)
	}
}

func TestMendTitle(t *testing.T) {
	for _, c := range []struct{ sex, read, want string }{
		{"F", "มาง สมหญิง", "นาง สมหญิง"},
		{"M", "นวย สมชาย", "นาย สมชาย"},
		{"", "นวย สมชาย", "นาย สมชาย"},
		{"M", "นาง สมหญิง", "นาง สมหญิง"}, // a form of address as it stands is none misread
		{"F", "มานี สมชาย", "มานี สมชาย"}, // a name that is no title
	} {
		assert.Equal(t, c.want, name.MendTitle(c.sex, c.read), c.read)
	}
}

func TestDissonance(t *testing.T) {
	for _, c := range []struct{ right, misread, latin string }{
		{"ศรีสุข", "ครีสุข", "SRISUK"},
		{"ทองคำ", "ทองค้า", "THONGKHAM"},
		{"สุวรรณรัตน์", "สวรรณรัตน์", "SUWANNARAT"},
		{"แก้วมณี", "แก้วนณี", "KAEWMANEE"},
		{"พันธุ์", "พันธุ", "PHAN"},
		{"ใจดี", "ไจตื", "Jaidee"},
	} {
		assert.Lessf(t, name.Dissonance(c.right, c.latin), name.Dissonance(c.misread, c.latin), "%s sounds more like %s than %s", c.right, c.latin, c.misread)
	}
	assert.Less(t, name.Dissonance("สมชาย", "SOMCHAI"), 0.3)
}

func TestHush(t *testing.T) {
	assert.Equal(t, "วงศ์สวัสดิ์", name.Hush("วงศ์สวัสดิ", "WONGSAWAT"))
	assert.Equal(t, "ชาติ", name.Hush("ชาติ", "CHATI"), "a vowel that is heard")
}

func TestCloseUp(t *testing.T) {
	assert.Equal(t, "นาง วิภาวรรณ วงศ์สวัสดิ์", name.CloseUp("นาง วิภาวรรณ ว งศ์สวัสดิ์"))
	assert.Equal(t, "นาย สมชาย ลี", name.CloseUp("นาย สมชาย ลี"))
}

func TestNamesPartWhereTheySoundLikeTheirLatinSpelling(t *testing.T) {
	for _, s := range []string{"นาย มานพยิ้มแย้ม", "นายมานพยิ้มแย้ม", "นาย มานพ ยิ้มแย้ม"} {
		assert.Equal(t, "นาย มานพ ยิ้มแย้ม", name.Part(s, "MANOP", "YIMYAEM"))
	}
	assert.Equal(t, "นางสาว โชติกา เพ็ญศรี", name.Part("นางสาวโชติกาเพ็ญศรี", "CHOTIKA", "PENSRI"))
	assert.Equal(t, "สมชาย", name.Part("สมชาย", "", "PENSRI"))
}

func TestParty(t *testing.T) {
	for s, want := range map[string]bool{
		"นาย สมชาย ใจดี": true, "น.ส.มานี": true, "คุณ สมศรี": true, "MR SOMCHAI": true, "Miss Anna": true, "K. Somchai": true,
		"บริษัท ตัวอย่าง จำกัด": true, "บรษท ตวอยาง": true, "Example Co., Ltd.": true, "EXAMPLE LIMITED": true, "Muster GmbH": true, "ตัวอย่าง จำกัด (มหาชน)": true,
		"Mrinal Sen": false, "Missouri Street": false, "LIMITED": false, "Kasikorn Road": false, "10110": false, "": false,
	} {
		assert.Equal(t, want, name.Party(s), s)
	}
}

func TestTheEndOfAFirmsNameIsKnown(t *testing.T) {
	for text, want := range map[string]bool{"Limited": true, "CO., LTD.": true, "(ประเทศไทย) จำกัด": true, "จำกัด (มหาชน)": true, "Public Company Limited": true, "Cobalt Ltd": false, "Company Road": false, "12": false, "": false, "Co. 4": false} {
		assert.Equal(t, want, name.FirmForm(text), text)
	}
}

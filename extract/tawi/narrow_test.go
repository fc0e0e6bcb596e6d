package tawi_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"lensd/extract"
	"lensd/extract/form/formtest"
)

// narrow is a certificate whose parties stand side by side in cells so narrow that names and numbers take several lines, with the
// captions to the middle of their values.
func narrow() *formtest.Sheet {
	s := formtest.New()
	s.Put(400, 60, "หนังสือรับรองการหักภาษี ณ ที่จ่าย").Put(900, 60, "เลขที่ WT-0042")
	s.Put(20, 260, "ผู้มีหน้าที่หักภาษี").Put(20, 300, "ณ ที่จ่าย").Put(620, 260, "ผู้ถูกหักภาษี ณ ที่").Put(620, 300, "จ่าย")
	s.Put(240, 180, "ชื่อ-สกุล").Put(840, 180, "ชื่อ-สกุล")
	s.Put(400, 140, "บริษัท").Put(400, 180, "แม่น้ำใส").Put(400, 220, "จำกัด")
	s.Put(1000, 140, "ห้างหุ้นส่วน").Put(1000, 180, "จำกัด ดิน").Put(1000, 220, "ทุ่งกว้าง")
	s.Put(240, 300, "เลขผู้เสียภาษี").Put(840, 300, "เลขผู้เสียภาษี")
	s.Put(400, 300, "1 2345").Put(400, 340, "67890 12").Put(400, 380, "1")
	s.Put(1000, 300, "123456").Put(1000, 340, "7890139")
	s.Put(60, 560, "ประเภทเงินได้ที่จ่าย").Put(560, 560, "วันที่จ่าย").Put(760, 560, "จำนวนเงินที่จ่าย").Put(980, 560, "ภาษีที่หัก")
	s.Put(60, 600, "5. ค่าบริการ มาตรา 3 เตรส").Put(560, 600, "15/03/2567").Put(760, 600, "10,000.00").Put(980, 600, "300.00")
	return s.Put(500, 680, "รวมทั้งสิ้น").Put(760, 680, "10,000.00").Put(980, 680, "300.00")
}

func TestNamesAndNumbersOfSeveralLines(t *testing.T) {
	got := values(t, narrow())
	for name, want := range map[string]string{
		"tax_witholder": "บริษัท แม่น้ำใส จำกัด", "tax_witholder_id_number": "1 2345 67890 12 1",
		"tax_payer": "ห้างหุ้นส่วน จำกัด ดิน ทุ่งกว้าง", "tax_payer_id_number": "123456 7890139",
	} {
		assert.Equal(t, want, got[name].Value, name)
	}
	assert.Len(t, got["tax_witholder"].Quads, 3)
}

// TestAMarkThatHidesItsBox: where all boxes but one are blank, that one was ticked; not where few are known.
func TestAMarkThatHidesItsBox(t *testing.T) {
	s := printed()
	s.Page.Ticks = nil
	names := []string{"(1) ภ.ง.ด.1ก", "(3) ภ.ง.ด.2", "(5) ภ.ง.ด.2ก", "(6) ภ.ง.ด.3ก"}
	for i, name := range names {
		x := 60 + 180*float64(i)
		s.Put(x+30, 530, name).Tick(x+10, 530, 0)
	}
	s.Tick(80, 500, 0) // of (4); that of (7) is hidden by its mark
	assert.Equal(t, "ภ.ง.ด.53", values(t, s)["form_type"].Value)
	s.Page.Ticks = s.Page.Ticks[2:]
	assert.NotContains(t, values(t, s), "form_type")
}

// TestWhatIsMisreadInFixedPlaces: a 1 read as a vowel, a vowel read as a Latin letter, a colon taken along.
func TestWhatIsMisreadInFixedPlaces(t *testing.T) {
	s := formtest.New()
	for _, l := range printed().Page.Lines {
		switch l.Text.Value {
		case "(4) ภ.ง.ด.3":
			l.Text.Value = "แบบที่ยื่น ก.ง.ด.ไก พ ิเศษ"
		case "(7) ภ.ง.ด.53":
			continue
		case "ชื่อ บริษัท แม่น้ำใส จำกัด":
			l.Text.Value = "ชื่อ : บริษัท Iมืองใส จำกัด"
		}
		s.Page.Lines = append(s.Page.Lines, l)
	}
	got := values(t, s)
	assert.Equal(t, "ภ.ง.ด.1ก พิเศษ", got["form_type"].Value)
	assert.Equal(t, "บริษัท เมืองใส จำกัด", got["tax_witholder"].Value)
}

// TestFiguresBesideANumber: the 13 of a caption and a postcode on a number's level are none of its figures.
func TestFiguresBesideANumber(t *testing.T) {
	s := formtest.New()
	for _, l := range narrow().Page.Lines {
		b := l.Quad.Bounds()
		if b.Y0 < 290 || b.Y0 > 480 {
			s.Put(b.X0, b.Y0, l.Text.Value)
		}
	}
	s.Put(240, 340, "เลขประจำตัวผู้เสียภาษี (13").Put(620, 340, "1 2345 67890 12 1").Put(840, 340, "เลขผู้เสียภาษี").Put(1000, 340, "1234567890139").Put(1200, 340, "50280")
	got := values(t, s)
	assert.Equal(t, "1 2345 67890 12 1", got["tax_witholder_id_number"].Value)
	assert.Equal(t, "1234567890139", got["tax_payer_id_number"].Value)
}

// changed is the printed certificate with other lines.
func changed(lines map[string]string) *formtest.Sheet {
	s := formtest.New()
	s.Page = printed().Page
	for i, l := range s.Page.Lines {
		if v, ok := lines[l.Text.Value]; ok {
			s.Page.Lines[i].Text.Value = v
		}
	}
	return s
}

// TestWhatIsPrintedOtherwise: figures of both scripts as printed, captions that are not known, white within sums and dates.
func TestWhatIsPrintedOtherwise(t *testing.T) {
	for field, c := range map[string][3]string{
		"tax_payer_id_number": {"เลขประจำตัวผู้เสียภาษี 1234567890139", "เลขประจำตัวผู้เสียภาษี ๑ ๒๓๔๕ ๖๗๘๙๐ ๑๓ ๙", "๑ ๒๓๔๕ ๖๗๘๙๐ ๑๓ ๙"},
		"tax_payer":           {"ชื่อ นายดิน ทุ่งกว้าง", "ชื่อผู้รับ/บุคคล : นายดิน ทุ่งกว้าง", "นายดิน ทุ่งกว้าง"},
		"tax_amount":          {"12,000", "12, 000", "12,000.50"},
		"date_witholding_tax": {"15/03/2567", "15 มี.ค .2567", "15 มี.ค. 2567"},
	} {
		assert.Equal(t, c[2], values(t, changed(map[string]string{c[0]: c[1]}))[field].Value, field)
	}
}

// TestANameGoesOnBelowItsCaption: a line that is full goes on at the left, and a caption at the middle of two lines is of both.
func TestANameGoesOnBelowItsCaption(t *testing.T) {
	s := changed(map[string]string{"ชื่อ บริษัท แม่น้ำใส จำกัด": "ชื่อ บริษัท แม่น้ำใส"}).Put(60, 205, "(ประเทศไทย) จำกัด")
	for i, l := range s.Page.Lines {
		if y := l.Quad.Center().Y; y > 215 && y < 230 {
			s.Page.Lines = append(s.Page.Lines[:i], s.Page.Lines[i+1:]...) // the address has no room
			break
		}
	}
	assert.Equal(t, "บริษัท แม่น้ำใส (ประเทศไทย) จำกัด", values(t, s)["tax_witholder"].Value)
	s = narrow()
	var lines []extract.Line
	for _, l := range s.Page.Lines {
		if at := l.Quad.Center(); at.X < 800 || at.Y > 230 {
			lines = append(lines, l)
		}
	}
	s.Page.Lines = lines
	s.Put(840, 163, "ชื่อ-สกุล").Put(1000, 150, "ร้านแม่").Put(1000, 181, "น้ำใส")
	assert.Equal(t, "ร้านแม่ น้ำใส", values(t, s)["tax_payer"].Value)
}

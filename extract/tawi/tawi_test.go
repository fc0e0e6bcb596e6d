package tawi_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract"
	"lensd/extract/form/formtest"
	"lensd/extract/tawi"
)

// printed is a certificate as an accounting program prints it: parties over each other, the satang in columns of their own.
func printed() *formtest.Sheet {
	s := formtest.New()
	s.Put(400, 60, "หนังสือรับรองการหักภาษี ณ ที่จ่าย").Put(900, 60, "เลขที่ WT-0042")
	s.Put(60, 140, "ผู้มีหน้าที่หักภาษี ณ ที่จ่าย")
	s.Put(60, 180, "ชื่อ บริษัท แม่น้ำใส จำกัด")
	s.Put(60, 220, "ที่อยู่ 12 ถนนดอกไม้ จังหวัดน่าน 55000")
	s.Put(60, 260, "เลขประจำตัวผู้เสียภาษี 1 2345 67890 12 1")
	s.Put(60, 320, "ผู้ถูกหักภาษี ณ ที่จ่าย")
	s.Put(60, 360, "ชื่อ นายดิน ทุ่งกว้าง")
	s.Put(60, 400, "ที่อยู่ 7 หมู่ 3 จังหวัดตาก 63000")
	s.Put(60, 440, "เลขประจำตัวผู้เสียภาษี 1234567890139")
	s.Put(100, 500, "(4) ภ.ง.ด.3").Tick(80, 500, 0)
	s.Put(400, 500, "(7) ภ.ง.ด.53").Tick(380, 500, 0.2)
	s.Put(60, 560, "ประเภทเงินได้ที่จ่าย").Put(560, 560, "วันที่จ่าย").Put(760, 560, "จำนวนเงินที่จ่าย").Put(980, 560, "ภาษีที่หัก")
	s.Put(60, 600, "5. ค่าบริการ มาตรา 3 เตรส").Put(560, 600, "15/03/2567").Put(760, 600, "10,000").Put(840, 600, "50").Put(980, 600, "300").Put(1040, 600, "02")
	s.Put(60, 640, "5. ค่าขนส่ง มาตรา 3 เตรส").Put(560, 640, "16/03/2567").Put(760, 640, "2,000").Put(840, 640, "00").Put(980, 640, "20").Put(1040, 640, "00")
	s.Put(500, 680, "รวมทั้งสิ้น").Put(760, 680, "12,000").Put(840, 680, "50").Put(980, 680, "320").Put(1040, 680, "02")
	return s.Put(60, 740, "ตัวอักษร สามร้อยยี่สิบบาทสองสตางค์")
}

func reader(t *testing.T) *tawi.Reader {
	t.Helper()
	r, err := tawi.New()
	require.NoError(t, err)
	return r
}

func values(t *testing.T, s extract.Sheet) map[string]extract.Field {
	t.Helper()
	item, err := reader(t).Read(context.Background(), s)
	require.NoError(t, err)
	out := map[string]extract.Field{}
	for _, f := range item.Fields {
		out[f.Name] = f
	}
	return out
}

func TestReadPrinted(t *testing.T) {
	got := values(t, printed())
	for name, want := range map[string]string{
		"tax_witholder": "บริษัท แม่น้ำใส จำกัด", "tax_witholder_id_number": "1 2345 67890 12 1",
		"tax_payer": "นายดิน ทุ่งกว้าง", "tax_payer_id_number": "1234567890139",
		"form_type": "ภ.ง.ด.53", "date_witholding_tax": "15/03/2567", "tax_amount": "12,000.50", "less_income_tax": "320.02",
		"type_withold_tax": "5. ค่าบริการ มาตรา 3 เตรส\n5. ค่าขนส่ง มาตรา 3 เตรส",
	} {
		assert.Equal(t, want, got[name].Value, name)
		assert.NotEmpty(t, got[name].Quads, name)
	}
	assert.Len(t, got["date_witholding_tax"].Quads, 2, "one a filled row")
	assert.Greater(t, got["less_income_tax"].Confidence, 0.9, "rows and words agree")
}

// TestReadContradiction: totals that neither rows nor words bear out are given as printed, and not surely.
func TestReadContradiction(t *testing.T) {
	s := printed()
	for i, l := range s.Page.Lines {
		if l.Text.Value == "320" {
			s.Page.Lines[i].Text.Value = "920"
		}
	}
	got := values(t, s)
	assert.Equal(t, "920.02", got["less_income_tax"].Value)
	assert.Less(t, got["less_income_tax"].Confidence, 0.8)
}

// TestReadNoTick: a page on which nothing is ticked answers without a form.
func TestReadNoTick(t *testing.T) {
	s := printed()
	s.Page.Ticks[1].Ink = 0
	assert.NotContains(t, values(t, s), "form_type")
}

func TestReadNothing(t *testing.T) {
	_, err := reader(t).Read(context.Background(), formtest.New().Put(50, 50, "ใบเสร็จรับเงิน").Put(50, 90, "รวม 100.00"))
	assert.Equal(t, extract.KindNotFound, extract.KindOf(err))
}

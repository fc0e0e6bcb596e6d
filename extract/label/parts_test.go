package label

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"

	"lensd/extract"
	phones "lensd/extract/phone"
)

func TestTracking(t *testing.T) {
	code := func(format, text string) extract.Code { return extract.Code{Format: format, Text: text} }
	for name, c := range map[string]struct {
		codes  []extract.Code
		lines  []string
		number string
		rule   string
	}{
		"S10":                      {[]extract.Code{code("CODE_128", "EE623292475TH")}, nil, "EE623292475TH", "s10"},
		"S10 printed, not encoded": {nil, []string{"EE 6232 9247 5TH"}, "EE623292475TH", "s10"},
		"S10 with a wrong digit":   {[]extract.Code{code("CODE_128", "EE623292478TH")}, nil, "EE623292478TH", ruleAny},
		"Flash by its QR":          {[]extract.Code{code("QR_CODE", "https://example.test/tracking?se=TH401596C56550B")}, nil, "TH401596C56550B", "flash-spx"},
		"Lazada":                   {[]extract.Code{code("CODE_128", "LEXPU2982605648")}, nil, "LEXPU2982605648", "lex"},
		"UPS beside its routing":   {[]extract.Code{code("CODE_128", "4210405000"), code("CODE_128", "1Z680RA4DL08720000")}, nil, "1Z680RA4DL08720000", "ups"},
		"USPS within GS1":          {[]extract.Code{code("CODE_128", "42098028\x1d9205590303190000000000")}, nil, "9205590303190000000000", "usps"},
		"unknown carrier":          {[]extract.Code{code("CODE_128", "LTN21103556N1")}, nil, "LTN21103556N1", ruleAny},
	} {
		got := Track(c.codes, c.lines)
		if assert.NotNil(t, got, name) {
			assert.Equal(t, c.number, got.Number, name)
			assert.Equal(t, c.rule, got.Rule, name)
		}
	}
	assert.Nil(t, Track([]extract.Code{code("QR_CODE", "http://example.test")}, []string{"hello"}))
}

func TestTidy(t *testing.T) {
	for in, want := range map[string]string{
		"ม .3 ช . ทดลอง 3/1": "ม.3 ช.ทดลอง 3/1", "| จังหวัดสงขลา 90110": "จังหวัดสงขลา 90110", "  a  b ": "a b", "( US )": "(US)", "Ums๐d ๐rtal": "Umsod ortal", "๐๑ หมู่ 4": "๐๑ หมู่ 4",
	} {
		assert.Equal(t, want, tidy(in))
	}
}

// Lines come from a recogniser that can be shown anything; no text may break the reader.
func FuzzText(f *testing.F) {
	for _, s := range []string{"ผู้รับ (TO) สมชาย 081-234-5678", "SHIP TO: (123) 123-1234", "ต . รัษฎา", "\xff\xfe", "((((+66", "12345 6789", "Ship To:ผู้รับ0123", "\u0e48", ":::::"} {
		f.Add(s)
	}
	r := reader(f)
	f.Fuzz(func(t *testing.T, s string) {
		s = s[:min(len(s), 400)]
		if p, _, ok := phones.Find(s, true); ok && digits(p) > 16 {
			t.Fatalf("%q is no phone", p)
		}
		scene := newPage().line(20, 20, "ผู้รับ (TO)").line(20, 60, s).line(20, 100, "12/34 ม.5 เชียงใหม่ 50230").line(500, 100, s).Scene
		for _, part := range r.Split(context.Background(), scene) {
			if item, _ := r.Read(context.Background(), part.Scene); len(item.Fields) > len(receivers()) {
				t.Fatalf("%d fields", len(item.Fields))
			}
		}
	})
}

package label

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"lensd/extract"
	phones "lensd/extract/phone"
)

func TestCaptions(t *testing.T) {
	l := lexicon{vocabulary()}
	for in, want := range map[string]struct {
		role role
		rest string
	}{
		"ผู้รับ (TO)":                        {receiver, ""},
		"ผู้รบ (T0)":                         {receiver, ""},
		"ซื่อผู้รับ :-":                      {receiver, ""},
		"SHIP TO: (123) 123-1234":            {receiver, "(123) 123-1234"},
		"To / Dest.:":                        {receiver, ""},
		"TO KMART":                           {receiver, "KMART"},
		"ปลายทาง / อ estination":             {receiver, ""},
		"ปลายทาง / Destination":              {receiver, ""},
		"ปลายท า ง / บ0estination":           {receiver, ""}, // as Tesseract spells it
		"Zustelladresse / Delivery Address:": {receiver, ""},
		"ผู้ส่ง: MOCK STORE โทร 0880009833":  {sender, "MOCK STORE โทร 0880009833"},
		"ส่งจาก ร้านลองของ":                  {sender, "ร้านลองของ"},
		"From : AGENT":                       {sender, "AGENT"},
		"ที่อยู่ :":                          {addressOf, ""},
		"TEL:5551234567":                     {phoneOf, "5551234567"},
		"เก็บเงินปลายทาง":                    {other, ""},
		"To the moon":                        {none, "To the moon"},
		"EXPEDITED V1":                       {none, "EXPEDITED V1"},
		"ถนนทดลอง":                           {none, "ถนนทดลอง"},
	} {
		h := l.match(in)
		assert.Equal(t, want.role, h.role, in)
		assert.Equal(t, want.rest, h.rest, in)
	}
}

func TestCountries(t *testing.T) {
	for line, want := range map[string]bool{
		"Thailand": true, "ประเทศไทย": true, "BE Belgium": true, "Canada CA": true, "United States (USA)": true, "Deutschland": true, "DE": true, "US": true,
		"TO": false, "NO": false, "Bangkok": false, "Germany Street": false, "CA Belgium": false, "12": false, "": false,
	} {
		assert.Equal(t, want, isCountry(line), line)
	}
}

func TestPhones(t *testing.T) {
	for in, want := range map[string]string{
		"081-234-5678": "081-234-5678", "0812345678": "0812345678", "081 234 5678": "081 234 5678", "+66812345678": "+66812345678",
		"(+66)82******59": "(+66)82******59", "09******25": "09******25", "02-123-4567": "02-123-4567",
		"(123) 123-1234": "(123) 123-1234", "1-888-381-6808": "1-888-381-6808",
		"09*k****45": "09******45", "08***ห**12": "08******12", "06A*****33": "06******33",
	} {
		got, ok := phones.Whole(in, false)
		assert.True(t, ok, in)
		assert.Equal(t, want, got)
	}
	for _, in := range []string{"628/19 หมู่6", "10160", "20/11/2569", "98028-3912", "98028 3912", "COD 819.00", "1201 WEST OAKS MALL", "239169270848589251"} {
		_, ok := phones.Whole(in, false)
		assert.False(t, ok, in)
	}
}

func TestMailboxes(t *testing.T) {
	for in, want := range map[string]bool{"jan@probe.test": true, "jan.p@mail.probe.test": true, "@": true, "Sn@klokkeveien 14": false, "Fő út 4": false} {
		assert.Equal(t, want, mailbox.MatchString(in), in)
	}
}

func TestWhereAddressesEnd(t *testing.T) {
	for _, in := range []string{"จังหวัดภูเก็ต 83000", "กทม. 10160", "83000", "HOUSTON, TX 77082", "GL55 6HU", "SE-13769 Probeby", "1060 Brussels",
		"OTTAWA ON K1K 4T3", "PL-03230", "SE 532 38 Mockby", "KENMORE WA 98028-3912", "D-10117 Berlin"} {
		assert.True(t, endsAddress(in), in)
	}
	for _, in := range []string{"4240 HARVESTER RD", "1201 WEST OAKS MALL", "100 Main Street", "UNIT 2", "780 3rd Avenue", "R12-03", "LS-2025-0001", "14162 หมู่9 หมู่บ้านแบบร่าง ซอยลองดู 3", "บ้านเลขที่ 18260หมู่ที่ 13 หมู่บ้านแบบร่าง"} {
		assert.False(t, endsAddress(in), in)
	}
}

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
	assert.Equal(t, "12 ซ.ทดลอง ซอยลองดู หมู่ที่ 3", mendWords("12 ช.ทดลอง ชอยลองดู หมูที่ 3"))
}

// Lines come from a recogniser that can be shown anything; no text may break the rules' code.
func FuzzText(f *testing.F) {
	for _, s := range []string{"ผู้รับ (TO) สมชาย 081-234-5678", "SHIP TO: (123) 123-1234", "ต . รัษฎา", "\xff\xfe", "((((+66", "12345 6789"} {
		f.Add(s)
	}
	l := lexicon{vocabulary()}
	f.Fuzz(func(t *testing.T, s string) {
		s = s[:min(len(s), 400)]
		h := l.match(tidy(s))
		if len(h.rest) > len(s) {
			t.Fatalf("the rest %q is longer than %q", h.rest, s)
		}
		if p, _, ok := phones.Find(s, true); ok && digits(p) > 16 {
			t.Fatalf("%q is no phone", p)
		}
		endsAddress(s)
		mendWords(s)
	})
}

package label

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract"
	"lensd/vision/geom"
)

func reader(t testing.TB) *Reader {
	t.Helper()
	r, err := New()
	require.NoError(t, err)
	return r
}

func TestReceiverIsToldFromSender(t *testing.T) {
	cases := map[string]struct {
		scene                Scene
		name, address, phone string
	}{
		"marketplace":          {market().Scene, "นางสาวกมล ทดลองงาน", "12/34 หมู่ 5 ซอยลองดู 7, ตำบลหนองแก๋ว อำเภอหางดง, จังหวัดเชียงใหม่, 50230", "09******25"},
		"turned by a quarter":  {market().turned(), "นางสาวกมล ทดลองงาน", "12/34 หมู่ 5 ซอยลองดู 7, ตำบลหนองแก๋ว อำเภอหางดง, จังหวัดเชียงใหม่, 50230", "09******25"},
		"captions in a column": {table().Scene, "คุณเกษม มิใช่คนจริง", "893/96 ม.14 ซ.ทดลอง 5 แขวงบางแคเหนือ เขตบางแค กทม. 10160", "+66810004553"},
		"captions on lines of their own": {newPage().
			line(20, 20, "ผู้ส่ง: ร้านลองของ โทร 0880009833").
			line(20, 60, "ชื่อผู้รับ:").line(20, 90, "นายชยุต แบบจำลอง", 28).
			line(20, 130, "ที่อยู่:").line(20, 160, "370/70 ม.6 ซ.ลองดู 5", 26).line(20, 195, "ต.บ้านเกาะ อ.พระนครศรีอยุธยา", 26).
			line(20, 230, "จ.พระนครศรีอยุธยา 13000", 26).line(20, 265, "เบอร์โทร:").line(20, 295, "099-000-5082", 28).Scene,
			"นายชยุต แบบจำลอง", "370/70 ม.6 ซ.ลองดู 5 ต.บ้านเกาะ อ.พระนครศรีอยุธยา จ.พระนครศรีอยุธยา 13000", "099-000-5082"},
		"a sender without an address above": {newPage().
			line(20, 20, "ผู้ส่ง: ร้านลองของ โทร 0990002332").
			line(20, 50, "ชื่อผู้รับ:").line(20, 80, "นางกาญจนา แบบจำลอง", 26).line(20, 112, "ที่อยู่:").
			line(20, 140, "928/4 หมู่5 คอนโดแบบร่าง", 24).line(20, 170, "ตำบลหนองแก๋ว อำเภอหางดง, จังหวัดเชียงใหม่, 50230", 24).Scene,
			"นางกาญจนา แบบจำลอง", "928/4 หมู่5 คอนโดแบบร่าง ตำบลหนองแก๋ว อำเภอหางดง, จังหวัดเชียงใหม่, 50230", ""},
		"only the sender has a caption": {newPage().
			line(40, 40, "ส่งจาก ร้านลองของ 0600000783").
			line(40, 160, "ดวงใจ ของเทียม", 44).line(40, 215, "549/92 ซ.ทดลอง 12 ถ.ลองเดิน", 40).
			line(40, 265, "แขวงบางแคเหนือ เขตบางแค กทม. 10160", 40).line(40, 320, "082 000 0118", 40).Scene,
			"ดวงใจ ของเทียม", "549/92 ซ.ทดลอง 12 ถ.ลองเดิน แขวงบางแคเหนือ เขตบางแค กทม. 10160", "082 000 0118"},
		"ship to, phone between": {newPage().
			line(20, 20, "MOCK TRADERS").line(20, 45, "46000000000").line(20, 70, "5 TRIAL STREET").line(20, 95, "13000 PROBEBY").line(20, 120, "SWEDEN").
			line(20, 170, "SHIP TO:").line(70, 200, "GRETA MOCKWELL", 24).line(70, 230, "430000000000", 24).line(70, 260, "PROOF STREET 2", 24).
			line(70, 292, "5000 MOCKSTADT", 36).line(70, 335, "AUSTRIA", 36).Scene,
			"GRETA MOCKWELL", "PROOF STREET 2 5000 MOCKSTADT AUSTRIA", "430000000000"},
		"a caption outside of its block's column": {newPage().
			line(33, 482, "ผู้ส่ง: ร้านลองของ โทร 0990002332", 71).line(33, 593, "ชื่อผู้รับ:", 66).line(34, 677, "นางกาญจนา แบบจำลอง ยาวมาก", 79).line(33, 765, "ที่อยู่:", 66).
			line(32, 847, "928/4 หมู่5 คอนโดแบบร่าง อาคาร", 71).line(33, 930, "ตำบลหนองแก๋ว อำเภอหางดง, จังหวัดเชียงใหม่, 50230", 56).Scene,
			"นางกาญจนา แบบจำลอง ยาวมาก", "928/4 หมู่5 คอนโดแบบร่าง อาคาร ตำบลหนองแก๋ว อำเภอหางดง, จังหวัดเชียงใหม่, 50230", ""},
		"two columns": {newPage().
			line(20, 20, "Ship From:").line(20, 50, "Sample Merchant").line(20, 80, "Springmock, TN 37800").
			line(420, 20, "Ship To:").line(420, 50, "Hugo Sampleson").line(420, 80, "12 Test Road").line(420, 110, "Springmock, TN 37801").wall(400, 0, 160).Scene,
			"Hugo Sampleson", "12 Test Road Springmock, TN 37801", ""},
		"captions printed across": {newPage().
			upwards(10, 30, "FROM").line(80, 20, "Mock Store").line(80, 50, "Trial Street 1").line(80, 80, "0068 PROBEBY").rule(140).
			upwards(10, 180, "TO").line(80, 160, "Selma Draftson").line(80, 190, "Mockveien 1").line(80, 220, "4326 Testnes").rule(300).Scene,
			"Selma Draftson", "Mockveien 1 4326 Testnes", ""},
		"a cell's caption does not reach across its wall": {newPage().
			line(20, 20, "FROM").line(20, 55, "ร้านลองของ").line(20, 85, "9/9 ม.1 ต.รัษฎา อ.เมืองภูเก็ต จ.ภูเก็ต 83000", 14).
			line(420, 20, "โ0 / ผู้รับ|").line(420, 55, "ปกรณ์ ใช้ทดลอง", 24).line(420, 90, "1/2 ต.หนองแก๋ว อ.หางดง", 22).line(420, 120, "จ.เชียงใหม่ 50230", 22).wall(400, 0, 160).Scene,
			"ปกรณ์ ใช้ทดลอง", "1/2 ต.หนองแก๋ว อ.หางดง จ.เชียงใหม่ 50230", ""},
		"the receiver far below the sender's only line": {newPage().
			line(40, 40, "ส่งจาก ร้านลองของ 0600000783", 30).
			line(40, 160, "ดวงใจ ของเทียม", 60).line(40, 240, "549/92 ซ.ทดลอง 12 ถ.ลองเดิน", 60).
			line(40, 320, "แขวงบางแคเหนือ เขตบางแค กทม. 10160", 60).Scene,
			"ดวงใจ ของเทียม", "549/92 ซ.ทดลอง 12 ถ.ลองเดิน แขวงบางแคเหนือ เขตบางแค กทม. 10160", ""},
		"a firm's letterhead above a person": {newPage().
			line(220, 40, "Norrvale Freight Co.", 48).line(220, 98, "410 Drafting Lane", 24).line(220, 132, "Mockfield OH 43004", 24).line(220, 166, "United States (USA)", 24).rule(270).
			line(60, 300, "Della Armitage", 22).line(60, 345, "77 Sample Street", 22).line(60, 390, "Testborough PA 17013", 22).line(60, 435, "United States (USA)", 22).rule(500).
			line(240, 880, "40718325", 40).line(100, 980, "Dep. K18D-4", 34).line(100, 1030, "ORD4 C21A08", 34).line(460, 980, "OH", 150).Scene,
			"Della Armitage", "77 Sample Street Testborough PA 17013 United States (USA)", ""},
		"misread captions": {newPage().
			line(20, 20, "ผู้ส่ว (FRอM) ร้านลองของ 0640001446").line(20, 50, "9/9 ม.1 ต.รัษฎา อ.เมืองภูเก็ต จ.ภูเก็ต 83000").rule(80).
			line(20, 100, "ผู้รบ (T0)").line(20, 130, "ปกรณ์ ใช้ทดลอง", 28).line(20, 170, "1/2 ต.หนองแก๋ว อ.หางดง", 26).line(20, 205, "จ.เชียงใหม่ 50230", 26).Scene,
			"ปกรณ์ ใช้ทดลอง", "1/2 ต.หนองแก๋ว อ.หางดง จ.เชียงใหม่ 50230", ""},
	}
	r := reader(t)
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			item, ok := r.Read(context.Background(), c.scene)
			assert.True(t, ok)
			got := values(item)
			assert.Equal(t, c.name, got["name"])
			assert.Equal(t, c.address, got["address"])
			assert.Equal(t, c.phone, got["phone_number"])
		})
	}
}

func TestNothingIsInvented(t *testing.T) {
	r := reader(t)
	for name, s := range map[string]Scene{
		"empty": {Width: 10, Height: 10},
		"a packing list": newPage().line(20, 20, "Packing list LS-2025-0001", 40).line(20, 80, "Customer number 28").line(20, 110, "3x card terminal").
			line(20, 500, "This list only helps to check the delivery, and nothing in it is legally binding in any way at all").Scene,
		"a return slip":      newPage().line(60, 20, "Registrere retur?", 40).line(60, 90, "Ordrenummer:").line(200, 90, "0000000000").line(60, 130, "E-post:").Scene,
		"only the sender":    newPage().line(20, 20, "ผู้ส่ง: ร้านลองของ 0640001446").line(20, 50, "9/9 ม.1 ต.รัษฎา อ.เมืองภูเก็ต จ.ภูเก็ต 83000").Scene,
		"a caption, no name": newPage().line(20, 20, "ผู้รับ (TO)").rule(50).line(20, 70, "COD 55.00").Scene,
	} {
		t.Run(name, func(t *testing.T) {
			item, ok := r.Read(context.Background(), s)
			assert.False(t, ok)
			assert.Empty(t, item.Fields)
		})
	}
}

func TestACodeAloneIsALabelWithoutReceiver(t *testing.T) {
	s := Scene{Width: 800, Height: 800, Codes: []extract.Code{{Format: "CODE_128", Text: "EE623292475TH", Quad: geom.QuadOf(geom.Rect{X1: 100, Y1: 50})}}}
	item, ok := reader(t).Read(context.Background(), s)
	assert.True(t, ok)
	assert.Empty(t, item.Fields)
	assert.Equal(t, &extract.Tracking{Number: "EE623292475TH", Rule: "s10"}, item.Tracking)
}

func TestEachLineOfTheAddressHasItsQuad(t *testing.T) {
	item, _ := reader(t).Read(context.Background(), market().Scene)
	require.Len(t, item.Fields, 3)
	address := item.Fields[1]
	require.Len(t, address.Quads, 2)
	assert.InDelta(t, 275, address.Quads[0][0].Y, 1)
	assert.InDelta(t, 310, address.Quads[1][0].Y, 1)
	assert.Greater(t, address.Confidence, 0.5)
}

func TestAMendedPlaceKeepsWhatWasPrinted(t *testing.T) {
	s := market().Scene
	for i, l := range s.Lines {
		if l.Text.Value == "12/34 หมู่ 5 ซอยลองดู 7, ตำบลหนองแก๋ว" {
			s.Lines[i].Text.Value = "12/34 หมู่ 5 ชอยลองดู 7, ตำบลหนองแกว"
		}
	}
	item, _ := reader(t).Read(context.Background(), s)
	f := item.Fields[1]
	assert.Equal(t, "12/34 หมู่ 5 ซอยลองดู 7, ตำบลหนองแก๋ว อำเภอหางดง, จังหวัดเชียงใหม่, 50230", f.Value)
	assert.Contains(t, f.Printed, "ตำบลหนองแกว")
}

func TestLinesNamesWhatHoldsTheReceiver(t *testing.T) {
	s := market().Scene
	var got []string
	for _, i := range reader(t).Lines(context.Background(), s) {
		got = append(got, s.Lines[i].Text.Value)
	}
	assert.Equal(t, []string{"นางสาวกมล ทดลองงาน", "12/34 หมู่ 5 ซอยลองดู 7, ตำบลหนองแก๋ว", "อำเภอหางดง, จังหวัดเชียงใหม่, 50230", "09******25"}, got)
}

func TestACaptionAtTheSideIsKnownByItsOtherReading(t *testing.T) {
	p := newPage().upwards(10, 30, "FROM").line(80, 20, "Mock Store").line(80, 50, "Trial Street 1").line(80, 80, "0068 PROBEBY").rule(140).
		upwards(10, 180, "101IY").line(80, 160, "Selma Draftson").line(80, 190, "Mockveien 1").line(80, 220, "4326 Testnes").rule(300)
	for i := range p.Lines {
		if p.Lines[i].Text.Value == "101IY" {
			p.Lines[i].Text.Alternatives = []extract.Alternative{{Value: "AlIcI", Confidence: 0.1}}
		}
	}
	item, ok := reader(t).Read(context.Background(), p.Scene)
	require.True(t, ok)
	assert.Equal(t, "Selma Draftson", item.Fields[0].Value)
}

package address

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestTableKnowsPlacesByPostcode(t *testing.T) {
	table, err := Open()
	require.NoError(t, err)
	assert.Contains(t, table.At("10200"), Place{"พระบรมมหาราชวัง", "พระนคร", "กรุงเทพมหานคร"})
	assert.Contains(t, table.At("50230"), Place{"หนองแก๋ว", "หางดง", "เชียงใหม่"})
	assert.Nil(t, table.At("99999"))
	assert.Len(t, table.Provinces(), 77)
}

func TestDistanceCountsMarksHalf(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want float64
	}{
		{"", "", 0}, {"กข", "", 2}, {"บ้าน", "บาน", 0.5}, {"บ้าน", "บ่าน", 0.5}, {"ปาน", "บาน", 1}, {"น้ำ", "นำ", 0.5},
	} {
		assert.InDelta(t, c.want, Distance(c.a, c.b), 1e-9, "%s %s", c.a, c.b)
		assert.InDelta(t, c.want, Distance(c.b, c.a), 1e-9)
	}
}

func TestCheckMendsWithinBounds(t *testing.T) {
	table, err := Open()
	require.NoError(t, err)
	for name, c := range map[string]struct {
		in, out string
		matched int
	}{
		"right as printed": {"1/2 ต.รัษฎา อ.เมืองภูเก็ต จ.ภูเก็ต 83000", "1/2 ต.รัษฎา อ.เมืองภูเก็ต จ.ภูเก็ต 83000", 3},
		"a lost tone mark": {"ตำบลหนองแกว อำเภอหางดง จังหวัดเชียงใหม 50230", "ตำบลหนองแก๋ว อำเภอหางดง จังหวัดเชียงใหม่ 50230", 3},
		"a wrong letter":   {"แขวงบางแคเหนีอ เขตบางแด กทม. 10160", "แขวงบางแคเหนือ เขตบางแค กทม. 10160", 2},
		"unknown village":  {"ตำบลสวนสมมุติ อำเภอหางดง จังหวัดเชียงใหม่ 50230", "ตำบลสวนสมมุติ อำเภอหางดง จังหวัดเชียงใหม่ 50230", 2},
		"unknown postcode": {"ตำบลหนองแกว อำเภอหางดง 99999", "ตำบลหนองแกว อำเภอหางดง 99999", 0},
		"no postcode":      {"ตำบลหนองแกว", "ตำบลหนองแกว", 0},
	} {
		t.Run(name, func(t *testing.T) {
			v := table.Check(c.in)
			assert.Equal(t, c.out, v.Text)
			assert.Equal(t, c.matched, v.Matched)
			assert.Equal(t, c.in != c.out, v.Mended)
		})
	}
}

func TestPostcodeIsTheLastGroupOfFive(t *testing.T) {
	assert.Equal(t, "10160", Postcode("12345 หมู่ 1 กทม. 10160"))
	assert.Equal(t, "", Postcode("โทร 0812345678"))
}

package spelling

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestUsualSpellingsSurpriseLess(t *testing.T) {
	for _, c := range [][2]string{
		{"สวัสดิ์", "สวัสติ์"}, {"ปิยะ", "ปียะ"}, {"เกียรติ", "เกยริต์"}, {"วิเศษ", "วิเสษ"}, {"ทองคำ", "ทองค้ำ"}, {"รักษ์", "รักษ"}, {"พึ่ง", "พึง่"},
	} {
		assert.Lessf(t, Surprise(c[0]), Surprise(c[1]), "%s is more usual than %s", c[0], c[1])
	}
}

func TestAnyTextHasASurprise(t *testing.T) {
	for _, s := range []string{"", "A", "ก", "กกกกกกกกกก", "่่่", "ก A ข", "\xff"} {
		assert.GreaterOrEqual(t, Surprise(s), 0.0, "%q", s)
	}
	assert.Greater(t, Surprise("ฅฅ"), Surprise("การ"))
}

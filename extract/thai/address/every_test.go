package address

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestEveryPlaceIsKnownAsItIsPrinted: the parts of an address with its keywords are told apart, are found under the postcode and are
// left as they are, for at least 99 in 100 of all places and each way of printing them.
func TestEveryPlaceIsKnownAsItIsPrinted(t *testing.T) {
	table, err := Open()
	require.NoError(t, err)
	for name, words := range map[string][3]string{
		"short":         {"12/3 ม.4 ซ.5 ถ.สุขใจ ต.", " อ.", " จ."},
		"short, spaced": {"12/3 หมู่ 4 ต. ", " อ. ", " จ. "},
		"long":          {"บ้านเลขที่ 12/3 ถนนสุขใจ ตำบล", " อำเภอ", " จังหวัด"},
	} {
		all, whole, kept := 0, 0, 0
		for code, places := range table.byCode {
			for _, p := range places {
				if p.Province == "กรุงเทพมหานคร" {
					continue // it prints แขวง and เขต
				}
				text := words[0] + p.Subdistrict + words[1] + p.District + words[2] + p.Province + " " + code
				v := table.Check(text)
				all++
				if v.Parts == 3 && v.Matched == 3 {
					whole++
				}
				if v.Text == text {
					kept++
				}
			}
		}
		assert.Greater(t, all, 7000, name)
		assert.GreaterOrEqual(t, float64(whole)/float64(all), 0.99, "%s: %d of %d known", name, whole, all)
		assert.GreaterOrEqual(t, float64(kept)/float64(all), 0.99, "%s: %d of %d kept", name, kept, all)
		t.Logf("%s: %d places, %d known, %d kept", name, all, whole, kept)
	}
}

package province_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"lensd/extract/thai"
	"lensd/extract/thai/province"
)

func TestMatch(t *testing.T) {
	for _, c := range []struct {
		text, want string
		ok         bool
	}{
		{"กรุงเทพมหานคร", "กรุงเทพมหานคร", true},
		{"กรุงเทพฯ", "กรุงเทพมหานคร", true},
		{"กทม.", "กรุงเทพมหานคร", true},
		{"จังหวัดเชียงใหม่", "เชียงใหม่", true},
		{"จ.พะเยา", "พะเยา", true},
		{"สมทรสาคร", "สมุทรสาคร", true},
		{"นครราชสมา", "นครราชสีมา", true},
		{"รถเก๋งสี่ประตู", "", false},
		{"4กก 9990", "", false},
		{"", "", false},
	} {
		got, _, ok := province.Match(c.text)
		require.Equal(t, c.ok, ok, "%s as %s", c.text, got)
		if ok {
			require.Equal(t, c.want, got)
		}
	}
}

// TestNamesApart: no two names are so alike that a lost mark would make one of the other.
func TestNamesApart(t *testing.T) {
	all := province.All()
	require.Len(t, all, 77)
	for i, a := range all {
		for _, b := range all[:i] {
			require.NotEqual(t, thai.Skeleton(a), thai.Skeleton(b))
		}
	}
}

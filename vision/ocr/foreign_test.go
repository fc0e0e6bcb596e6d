package ocr

import (
	"image"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/vision/internal/printed"
	"lensd/vision/recognize"
)

// print draws a line of text.
func print(text string) *image.Gray {
	p := printed.NewPage(24+20*len([]rune(text)), 52)
	p.Text(12, 38, 32, text)
	return p.Gray
}

// Debian's packs for Russian and Greek are installed for the tests (scripts/setup test).
func TestInstalledLanguagesAreRead(t *testing.T) {
	e, ok := Foreign([]string{"tha", "eng", "rus", "ell", "horse"})
	require.True(t, ok)
	t.Cleanup(func() { require.NoError(t, e.Close()) })
	want := []string{"Москва, улица Ленина 12", "Αθήνα, οδός Σταδίου 7"}
	got, err := e.Read(t.Context(), recognize.Request{Crops: []*image.Gray{print(want[0]), print(want[1])}})
	require.NoError(t, err)
	for i, w := range want {
		assert.Equal(t, w, got[i].Value)
		assert.True(t, Strange(got[i].Value))
		assert.Greater(t, got[i].Confidence, 0.7)
	}
}

func TestForeignWantsALanguageThatIsNotReadAnyway(t *testing.T) {
	for _, languages := range [][]string{nil, {"tha", "eng"}, {"horse"}} {
		_, ok := Foreign(languages)
		assert.False(t, ok, "%v", languages)
	}
}

func TestStrange(t *testing.T) {
	for text, want := range map[string]bool{"": false, "12.50": false, "Main Street": false, "ถนนสุขุมวิท": false, "Москва": true, "Αθήνα 7": true, "東京": true, "القاهرة": true, "Main Москва Street": false} {
		assert.Equal(t, want, Strange(text), text)
	}
}

package readers_test

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/cmd/lensd/config"
	"lensd/cmd/lensd/readers"
	"lensd/extract"
)

// example is the worked example of docs/kinds.md as a box would load it: from a folder of kinds.
func example(t *testing.T) config.Own {
	t.Helper()
	text, err := os.ReadFile("../../../docs/kinds.md")
	require.NoError(t, err)
	block := regexp.MustCompile("(?s)```yaml\n(.*?)```").FindSubmatch(text)
	require.NotNil(t, block, "docs/kinds.md has no example")
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "delivery-note.yaml"), block[1], 0o600))
	own := config.LoadKinds(dir)
	require.NoError(t, own.Faults)
	return own
}

// TestTheExampleOfTheDocs reads the pages that scripts/synth/kinds/example.py draws.
func TestTheExampleOfTheDocs(t *testing.T) {
	set, err := readers.Open(readers.Options{Text: "auto", CacheDir: t.TempDir(), Own: example(t).Kinds})
	require.NoError(t, err)
	defer set.Close()
	want := map[string]string{
		"note_no": "DN-004217", "note_date": "14 มีนาคม 2568", "order_no": "PO-2025-0331", "customer_name": "บริษัท ริมน้ำเฟอร์นิเจอร์ จำกัด",
		"customer_address": "99/4 ถนนเลียบคลองสอง แขวงบางชัน เขตคลองสามวา กรุงเทพมหานคร 10510", "customer_tax_id": "0105558123451",
		"customer_phone": "02 914 7785", "goods": "27,240.00", "freight": "1,500.00", "total": "28,740.00"}
	for name, least := range map[string]int{"delivery-note.pdf": 10, "delivery-note.jpg": 8} {
		result, err := set.Read(context.Background(), extract.Document{Kind: "delivery-note", Inputs: [][]byte{file(t, "kinds/"+name)}})
		require.NoError(t, err, name)
		right := 0
		for _, f := range result.Pages[0].Items[0].Fields {
			if same(f.Value, want[f.Name]) {
				right++
			} else {
				t.Logf("%s: %s is %q (%.2f), want %q", name, f.Name, f.Value, f.Confidence, want[f.Name])
			}
			assert.NotEmpty(t, f.Quads, f.Name)
			if f.Name == "note_date" {
				assert.Equal(t, "2025-03-14T00:00:00", f.ISO[:19])
			}
		}
		assert.GreaterOrEqual(t, right, least, name)
	}
	_, err = set.Read(context.Background(), extract.Document{Kind: "delivery-note", Inputs: [][]byte{file(t, "invoice.pdf")}})
	assert.Equal(t, extract.KindNotFound, extract.KindOf(err), "a page without the title is none of the kind")
}

// same leaves blanks out: print has them where it likes.
func same(a, b string) bool {
	blank := regexp.MustCompile(`\s+`)
	return blank.ReplaceAllString(a, "") == blank.ReplaceAllString(b, "")
}

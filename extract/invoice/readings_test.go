package invoice

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract"
)

func TestSoundestReading(t *testing.T) {
	r, err := New(extract.GeneralInvoice)
	require.NoError(t, err)
	for name, c := range map[string]struct {
		read, other, want string
	}{
		"a date":                     {"วันที่ 14 ม . ค . 2567", "วันที่ 14 ม.ค. 2567", "วันที่ 14 ม.ค. 2567"},
		"the point of a sum":         {"46.908.52", "46,908.52", "46,908.52"},
		"an O in a name":             {"0RIENT PIONEER 003", "ORIENT PIONEER 003", "ORIENT PIONEER 003"},
		"marks of an address":        {"เลขที 218/36 ต.เวินพระบาท", "เลขที่ 218/36 ต.เวินพระบาท", "เลขที่ 218/36 ต.เวินพระบาท"},
		"a check digit":              {"Tax ID 0-7021-51012-64-1", "Tax ID 0-7021-51012-64-0", "Tax ID 0-7021-51012-64-0"},
		"a title":                    {"ใบเสร็จรับเงินใบกำกับภาษีอย่างย่๐๐", "ใบเสร็จรับเงิน/ใบกำกับภาษีอย่างย่อ", "ใบเสร็จรับเงิน/ใบกำกับภาษีอย่างย่อ"},
		"as good as the first":       {"INV-2024-17", "INV-2024-11", "INV-2024-17"},
		"a letter among figures":     {"095555753003900", "0955557530039O0", "095555753003900"},
		"another text than the line": {"page 1", "14 ม.ค. 2567", "page 1"},
	} {
		line := printedLine(10, 10, c.read)
		line.Text.Alternatives = []extract.Alternative{{Value: c.other, Confidence: 0.3}}
		l := &extract.Layout{Width: 1000, Height: 400, Lines: []extract.Line{line}}
		got := r.soundest(l)
		assert.Equal(t, c.want, got.Lines[0].Text.Value, name)
		assert.Equal(t, c.read, l.Lines[0].Text.Value, "%s: the page itself stays", name)
		if c.want != c.read {
			assert.Equal(t, extract.Alternative{Value: c.read, Confidence: 0.9}, got.Lines[0].Text.Alternatives[0], name)
		}
	}
}

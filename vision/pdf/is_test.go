package pdf

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestIs(t *testing.T) {
	for _, c := range []struct {
		name, b string
		want    bool
	}{
		{"a PDF", "%PDF-1.7\n", true},
		{"blanks before it", "\r\n\x00 %PDF-1.4", true},
		{"a mail header before it", "Content-Type: application/pdf\r\n\r\n%PDF-1.4", true},
		{"a header too far in", strings.Repeat("x", 1024) + "%PDF-1.4", false},
		{"a JPEG that tells of a PDF", "\xff\xd8\xff\xe1 made from %PDF-1.4", false},
		{"text", "PDF", false},
		{"nothing", "", false},
	} {
		assert.Equal(t, c.want, Is([]byte(c.b)), c.name)
	}
}

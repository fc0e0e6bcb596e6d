package pdf

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract"
)

// file writes a PDF of objects, the first of which is its catalogue.
func file(objects ...string) []byte {
	var b bytes.Buffer
	var at []int
	b.WriteString("%PDF-1.7\n")
	for i, o := range objects {
		at = append(at, b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	xref := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(at)+1)
	for _, o := range at {
		fmt.Fprintf(&b, "%010d 00000 n \n", o)
	}
	fmt.Fprintf(&b, "trailer<</Root 1 0 R/Size %d>>\nstartxref\n%d\n%%%%EOF\n", len(at)+1, xref)
	return b.Bytes()
}

// withFiles writes an empty page with files in it.
func withFiles(files ...[2]string) []byte {
	names := ""
	var objects []string
	for i, f := range files {
		names += fmt.Sprintf("(%s) %d 0 R ", f[0], 4+2*i)
		objects = append(objects, fmt.Sprintf("<</Type/Filespec/F(%s)/UF(%s)/EF<</F %d 0 R>>>>", f[0], f[0], 5+2*i),
			fmt.Sprintf("<</Type/EmbeddedFile/Length %d>>stream\n%s\nendstream", len(f[1]), f[1]))
	}
	return file(append([]string{fmt.Sprintf("<</Type/Catalog/Pages 2 0 R/Names<</EmbeddedFiles<</Names[%s]>>>>>>", names),
		"<</Type/Pages/Kids[3 0 R]/Count 1>>", "<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>"}, objects...)...)
}

func TestAttachmentsComeOut(t *testing.T) {
	r := open(t)
	got, err := r.Attachments(context.Background(), withFiles([2]string{"factur-x.xml", "<a>1</a>"}, [2]string{"note.txt", "hello"}), "")
	require.NoError(t, err)
	require.Len(t, got, 2)
	assert.Equal(t, Attachment{"factur-x.xml", []byte("<a>1</a>")}, got[0])
	assert.Equal(t, "note.txt", got[1].Name)

	got, err = r.Attachments(context.Background(), withFiles(), "")
	require.NoError(t, err)
	assert.Empty(t, got)
	got, err = r.Attachments(context.Background(), withFiles([2]string{"big", strings.Repeat("x", maxAttachmentBytes+1)}), "")
	require.NoError(t, err)
	assert.Empty(t, got, "a file larger than any invoice's data")

	_, err = r.Attachments(context.Background(), []byte("%PDF-1.4 nothing"), "")
	assert.Equal(t, extract.KindUndecodable, extract.KindOf(err))
}

package pdf

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract"
	"lensd/vision/internal/printed"
)

// sheetOf is a PDF of one empty page with a MediaBox.
func sheetOf(box string) []byte {
	return []byte("%PDF-1.4\n1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj\n2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj\n" +
		fmt.Sprintf("3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[%s]>> endobj\ntrailer <</Root 1 0 R>>\n%%%%EOF\n", box))
}

// A page of 1 KiB that says it is kilometres large used to end the reader process.
func TestAHugePageIsRefusedBeforeItIsDrawn(t *testing.T) {
	r := open(t)
	for _, box := range []string{"0 0 1000000 1000000", "0 0 99999999 99999999", "0 0 20000 8"} {
		_, err := collect(r, sheetOf(box), "", 0)
		require.Error(t, err, box)
		assert.NotEqual(t, extract.KindInternal, extract.KindOf(err), box)
		assert.NotContains(t, err.Error(), "wasm")
		pages, err := collect(r, printed.PDF("", []string{"good"}), "", 0)
		require.NoError(t, err, "a good one after %s", box)
		assert.Len(t, pages, 1)
	}
	pages, err := collect(r, sheetOf("0 0 14400 14400"), "", 0)
	require.NoError(t, err, "the format's own limit")
	assert.Len(t, pages, 1)
}

// After a trap the engine called every document damaged until the process was recycled.
func TestAnInstanceThatTrappedIsReplaced(t *testing.T) {
	r := open(t)
	good := printed.PDF("", []string{"good"})
	err := r.broken(0, errors.New("wasm error: out of bounds memory access\nwasm stack trace:\n\t.FPDF_RenderPageBitmap"))
	assert.False(t, strings.Contains(err.Error(), "wasm"), "traces are for the log")
	require.True(t, r.spoilt)
	before := r.instance
	pages, err := collect(r, good, "", 0)
	require.NoError(t, err)
	assert.Len(t, pages, 1)
	assert.NotSame(t, before, r.instance)
}

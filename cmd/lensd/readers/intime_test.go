package readers

import (
	"bytes"
	"context"
	"image"
	"image/png"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract"
	"lensd/vision/picture"
	"lensd/vision/sheet"
)

// A document whose time is over keeps the pages that were read; without any, it is an error.
func TestLongDocumentsKeepWhatWasRead(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, png.Encode(&b, image.NewGray(image.Rect(0, 0, 64, 64))))
	doc := extract.Document{Inputs: [][]byte{b.Bytes(), b.Bytes(), b.Bytes(), b.Bytes()}}
	for ends, want := range map[int][]extract.ErrorKind{
		1: nil, 2: {"", extract.KindTimeout, extract.KindTimeout, extract.KindTimeout}, 4: {"", "", "", extract.KindTimeout}, 5: {"", "", "", ""},
	} {
		ctx, end := context.WithCancel(context.Background())
		defer end()
		page := 0
		res, err := readPictures(ctx, sheet.Pages{}, doc, func(ctx context.Context, _ *picture.Picture) ([]extract.Item, error) {
			if page++; page == ends {
				end()
			}
			return []extract.Item{{}}, ctx.Err()
		})
		if want == nil {
			assert.Equal(t, extract.KindTimeout, extract.KindOf(err))
			continue
		}
		require.NoError(t, err)
		var got []extract.ErrorKind
		for i, p := range res.Pages {
			assert.Equal(t, i+1, p.Number)
			if p.Err == nil {
				got = append(got, "")
				continue
			}
			assert.Equal(t, i+1, p.Err.Page)
			got = append(got, p.Err.Kind)
		}
		assert.Equal(t, want, got, ends)
	}
}

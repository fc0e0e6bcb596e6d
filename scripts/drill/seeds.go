package main

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"

	"golang.org/x/image/bmp"
	"golang.org/x/image/tiff"
)

// seeds are small sound files of every format that the readers take.
func seeds() [][]byte {
	img := image.NewGray(image.Rect(0, 0, 120, 80))
	for i := range img.Pix {
		img.Pix[i] = 255
	}
	for x := 20; x < 100; x++ {
		for y := 30; y < 40; y++ {
			img.SetGray(x, y, color.Gray{Y: uint8(40 * (x / 8 % 2))})
		}
	}
	var j, p, t, w bytes.Buffer
	_ = jpeg.Encode(&j, img, nil) // to memory: cannot fail, nor can the others
	_ = png.Encode(&p, img)
	_ = tiff.Encode(&t, img, nil)
	_ = bmp.Encode(&w, img)
	return [][]byte{j.Bytes(), p.Bytes(), t.Bytes(), w.Bytes(), smallPDF(), scanBomb(120, 80, 3), []byte("RIFF\x24\x00\x00\x00WEBPVP8L")}
}

// smallPDF is a page with a line of text.
func smallPDF() []byte {
	var b bytes.Buffer
	content := "BT /F1 12 Tf 20 40 Td (Total 123.00) Tj ET"
	var at []int
	b.WriteString("%PDF-1.4\n")
	for i, body := range []string{"<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
		"<</Type/Page/Parent 2 0 R/MediaBox[0 0 120 80]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
		fmt.Sprintf("<</Length %d>>\nstream\n%s\nendstream", len(content), content),
		"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"} {
		at = append(at, b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, body)
	}
	start := b.Len()
	b.WriteString("xref\n0 6\n0000000000 65535 f \n")
	for _, n := range at {
		fmt.Fprintf(&b, "%010d 00000 n \n", n)
	}
	fmt.Fprintf(&b, "trailer<</Size 6/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n", start)
	return b.Bytes()
}

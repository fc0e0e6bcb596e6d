package main

import (
	"bytes"
	"image"
	"image/jpeg"
)

// largeJPEG is a grey picture of w x h pixels.
func largeJPEG(w, h int) []byte {
	var b bytes.Buffer
	_ = jpeg.Encode(&b, image.NewGray(image.Rect(0, 0, w, h)), nil) // to memory: cannot fail
	return b.Bytes()
}

// scanBomb is a small progressive JPEG that says it has w x h pixels and goes over them n times.
func scanBomb(w, h, n int) []byte {
	b := largeJPEG(16, 16)
	frame := bytes.Index(b, []byte{0xff, 0xc0})
	b[frame+1] = 0xc2
	b[frame+5], b[frame+6], b[frame+7], b[frame+8] = byte(h>>8), byte(h), byte(w>>8), byte(w)
	scan := bytes.Index(b, []byte{0xff, 0xda})
	out := append(bytes.Clone(b[:scan]), bytes.Repeat(b[scan:len(b)-2], n)...)
	return append(out, 0xff, 0xd9)
}

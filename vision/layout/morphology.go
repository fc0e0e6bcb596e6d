package layout

import "encoding/binary"

// opened keeps the ink that a square of about k pixels fits into; k is made odd.
func opened(b *Bitmap, k int) *Bitmap {
	half := k / 2
	return inSquares(inSquares(b, half, false), half, true)
}

// inSquares erodes b with a square that reaches half pixels to each side, or dilates it. There is no ink outside the page.
func inSquares(b *Bitmap, half int, dilate bool) *Bitmap {
	stride := b.W + 2*half
	buf := make([]byte, stride*(b.H+2*half))
	for y := range b.H {
		copy(buf[(y+half)*stride+half:], b.Pix[y*b.W:(y+1)*b.W])
	}
	// Rows and columns alike are places at a fixed distance in the buffer.
	overWindow(buf, 1, 2*half+1, dilate)
	overWindow(buf, stride, 2*half+1, dilate)
	out := NewBitmap(b.W, b.H)
	for y := range b.H {
		copy(out.Pix[y*b.W:(y+1)*b.W], buf[y*stride:])
	}
	return out
}

// overWindow makes each place the union (or the intersection) of size places from it on, step apart, by doubling what is
// covered. Places whose window leaves the buffer hold nothing of use.
func overWindow(buf []byte, step, size int, union bool) {
	for covered := 1; covered < size; {
		more := min(covered, size-covered)
		if union {
			or(buf, buf[more*step:])
		} else {
			and(buf, buf[more*step:])
		}
		covered += more
	}
}

// or adds src's ink to dst, eight pixels at a time, from the first to the last: src may be a later part of dst.
func or(dst, src []byte) {
	for len(src) >= 8 && len(dst) >= 8 {
		binary.NativeEndian.PutUint64(dst, binary.NativeEndian.Uint64(dst)|binary.NativeEndian.Uint64(src))
		dst, src = dst[8:], src[8:]
	}
	for i, v := range src {
		dst[i] |= v
	}
}

// and keeps in dst what src has too, in the same way.
func and(dst, src []byte) {
	for len(src) >= 8 && len(dst) >= 8 {
		binary.NativeEndian.PutUint64(dst, binary.NativeEndian.Uint64(dst)&binary.NativeEndian.Uint64(src))
		dst, src = dst[8:], src[8:]
	}
	for i, v := range src {
		dst[i] &= v
	}
}

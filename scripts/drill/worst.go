package main

import (
	"bytes"
	"compress/zlib"
	"context"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"strings"
	"sync/atomic"
	"time"
)

// The bars of the drill of bombs. The time is that of one reading, as the configuration has it by default.
const (
	bombRSS  = 700 << 20
	bombTime = 30*time.Second + time.Second
)

// bomb is a small file that wants much.
type bomb struct {
	name string
	file []byte
}

func bombs() []bomb {
	return []bomb{
		{"JPEG, 63 megapixels", largeJPEG(9000, 7000)},
		{"JPEG, 7,000 scans over 62 megapixels", scanBomb(8000, 7800, 7000)},
		{"PNG, 256 megapixels", flatPNG(16000, 16000, 8)},
		{"PNG, 60 megapixels, 16 bits and 4 channels", flatPNG(7746, 7746, 16)},
		{"PNG, 31 megapixels, 16 bits and 4 channels", flatPNG(5600, 5600, 16)},
		{"PNG, 62 megapixels", flatPNG(7900, 7900, 8)},
		{"PNG that says 2 thousand million pixels", flatPNG(46000, 46000, 0)},
		{"PDF, a page of 14,400 points", bytes.Replace(smallPDF(), []byte("120 80"), []byte("14399 14399"), 1)},
		{"PDF, a page of 10^9 points", bytes.Replace(smallPDF(), []byte("120 80"), []byte("1000000000 1000000000"), 1)},
		{"PDF, 200,000 lines of print", crowdedPDF(200_000)},
	}
}

// flatPNG is a white picture; bits 8 is grey, 16 has colours and alpha, 0 has no pixels at all.
func flatPNG(w, h, bits int) []byte {
	var body bytes.Buffer
	z := zlib.NewWriter(&body)
	kind, depth, row := byte(0), byte(8), 1+w
	if bits == 16 {
		kind, depth, row = 6, 16, 1+8*w
	}
	line := bytes.Repeat([]byte{0xff}, row)
	line[0] = 0
	for i := 0; i < h && bits > 0; i++ {
		_, _ = z.Write(line) // to memory: cannot fail
	}
	_ = z.Close()
	var out bytes.Buffer
	out.WriteString("\x89PNG\r\n\x1a\n")
	head := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, uint32(w)), uint32(h))
	for _, c := range []struct {
		name string
		data []byte
	}{{"IHDR", append(head, depth, kind, 0, 0, 0)}, {"IDAT", body.Bytes()}, {"IEND", nil}} {
		_ = binary.Write(&out, binary.BigEndian, uint32(len(c.data)))
		chunk := append([]byte(c.name), c.data...)
		out.Write(binary.BigEndian.AppendUint32(chunk, crc32.ChecksumIEEE(chunk)))
	}
	return out.Bytes()
}

// crowdedPDF draws text over and over.
func crowdedPDF(n int) []byte {
	content := "BT /F1 12 Tf 20 40 Td " + strings.Repeat("(Total 123.00) Tj 0 0 Td ", n) + "ET"
	old := "BT /F1 12 Tf 20 40 Td (Total 123.00) Tj ET"
	b := bytes.Replace(smallPDF(), []byte(old), []byte(content), 1)
	return bytes.Replace(b, fmt.Appendf(nil, "/Length %d", len(old)), fmt.Appendf(nil, "/Length %d", len(content)), 1)
}

// bombed is what one bomb did to the reader processes.
type bombed struct {
	name   string
	status int
	took   time.Duration
	peak   int64
}

type bombReport []bombed

// String is a table.
func (r bombReport) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%-48s %7s %8s %12s\n", "bomb", "answer", "time", "reader peak")
	for _, x := range r {
		fmt.Fprintf(&b, "%-48s %7d %6.1f s %9d MB\n", x.name, x.status, x.took.Seconds(), x.peak>>20)
	}
	return b.String()
}

func (r bombReport) check() (err error) {
	for _, x := range r {
		if x.peak > bombRSS || x.took > bombTime || x.status == 0 {
			err = errors.Join(err, fmt.Errorf("%s: a bar failed", x.name))
		}
	}
	return err
}

// drop has each bomb read as a table, which looks at the whole page, and watches the memory of the reader processes.
func drop(ctx context.Context, p plan) (fmt.Stringer, error) {
	var r bombReport
	err := withTarget(ctx, p, "", func(t target) error {
		// The engine of PDFs is made ready by the first of them, at its own pace.
		first := []byte(`{"image":"` + base64.StdEncoding.EncodeToString(smallPDF()) + `"}`)
		if _, err := t.send(ctx, "/table-exraction/v1", "application/json", first); err != nil {
			return err
		}
		for _, b := range bombs() {
			peak, stop := t.peakOfReaders(ctx)
			body := []byte(`{"image":"` + base64.StdEncoding.EncodeToString(b.file) + `"}`)
			from := time.Now()
			status, err := t.send(ctx, "/table-exraction/v1", "application/json", body)
			took := time.Since(from)
			stop()
			if err != nil {
				return fmt.Errorf("%s: %w", b.name, err)
			}
			r = append(r, bombed{b.name, status, took, peak.Load()})
		}
		return r.check()
	})
	return r, err
}

// peakOfReaders watches until stop is called.
func (t target) peakOfReaders(ctx context.Context) (peak *atomic.Int64, stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	peak = new(atomic.Int64)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for ctx.Err() == nil {
			for _, pid := range children(t.cmd.Process.Pid) {
				peak.Store(max(peak.Load(), resident(pid)))
			}
			time.Sleep(10 * time.Millisecond)
		}
	}()
	return peak, func() { cancel(); <-ended }
}

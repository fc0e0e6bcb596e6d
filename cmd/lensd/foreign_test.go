package main

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"hash/crc32"
	"image"
	"image/jpeg"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// foreignBody is something that no honest app sends.
type foreignBody struct {
	name   string
	body   io.Reader
	length int64
	status []int // of which one is answered
}

// foreignBodies is the bar's list: each once wrapped as the picture of a request, or as the whole body.
func foreignBodies(t *testing.T) []foreignBody {
	picture := func(name string, b []byte) foreignBody {
		raw, err := json.Marshal(map[string]string{"image": base64.StdEncoding.EncodeToString(b)})
		require.NoError(t, err)
		return foreignBody{name, bytes.NewReader(raw), int64(len(raw)), []int{400, 413, 415, 422}}
	}
	body := func(name, text string) foreignBody {
		return foreignBody{name, strings.NewReader(text), int64(len(text)), []int{400, 415, 422}}
	}
	var whole bytes.Buffer
	noise := image.NewGray(image.Rect(0, 0, 640, 480))
	for i := range noise.Pix {
		noise.Pix[i] = byte(i * i >> 7)
	}
	require.NoError(t, jpeg.Encode(&whole, noise, nil))
	return []foreignBody{
		picture("PNM of 20 bytes that claims a gigapixel", []byte("P6\n32768 32768\n255\n\x00")),
		picture("BMP of 54 bytes", append([]byte("BM\x36\x00\x00\x00\x00\x00\x00\x00\x36\x00\x00\x00\x28\x00\x00\x00\xff\xff\xff\x7f\xff\xff\xff\x7f\x01\x00\x18\x00"), make([]byte, 24)...)),
		picture("PNG of 20000 x 20000", hugePNG(20000, 20000)),
		picture("JPEG cut short", whole.Bytes()[:whole.Len()/3]),
		picture("empty picture", nil),
		body("empty body", ""),
		body("no base64", `{"image": "***"}`),
		body("deep JSON", `{"image": `+strings.Repeat("[", 100_000)+strings.Repeat("]", 100_000)+`}`),
		body("wrong type", `{"image": 7}`),
		body("no object", `"image"`),
		{"body of 100 MB", io.LimitReader(zeros{}, 100<<20), 100 << 20, []int{413}},
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

// hugePNG is a PNG header that claims a size, with nothing behind it.
func hugePNG(w, h uint32) []byte {
	head := append([]byte("IHDR"), make([]byte, 13)...)
	binary.BigEndian.PutUint32(head[4:], w)
	binary.BigEndian.PutUint32(head[8:], h)
	head[12], head[13] = 8, 2
	out := append([]byte("\x89PNG\r\n\x1a\n"), 0, 0, 0, 13)
	out = append(out, head...)
	return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(head))
}

// Every foreign body is refused in the endpoint's own envelope, quickly, and the next honest request is answered.
func TestForeignBytes(t *testing.T) {
	b := startBox(t, "")
	good := blank(t, 320, 240)
	client := &http.Client{Transport: &http.Transport{ExpectContinueTimeout: time.Minute}}
	for _, path := range []string{"/water-meter/v2", "/passport-ocr/v2", "/shipping-label/v2", "/table-exraction/v1"} {
		for _, f := range foreignBodies(t) {
			t.Run(path[1:]+"/"+f.name, func(t *testing.T) {
				req, err := http.NewRequest(http.MethodPost, b.url+path, f.body)
				require.NoError(t, err)
				req.ContentLength = f.length
				req.Header.Set("Content-Type", "application/json")
				req.Header.Set("x-service-key", b.key)
				if f.length > 1<<20 {
					req.Header.Set("Expect", "100-continue")
				}
				res, err := client.Do(req)
				require.NoError(t, err)
				defer res.Body.Close()
				var envelope map[string]any
				require.NoError(t, json.NewDecoder(res.Body).Decode(&envelope), "the answer is the endpoint's envelope")
				assert.Contains(t, f.status, res.StatusCode, "%v", envelope)
				assert.NotEmpty(t, envelope)
				began := time.Now()
				status, _ := b.post("/water-meter/v2", b.key, map[string]string{"image": good})
				require.Less(t, status, 500, "the box must go on")
				t.Logf("next request answered with %d after %s", status, time.Since(began).Round(time.Millisecond))
			})
		}
	}
}

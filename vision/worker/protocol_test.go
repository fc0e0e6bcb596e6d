package worker

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract"
)

func TestMessagesRoundTrip(t *testing.T) {
	var wire bytes.Buffer
	sent := request{ID: 7, Document: extract.Document{Kind: extract.Passport, Options: extract.Options{ReturnFace: true}}}
	require.NoError(t, writeMessage(&wire, sent, [][]byte{{1, 2, 3}, {}}))
	var got request
	blobs, err := readMessage(&wire, &got)
	require.NoError(t, err)
	assert.Equal(t, sent, got)
	assert.Equal(t, [][]byte{{1, 2, 3}, {}}, blobs)
}

func TestMessagesAreBounded(t *testing.T) {
	cases := map[string][]byte{
		"many blobs":    {0xff, 0, 0, 0, 0, 0, 0, 1, '{'},
		"huge header":   {0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff},
		"huge blob":     {0, 0, 0, 1, 0, 0, 0, 2, 0xff, 0xff, 0xff, 0xff, '{', '}'},
		"not JSON":      {0, 0, 0, 0, 0, 0, 0, 1, 'x'},
		"claims a part": {0, 0, 0, 1, 0, 0, 0, 2, 0x01, 0, 0, 0, '{', '}', 1, 2},
	}
	for name, wire := range cases {
		t.Run(name, func(t *testing.T) {
			_, err := readMessage(bytes.NewReader(wire), &request{})
			assert.Error(t, err)
		})
	}
	assert.Error(t, writeMessage(&bytes.Buffer{}, request{}, make([][]byte, maxBlobs+1)))
}

func FuzzReadMessage(f *testing.F) {
	var wire bytes.Buffer
	_ = writeMessage(&wire, request{ID: 1}, [][]byte{[]byte("abc")})
	f.Add(wire.Bytes())
	f.Add([]byte{0, 0, 0, 1, 0, 0, 0, 2, 0x01, 0, 0, 0, '{', '}', 1, 2})
	f.Fuzz(func(t *testing.T, b []byte) {
		var req request
		blobs, err := readMessage(bytes.NewReader(b), &req)
		if err != nil {
			return
		}
		var again bytes.Buffer
		if err := writeMessage(&again, req, blobs); err != nil {
			t.Fatal(err)
		}
	})
}

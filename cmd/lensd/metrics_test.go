package main

import (
	"bytes"
	"fmt"
	"image"
	"image/jpeg"
	"io"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A frame is pushed to a station, read by a real reader process, stored, and published to the embedded broker; /metrics
// tells of each part.
func TestMetricsTellOfEveryPart(t *testing.T) {
	b := startBox(t, fmt.Sprintf(`mqtt: {broker: embedded, listen: %q}
stations: [{name: node, kind: water-meter, camera: {source: push}, trigger: {on: command}}]
`, freeAddress(t)))
	var frame bytes.Buffer
	require.NoError(t, jpeg.Encode(&frame, image.NewGray(image.Rect(0, 0, 320, 240)), nil))
	assert.Equal(t, http.StatusNoContent, b.send(http.MethodPost, "/v1/stations/node/frame", frame.Bytes(), nil))

	var text string
	require.Eventually(t, func() bool {
		var body bytes.Buffer
		b.send(http.MethodGet, "/metrics", nil, &body)
		text = body.String()
		return bytes.Contains(body.Bytes(), []byte("lensd_outbox_delivered_total 1")) &&
			bytes.Contains(body.Bytes(), []byte("lensd_workers_alive 2")) // one for all and one for the station
	}, 60*time.Second, 50*time.Millisecond, "the reading is published")
	for _, line := range []string{
		`lensd_station_readings_total{accepted="false",reason="not_found",station="node"} 1`,
		`lensd_station_online{station="node"} 1`, "lensd_outbox_backlog 0", "lensd_broker_connected 1", "lensd_store_full 0",
		"lensd_workers_served_total 1", `lensd_stage_runs_total{kind="water-meter",stage="counter"} 1`, `lensd_stage_seconds_total{kind="water-meter",stage="decode"}`, "process_resident_memory_bytes",
	} {
		assert.Contains(t, text, line)
	}
}

// send makes a request with the key and returns its status; the body is copied to out when that is not nil.
func (b *box) send(method, path string, body []byte, out io.Writer) int {
	req, err := http.NewRequest(method, b.url+path, bytes.NewReader(body))
	require.NoError(b.t, err)
	req.Header.Set("x-service-key", b.key)
	req.Header.Set("Content-Type", "image/jpeg")
	res, err := http.DefaultClient.Do(req)
	require.NoError(b.t, err)
	defer res.Body.Close()
	if out != nil {
		_, err = io.Copy(out, res.Body)
		require.NoError(b.t, err)
	}
	return res.StatusCode
}

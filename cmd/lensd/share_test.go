package main

import (
	"encoding/base64"
	"encoding/json"
	"net/http"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/device/uplink/mosquitto"
	"lensd/extract"
)

// A box without readers takes a picture, another one reads it, and the first judges and keeps what came out.
func TestABoxWithoutReadersHasOthersRead(t *testing.T) {
	m, err := mosquitto.Start(t.TempDir(), "")
	require.NoError(t, err)
	t.Cleanup(m.Stop)
	startBoxWith(t, "{workers: 1, share: true}", "box: {id: reads}\nmqtt: {broker: '"+m.URL()+"'}\n")
	b := startBoxWith(t, "{workers: 0, timeout: 2m}", "box: {id: sees}\nmqtt: {broker: '"+m.URL()+"'}\n"+
		"stations: [{name: cellar, kind: water-meter, camera: {source: push}, trigger: {on: command}, gate: {decimals: 3}}]\n")
	picture, err := os.ReadFile("readers/testdata/meter.jpg")
	require.NoError(t, err)

	status, answer := b.post("/water-meter/v2", testKey, map[string]any{"image": base64.StdEncoding.EncodeToString(picture)})
	for until := time.Now().Add(2 * time.Minute); status == http.StatusServiceUnavailable && time.Now().Before(until); {
		status, answer = b.post("/water-meter/v2", testKey, map[string]any{"image": base64.StdEncoding.EncodeToString(picture)}) // its readers load
	}
	require.Equal(t, http.StatusOK, status, answer)

	assert.Equal(t, http.StatusNoContent, b.send(http.MethodPost, "/v1/stations/cellar/frame", picture, nil))
	var last extract.Reading
	require.Eventually(t, func() bool {
		var body struct {
			Readings []extract.Reading `json:"readings"`
		}
		if json.Unmarshal([]byte(b.text("/v1/readings")), &body) != nil || len(body.Readings) == 0 {
			return false
		}
		last = body.Readings[0]
		return true
	}, 3*time.Minute, 50*time.Millisecond)
	assert.True(t, last.Accepted, "%+v", last)
	assert.Equal(t, "push", last.Trigger)
	require.NotNil(t, last.Counter)
	assert.Positive(t, last.Counter.Value)
}

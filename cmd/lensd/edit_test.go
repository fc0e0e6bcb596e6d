package main

import (
	"bytes"
	"fmt"
	"image"
	"image/jpeg"
	"io"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// page returns what a path answers; "" while nobody listens, which a start of the API leaves for a moment.
func (b *box) page(path string) string {
	req, err := http.NewRequest(http.MethodGet, b.url+path, nil)
	if err != nil {
		return ""
	}
	req.Header.Set("x-service-key", b.key)
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return ""
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		return ""
	}
	return string(text)
}

// starts are how often each part was started since the daemon's start.
func (b *box) starts() map[string]int {
	out := map[string]int{}
	for _, m := range regexp.MustCompile(`lensd_part_starts_total\{part="([^"]*)"\} (\d+)`).FindAllStringSubmatch(b.page("/metrics"), -1) {
		out[m[1]], _ = strconv.Atoi(m[2])
	}
	return out
}

// comes waits until the parts have been started as often as want says.
func (b *box) comes(want map[string]int, what string) {
	b.t.Helper()
	var got map[string]int
	require.Eventually(b.t, func() bool {
		got = b.starts()
		return maps.Equal(got, want)
	}, 2*time.Minute, 50*time.Millisecond, what)
}

func cameraFolder(t *testing.T) string {
	dir := t.TempDir()
	for i := range 3 {
		var frame bytes.Buffer
		require.NoError(t, jpeg.Encode(&frame, image.NewGray(image.Rect(0, 0, 64, 48)), nil))
		require.NoError(t, os.WriteFile(filepath.Join(dir, fmt.Sprintf("%d.jpg", i)), frame.Bytes(), 0o600))
	}
	return dir
}

// Every edit used to compose the whole box anew: recorded pictures began again, and the gates took their base from them.
func TestAnEditRestartsOnlyWhatItChanges(t *testing.T) {
	station := func(name, gate string) string {
		return fmt.Sprintf("  - {name: %s, kind: water-meter, camera: {source: dir, dir: %s, interval: 1h}, trigger: {on: command}, gate: {%s}}\n",
			name, cameraFolder(t), gate)
	}
	cellar, attic := station("cellar", ""), station("attic", "")
	stricter := strings.Replace(attic, "gate: {}", "gate: {decimals: 3}", 1)
	b := startBox(t, fmt.Sprintf("mqtt: {broker: embedded, listen: %q}\nstations:\n", freeAddress(t))+cellar+attic)
	text, err := os.ReadFile(b.config)
	require.NoError(t, err)
	good := string(text)
	want := b.starts()
	for _, part := range []string{"store", "readers", "broker", "uplink", "station cellar", "station attic", "http", "systemd"} {
		require.Equal(t, 1, want[part], part)
	}
	edit := func(what, old, now string, parts ...string) {
		t.Helper()
		for _, p := range parts {
			want[p]++
		}
		require.Contains(t, good, old)
		good = strings.Replace(good, old, now, 1)
		b.write(good)
		b.comes(want, what)
	}
	edit("a gate", attic, stricter, "uplink", "station attic")
	edit("a key", testKey, "lensd_second_key, "+testKey, "http")
	edit("discovery", "mqtt: {", "mqtt: {discovery: none, ", "uplink")
	edit("readers", "workers: 1", "workers: 2", "readers")
	edit("one less", stricter, "", "uplink")
	assert.NotContains(t, b.page("/v1/stations"), "attic")
	edit("one more", cellar, station("shed", "")+cellar, "uplink", "station shed")
	edit("pictures of all", "stations:", "retention: {pictures: all}\nstations:", "station cellar", "station shed")

	b.write(good + "htp: {}\n")
	b.ready("no such key")
	assert.Equal(t, want, b.starts(), "an invalid edit")
	b.write(good)
	b.ready(`"status":"ready"`)
	assert.Equal(t, want, b.starts(), "the same file again")
}

// A file that names a port in use costs the API a moment, and the stations nothing.
func TestAPortInUseRestartsNoStation(t *testing.T) {
	other := startBox(t, "mqtt: {broker: none}")
	b := startBox(t, oneStation+"mqtt: {broker: none}\n")
	good, err := os.ReadFile(b.config)
	require.NoError(t, err)
	b.write(strings.Replace(string(good), strings.TrimPrefix(b.url, "http://"), strings.TrimPrefix(other.url, "http://"), 1))
	b.ready("http.listen")
	want := map[string]int{"http": 2}
	for _, part := range []string{"store", "readers", "memory", "station desk", "systemd"} {
		want[part] = 1
	}
	b.comes(want, "only the API has gone and come back")
}

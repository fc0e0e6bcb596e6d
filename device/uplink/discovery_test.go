package uplink

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write testdata/discovery.json")

// What a box announces is what Home Assistant's own code has taken: scripts/measure/homeassistant/run holds the same file against it.
func TestTheAnnouncementsAreThoseThatHomeAssistantTook(t *testing.T) {
	u, err := New(Config{Broker: "tcp://127.0.0.1:1883", Box: "box", Version: "1", PageURL: "http://lensd-box.local:8080/", Discovery: "homeassistant",
		Stations: []Station{{Name: "cellar", Label: "ห้องใต้ดิน", Kind: "water-meter", Decimals: 3}, {Name: "desk", Kind: "shipping-label"}}}, nil, nil)
	require.NoError(t, err)
	all := map[string]json.RawMessage{}
	for _, m := range u.discovery() {
		all[m.topic] = m.payload
	}
	got, err := json.MarshalIndent(all, "", " ")
	require.NoError(t, err)
	got = append(got, '\n')
	const golden = "testdata/discovery.json"
	if *update {
		require.NoError(t, os.WriteFile(golden, got, 0o644))
	}
	want, err := os.ReadFile(golden)
	require.NoError(t, err)
	assert.True(t, bytes.Equal(want, got), "the announcements changed: write them with -update, and let Home Assistant's code judge them by scripts/measure/homeassistant/run")
}

package main

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/cmd/lensd/fleet"
	"lensd/device/uplink/mosquitto"
)

// fleetBox is a daemon that takes its owner's orders, and the owner.
type fleetBox struct {
	*box
	dir, owner, broker string
}

func startFleet(t *testing.T) fleetBox {
	t.Helper()
	m, err := mosquitto.Start(t.TempDir(), "")
	require.NoError(t, err)
	t.Cleanup(m.Stop)
	f := fleetBox{dir: t.TempDir(), broker: m.URL()}
	f.owner = filepath.Join(f.dir, "owner.key")
	public, err := lensd("fleet", "keygen", f.owner).Output()
	require.NoError(t, err)
	f.box = startBox(t, "box: {id: one}\nfleet: {owner: '"+strings.TrimSpace(string(public))+"', trial: 2s}\nmqtt: {broker: '"+m.URL()+"'}\n")
	require.Eventually(t, func() bool {
		res, err := http.Get(f.url + "/readyz")
		if err != nil {
			return false
		}
		res.Body.Close()
		return res.StatusCode == http.StatusOK
	}, 2*time.Minute, 50*time.Millisecond)
	return f
}

func (f fleetBox) push(key, order string) {
	file := filepath.Join(f.dir, "order.yaml")
	require.NoError(f.t, os.WriteFile(file, []byte(order), 0o600))
	_, err := f.run("fleet", "push", file, "-key", key, "-broker", f.broker)
	require.NoError(f.t, err)
}

// told waits until the page's source says of the box what ok wants.
func (f fleetBox) told(ok func(fleet.Report) bool) fleet.Report {
	f.t.Helper()
	var report fleet.Report
	require.Eventually(f.t, func() bool {
		req, err := http.NewRequest(http.MethodGet, f.url+"/v1/fleet", nil)
		if err != nil {
			return false
		}
		req.Header.Set("x-service-key", f.key)
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			return false
		}
		defer res.Body.Close()
		var body struct{ Boxes []fleet.Box }
		if json.NewDecoder(res.Body).Decode(&body) != nil || len(body.Boxes) != 1 || body.Boxes[0].About == nil {
			return false
		}
		report = body.Boxes[0].About.Config
		return ok(report)
	}, 2*time.Minute, 50*time.Millisecond, "%s", f.log)
	return report
}

func TestTheFleetTakesItsOwnersConfigurationsAndNoOthers(t *testing.T) {
	f := startFleet(t)
	f.push(f.owner, "retention: {days: 60}")
	f.told(func(r fleet.Report) bool { return r.InUse == 1 })
	text, err := os.ReadFile(f.config)
	require.NoError(t, err)
	assert.Contains(t, string(text), "days: 60")

	// Nobody can reach the broker that this one names: the box would be lost to its owner.
	f.push(f.owner, "mqtt: {broker: 'tcp://127.0.0.1:1'}")
	r := f.told(func(r fleet.Report) bool { return r.Refused != nil })
	assert.Equal(t, fleet.Refusal{Version: 2, Reason: "rolled back after 2s: the broker was not joined", At: r.Refused.At}, *r.Refused)
	assert.Equal(t, uint64(1), r.InUse)

	table, err := f.run("fleet", "-broker", f.broker)
	require.NoError(t, err)
	assert.Contains(t, table, "configuration refused: rolled back after 2s")

	f.push(f.owner, "retention: {days: 90}")
	f.told(func(r fleet.Report) bool { return r.InUse == 3 && r.Refused == nil })

	stranger := filepath.Join(f.dir, "stranger.key")
	_, err = lensd("fleet", "keygen", stranger).Output()
	require.NoError(t, err)
	file := filepath.Join(f.dir, "order.yaml")
	_, err = f.run("fleet", "push", file, "-key", stranger, "-version", "9", "-broker", f.broker)
	require.NoError(t, err)
	r = f.told(func(r fleet.Report) bool { return r.Refused != nil })
	assert.Equal(t, fleet.ErrForged.Error(), r.Refused.Reason)
	assert.Equal(t, uint64(3), r.InUse)
	_, err = f.run("fleet", "push", file, "-key", f.owner, "-version", "2", "-broker", f.broker)
	require.NoError(t, err)
	f.told(func(r fleet.Report) bool { return r.Refused != nil && r.Refused.Version == 2 && r.InUse == 3 })
}

func TestTheTableOfTheFleetSaysWhatABoxIs(t *testing.T) {
	now := time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
	last, hot := now.Add(-90*time.Second), 51.4
	var out strings.Builder
	require.NoError(t, table(&out, []fleet.Box{{ID: "gone"}, {ID: "one", Online: true, About: &fleet.About{Box: "one", Version: "1.2\x1b[31m", Clock: "synced", Queue: 2, Outbox: 7,
		DiskFree: 30, DiskSize: 100, Temperature: &hot, Stations: []fleet.Station{{Name: "a", Online: true, Last: &last}, {Name: "b"}}, Config: fleet.Report{InUse: 3, Waits: 4}}}}, now))
	lines := strings.Split(out.String(), "\n")
	assert.Regexp(t, `^gone +- .* offline$`, lines[1])
	assert.Regexp(t, `^one +1\.2\?\[31m +1/2 +1m30s ago +2 +7 +synced +30 % +51 °C +3, waits for 4 *$`, lines[2])
	assert.Equal(t, "1, trying 2", configWord(fleet.Report{InUse: 1, Trying: 2}))
}

package config

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const edited = `# My box.
box:
  id: b1 # not to be changed
mqtt: {broker: none}

# What is read.
stations:
  - name: cellar # below the stairs
    kind: water-meter
    camera:
      source: dir
      dir: /pictures # a card reader
    trigger: {every: 5m}
    # The old meter had two.
    gate: {decimals: 3}
  - name: desk
    kind: shipping-label
    camera: {source: push}
    trigger: {settle: true}
`

func TestEditsKeepWhatElseStandsInTheFile(t *testing.T) {
	text, err := EditStation([]byte(edited), "cellar", []byte(`{"camera":{"source":"http","url":"http://cam/x.jpg","dir":null},"trigger":{"every":null,"cron":"0 * * * *"}}`))
	require.NoError(t, err)
	text, err = EditSection(text, "mqtt", []byte(`{"broker":"tcp://hub:1883","username":"on"}`))
	require.NoError(t, err)
	text, err = RemoveStation(text, "desk")
	require.NoError(t, err)
	for _, kept := range []string{"# My box.", "# not to be changed", "# What is read.", "# below the stairs", "# The old meter had two.", "gate: {decimals: 3}"} {
		assert.Contains(t, string(text), kept)
	}
	cfg, err := Check(text, "", nil)
	require.NoError(t, err, string(text))
	require.Len(t, cfg.Stations, 1)
	s := cfg.Stations[0]
	assert.Equal(t, Camera{Source: "http", URL: "http://cam/x.jpg"}, s.Camera)
	assert.Equal(t, "0 * * * *", s.Trigger.Cron)
	assert.Zero(t, s.Trigger.Every)
	assert.Equal(t, 3, s.Gate.Decimals)
	assert.Equal(t, "tcp://hub:1883", cfg.MQTT.Broker)
	assert.Equal(t, "on", cfg.MQTT.Username, "a word that older YAML takes for a boolean stays a word")
}

func TestEditsOfFilesThatHoldLittle(t *testing.T) {
	station := []byte(`{"name":"desk","kind":"shipping-label","camera":{"source":"push"},"trigger":{"on":"command"}}`)
	for name, text := range map[string]string{
		"empty": "", "comments": "# The configuration of this box.\n# Everything has a default", "an empty list": "stations: []\n", "an empty section": "stations:\n",
		"another key": "log: {level: debug}\n", "flow": "{box: {id: b1}}\n",
	} {
		t.Run(name, func(t *testing.T) {
			out, err := EditStation([]byte(text), "desk", station)
			require.NoError(t, err)
			cfg, err := Check(out, "", nil)
			require.NoError(t, err, string(out))
			require.Len(t, cfg.Stations, 1)
			assert.Equal(t, "command", cfg.Stations[0].Trigger.On)
			if name == "comments" {
				assert.Contains(t, string(out), text+"\n")
			}
			again, err := EditStation(out, "desk", station)
			require.NoError(t, err)
			assert.Equal(t, string(out), string(again), "the same edit again changes nothing")
			none, err := RemoveStation(out, "desk")
			require.NoError(t, err)
			cfg, err = Check(none, "", nil)
			require.NoError(t, err, string(none))
			assert.Empty(t, cfg.Stations)
		})
	}
	assert.Equal(t, 1, StationIndex([]byte(edited), "desk"))
	assert.Equal(t, -1, StationIndex([]byte(edited), "attic"))
	assert.Equal(t, -1, StationIndex([]byte("- a list\n"), "desk"))
	_, err := EditSection([]byte("- a list\n"), "mqtt", []byte(`{}`))
	assert.Error(t, err)
	_, err = EditSection(nil, "mqtt", []byte(`[]`))
	assert.Error(t, err)
}

func TestAFileIsReplacedWhole(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lensd.yaml")
	require.NoError(t, os.WriteFile(path, []byte("old"), 0o604))
	require.NoError(t, Write(path, []byte("new")))
	got, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, "new", string(got))
	info, err := os.Stat(path)
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o604), info.Mode().Perm())
	rest, err := os.ReadDir(filepath.Dir(path))
	require.NoError(t, err)
	assert.Len(t, rest, 1, "no temporary file stays")
	err = Write(filepath.Join(path, "none", "lensd.yaml"), nil)
	require.Error(t, err)
	assert.NotContains(t, err.Error(), path)
}

func TestFaultsAreListedOneByOne(t *testing.T) {
	_, err := Check([]byte("box: {id: 'a b'}\nmqtt: {broker: x}\n"), "", nil)
	var paths []string
	for _, f := range Faults(err) {
		paths = append(paths, f.Path)
	}
	assert.Equal(t, []string{"box.id", "mqtt.broker"}, paths)
	_, err = Check([]byte("mqtt: {broker: [x]}\n"), "", nil)
	require.Len(t, Faults(err), 1)
	assert.Equal(t, "mqtt.broker", Faults(err)[0].Path)
}

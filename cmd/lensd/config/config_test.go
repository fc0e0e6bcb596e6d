package config

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func load(t *testing.T, text string, environ ...string) (Config, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "lensd.yaml")
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	return Load(path, environ)
}

func TestTheReferenceFileIsTheDefault(t *testing.T) {
	b, err := os.ReadFile("../../../lensd.yaml")
	require.NoError(t, err)
	got, err := Parse(b)
	require.NoError(t, err)
	want := Default()
	want.HTTP.ServiceKeys, want.HTTP.Proxies, want.Stations = []string{}, []string{}, []Station{}
	assert.Equal(t, want, got)
}

func TestTheReferenceStationLoads(t *testing.T) {
	b, err := os.ReadFile("../../../lensd.yaml")
	require.NoError(t, err)
	text := strings.Replace(string(b), "stations: []", "", 1)
	text = regexp.MustCompile(`(?m)^# (stations:.*|  .*)$`).ReplaceAllString(text, "$1")
	cfg, err := load(t, text)
	require.NoError(t, err)
	require.Len(t, cfg.Stations, 1)
	assert.Equal(t, "cellar", cfg.Stations[0].Name)
	assert.Equal(t, 3, cfg.Stations[0].Gate.Decimals)
	short, err := load(t, "stations: [{name: a, kind: table, camera: {source: push}, trigger: {on: command}}]")
	require.NoError(t, err)
	assert.Equal(t, cfg.Stations[0].Gate.DuplicateWindow, short.Stations[0].Gate.DuplicateWindow, "the default is what the reference says")
	assert.Equal(t, cfg.Stations[0].Gate.LeakAfter, short.Stations[0].Gate.LeakAfter)
}

func TestTheEnvironmentOverridesTheFile(t *testing.T) {
	cfg, err := load(t, "http: {listen: ':1'}", "LENSD_HTTP_LISTEN=:9999", "LENSD_READERS_TIMEOUT=7s", "LENSD_HTTP_SERVICE_KEYS=abcdefgh,ijklmnop")
	require.NoError(t, err)
	assert.Equal(t, ":9999", cfg.HTTP.Listen)
	assert.Equal(t, "7s", mustText(t, cfg.Readers.Timeout))
	assert.Equal(t, []string{"abcdefgh", "ijklmnop"}, cfg.HTTP.ServiceKeys)
}

func mustText(t *testing.T, d Duration) string {
	t.Helper()
	b, err := d.MarshalText()
	require.NoError(t, err)
	return string(b)
}

func TestReadersAreAutoOrANumber(t *testing.T) {
	const others = "mqtt: {broker: 'tcp://broker:1883'}\n"
	for text, want := range map[string]Workers{
		"": 0, "readers: {workers: auto}": 0, "readers: {workers: }": 0, "readers: {share: true}": 0,
		"readers: {workers: 0}": NoReaders, "readers: {workers: -1}": NoReaders, "readers: {workers: '0'}": NoReaders, "readers: {workers: 3}": 3,
	} {
		cfg, err := load(t, others+text)
		require.NoError(t, err, text)
		assert.Equal(t, want, cfg.Readers.Workers, text)
	}
	for _, text := range []string{"-2", "65", "1.5", "[1]", "all", "true"} {
		_, err := load(t, others+"readers: {workers: "+text+"}")
		assert.ErrorContains(t, err, "readers.workers", text)
	}
	for _, broker := range []string{"embedded", "embedded, username: a"} {
		_, err := load(t, "mqtt: {broker: "+broker+"}\nreaders: {workers: 0}")
		assert.ErrorContains(t, err, "readers.workers: other boxes are to read", broker)
	}
	cfg, err := Load("", []string{"LENSD_READERS_WORKERS=0", "LENSD_MQTT_BROKER=tcp://broker:1883"})
	require.NoError(t, err)
	assert.Equal(t, NoReaders, cfg.Readers.Workers)
}

func TestFaultsNameTheirKey(t *testing.T) {
	station := "stations: [{name: a, kind: water-meter, camera: {source: %s}, trigger: {%s}}]"
	cases := []struct{ name, text, says string }{
		{"unknown key", "http:\n  lissten: ':80'\n", "lissten"},
		{"unknown section", "htp: {}", "htp"},
		{"unknown key of a station", "stations: [{name: a, knd: table}]", "knd"},
		{"unknown key of a camera", "stations: [{name: a, kind: table, camera: {sauce: x}}]", "sauce"},
		{"wrong type", "readers: {workers: many}", "workers"},
		{"bad duration", "readers: {timeout: soon}", "readers.timeout"},
		{"not YAML", "http: [", ""},
		{"listen", "http: {listen: here}", "http.listen"},
		{"a port that does not exist", "http: {listen: ':99999'}", "http.listen"},
		{"a broker's port that does not exist", "mqtt: {listen: ':99999'}", "mqtt.listen"},
		{"a broker elsewhere at such a port", "mqtt: {broker: 'tcp://host:70000'}", "mqtt.broker"},
		{"a camera without an address", "stations: [{name: a, kind: table, camera: {source: http, url: notaurl}, trigger: {on: command}}]", "stations[0].camera.url"},
		{"a stream of another kind", "stations: [{name: a, kind: table, camera: {source: rtsp, url: 'http://cam/'}, trigger: {on: command}}]", "stations[0].camera.url"},
		{"a time without a unit", "stations:\n  - name: a\n    trigger: {every: 5}\n", "line 3, column 22, stations[0].trigger.every"},
		{"short key", "http: {service_keys: [abc]}", "http.service_keys[0]"},
		{"bad hash", "http: {service_keys: ['sha256:zz']}", "http.service_keys[0]"},
		{"half TLS", "http: {tls_cert: a.pem}", "http.tls_cert"},
		{"broker", "mqtt: {broker: 'http://x'}", "mqtt.broker"},
		{"topic", "mqtt: {topic: 'a/#'}", "mqtt.topic"},
		{"level", "log: {level: loud}", "log.level"},
		{"pictures", "retention: {pictures: some}", "retention.pictures"},
		{"camera without device", strings.NewReplacer("%s", "v4l2", "{%s}", "{every: 1m}").Replace(strings.Replace(station, "trigger: {%s}", "trigger: {every: 1m}", 1)), "stations[0].camera.device"},
		{"a signal without a chip", "stations: [{name: a, kind: shipping-label, camera: {source: push}, trigger: {settle: true}, signal: {read: 17}}]", "stations[0].signal.chip"},
		{"a signal without lines", "stations: [{name: a, kind: shipping-label, camera: {source: push}, trigger: {settle: true}, signal: {chip: gpiochip0}}]", "stations[0].signal"},
		{"one line twice", "stations: [{name: a, kind: shipping-label, camera: {source: push}, trigger: {settle: true}, signal: {chip: gpiochip0, read: 17, sound: 17}}]", "stations[0].signal"},
		{"two triggers", "stations: [{name: a, kind: water-meter, camera: {source: push}, trigger: {every: 1m, settle: true}}]", "stations[0].trigger"},
		{"bad cron", "stations: [{name: a, kind: water-meter, camera: {source: push}, trigger: {cron: 'x'}}]", "stations[0].trigger.cron"},
		{"twice", "stations: [{name: a, kind: water-meter, camera: {source: push}, trigger: {every: 1m}}, {name: a, kind: water-meter, camera: {source: push}, trigger: {every: 1m}}]", "stations[1].name"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			_, err := load(t, c.text)
			require.Error(t, err)
			assert.Contains(t, err.Error(), c.says)
		})
	}
}

func TestAFileOfCommentsIsEmpty(t *testing.T) {
	for _, text := range []string{"", "# nothing\n", "---\n# nothing\n\n  # more\n"} {
		got, err := Parse([]byte(text))
		require.NoError(t, err, text)
		assert.Equal(t, Default(), got, text)
	}
}

func TestFilesThatAreNotThereAreTold(t *testing.T) {
	dir := t.TempDir()
	here := filepath.Join(dir, "secret")
	require.NoError(t, os.WriteFile(here, []byte("x"), 0o600))
	c := Default()
	c.StateDir = filepath.Join(dir, "state")
	c.MQTT.PasswordFile = here
	c.Stations = []Station{{Camera: Camera{Source: "dir", Dir: dir, PasswordFile: here}}}
	require.NoError(t, c.CheckFiles())
	c.StateDir, c.MQTT.CAFile = filepath.Join(dir, "no", "state"), filepath.Join(dir, "ca.pem")
	c.Stations = []Station{{Camera: Camera{Source: "dir", Dir: here, PasswordFile: dir}}, {Camera: Camera{Source: "v4l2", Device: "/dev/none"}}}
	err := c.CheckFiles()
	for _, key := range []string{"state_dir", "mqtt.ca_file", "stations[0].camera.dir", "stations[0].camera.password_file", "stations[1].camera.device"} {
		assert.ErrorContains(t, err, key+":")
	}
}

func TestAllFaultsAreToldAtOnce(t *testing.T) {
	_, err := load(t, "http: {listen: here, max_body_mb: 0}\nlog: {level: loud}")
	require.Error(t, err)
	for _, key := range []string{"http.listen", "http.max_body_mb", "log.level"} {
		assert.Contains(t, err.Error(), key)
	}
}

func TestAFaultyFileStillTellsWhereTheStateIs(t *testing.T) {
	for _, fault := range []string{"htp: {}", "http: {listen: here}", "readers: {workers: many}"} {
		cfg, err := load(t, "state_dir: /srv/box\n"+fault)
		require.Error(t, err)
		assert.Equal(t, "/srv/box", cfg.StateDir, fault)
		assert.NotEmpty(t, cfg.Box.ID)
	}
}

func TestAFileWithoutKeysIsTheDefault(t *testing.T) {
	for _, text := range []string{"", "\n", "# nothing yet\n", "---\n", "{}\n", "http:\n", "http:\nmqtt:\n  # later\nstations:\n", "state_dir:\n"} {
		got, err := Parse([]byte(text))
		require.NoError(t, err, "%q", text)
		assert.Equal(t, Default(), got, "%q", text)
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte("http: {listen: ':80'}"))
	f.Add([]byte("stations: [{name: a, kind: water-meter, camera: {source: push}, trigger: {every: 1m}}]"))
	f.Add([]byte("&a [*a]"))
	f.Fuzz(func(t *testing.T, b []byte) {
		cfg, err := Parse(b)
		if err == nil {
			_ = cfg.Validate()
		}
	})
}

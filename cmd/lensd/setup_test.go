package main

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	mqtt "github.com/eclipse/paho.mqtt.golang"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/device/uplink/broker"
	"lensd/httpapi/pages/pagestest"
)

// newBox starts a daemon as it comes out of its parcel: no key and no station.
func newBox(t *testing.T) *box {
	t.Helper()
	dir, addr := t.TempDir(), freeAddress(t)
	b := &box{t: t, config: filepath.Join(dir, "lensd.yaml"), url: "http://" + addr}
	b.write(fmt.Sprintf("# This box stands in the cellar.\nstate_dir: %s/state\nhttp: {listen: %q, announce: false} # not on all interfaces\nreaders: {workers: 1}\nmqtt: {broker: none}\n", dir, addr))
	b.start()
	t.Cleanup(b.stop)
	return b
}

// code waits for the set-up code in the log.
func (b *box) code() (code string) {
	b.t.Helper()
	require.Eventually(b.t, func() bool {
		if m := regexp.MustCompile(`code=([A-Z0-9]{4}-[A-Z0-9]{4})`).FindStringSubmatch(b.log.String()); m != nil {
			code = m[1]
		}
		return code != ""
	}, time.Minute, 20*time.Millisecond, "no code in the log: %s", b.log)
	return code
}

// networkCamera serves a drawn meter, which differs in a comment from picture to picture as a sensor's noise does.
func networkCamera(t *testing.T) (url, value string) {
	t.Helper()
	picture, err := os.ReadFile("../../vision/meter/testdata/station-3.jpg")
	require.NoError(t, err)
	truth, err := os.ReadFile("../../vision/meter/testdata/truth.jsonl")
	require.NoError(t, err)
	for _, line := range strings.Split(strings.TrimSpace(string(truth)), "\n") {
		var row struct {
			File, Digits string
			Decimals     int
		}
		require.NoError(t, json.Unmarshal([]byte(line), &row))
		if row.File == "station-3.jpg" {
			whole := len(row.Digits) - row.Decimals
			value = row.Digits[:whole] + "." + row.Digits[whole:]
		}
	}
	require.NotEmpty(t, value)
	var n atomic.Uint64
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if user, password, _ := r.BasicAuth(); user != "cam" || password != "secret of the camera" {
			w.Header().Set("WWW-Authenticate", `Basic realm="camera"`)
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		comment := binary.BigEndian.AppendUint64([]byte{0xff, 0xfe, 0, 10}, n.Add(1))
		w.Header().Set("Content-Type", "image/jpeg")
		_, _ = w.Write(bytes.Join([][]byte{picture[:2], comment, picture[2:]}, nil))
	}))
	t.Cleanup(srv.Close)
	return srv.URL + "/picture.jpg", value
}

// lanBroker is a broker elsewhere in the network; what is published of a station comes out of the channel.
func lanBroker(t *testing.T, topic string) (address string, readings <-chan []byte) {
	t.Helper()
	b, err := broker.Open(broker.Config{Listen: "127.0.0.1:0", Username: "box", Password: "secret of the broker"})
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, b.Close()) })
	address = b.Addr()
	got := make(chan []byte, 100)
	c := mqtt.NewClient(mqtt.NewClientOptions().AddBroker(address).SetClientID("watcher").SetUsername("box").SetPassword("secret of the broker"))
	require.True(t, c.Connect().WaitTimeout(time.Minute))
	t.Cleanup(func() { c.Disconnect(0) })
	require.True(t, c.Subscribe(topic, 1, func(_ mqtt.Client, m mqtt.Message) { got <- m.Payload() }).WaitTimeout(time.Minute))
	return address, got
}

// From the first start to the first reading on the page and at the broker, on a phone, without an editor: in English to the station,
// in Thai from there.
func TestABoxIsSetUpOnAPhone(t *testing.T) {
	b := newBox(t)
	camera, value := networkCamera(t)
	code := b.code()
	ctx := pagestest.Browse(t, 390, 844)
	pagestest.Run(t, ctx, chromedp.Navigate(b.url+"/"), chromedp.WaitVisible("#claim input"),
		chromedp.SetValue("#claim input", "AAAA-AAAA"), chromedp.Click("#claim button"), pagestest.Text(`#claim [data-fault=""]`, "code"),
		chromedp.SetValue("#claim input", strings.ToLower(code)), chromedp.Click("#claim button"), chromedp.WaitVisible("#fresh"),
		pagestest.Text("#freshKey", "lensd_"), chromedp.TextContent("#freshKey", &b.key), chromedp.Click("#freshDone"),
		chromedp.WaitVisible("#add"), pagestest.Text("#stations", "None yet"))
	assert.Equal(t, http.StatusOK, b.get("/v1/config", b.key), "the key that was shown works")

	pagestest.Run(t, ctx, chromedp.Click("#add"), chromedp.WaitVisible("#stationForm"), chromedp.SetValue("#stationForm [name=name]", "cellar"),
		pagestest.Choose("#stationForm [name=camera]", `{"source":"http","device":""}`), chromedp.SetValue("#stationForm [name=url]", "nonsense"),
		chromedp.Click("#save"), pagestest.Text(`#stationForm [data-fault="camera.url"]`, "is not an address"),
		chromedp.SetValue("#stationForm [name=url]", camera), chromedp.SetValue("#stationForm [name=username]", "cam"), chromedp.SetValue("#stationForm [name=password]", "wrong"),
		chromedp.Click("#tryCamera"), pagestest.True(`document.querySelector('#stationForm [data-fault="camera"]').textContent !== ''`),
		chromedp.SetValue("#stationForm [name=password]", "secret of the camera"), chromedp.Click("#tryCamera"), pagestest.True(`document.querySelector('#tried img')?.naturalWidth > 0`))
	pagestest.Fits(t, ctx)
	pagestest.Run(t, ctx, pagestest.Choose("#stationForm [name=trigger]", "command"), chromedp.Click("#save"), chromedp.WaitVisible("#aim"), pagestest.Text("#reads", "This will read: "+value),
		pagestest.True(`document.querySelectorAll('#aimView polygon').length > 0`), pagestest.Text("[data-meter=height]", "px"),
		pagestest.Picture("1-set-up", "#aim"))
	pagestest.Fits(t, ctx)
	assert.NotContains(t, b.page("/v1/readings"), value, "what was aimed at is not kept")

	pagestest.Run(t, ctx, chromedp.Click("#language"), pagestest.Text("#h1", "สถานี"), pagestest.Text("[data-station=cellar]", "มาตรวัดน้ำ"),
		chromedp.Click("[data-station=cellar] button"), pagestest.Text("#reads", "จะอ่านได้: "+value), pagestest.True(`document.querySelectorAll('#aimView polygon').length > 0`), pagestest.Picture("2-set-up-thai", "#aim"), chromedp.Click("#right"), pagestest.Text("#done", value),
		chromedp.Click("#done a"), pagestest.Text("#verdict", value), chromedp.Click("#language"), pagestest.Text("#verdict", "OK"), pagestest.True(`document.querySelector('#view img')?.naturalWidth > 0`),
		pagestest.Picture("0-station", "body"), chromedp.Click("#language"))
	b.publishes(t, value)
	b.keepsWhatElseStood(t)
}

// publishes sets a broker up by the API that the page uses, and waits for the reading there.
func (b *box) publishes(t *testing.T, value string) {
	t.Helper()
	address, readings := lanBroker(t, "lensd/+/cellar/reading")
	ctx := pagestest.Browse(t, 1280, 900)
	pagestest.Run(t, ctx, chromedp.Navigate(b.url+"/setup"), pagestest.SignIn(b.key), chromedp.WaitVisible("#mqttForm"),
		pagestest.Choose("#mqttForm [name=choice]", "elsewhere"), chromedp.SetValue("#mqttForm [name=broker]", address), chromedp.SetValue("#mqttForm [name=username]", "box"),
		chromedp.SetValue("#mqttForm [name=password]", "wrong"), chromedp.Click("#tryBroker"), pagestest.Text(`#mqttForm [data-fault="username"]`, "refuses"),
		chromedp.SetValue("#mqttForm [name=password]", "secret of the broker"), chromedp.Click("#tryBroker"), pagestest.Text("#mqttForm .said", "lets the box in"),
		chromedp.Click("#mqttForm .go"), pagestest.Text("#mqttForm .said", "Saved"))
	select {
	case payload := <-readings:
		assert.Contains(t, string(payload), value)
	case <-time.After(2 * time.Minute):
		t.Fatal("the broker got no reading")
	}
	pagestest.Run(t, ctx, chromedp.SetValue("#keyForm [name=name]", "kitchen"), chromedp.Click("#keyForm button"), pagestest.Text("#keyForm .said", "kitchen: lensd_"),
		chromedp.Click("[data-key=kitchen] button"), chromedp.WaitNotPresent("[data-key=kitchen]"),
		chromedp.Click("[data-key=owner] button"), pagestest.Text(`#keyForm [data-fault=""]`, "signed in"))
}

// keepsWhatElseStood looks at the file, which is still the owner's.
func (b *box) keepsWhatElseStood(t *testing.T) {
	t.Helper()
	text, err := os.ReadFile(b.config)
	require.NoError(t, err)
	for _, line := range []string{"# This box stands in the cellar.", "# not on all interfaces", "name: cellar"} {
		assert.Contains(t, string(text), line)
	}
	assert.NotContains(t, string(text), "secret of", "passwords stand in files of their own")
	said, err := b.run("check")
	require.NoError(t, err)
	assert.NotContains(t, said, "mistake")
	assert.NotContains(t, b.page("/v1/config"), "secret of")
}

// The pages may not make the box run programs or read its files, and a change that is refused changes nothing.
func TestAChangeThatIsRefusedChangesNothing(t *testing.T) {
	b := startBox(t, "mqtt: {broker: none}")
	before, err := os.ReadFile(b.config)
	require.NoError(t, err)
	patch := func(path, body string) (int, string) {
		req, err := http.NewRequest(http.MethodPatch, b.url+path, strings.NewReader(body))
		require.NoError(t, err)
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("x-service-key", b.key)
		res, err := http.DefaultClient.Do(req)
		require.NoError(t, err)
		defer res.Body.Close()
		var said bytes.Buffer
		_, err = said.ReadFrom(res.Body)
		require.NoError(t, err)
		return res.StatusCode, said.String()
	}
	for _, c := range []struct{ path, body, fault string }{
		{"/v1/config/stations/a", `{"kind":"water-meter","camera":{"source":"rpicam","command":["sh"]},"trigger":{"on":"command"}}`, "camera.command"},
		{"/v1/config/stations/a", `{"kind":"water-meter","camera":{"source":"dir","dir":"/etc"},"trigger":{"on":"command"}}`, "camera.dir"},
		{"/v1/config/stations/a", `{"kind":"water-meter","camera":{"source":"dir"},"trigger":{"on":"command"}}`, "camera.source"},
		{"/v1/config/stations/a", `{"kind":"water-meter","camera":{"source":"push","password_file":"/etc/shadow"}}`, "camera.password_file"},
		{"/v1/config/stations/a", `{"kind":"water-meter","camera":{"source":"push"},"signal":{"chip":"x"}}`, `"signal"`},
		{"/v1/config/stations/a", `{"kind":"horse","camera":{"source":"push"},"trigger":{"on":"command"}}`, `"kind"`},
		{"/v1/config/stations/a%20b", `{"kind":"table","camera":{"source":"push"},"trigger":{"on":"command"}}`, `"name"`},
		{"/v1/config/stations/a", `{"kind":"table","camera":{"source":"push"},"trigger":{"every":"soon"}}`, `"trigger.every"`},
		{"/v1/config/stations/a", `{"kind":"table","camera":7}`, `"camera"`},
		{"/v1/config/mqtt", `{"password_file":"/etc/shadow"}`, "password_file"},
		{"/v1/config/mqtt", `{"broker":"ftp://x"}`, `"broker"`},
		{"/v1/config/http", `{"listen":":1"}`, "no such section"},
	} {
		status, said := patch(c.path, c.body)
		assert.Equal(t, http.StatusUnprocessableEntity, status, c.body)
		assert.Contains(t, said, c.fault, c.body)
	}
	after, err := os.ReadFile(b.config)
	require.NoError(t, err)
	assert.Equal(t, string(before), string(after))
	const good = `{"kind":"table","camera":{"source":"push"},"trigger":{"on":"command"}}`
	byHand := strings.Replace(string(before), "workers: 1", "workers: 1, text: auto", 1)
	other := startBox(t, "mqtt: {broker: none}")
	broken := strings.Replace(byHand, strings.TrimPrefix(b.url, "http://"), strings.TrimPrefix(other.url, "http://"), 1)
	b.write(broken)
	b.ready("http.listen")
	status, said := patch("/v1/config/stations/a", good)
	assert.Equal(t, http.StatusUnprocessableEntity, status)
	assert.Contains(t, said, "mended by hand first")
	after, err = os.ReadFile(b.config)
	require.NoError(t, err)
	assert.Equal(t, broken, string(after), "somebody's work is not written over")
	b.write(byHand)
	b.ready(`"status":"ready"`)
	status, said = patch("/v1/config/stations/a", good)
	require.Equal(t, http.StatusOK, status, said)
	assert.Contains(t, b.page("/v1/stations"), `"a"`, "once it is answered the station is there")
	status, _ = b.post("/v1/setup/code", "", map[string]string{"code": "AAAA-AAAA"})
	assert.Equal(t, http.StatusUnauthorized, status, "a box with a key gives none away")
}

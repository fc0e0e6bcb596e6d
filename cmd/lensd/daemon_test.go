package main

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/cmd/lensd/readers"
)

// TestMain makes the test binary lensd itself, so that every test runs real daemons with real reader processes.
func TestMain(m *testing.M) {
	if os.Getenv("RUN_AS_LENSD") != "" {
		main()
		return
	}
	os.Exit(withCache(m.Run))
}

// withCache compiles the PDF sandbox once for all boxes of the tests, into the folder that systemd would name them.
func withCache(run func() int) int {
	dir, err := os.MkdirTemp("", "lensd-cache")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	if err := readers.Warm(dir); err != nil {
		panic(err)
	}
	if err := os.Setenv("CACHE_DIRECTORY", dir); err != nil {
		panic(err)
	}
	return run()
}

// lensd returns a command of this binary with a clean environment.
func lensd(args ...string) *exec.Cmd {
	cmd := exec.Command(os.Args[0], args...)
	cmd.Env = append(os.Environ(), "RUN_AS_LENSD=1")
	return cmd
}

// box is a running daemon.
type box struct {
	t      *testing.T
	config string
	url    string
	key    string
	cmd    *exec.Cmd
	log    *lockedBuffer
}

type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

func freeAddress(t *testing.T) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer l.Close()
	return l.Addr().String()
}

const testKey = "lensd_test_key"

// startBox runs a daemon with a fresh state directory; more is appended to its configuration. A page has two minutes: machines of tests
// are busy.
func startBox(t *testing.T, more string) *box {
	t.Helper()
	return startBoxWith(t, "{workers: 1, timeout: 2m}", more)
}

// startBoxWith is startBox with other readers.
func startBoxWith(t *testing.T, readers, more string) *box {
	t.Helper()
	dir, addr := t.TempDir(), freeAddress(t)
	b := &box{t: t, config: filepath.Join(dir, "lensd.yaml"), url: "http://" + addr, key: testKey}
	b.write(fmt.Sprintf("state_dir: %s/state\nhttp: {listen: %q, service_keys: [%s], announce: false}\nreaders: %s\n%s", dir, addr, testKey, readers, more))
	b.start()
	t.Cleanup(b.stop)
	return b
}

func (b *box) write(text string) {
	require.NoError(b.t, os.WriteFile(b.config, []byte(text), 0o600))
}

func (b *box) start() {
	b.log = &lockedBuffer{}
	b.cmd = lensd("run", "-config", b.config)
	b.cmd.Stderr = b.log
	require.NoError(b.t, b.cmd.Start())
	require.Eventually(b.t, func() bool {
		res, err := http.Get(b.url + "/healthz")
		if err != nil {
			return false
		}
		res.Body.Close()
		return res.StatusCode == http.StatusOK
	}, time.Minute, 20*time.Millisecond, "the daemon does not answer: %s", b.log)
}

func (b *box) stop() {
	_ = b.cmd.Process.Signal(syscall.SIGTERM)
	err := b.cmd.Wait()
	if b.t.Failed() {
		b.t.Log(b.log.String())
	}
	assert.NoError(b.t, err, "the daemon ends cleanly")
}

func (b *box) run(args ...string) (string, error) {
	cmd := lensd(append(args, "-config", b.config)...)
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		err = fmt.Errorf("%w: %s", err, errs.String())
	}
	return strings.TrimSpace(string(out)), err
}

func (b *box) post(path, key string, body any) (int, map[string]any) {
	raw, err := json.Marshal(body)
	require.NoError(b.t, err)
	req, err := http.NewRequest(http.MethodPost, b.url+path, bytes.NewReader(raw))
	require.NoError(b.t, err)
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("x-service-key", key)
	res, err := http.DefaultClient.Do(req)
	require.NoError(b.t, err)
	defer res.Body.Close()
	var out map[string]any
	text, err := io.ReadAll(res.Body)
	require.NoError(b.t, err)
	require.NoError(b.t, json.Unmarshal(text, &out), string(text))
	return res.StatusCode, out
}

func (b *box) get(path, key string) int {
	req, err := http.NewRequest(http.MethodGet, b.url+path, nil)
	require.NoError(b.t, err)
	req.Header.Set("x-service-key", key)
	res, err := http.DefaultClient.Do(req)
	require.NoError(b.t, err)
	defer res.Body.Close()
	return res.StatusCode
}

// text gets a path with the box's key.
func (b *box) text(path string) string {
	req, err := http.NewRequest(http.MethodGet, b.url+path, nil)
	require.NoError(b.t, err)
	req.Header.Set("x-service-key", b.key)
	res, err := http.DefaultClient.Do(req)
	require.NoError(b.t, err)
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	require.NoError(b.t, err)
	return string(text)
}

func blank(t *testing.T, w, h int) string {
	img := image.NewGray(image.Rect(0, 0, w, h))
	for i := range img.Pix {
		img.Pix[i] = 200
	}
	var b bytes.Buffer
	require.NoError(t, png.Encode(&b, img))
	return base64.StdEncoding.EncodeToString(b.Bytes())
}

func TestKeysAreMadeAndRevokedWhileTheDaemonRuns(t *testing.T) {
	b := startBox(t, "mqtt: {broker: none}")
	assert.Equal(t, http.StatusUnauthorized, b.get("/v1/stations", "lensd_wrong"))

	key, err := b.run("key", "add", "warehouse")
	require.NoError(t, err)
	assert.Equal(t, http.StatusOK, b.get("/v1/stations", key))

	list, err := b.run("key", "list")
	require.NoError(t, err)
	assert.Contains(t, list, "warehouse")
	_, err = b.run("key", "revoke", "warehouse")
	require.NoError(t, err)
	assert.Equal(t, http.StatusUnauthorized, b.get("/v1/stations", key))
}

func TestABrokenConfigurationIsShownAndNotUsed(t *testing.T) {
	b := startBox(t, "mqtt: {broker: none}")
	good, err := os.ReadFile(b.config)
	require.NoError(t, err)
	b.write(string(good) + "\nhtp: {}\n")
	require.NoError(t, b.cmd.Process.Signal(syscall.SIGHUP))
	b.ready("htp")
	_, err = b.run("key", "add", "phone")
	assert.NoError(t, err, "a bad setting locks nobody out")
	b.write(string(good))
	b.ready(`"ready"`)
}

func TestADaemonStartsDegradedFromABrokenFile(t *testing.T) {
	dir, addr := t.TempDir(), freeAddress(t)
	b := &box{t: t, config: filepath.Join(dir, "lensd.yaml"), url: "http://" + addr}
	b.write(fmt.Sprintf("state_dir: %s\nhttp: {listen: %q}\nmqtt: {broker: 7}\nnonsense: 1\n", dir, addr))
	b.start()
	b.stop()
	_, err := b.run("check")
	assert.ErrorContains(t, err, "line 4, column 1")
}

func TestADaemonWithoutItsFileDoesNotStart(t *testing.T) {
	out, err := lensd("run", "-config", filepath.Join(t.TempDir(), "lensd.yml")).CombinedOutput()
	require.Error(t, err)
	assert.Contains(t, string(out), "cannot be read")
}

func TestAStartingBoxSaysWhatItWaitsFor(t *testing.T) {
	b := startBox(t, "mqtt: {broker: none}\nstations: [{name: desk, kind: table, camera: {source: push}, trigger: {on: command}}]\n")
	res, err := http.Get(b.url + "/readyz")
	require.NoError(t, err)
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	require.NoError(t, err)
	assert.Contains(t, string(text), "camera_desk")
	assert.Contains(t, string(text), "waits for the camera's first picture")
}

func TestBackupAndRestore(t *testing.T) {
	b := startBox(t, "mqtt: {broker: none}")
	_, err := b.run("key", "add", "kept")
	require.NoError(t, err)
	copied := filepath.Join(t.TempDir(), "copy.db")
	_, err = b.run("backup", copied)
	require.NoError(t, err)
	_, err = b.run("key", "revoke", "kept")
	require.NoError(t, err)

	_, err = b.run("restore", copied)
	assert.ErrorContains(t, err, "held by another lensd")
	b.stop()
	_, err = b.run("restore", copied)
	require.NoError(t, err)
	b.start()
	list, err := b.run("key", "list")
	require.NoError(t, err)
	assert.Contains(t, list, "kept")
}

func TestReadNamesWhatItCannotRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.txt")
	require.NoError(t, os.WriteFile(path, []byte("hello"), 0o600))
	out, err := lensd("read", "water-meter", path).CombinedOutput()
	require.Error(t, err)
	assert.Contains(t, string(out), path)
}

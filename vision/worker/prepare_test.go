package worker

import (
	"bytes"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract"
)

// slowerThanAReading is the time of one reading in the tests below; the preparation takes longer.
const slowerThanAReading = 2 * time.Second

// prepareForTest is the preparing process: it adds a line to a file, or fails when it cannot.
func prepareForTest(file string) {
	time.Sleep(slowerThanAReading + slowerThanAReading/4)
	f, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		os.Exit(4)
	}
	_, _ = f.WriteString("prepared\n")
	_ = f.Close()
}

// preparing starts a pool whose preparation is this test binary, writing to file.
func preparing(t *testing.T, file string, log *slog.Logger) *Pool {
	exe, err := os.Executable()
	require.NoError(t, err)
	return startPool(t, Config{Workers: 2, Timeout: slowerThanAReading, Log: log, Prepare: []string{"/usr/bin/env", "WORKER_TEST_CHILD=" + file, exe}})
}

// On a fresh box the compilation of the PDF engine used to take the time of the reading that needed it; the child was ended in
// the middle of it, and the next one began anew, for ever.
func TestTheClockStandsStillWhileSomethingIsPrepared(t *testing.T) {
	file := filepath.Join(t.TempDir(), "done")
	p := preparing(t, file, nil)
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			_, err := ask(p, "prepare")
			assert.NoError(t, err)
		})
	}
	wg.Wait()
	done, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, 1, strings.Count(string(done), "prepared"), "once for all children")
	assert.Zero(t, p.Stats().TimedOut)
}

func TestAPreparationThatFailsIsToldToTheChild(t *testing.T) {
	var said bytes.Buffer
	p := preparing(t, filepath.Join(t.TempDir(), "missing", "done"), slog.New(slog.NewTextHandler(&said, nil)))
	_, err := ask(p, "prepare")
	assert.Equal(t, extract.KindInternal, extract.KindOf(err))
	_, err = ask(p, "hello")
	require.NoError(t, err, "the child lives")
	assert.Contains(t, said.String(), "the preparation of a reader failed")
}

func TestAChildHasNoneOfTheDaemonsSecrets(t *testing.T) {
	t.Setenv("LENSD_HTTP_SERVICE_KEYS", "geheim")
	t.Setenv("CREDENTIALS_DIRECTORY", "/run/credentials/lensd.service")
	res, err := ask(startPool(t, Config{Workers: 1}), "secret")
	require.NoError(t, err)
	assert.Empty(t, res.Kind)
}

func TestASandboxThatIsNotWholeIsToldOnce(t *testing.T) {
	var said bytes.Buffer
	p := startPool(t, Config{Workers: 2, Log: slog.New(slog.NewTextHandler(&said, nil)), Env: []string{"WORKER_TEST_CHILD=1", "WORKER_TEST_SANDBOX=held by limits"}})
	require.Eventually(t, func() bool { return p.Stats().Alive == 2 }, time.Minute, time.Millisecond)
	words, whole := p.Sandbox()
	assert.Equal(t, "held by limits", words)
	assert.False(t, whole)
	assert.Equal(t, 1, strings.Count(said.String(), "less confined"))
}

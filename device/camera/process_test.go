package camera

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// script writes an executable shell program, which stands in for rpicam-vid or the capture child.
func script(t *testing.T, body string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "camera-program")
	require.NoError(t, os.WriteFile(path, []byte("#!/bin/sh\n"+body), 0o700)) //nolint:gosec // it has to be executable
	return path
}

// files lays pictures 1..n out for a script to print.
func files(t *testing.T, n int) string {
	t.Helper()
	dir := t.TempDir()
	for i := 1; i <= n; i++ {
		require.NoError(t, os.WriteFile(filepath.Join(dir, strconv.Itoa(i)+".jpg"), picture(t, i), 0o600))
	}
	return dir
}

func TestAProgramThatPrintsMJPEG(t *testing.T) {
	dir := files(t, 3)
	program := script(t, `echo "starting up" >&2; cat "$1"/1.jpg "$1"/2.jpg "$1"/3.jpg; exec sleep 1000`)
	got, err := run(t, Process{Command: []string{program, dir}}, 3)
	require.ErrorIs(t, err, context.Canceled)
	assert.Equal(t, [][]byte{picture(t, 1), picture(t, 2), picture(t, 3)}, got)
}

// TestRpicamGetsItsArguments runs a stand-in by the name of the real program, found on the PATH as it would be.
func TestRpicamGetsItsArguments(t *testing.T) {
	dir := files(t, 1)
	bin := t.TempDir()
	body := "#!/bin/sh\necho \"$*\" >" + dir + "/args\nwhile :; do cat " + dir + "/1.jpg; sleep 0.01; done\n"
	require.NoError(t, os.WriteFile(filepath.Join(bin, "rpicam-vid"), []byte(body), 0o700)) //nolint:gosec // it has to be executable
	t.Setenv("PATH", bin+":"+os.Getenv("PATH"))
	c, _, err := Open(Config{Source: "rpicam", Width: 640, Height: 480, FPS: 3}, Options{Log: quiet()})
	require.NoError(t, err)
	serve(t, c)
	eventually(t, "live", func() bool { return c.Status().State == StateLive })
	args, err := os.ReadFile(filepath.Join(dir, "args"))
	require.NoError(t, err)
	for _, want := range []string{"--codec mjpeg", "--timeout 0", "--nopreview", "--width 640", "--height 480", "--framerate 3", "--output -"} {
		assert.Contains(t, string(args), want)
	}
}

func TestAProgramsEndIsExplained(t *testing.T) {
	cases := []struct{ name, body, says string }{
		{"by its last line", `echo "first"  >&2; echo "ERROR: no cameras available" >&2; exit 255`, "no cameras available"},
		{"by its status", `exit 3`, "exit status 3"},
		{"by nothing", `exit 0`, "ended"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			_, err := run(t, Process{Command: []string{script(t, c.body)}}, 1)
			require.ErrorContains(t, err, c.says)
		})
	}
	_, err := run(t, Process{Command: []string{"/nowhere/rpicam-vid"}}, 1)
	require.ErrorContains(t, err, "not installed")
	_, err = run(t, Process{}, 1)
	require.ErrorContains(t, err, "no program")
}

// TestNothingIsLeftRunning ends a source whose program has started another one and ignores polite signals.
func TestNothingIsLeftRunning(t *testing.T) {
	pids := filepath.Join(t.TempDir(), "pids")
	dir := files(t, 1)
	program := script(t, `trap "" TERM INT; sleep 1000 & echo $$ $! >"$2"; cat "$1"/1.jpg; while :; do sleep 1000; done`)
	_, err := run(t, Process{Command: []string{program, dir, pids}}, 1)
	require.ErrorIs(t, err, context.Canceled)
	b, err := os.ReadFile(pids)
	require.NoError(t, err)
	for _, word := range strings.Fields(string(b)) {
		pid, err := strconv.Atoi(word)
		require.NoError(t, err)
		eventually(t, "process "+word+" is gone", func() bool { return gone(pid) })
	}
}

// gone says whether a process has ended; one that waits for its new parent to collect it counts as ended.
func gone(pid int) bool {
	if syscall.Kill(pid, 0) != nil {
		return true
	}
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	return err != nil || strings.Contains(string(stat), ") Z ")
}

func TestTailKeepsTheEnd(t *testing.T) {
	var said tail
	_, _ = said.Write([]byte(strings.Repeat("x", 3*tailBytes)))
	_, _ = said.Write([]byte("\nthe cause\n\n"))
	assert.Equal(t, "the cause", said.String())
	assert.LessOrEqual(t, len(said.kept), tailBytes)
}

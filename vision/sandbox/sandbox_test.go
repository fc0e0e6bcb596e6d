package sandbox

import (
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// TestMain lets the test binary be the process that is confined: confining cannot be undone.
func TestMain(m *testing.M) {
	place := os.Getenv("SANDBOX_TEST_PLACE")
	if place == "" {
		os.Exit(m.Run())
	}
	out := told{Report: Confine(filepath.Join(place, "models")), Refused: map[string]string{}}
	status, _ := os.ReadFile("/proc/self/status")
	out.Status = string(status)
	for _, a := range attempts(place, os.Getenv("SANDBOX_TEST_PORT")) {
		out.Refused[a.name] = ""
		if err := a.try(); err != nil {
			out.Refused[a.name] = err.Error()
		}
	}
	if err := json.NewEncoder(os.Stdout).Encode(out); err != nil {
		os.Exit(1)
	}
}

// told is what the confined process says.
type told struct {
	Report  Report
	Refused map[string]string // attempt -> error; "": it worked
	Status  string            // its /proc/self/status
}

// attempt is one thing that a process may want. refusedBy is the part of the sandbox that refuses it; "": it must work.
type attempt struct {
	name, refusedBy string
	try             func() error
}

func attempts(place, port string) []attempt {
	write := func(path string) func() error { return func() error { return os.WriteFile(path, []byte("x"), 0o600) } }
	read := func(path string) func() error { return func() error { _, err := os.ReadFile(path); return err } }
	dial := func(network, address string) func() error {
		return func() error { _, err := net.Dial(network, address); return err }
	}
	return []attempt{
		{"read a model", "", read(filepath.Join(place, "models", "model"))},
		{"read a library", "", func() error { _, err := os.ReadDir("/usr/lib"); return err }},
		{"say nothing", "", write(os.DevNull)},
		{"start threads", "", threads},
		{"interrupt itself", "", func() error { return unix.Tgkill(os.Getpid(), unix.Gettid(), unix.SIGURG) }},
		{"connect by TCP", "seccomp", dial("tcp", "127.0.0.1:"+port)},
		{"send by UDP", "seccomp", dial("udp", "127.0.0.1:"+port)},
		{"listen", "seccomp", func() error { _, err := net.Listen("tcp", "127.0.0.1:0"); return err }},
		{"connect to a local socket", "seccomp", dial("unix", filepath.Join(place, "socket"))},
		{"run a program", "seccomp", func() error { return exec.Command("/bin/true").Run() }},
		{"fork", "seccomp", fork},
		{"replace itself", "seccomp", func() error { return unix.Exec("/bin/true", []string{"true"}, nil) }},
		{"signal its parent", "seccomp", func() error { return unix.Kill(os.Getppid(), 0) }},
		{"trace its parent", "seccomp", func() error { return unix.PtraceAttach(os.Getppid()) }},
		{"file in memory", "seccomp", func() error { _, err := unix.MemfdCreate("x", 0); return err }},
		{"delete", "seccomp", func() error { return os.Remove(filepath.Join(place, "secret")) }},
		{"read a secret", "Landlock", read(filepath.Join(place, "secret"))},
		{"list a folder", "Landlock", func() error { _, err := os.ReadDir(place); return err }},
		{"read its parent's environment", "Landlock", read(fmt.Sprintf("/proc/%d/environ", os.Getppid()))},
		{"read the users", "Landlock", read("/etc/passwd")},
		{"write beside the models", "limits", write(filepath.Join(place, "models", "more"))},
		{"write over a model", "limits", write(filepath.Join(place, "models", "model"))},
		{"write outside", "limits", write(filepath.Join(place, "outside"))},
		{"open many files", "limits", manyFiles},
	}
}

func threads() error {
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() { runtime.LockOSThread() })
	}
	wg.Wait()
	return nil
}

// fork makes a process by the bare call; the child, where there is one, ends at once.
func fork() error {
	pid, _, errno := unix.RawSyscall(unix.SYS_CLONE, uintptr(unix.SIGCHLD), 0, 0)
	if errno != 0 {
		return errno
	}
	if pid == 0 {
		_, _, _ = unix.RawSyscall(unix.SYS_EXIT_GROUP, 0, 0, 0)
	}
	return nil
}

func manyFiles() error {
	for range mostFiles + 1 {
		if _, err := unix.Open(os.DevNull, unix.O_RDONLY, 0); err != nil {
			return err
		}
	}
	return nil
}

// confined runs the test binary as a confined process.
func confined(t *testing.T) told {
	t.Helper()
	place := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(place, "models"), 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(place, "models", "model"), []byte("m"), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(place, "secret"), []byte("s"), 0o600))
	local, err := net.Listen("unix", filepath.Join(place, "socket"))
	require.NoError(t, err)
	defer local.Close()
	open, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer open.Close()
	_, port, err := net.SplitHostPort(open.Addr().String())
	require.NoError(t, err)
	exe, err := os.Executable()
	require.NoError(t, err)
	cmd := exec.Command(exe)
	cmd.Env = append(os.Environ(), "SANDBOX_TEST_PLACE="+place, "SANDBOX_TEST_PORT="+port)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	require.NoError(t, err)
	var said told
	require.NoError(t, json.Unmarshal(out, &said))
	assert.FileExists(t, filepath.Join(place, "secret"))
	kept, err := os.ReadFile(filepath.Join(place, "models", "model"))
	require.NoError(t, err)
	if slices.Contains(said.Report.Holds, "Landlock") {
		assert.Equal(t, "m", string(kept), "not even made empty")
	}
	return said
}

func TestAReaderReachesNothingElse(t *testing.T) {
	said := confined(t)
	for _, a := range attempts("", "") {
		got, tried := said.Refused[a.name]
		require.True(t, tried, a.name)
		switch {
		case a.refusedBy == "":
			assert.Empty(t, got, "%s must work", a.name)
		case slices.Contains(said.Report.Holds, a.refusedBy):
			assert.NotEmpty(t, got, "%s must be refused", a.name)
		default:
			assert.False(t, said.Report.Whole(), "%s is missing and must be told", a.refusedBy)
		}
	}
}

// What the kernel can do is asked in another way than the sandbox does, so that it cannot excuse itself.
func TestThePartsHoldWhereTheKernelHasThem(t *testing.T) {
	said := confined(t)
	holds := func(name string) bool { return slices.Contains(said.Report.Holds, name) }
	assert.True(t, holds("limits"))

	const askVersion = 1
	version, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, askVersion)
	assert.Equal(t, errno == 0 && version > 0, holds("Landlock"), "the kernel says %d, %v; the sandbox %s", version, errno, said.Report)

	const strict = 0 // with a flag it is refused as invalid where the kernel knows the call
	_, _, errno = unix.Syscall(unix.SYS_SECCOMP, strict, 1, 0)
	known := errno == unix.EINVAL && slices.Contains([]string{"amd64", "arm64"}, runtime.GOARCH)
	assert.Equal(t, known, holds("seccomp"), "the kernel says %v; the sandbox %s", errno, said.Report)
	if known {
		assert.Contains(t, said.Status, "Seccomp:\t2")
		assert.Contains(t, said.Status, "NoNewPrivs:\t1")
	}
}

func TestWhatIsMissingIsTold(t *testing.T) {
	fine, broken := func() error { return nil }, func() error { return errors.New("not in this kernel") }
	r := confine([]step{{"limits", "", fine}, {"Landlock", "Landlock (files)", broken}})
	assert.False(t, r.Whole())
	assert.Equal(t, "held by limits; missing: Landlock (files): not in this kernel", r.String())
	assert.True(t, confine([]step{{"a", "", fine}, {"b", "", fine}}).Whole())
	assert.Equal(t, "held by nothing; missing: x: not in this kernel", confine([]step{{"", "x", broken}}).String())
	assert.False(t, Report{}.Whole(), "who says nothing holds nothing")
}

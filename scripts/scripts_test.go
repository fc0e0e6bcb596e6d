// Package scripts_test runs the shell scripts beside it on a machine made of stubs.
package scripts_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// machine is a PATH of a few real tools and of stubs, and a folder that stands for /.
type machine struct {
	t    *testing.T
	bin  string
	root string
}

// tools are what the scripts take from every Debian.
func tools() []string {
	return strings.Fields("bash cat chmod cut dirname env grep head mkdir rm sed sh sort tail tee tr")
}

func newMachine(t *testing.T, stubs map[string]string) *machine {
	t.Helper()
	m := &machine{t, t.TempDir(), t.TempDir()}
	for _, name := range tools() {
		path, err := exec.LookPath(name)
		require.NoError(t, err)
		require.NoError(t, os.Symlink(path, filepath.Join(m.bin, name)))
	}
	for name, body := range stubs {
		require.NoError(t, os.WriteFile(filepath.Join(m.bin, name), []byte("#!/bin/sh\n"+body+"\n"), 0o755))
	}
	require.NoError(t, os.MkdirAll(filepath.Join(m.root, "usr/sbin"), 0o755))
	return m
}

// run starts a script of this folder and returns what it printed.
func (m *machine) run(script string, args ...string) (string, error) {
	cmd := exec.Command("./"+script, args...)
	cmd.Env = []string{"PATH=" + m.bin, "LENSD_SYSROOT=" + m.root, "HOME=" + m.root}
	out, err := cmd.CombinedOutput()
	return string(out), err
}

func TestAUserWithoutSudoIsToldOneCommand(t *testing.T) {
	m := newMachine(t, map[string]string{"apt-get": "exit 100", "dpkg-query": "exit 1", "id": "echo 1000"})
	out, err := m.run("setup", "build")
	require.Error(t, err, "nothing can be installed")
	line := ""
	for _, l := range strings.Split(out, "\n") {
		if strings.Contains(l, "apt-get install") {
			assert.Empty(t, line, "there is one command")
			line = strings.TrimSpace(l)
		}
	}
	for _, want := range []string{"apt-get update", "tesseract-ocr", "libopencv-core-dev", "python3-opencv", "mosquitto", "shellcheck", "golang-go"} {
		assert.Contains(t, line, want, "one command does for every part")
	}
	assert.Contains(t, line, "backports")
	parsed := exec.Command("bash", "-n", "-c", line)
	assert.NoError(t, parsed.Run(), line)
}

// present says that everything is there but the broker.
const present = `for last; do :; done; [ "$last" != mosquitto ] && echo installed`

func TestTheBrokerIsInstalledWithoutBeingStarted(t *testing.T) {
	log := filepath.Join(t.TempDir(), "log")
	m := newMachine(t, map[string]string{
		"id": "echo 0", "dpkg-query": present, "go": "echo go1.26.0",
		"apt-get":   `echo "apt-get $*" >>` + log + `; [ ! -x "$LENSD_SYSROOT/usr/sbin/policy-rc.d" ] || { "$LENSD_SYSROOT/usr/sbin/policy-rc.d" mosquitto start; echo "policy $?" >>` + log + `; }`,
		"systemctl": `echo "systemctl $*" >>` + log,
	})
	out, err := m.run("setup", "test")
	require.NoError(t, err, out)
	b, err := os.ReadFile(log)
	require.NoError(t, err)
	assert.Contains(t, string(b), "install -y -qq --no-install-recommends mosquitto\npolicy 101\n", "services are held while it is installed")
	assert.Contains(t, string(b), "DPkg::Lock::Timeout=", "another apt at work, as on a new desktop, is waited for")
	assert.Contains(t, string(b), "systemctl disable -q mosquitto", "it does not come with the next start either")
	assert.NoFileExists(t, filepath.Join(m.root, "usr/sbin/policy-rc.d"))
}

// A machine that cannot run another release says so and what would: it is no failure of what is tested.
func TestAnotherReleaseIsToldWhereItCannotRun(t *testing.T) {
	for name, row := range map[string]struct {
		stubs map[string]string
		says  string
	}{
		"a user":        {map[string]string{"id": "echo 1000"}, "only root may do that"},
		"a container":   {map[string]string{"id": "echo 0", "unshare": "exit 1"}, "mount namespaces are not allowed"},
		"no bootstrap":  {map[string]string{"id": "echo 0", "unshare": "exit 0"}, "debootstrap is not installed"},
		"what is asked": {map[string]string{"id": "echo 0", "unshare": "exit 0", "debootstrap": "exit 9"}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			out, err := newMachine(t, row.stubs).run("debian", "-check", "nosuchrelease")
			if row.says == "" {
				require.NoError(t, err, out)
				return
			}
			exit := &exec.ExitError{}
			require.ErrorAs(t, err, &exit)
			assert.Equal(t, 3, exit.ExitCode())
			assert.Contains(t, out, row.says)
			assert.Contains(t, out, "sudo scripts/debian nosuchrelease")
		})
	}
}

func TestEnvironmentIsTheSameInZsh(t *testing.T) {
	var flags []string
	for _, shell := range []string{"bash", "zsh"} {
		cmd := exec.Command(shell, "-c", ". ./env && printf %s \"$CGO_LDFLAGS\"")
		out, err := cmd.Output()
		require.NoError(t, err, shell)
		flags = append(flags, string(out))
	}
	assert.Contains(t, flags[0], "-lopencv_core")
	assert.Equal(t, flags[0], flags[1])
}

func TestTheCommandsThatRunPrintsAreQuoted(t *testing.T) {
	b, err := os.ReadFile("run")
	require.NoError(t, err)
	for _, l := range strings.Split(string(b), "\n") {
		if strings.HasPrefix(strings.TrimSpace(l), "HTTP ") {
			assert.Contains(t, l, "'$url/v1/readings?limit=1'", "zsh takes a bare ? for a pattern")
		}
	}
}

func TestWhatMayNotBeCommitted(t *testing.T) {
	for name, c := range map[string]struct {
		file, body string
		ok         bool
	}{
		"source":            {"a.go", "package a\n", true},
		"a net that ships":  {"a.onnx", strings.Repeat("x", 3<<20), true},
		"a large file":      {"a.bin", strings.Repeat("x", 5<<20), false},
		"a checkpoint":      {"runs/last.pt", "x", false},
		"drawn samples":     {"shard.npz", "x", false},
		"a built program":   {"lensd", "\x7fELF\x02\x01", false},
		"a name with space": {"a b.o", "x", false},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, c.file)), 0o755))
			require.NoError(t, os.WriteFile(filepath.Join(dir, c.file), []byte(c.body), 0o644))
			for _, args := range [][]string{{"init", "-q"}, {"add", "."}} {
				require.NoError(t, exec.Command("git", append([]string{"-C", dir}, args...)...).Run())
			}
			out, err := exec.Command("./committable", dir).CombinedOutput()
			assert.Equal(t, c.ok, err == nil, "%s", out)
			if !c.ok {
				assert.Contains(t, string(out), c.file)
			}
		})
	}
}

// The list of what is linked names each once, and what the binary is.
func TestTheListOfWhatIsLinkedIsSound(t *testing.T) {
	out, err := exec.Command("./sbom", "1.2.3").Output()
	require.NoError(t, err)
	var list struct {
		SPDXVersion   string `json:"spdxVersion"`
		Packages      []struct{ SPDXID, Name, VersionInfo string }
		Relationships []struct{ SpdxElementID, RelatedSpdxElement string }
	}
	require.NoError(t, json.Unmarshal(out, &list))
	seen := map[string]bool{}
	for _, p := range list.Packages {
		assert.False(t, seen[p.SPDXID], p.SPDXID)
		assert.NotEmpty(t, p.VersionInfo, p.Name)
		seen[p.SPDXID] = true
	}
	require.Equal(t, "SPDX-2.3", list.SPDXVersion)
	for _, r := range list.Relationships {
		assert.True(t, seen[r.RelatedSpdxElement], r.RelatedSpdxElement)
	}
	assert.Contains(t, string(out), "pkg:golang/gocv.io/x/gocv@")
}

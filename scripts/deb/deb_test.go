// Package deb_test holds what the Debian package installs.
package deb_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func tree(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "tree")
	out, err := exec.Command("./tree", "/bin/true", dir).CombinedOutput()
	require.NoError(t, err, string(out))
	return dir
}

func TestThePackageCarriesReferenceAndLicences(t *testing.T) {
	root := tree(t)
	doc := filepath.Join(root, "usr/share/doc/lensd")
	for _, name := range []string{"man/man1/lensd.1.gz", "bash-completion/completions/lensd", "zsh/vendor-completions/_lensd", "fish/vendor_completions.d/lensd.fish"} {
		assert.FileExists(t, filepath.Join(root, "usr/share", name))
	}
	for _, name := range []string{"lensd.yaml", "operations.md", "copyright", "CHANGELOG.md"} {
		assert.FileExists(t, filepath.Join(doc, name))
	}
	list := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}}{{end}}{{end}}", "../../cmd/lensd")
	out, err := list.Output()
	require.NoError(t, err)
	for _, module := range strings.Fields(string(out)) {
		texts, err := os.ReadDir(filepath.Join(doc, "licences", module))
		assert.NoError(t, err, module)
		assert.NotEmpty(t, texts, module)
	}
}

// dpkg stops at a prompt, and a non-interactive upgrade half-way, when a file that it owns was edited and changes.
func TestNoUpgradeAsksAboutTheConfiguration(t *testing.T) {
	root := tree(t)
	config := filepath.Join(root, "etc/lensd/lensd.yaml")
	assert.NoFileExists(t, config, "dpkg does not own it")
	b, err := os.ReadFile("build")
	require.NoError(t, err)
	assert.NotContains(t, string(b), "conffiles")
	stubs := t.TempDir()
	for _, name := range []string{"systemd-sysusers", "systemd-tmpfiles", "udevadm", "deb-systemd-helper", "deb-systemd-invoke", "systemctl"} {
		require.NoError(t, os.WriteFile(filepath.Join(stubs, name), []byte("#!/bin/sh\n"), 0o755))
	}
	configure := func() {
		cmd := exec.Command("sh", "postinst", "configure")
		cmd.Env = []string{"PATH=" + stubs + ":/usr/bin:/bin", "DPKG_ROOT=" + root}
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, string(out))
	}
	configure()
	require.FileExists(t, config)
	require.NoError(t, os.WriteFile(config, []byte("box: {id: mine}\n"), 0o600))
	configure()
	got, err := os.ReadFile(config)
	require.NoError(t, err)
	assert.Equal(t, "box: {id: mine}\n", string(got))
}

// The package of another Debian recommends that release's videoio.
func TestNoReleaseIsNamedInThePackage(t *testing.T) {
	b, err := os.ReadFile("build")
	require.NoError(t, err)
	assert.Contains(t, string(b), "Recommends: $videoio")
	assert.NotContains(t, string(b), "videoio406")
}

func TestAReleaseIsPartOfTheVersion(t *testing.T) {
	b, err := os.ReadFile("build")
	require.NoError(t, err)
	assert.Contains(t, string(b), "version=$version+deb${VERSION_ID:-0}", "else two releases' packages have one name")
}

func TestVersionsAreInUTC(t *testing.T) {
	b, err := os.ReadFile("../version")
	require.NoError(t, err)
	assert.Contains(t, string(b), "TZ=UTC git log -1 --format=%cd --date=format-local:", "else two machines order the same commits differently")
}

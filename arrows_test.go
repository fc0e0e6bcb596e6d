// Package lensd_test holds the rules that concern the whole repository.
package lensd_test

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// arrow forbids packages below From to depend, even through others, on any package below Never. Except lists what stays allowed.
type arrow struct {
	From, Never []string
	Except      []string
}

// arrows is the table of CONTRIBUTING.md ("never knows") in terms of import paths.
func arrows() []arrow {
	c := []string{"gocv.io/x/gocv", "github.com/otiai10/gosseract"}
	return []arrow{
		{From: []string{"lensd/httpapi"}, Never: append([]string{"lensd/device", "lensd/vision", "lensd/store", "go.etcd.io/bbolt"}, c...), Except: []string{"lensd/vision/geom"}},
		{From: []string{"lensd/device"}, Never: append([]string{"lensd/httpapi", "lensd/vision", "lensd/store", "go.etcd.io/bbolt"}, c...), Except: []string{"lensd/vision/geom"}},
		{From: []string{"lensd/station"}, Never: append([]string{"lensd/httpapi", "lensd/vision", "lensd/device/camera", "lensd/device/uplink", "lensd/cmd"}, c...), Except: []string{"lensd/vision/geom"}},
		{From: []string{"lensd/extract"}, Never: append([]string{"lensd/httpapi", "lensd/device", "lensd/store", "lensd/vision", "go.etcd.io/bbolt"}, c...), Except: []string{"lensd/vision/geom"}},
		{From: []string{"lensd/vision"}, Never: []string{"lensd/httpapi", "lensd/device", "lensd/store", "lensd/cmd"}},
		{From: []string{"lensd/vision/geom", "lensd/vision/worker"}, Never: append([]string{"lensd/vision/picture", "lensd/vision/nets"}, c...)},
		{From: []string{"lensd/guard"}, Never: append([]string{"lensd/httpapi", "lensd/device", "lensd/vision", "lensd/extract", "lensd/store"}, c...)},
		{From: []string{"lensd/store"}, Never: append([]string{"lensd/httpapi", "lensd/device", "lensd/vision", "lensd/extract"}, c...)},
	}
}

// TestArrows reads the whole import graph from the go command; depguard sees direct imports only and cannot see a detour.
func TestArrows(t *testing.T) {
	deps := dependencies(t)
	require.NotEmpty(t, deps, "go list named no package of this module")
	for _, a := range arrows() {
		for from, imports := range deps {
			if !below(from, a.From) {
				continue
			}
			for _, imported := range imports {
				if below(imported, a.Never) && !below(imported, a.Except) {
					t.Errorf("%s reaches %s, which CONTRIBUTING.md forbids", from, imported)
				}
			}
		}
	}
}

// TestTheDaemonDecodesNoPicture: a foreign picture of a few MB can take a decoder minutes and gigabytes, so that only reader
// processes decode. These packages run in the daemon itself; drawing and reading from the command line have their own process.
func TestTheDaemonDecodesNoPicture(t *testing.T) {
	decodes := regexp.MustCompile(`\b(image|jpeg|png|gif|tiff|webp|imaging)\.(Decode|Open)\(`)
	for _, dir := range []string{"httpapi", "device", "store", "extract", "cmd/lensd", "guard"} {
		require.NoError(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || strings.Contains(path, "internal/rehearsal") {
				return err
			}
			text, err := os.ReadFile(path)
			if found := decodes.Find(text); found != nil {
				t.Errorf("%s calls %s…", path, found)
			}
			return err
		}))
	}
}

// TestBelow guards the guard: a rule that matches nothing would let everything pass.
func TestBelow(t *testing.T) {
	require.True(t, below("lensd/device/camera", []string{"lensd/device"}))
	require.True(t, below("lensd/device", []string{"lensd/device"}))
	require.False(t, below("lensd/devices", []string{"lensd/device"}))
	require.False(t, below("lensd/device", nil))
}

// dependencies gives, for each package of the module, all packages that it depends on.
func dependencies(t *testing.T) map[string][]string {
	t.Helper()
	list := exec.Command("go", "list", "-e", "-f", `{{.ImportPath}} {{join .Deps " "}}`, "./...")
	out, err := list.Output()
	require.NoError(t, err, "go list must work for the rules to be checked")
	deps := map[string][]string{}
	for _, line := range strings.Split(strings.TrimSpace(string(out)), "\n") {
		if words := strings.Fields(line); len(words) > 0 {
			deps[words[0]] = words[1:]
		}
	}
	return deps
}

// below says whether path is one of roots or lies under one.
func below(path string, roots []string) bool {
	for _, root := range roots {
		if path == root || strings.HasPrefix(path, root+"/") {
			return true
		}
	}
	return false
}

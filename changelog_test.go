package lensd_test

import (
	"go/ast"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Each point of CHANGELOG.md names the tests that fail without it, of Go or of Python.
func TestTheChangelogNamesTestsThatThereAre(t *testing.T) {
	there := map[string]bool{}
	for _, s := range sources(t) {
		for _, d := range s.file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok {
				there[f.Name.Name] = true
			}
		}
	}
	require.NoError(t, filepath.WalkDir("scripts", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".py" {
			return err
		}
		text, err := os.ReadFile(path)
		for _, f := range regexp.MustCompile(`def (test_\w+)`).FindAllStringSubmatch(string(text), -1) {
			there[f[1]] = true
		}
		return err
	}))
	log, err := os.ReadFile("CHANGELOG.md")
	require.NoError(t, err)
	named := regexp.MustCompile("`((?:Test|Fuzz|Benchmark|test_)\\w+)`").FindAllStringSubmatch(string(log), -1)
	require.NotEmpty(t, named)
	for _, name := range named {
		assert.True(t, there[name[1]], name[1])
	}
}

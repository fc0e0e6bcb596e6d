package lensd_test

import (
	"os"
	"os/exec"
	"path"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestEveryModuleIsListed holds docs/dependencies.md against the modules that the binary links: what ships has a reason and a licence there.
func TestEveryModuleIsListed(t *testing.T) {
	list := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}}{{end}}{{end}}", "./cmd/lensd")
	out, err := list.Output()
	require.NoError(t, err, "go list must work for the rule to be checked")
	doc, err := os.ReadFile("docs/dependencies.md")
	require.NoError(t, err)
	modules := strings.Fields(string(out))
	require.NotEmpty(t, modules)
	version := regexp.MustCompile(`/v[0-9]+$`)
	for _, m := range modules {
		name := path.Base(version.ReplaceAllString(m, ""))
		assert.Regexp(t, `\b`+regexp.QuoteMeta(name)+`\b`, string(doc), "give %s a row (reason, licence) in docs/dependencies.md", m)
	}
}

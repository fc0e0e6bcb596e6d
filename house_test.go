package lensd_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The bounds of CONTRIBUTING.md. They are far beyond what is usual here: what passes them wants to be parted.
const (
	longestFile     = 400 // lines, tests excepted
	longestFunction = 60
	longestRule     = 45 // of functions in vision and extract
)

// source is one parsed file of this repository.
type source struct {
	path string
	fset *token.FileSet
	file *ast.File
}

func (s source) test() bool           { return strings.HasSuffix(s.path, "_test.go") }
func (s source) line(p token.Pos) int { return s.fset.Position(p).Line }
func (s source) at(p token.Pos) string {
	return fmt.Sprintf("%s:%d", s.path, s.line(p))
}

func sources(t *testing.T) []source {
	t.Helper()
	out, err := exec.Command("go", "list", "-f", `{{$d := .Dir}}{{range .GoFiles}}{{$d}}/{{.}}
{{end}}{{range .CgoFiles}}{{$d}}/{{.}}
{{end}}{{range .TestGoFiles}}{{$d}}/{{.}}
{{end}}{{range .XTestGoFiles}}{{$d}}/{{.}}
{{end}}`, "./...").Output()
	require.NoError(t, err)
	root, err := filepath.Abs(".")
	require.NoError(t, err)
	var all []source
	for _, path := range strings.Fields(string(out)) {
		s := source{fset: token.NewFileSet()}
		s.file, err = parser.ParseFile(s.fset, path, nil, parser.ParseComments|parser.SkipObjectResolution)
		require.NoError(t, err)
		s.path, err = filepath.Rel(root, path)
		require.NoError(t, err)
		all = append(all, s)
	}
	require.NotEmpty(t, all)
	return all
}

// TestTheHouseRulesOfFiles holds what CONTRIBUTING.md says of sizes, package variables and tests.
func TestTheHouseRulesOfFiles(t *testing.T) {
	var broken []string
	for _, s := range sources(t) {
		broken = append(broken, s.sizes()...)
		broken = append(broken, s.variables()...)
		broken = append(broken, s.waits()...)
	}
	assert.Empty(t, broken, "see Rules in CONTRIBUTING.md")
}

func (s source) sizes() (broken []string) {
	if n := s.line(s.file.FileEnd); n > longestFile+1 && !s.test() {
		broken = append(broken, fmt.Sprintf("%s has %d lines", s.path, n))
	}
	for _, d := range s.file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok {
			continue
		}
		if n := s.line(f.End()) - s.line(f.Pos()) + 1; n > s.longest() && !s.test() {
			broken = append(broken, fmt.Sprintf("%s: %s has %d lines", s.at(f.Pos()), f.Name.Name, n))
		}
		if f.Name.Name == "init" && f.Recv == nil {
			broken = append(broken, s.at(f.Pos())+": init")
		}
	}
	return broken
}

// longest is how long a function of the file may be.
func (s source) longest() int {
	if strings.HasPrefix(s.path, "vision/") || strings.HasPrefix(s.path, "extract/") {
		return longestRule
	}
	return longestFunction
}

// variables finds package variables that a program could change: what stands in one is compiled, embedded, or an error.
func (s source) variables() (broken []string) {
	if s.test() {
		return nil
	}
	for _, d := range s.file.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.VAR {
			continue
		}
		for _, spec := range g.Specs {
			v := spec.(*ast.ValueSpec)
			if len(v.Values) > 0 || g.Doc != nil && strings.Contains(commands(g.Doc), "go:embed") || v.Doc != nil && strings.Contains(commands(v.Doc), "go:embed") {
				continue
			}
			broken = append(broken, s.at(v.Pos())+": a package variable without a value waits to be set: "+v.Names[0].Name)
		}
	}
	return broken
}

func commands(doc *ast.CommentGroup) (out string) {
	for _, c := range doc.List {
		out += c.Text
	}
	return out
}

// waits finds tests that sleep or skip. A process that a test starts may sleep: it plays a slow one.
func (s source) waits() (broken []string) {
	if !s.test() {
		return nil
	}
	for _, d := range s.file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || !ofATest(f) {
			continue
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if call, ok := n.(*ast.SelectorExpr); ok {
				if x, ok := call.X.(*ast.Ident); ok && slices.Contains([]string{"time.Sleep", "t.Skip", "t.Skipf", "t.SkipNow"}, x.Name+"."+call.Sel.Name) {
					broken = append(broken, s.at(n.Pos())+": "+x.Name+"."+call.Sel.Name)
				}
			}
			return true
		})
	}
	return broken
}

// ofATest says whether a function has a *testing.T, and so runs in the test itself.
func ofATest(f *ast.FuncDecl) bool {
	return slices.ContainsFunc(f.Type.Params.List, func(p *ast.Field) bool {
		star, ok := p.Type.(*ast.StarExpr)
		if !ok {
			return false
		}
		x, ok := star.X.(*ast.SelectorExpr)
		return ok && x.Sel.Name == "T"
	})
}

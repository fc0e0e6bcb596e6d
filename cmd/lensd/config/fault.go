package config

import (
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/agnivade/levenshtein"
	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"
)

// Fault is one mistake in a configuration. It names the key and the place, and never what stands there: messages are shown
// on /readyz and in the log, to people who may not read the file, and a mistake anywhere can turn a secret into a key, a
// value into a neighbour's, or a line into no YAML at all.
type Fault struct {
	Path         string // of the key, such as http.listen; "" where the place alone is known
	Line, Column int    // from 1; 0 for faults that were found after parsing
	Says         string // what is wrong, in fixed words
}

// Error words the fault: "line 3, column 5, http: …", "http.listen: …".
func (f *Fault) Error() string {
	var where []string
	if f.Line > 0 {
		where = append(where, fmt.Sprintf("line %d, column %d", f.Line, f.Column))
	}
	if f.Path != "" {
		where = append(where, f.Path)
	}
	return strings.Join(where, ", ") + ": " + f.Says
}

// schema is what a file may hold: the keys that may be told, and where all are listed.
type schema struct {
	keys      []string
	reference string
}

// mainSchema is that of lensd.yaml.
func mainSchema() schema {
	return schema{knownKeys(reflect.TypeFor[Config]()), "lensd.yaml of this version"}
}

// fault rewrites an error of the YAML library, whose own words quote the file.
func (s schema) fault(b []byte, err error) *Fault {
	var own *Fault
	if errors.As(err, &own) {
		return own
	}
	f := &Fault{Says: s.says(err)}
	var at yaml.Error
	if !errors.As(err, &at) || at.GetToken() == nil {
		f.Path = "configuration"
		return f
	}
	f.Line, f.Column = at.GetToken().Position.Line, at.GetToken().Position.Column
	f.Path = s.pathAt(b, at.GetToken())
	return f
}

func (s schema) says(err error) string {
	var unknown *yaml.UnknownFieldError
	var twice *yaml.DuplicateKeyError
	var wrong *yaml.TypeError
	var over *yaml.OverflowError
	var node *yaml.UnexpectedNodeTypeError
	switch {
	case errors.As(err, &unknown):
		return "there is no such key; " + s.reference + " lists all"
	case errors.As(err, &twice):
		return "this key stands twice"
	case errors.As(err, &wrong):
		return "the value must be " + kindWord(wrong.DstType)
	case errors.As(err, &over):
		return "the number is too large"
	case errors.As(err, &node):
		return "the value has the wrong shape (a text, a list or a section is expected)"
	case errors.Is(err, yaml.ErrExceededMaxDepth):
		return "the sections are nested too deep"
	}
	return "this is no valid YAML: look for indentation, a missing quote, bracket, colon or space, here or just above"
}

func kindWord(t reflect.Type) string {
	if t == nil {
		return "of another type"
	}
	switch t.Kind() {
	case reflect.Bool:
		return "true or false"
	case reflect.Int, reflect.Int64:
		return "a whole number"
	case reflect.Float64:
		return "a number"
	case reflect.String:
		return "a text"
	case reflect.Slice:
		return "a list"
	case reflect.Pointer:
		return kindWord(t.Elem())
	}
	return "a section"
}

// pathAt finds the key at a token: from the tree where the file is YAML, by its indentation where it is not.
func (s schema) pathAt(b []byte, at *token.Token) string {
	file, err := parser.ParseBytes(b, 0, parser.AllowDuplicateMapKey())
	if err != nil {
		return s.outlinePath(b, at.Position.Line)
	}
	found := &pathFinder{line: at.Position.Line, column: at.Position.Column}
	for _, doc := range file.Docs {
		ast.Walk(found, doc)
	}
	return s.publicPath(found.path)
}

// outlinePath follows the lines above one that stand further to the left.
func (s schema) outlinePath(b []byte, line int) string {
	lines := strings.Split(string(b), "\n")
	path, indent := "", 1<<30
	for i := min(line, len(lines)) - 1; i >= 0 && indent > 0; i-- {
		text := strings.TrimLeft(lines[i], " -")
		key, _, ok := strings.Cut(text, ":")
		if in := len(lines[i]) - len(text); ok && in < indent && !strings.HasPrefix(text, "#") {
			path, indent = "."+strings.TrimSpace(key)+path, in
		}
	}
	return s.publicPath("$" + path)
}

// pathFinder remembers the path of the last node that starts at a place.
type pathFinder struct {
	line, column int
	path         string
}

// Visit implements ast.Visitor.
func (p *pathFinder) Visit(n ast.Node) ast.Visitor {
	if t := n.GetToken(); t != nil && t.Position.Line == p.line && t.Position.Column == p.column {
		p.path = n.GetPath()
	}
	return p
}

// publicPath keeps of a path ($.http.listen) what may be told: keys that we know or that look like a slip of the pen for
// one. Any other name can be a value that ended up in a key's place.
func (s schema) publicPath(path string) string {
	var out []string
	for _, part := range strings.Split(strings.TrimPrefix(path, "$"), ".") {
		name, index, _ := strings.Cut(strings.Trim(part, "'"), "[")
		switch {
		case name == "" && index == "":
			continue
		case !slices.ContainsFunc(s.keys, func(k string) bool { return alike(k, name) }):
			out = append(out, "…")
			continue
		case regexp.MustCompile(`^[0-9]+\]$`).MatchString(index):
			name += "[" + index
		}
		out = append(out, name)
	}
	return strings.Join(out, ".")
}

// alike allows two wrong letters, fewer than would turn one key of ours into a service key.
func alike(known, name string) bool {
	return levenshtein.ComputeDistance(known, name) <= min(2, len(known)/2)
}

// knownKeys lists the yaml names of a struct and of all below it.
func knownKeys(t reflect.Type) (out []string) {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct {
		return nil
	}
	for i := range t.NumField() {
		name, _, _ := strings.Cut(t.Field(i).Tag.Get("yaml"), ",")
		out = append(append(out, name), knownKeys(t.Field(i).Type)...)
	}
	return out
}

package config

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"

	"lensd/extract"
	"lensd/extract/own"
)

// Own is what the folder of kinds holds. A file with a mistake takes its own kind away and nothing else: Faults tells of it on
// /readyz and in `lensd check`, and the box serves the others.
type Own struct {
	Dir    string   // "": none
	Names  []string // of all files, the broken ones too, so that a station of such a kind is not a mistake of its own
	Kinds  []own.Declaration
	Faults error
}

// Shapes tells what the answers of the kinds hold.
func (o Own) Shapes() []extract.OwnKind {
	var out []extract.OwnKind
	for _, k := range o.Kinds {
		out = append(out, k.Shape())
	}
	return out
}

// KindsDir is the folder with the kinds that belong to a configuration file; "" where there is no file.
func KindsDir(path string) string {
	if path == "" {
		return ""
	}
	return filepath.Join(filepath.Dir(path), "kinds")
}

// mostKinds bounds how many files are read.
const mostKinds = 64

// LoadKinds reads all kinds of a folder, in the order of their names. A folder that is not there holds none.
func LoadKinds(dir string) Own {
	o := Own{Dir: dir}
	if dir == "" {
		return o
	}
	var faults []error
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		faults = append(faults, errors.New("kinds: the folder cannot be read"))
	}
	for _, e := range entries {
		name, is := strings.CutSuffix(e.Name(), ".yaml")
		if !is || e.IsDir() || strings.HasPrefix(name, ".") {
			continue
		}
		if o.Names = append(o.Names, name); len(o.Names) > mostKinds {
			faults = append(faults, fmt.Errorf("kinds: there are more than %d files", mostKinds))
			break
		}
		d, err := loadKind(filepath.Join(dir, e.Name()), name)
		if err != nil {
			faults = append(faults, err)
			continue
		}
		o.Kinds = append(o.Kinds, d)
	}
	o.Faults = errors.Join(faults...)
	return o
}

// loadKind reads one file; every fault of it is told with the file's name before it.
func loadKind(path, name string) (own.Declaration, error) {
	file := "kinds/" + name + ".yaml"
	b, err := readBounded(path)
	if err != nil {
		return own.Declaration{}, fmt.Errorf("%s: the file cannot be read", file)
	}
	d, err := ParseKind(name, b)
	if err == nil {
		return d, nil
	}
	var all []error
	for _, e := range each(err) {
		all = append(all, fmt.Errorf("%s: %w", file, e))
	}
	return d, errors.Join(all...)
}

// each parts joined errors.
func each(err error) []error {
	if joined, ok := err.(interface{ Unwrap() []error }); ok { //nolint:errorlint // the parts of this very error
		return joined.Unwrap()
	}
	return []error{err}
}

// kindFile is a kind as it is written; docs/kinds.md is its reference.
type kindFile struct {
	Title  []string    `yaml:"title"`
	Others []string    `yaml:"others"`
	Fields []fieldFile `yaml:"fields"`
	Sums   []sumFile   `yaml:"sums"`
}

type fieldFile struct {
	Name     string   `yaml:"name"`
	Type     string   `yaml:"type"`
	Captions []string `yaml:"captions"`
	Under    []string `yaml:"under"`
	Lines    int      `yaml:"lines"`
	Pattern  string   `yaml:"pattern"`
	OneOf    []string `yaml:"one_of"`
	Check    string   `yaml:"check"`
	Required bool     `yaml:"required"`
	Era      string   `yaml:"era"`
}

type sumFile struct {
	Total string   `yaml:"total"`
	Of    []string `yaml:"of"`
	Less  []string `yaml:"less"`
}

// ParseKind reads the text of a kind. An error joins all faults, each a *Fault with key, line and column that quotes nothing.
func ParseKind(name string, b []byte) (own.Declaration, error) {
	var k kindFile
	if len(b) > maxFile {
		return own.Declaration{}, &Fault{Path: "file", Says: fmt.Sprintf("has more than %d bytes", maxFile)}
	}
	s := schema{knownKeys(reflect.TypeFor[kindFile]()), "docs/kinds.md"}
	if err := yaml.UnmarshalWithOptions(b, &k, yaml.Strict()); err != nil && !errors.Is(err, io.EOF) { // an empty file is told of as one without fields
		return own.Declaration{}, s.fault(b, err)
	}
	c := &kindCheck{text: b}
	d := c.kind(name, k)
	return d, errors.Join(c.problems...)
}

func builtIn(name string) bool { return slices.Contains(StationKinds(), name) }

package config

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/parser"

	"lensd/extract"
	"lensd/extract/caption"
	"lensd/extract/find"
	"lensd/extract/own"
	"lensd/extract/thai/date"
)

// kindCheck turns a kind as written into a declaration and gathers what is wrong with it.
type kindCheck struct {
	problems
	text []byte
}

// memberNames are what may stand in JSON and in code as a name.
var memberNames = regexp.MustCompile(`^[a-z][a-z0-9_]{0,62}$`)

const (
	mostFields   = 64
	mostCaptions = 64
	mostLines    = 12
	longest      = 200 // characters of a caption or a pattern
)

// wrong notes a fault at a key, with the place where the key's value stands in the file.
func (c *kindCheck) wrong(ok bool, path, format string, args ...any) {
	if ok {
		return
	}
	f := &Fault{Path: path, Says: fmt.Sprintf(format, args...)}
	f.Line, f.Column = c.place(path)
	c.problems = append(c.problems, f)
}

// place finds a key's value in the file, or the nearest one above it that is there: a key that was left out has none.
func (c *kindCheck) place(path string) (line, column int) {
	file, err := parser.ParseBytes(c.text, 0)
	if err != nil {
		return 0, 0
	}
	for path != "" {
		if p, err := yaml.PathString("$." + path); err == nil {
			if n, err := p.FilterFile(file); err == nil && n != nil && n.GetToken() != nil {
				return n.GetToken().Position.Line, n.GetToken().Position.Column
			}
		}
		path = path[:max(0, strings.LastIndexAny(path, ".["))]
	}
	return 1, 1
}

func (c *kindCheck) kind(name string, k kindFile) own.Declaration {
	d := own.Declaration{Name: extract.Kind(name), Title: k.Title, Others: k.Others}
	c.wrong(names.MatchString(name), "file", "its name may have letters, digits, '_' and '-' only")
	c.wrong(!builtIn(name), "file", "this name is that of a kind which is built in")
	c.wrong(len(k.Fields) > 0, "fields", "names no field")
	c.wrong(len(k.Fields) <= mostFields, "fields", "names more than %d fields", mostFields)
	c.captions("title", k.Title)
	c.captions("others", k.Others)
	seen := map[string]find.Type{}
	for i, f := range k.Fields {
		path := fmt.Sprintf("fields[%d]", i)
		_, twice := seen[f.Name]
		c.wrong(!twice, path+".name", "stands twice")
		field := c.field(path, f)
		seen[f.Name] = field.Type
		d.Fields = append(d.Fields, field)
	}
	for i, s := range k.Sums {
		c.sum(fmt.Sprintf("sums[%d]", i), s, seen)
		d.Sums = append(d.Sums, own.Sum(s))
	}
	return d
}

// types are the words for what values look like.
func types() map[string]find.Type {
	return map[string]find.Type{"text": find.Text, "name": find.Name, "address": find.Address, "phone": find.Phone, "email": find.Email,
		"date": find.Date, "amount": find.Amount, "number": find.Number, "code": find.Code, "tax_id": find.TaxID}
}

func (c *kindCheck) field(path string, f fieldFile) own.Field {
	c.wrong(memberNames.MatchString(f.Name), path+".name", "a name begins with a small letter and has small letters, digits and '_' only")
	kind, known := types()[f.Type]
	c.wrong(known, path+".type", "is not one of %s", strings.Join(slices.Sorted(maps.Keys(types())), ", "))
	c.wrong(len(f.Captions)+len(f.Under) > 0, path, "needs captions or under: what is printed beside or above it")
	c.captions(path+".captions", f.Captions)
	c.captions(path+".under", f.Under)
	c.wrong(f.Lines >= 0 && f.Lines <= mostLines, path+".lines", "is not between 1 and %d", mostLines)
	c.wrong(f.Check == "" || f.Check == "thai-id", path+".check", "is not thai-id")
	eras := map[string]date.Era{"": date.EraUnknown, "buddhist": date.BE, "christian": date.CE}
	era, known := eras[f.Era]
	c.wrong(known, path+".era", "is not one of buddhist, christian")
	c.wrong(f.Era == "" || kind == find.Date, path+".era", "is for dates only")
	return own.Field{Name: f.Name, Type: kind, Captions: f.Captions, Under: f.Under, Lines: f.Lines, Pattern: c.pattern(path+".pattern", f.Pattern),
		OneOf: f.OneOf, Check: f.Check, Required: f.Required, Era: era}
}

// captions checks what is printed: a text without a letter or figure would be found nowhere.
func (c *kindCheck) captions(path string, list []string) {
	c.wrong(len(list) <= mostCaptions, path, "has more than %d captions", mostCaptions)
	for i, text := range list {
		at := fmt.Sprintf("%s[%d]", path, i)
		_, err := caption.Parse(strings.NewReader("key\t\t" + text + "\n"))
		c.wrong(err == nil && !strings.ContainsAny(text, "\t\n"), at, "has no letter or figure, or a tab or line break")
		c.wrong(len([]rune(text)) <= longest, at, "is longer than %d characters", longest)
	}
}

// pattern compiles an expression for the whole value. The engine takes linear time for any (RE2).
func (c *kindCheck) pattern(path, text string) *regexp.Regexp {
	if text == "" {
		return nil
	}
	re, err := regexp.Compile(`^(?:` + text + `)$`)
	c.wrong(err == nil, path, "is no regular expression (RE2 syntax)")
	c.wrong(len([]rune(text)) <= longest, path, "is longer than %d characters", longest)
	return re
}

func (c *kindCheck) sum(path string, s sumFile, fields map[string]find.Type) {
	c.wrong(len(s.Of) > 0, path+".of", "names no field")
	one := func(path, name string) {
		kind, known := fields[name]
		c.wrong(known, path, "is the name of no field")
		c.wrong(!known || kind == find.Amount || kind == find.Number, path, "is no amount and no number")
	}
	one(path+".total", s.Total)
	for i, n := range s.Of {
		one(fmt.Sprintf("%s.of[%d]", path, i), n)
	}
	for i, n := range s.Less {
		one(fmt.Sprintf("%s.less[%d]", path, i), n)
	}
}

package config

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"go.yaml.in/yaml/v3"
)

// A configuration's text is changed on its nodes, so that what else stands there stays: other keys, their order, and comments.
// A patch is JSON that is merged into a section (RFC 7396): a member null takes its key away. yaml.v3 keeps comments beside the
// nodes that they belong to, which the library that reads the file does not.

// EditSection merges patch into a section, such as "mqtt", of text.
func EditSection(text []byte, section string, patch []byte) ([]byte, error) {
	return edit(text, func(root *yaml.Node) error {
		return mergeJSON(child(root, section, yaml.MappingNode), patch)
	})
}

// EditStation merges patch into the station of a name, which is added where there is none.
func EditStation(text []byte, name string, patch []byte) ([]byte, error) {
	return edit(text, func(root *yaml.Node) error {
		list := child(root, "stations", yaml.SequenceNode)
		at := named(list, name)
		if at < 0 {
			list.Style = 0 // "[]" stands there in the reference
			list.Content = append(list.Content, &yaml.Node{Kind: yaml.MappingNode})
			at = len(list.Content) - 1
		}
		return mergeJSON(list.Content[at], patch)
	})
}

// RemoveStation takes a station out; one that is not there is no error.
func RemoveStation(text []byte, name string) ([]byte, error) {
	return edit(text, func(root *yaml.Node) error {
		list := child(root, "stations", yaml.SequenceNode)
		if at := named(list, name); at >= 0 {
			list.Content = append(list.Content[:at], list.Content[at+1:]...)
		}
		if len(list.Content) == 0 {
			list.Style = yaml.FlowStyle
		}
		return nil
	})
}

// StationIndex is the place of a station in the file's list, -1 for none; the file may have mistakes elsewhere.
func StationIndex(text []byte, name string) int {
	var doc yaml.Node
	if yaml.Unmarshal(text, &doc) != nil || len(doc.Content) == 0 {
		return -1
	}
	if i := at(doc.Content[0], "stations"); i >= 0 {
		return named(doc.Content[0].Content[i], name)
	}
	return -1
}

var errShape = errors.New("the file's sections do not have the shape that lensd expects; mend it by hand first")

func edit(text []byte, change func(root *yaml.Node) error) ([]byte, error) {
	var doc yaml.Node
	if err := yaml.Unmarshal(text, &doc); err != nil {
		return nil, errShape // the library's words quote the file
	}
	comments := []byte(nil)
	if len(doc.Content) == 0 || doc.Content[0].Kind == yaml.ScalarNode && doc.Content[0].Tag == "!!null" {
		comments = text // a file of comments has no node to which they could belong
		doc = yaml.Node{Kind: yaml.DocumentNode, Content: []*yaml.Node{{Kind: yaml.MappingNode}}}
	}
	root := doc.Content[0]
	if root.Kind != yaml.MappingNode {
		return nil, errShape
	}
	if err := change(root); err != nil {
		return nil, err
	}
	var out bytes.Buffer
	out.Write(comments)
	if n := len(comments); n > 0 && comments[n-1] != '\n' {
		out.WriteByte('\n')
	}
	e := yaml.NewEncoder(&out)
	e.SetIndent(2)
	err := errors.Join(e.Encode(&doc), e.Close())
	return out.Bytes(), err
}

// at is the index of a key's value in a mapping, -1 for none.
func at(m *yaml.Node, key string) int {
	for i := 0; i+1 < len(m.Content); i += 2 {
		if m.Content[i].Value == key {
			return i + 1
		}
	}
	return -1
}

// child returns a section of a kind, made where it is missing or empty.
func child(m *yaml.Node, key string, kind yaml.Kind) *yaml.Node {
	i := at(m, key)
	if i < 0 {
		m.Content = append(m.Content, &yaml.Node{Kind: yaml.ScalarNode, Value: key}, &yaml.Node{Kind: kind})
		return m.Content[len(m.Content)-1]
	}
	v := m.Content[i]
	if v.Kind == yaml.AliasNode {
		v = v.Alias
	}
	if v.Kind != kind {
		head := v.LineComment
		*v = yaml.Node{Kind: kind, LineComment: head}
	}
	return v
}

func named(list *yaml.Node, name string) int {
	for i, s := range list.Content {
		if k := at(s, "name"); k >= 0 && s.Content[k].Value == name {
			return i
		}
	}
	return -1
}

func mergeJSON(into *yaml.Node, patch []byte) error {
	var doc yaml.Node // every JSON text is YAML, and so keeps the order of its members
	if err := yaml.Unmarshal(patch, &doc); err != nil || len(doc.Content) == 0 || doc.Content[0].Kind != yaml.MappingNode {
		return errors.New("a change is a JSON object")
	}
	merge(into, doc.Content[0])
	return nil
}

// merge changes into where from says otherwise; values that stay keep their comments and their way of writing.
func merge(into, from *yaml.Node) {
	for i := 0; i+1 < len(from.Content); i += 2 {
		key, value := from.Content[i].Value, from.Content[i+1]
		k := at(into, key)
		switch {
		case value.Tag == "!!null" && k >= 0:
			into.Content = append(into.Content[:k-1], into.Content[k+1:]...)
		case value.Tag == "!!null":
		case value.Kind == yaml.MappingNode:
			merge(child(into, key, yaml.MappingNode), value)
		case k >= 0 && into.Content[k].Kind == yaml.ScalarNode && into.Content[k].Value == value.Value:
		default:
			plain(value)
			if k < 0 {
				into.Content = append(into.Content, &yaml.Node{Kind: yaml.ScalarNode, Value: key}, value)
				continue
			}
			value.HeadComment, value.LineComment, value.FootComment = into.Content[k].HeadComment, into.Content[k].LineComment, into.Content[k].FootComment
			into.Content[k] = value
		}
	}
	if len(into.Content) == 0 {
		into.Style = yaml.FlowStyle
	}
}

// plain lets the encoder choose quotes and brackets: JSON's are everywhere.
func plain(n *yaml.Node) {
	n.Style = 0
	for _, c := range n.Content {
		plain(c)
	}
}

// Write puts text in the place of a file so that a reader, or a start after a loss of power, sees the old one or the new one whole.
// The new file has the mode and, as far as this user may set it, the owner of the old one.
func Write(path string, text []byte) error {
	dir := filepath.Dir(path)
	mode := os.FileMode(0o640)
	if info, err := os.Stat(path); err == nil {
		mode = info.Mode().Perm()
	}
	f, err := os.CreateTemp(dir, "."+filepath.Base(path)+"-*")
	if err != nil {
		return fmt.Errorf("the configuration cannot be written: %w", withoutPath(err))
	}
	defer os.Remove(f.Name())
	_, err = f.Write(text)
	if err := errors.Join(err, f.Chmod(mode), f.Sync(), f.Close()); err != nil {
		return fmt.Errorf("the configuration cannot be written: %w", withoutPath(err))
	}
	if err := os.Rename(f.Name(), path); err != nil {
		return fmt.Errorf("the configuration cannot be written: %w", withoutPath(err))
	}
	d, err := os.Open(dir)
	if err != nil {
		return nil // it stands there; only the folder could not be forced to the disk
	}
	defer d.Close()
	_ = d.Sync()
	return nil
}

// withoutPath keeps a temporary file's name out of a message for people.
func withoutPath(err error) error {
	var path *os.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &path):
		return path.Err
	case errors.As(err, &link):
		return link.Err
	}
	return err
}

// Faults lists the mistakes in an error of Load, Parse or Validate; others become one without a path.
func Faults(err error) []Fault {
	if err == nil {
		return nil
	}
	var one *Fault
	if many, ok := err.(interface{ Unwrap() []error }); ok {
		var out []Fault
		for _, e := range many.Unwrap() {
			out = append(out, Faults(e)...)
		}
		return out
	}
	if errors.As(err, &one) {
		return []Fault{*one}
	}
	return []Fault{{Says: err.Error()}}
}

// Check says what is wrong with a text as a configuration, as Load would, and returns what it means.
func Check(text []byte, kinds string, environ []string) (Config, error) {
	cfg, err := Parse(text)
	if err != nil {
		return cfg, err
	}
	if err := fromEnvironment(&cfg, environ); err != nil {
		return cfg, err
	}
	cfg.deriveBox()
	cfg.Own = LoadKinds(kinds)
	return cfg, cfg.Validate()
}

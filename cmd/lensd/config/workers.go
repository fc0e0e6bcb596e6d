package config

import (
	"errors"
	"strconv"

	"github.com/goccy/go-yaml/ast"
)

// Workers is a number of reader processes. Its zero value, which a key left out or left empty has too, is one a core: the file says
// auto for it, and 0 or -1 for NoReaders.
type Workers int

const (
	autoWorkers = "auto"
	mostWorkers = 64
)

var errWorkers = errors.New("is not auto or a number from 0 (other boxes read) to " + strconv.Itoa(mostWorkers))

// UnmarshalText reads what the file or the environment says.
func (w *Workers) UnmarshalText(b []byte) error {
	if string(b) == autoWorkers {
		*w = 0
		return nil
	}
	n, err := strconv.Atoi(string(b))
	switch {
	case err != nil || n < int(NoReaders) || n > mostWorkers:
		return errWorkers
	case n == 0:
		*w = NoReaders
	default:
		*w = Workers(n)
	}
	return nil
}

// UnmarshalYAML reads it from the file, where a fault has a place.
func (w *Workers) UnmarshalYAML(n ast.Node) error {
	err := w.UnmarshalText([]byte(n.GetToken().Value))
	if err == nil {
		return nil
	}
	at := n.GetToken().Position
	return &Fault{Path: mainSchema().publicPath(n.GetPath()), Line: at.Line, Column: at.Column, Says: err.Error()}
}

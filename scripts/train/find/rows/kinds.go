package main

import (
	"fmt"

	"lensd/extract/find"
	"lensd/extract/label"
)

// declare returns a kind by its name.
func declare(name string, m *find.Model) (find.Kind, error) {
	switch name {
	case "label":
		return label.Declare(m)
	}
	return find.Kind{}, fmt.Errorf("there is no kind %q", name)
}

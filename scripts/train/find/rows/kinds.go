package main

import (
	"fmt"

	"lensd/extract/find"
	"lensd/extract/find/tag"
	"lensd/extract/invoice"
	"lensd/extract/label"
)

// declare returns a kind by its name.
func declare(name string, m *find.Model, t *tag.Net) (find.Kind, error) {
	switch name {
	case "invoice":
		return invoice.Declare(m, t)
	case "label":
		return label.Declare(m, t)
	}
	return find.Kind{}, fmt.Errorf("there is no kind %q", name)
}

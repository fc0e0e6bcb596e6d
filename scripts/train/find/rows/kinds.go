package main

import (
	"fmt"

	"lensd/extract/find"
	"lensd/extract/invoice"
	"lensd/extract/label"
)

// declare returns a kind by its name.
func declare(name string, m *find.Model) (find.Kind, error) {
	switch name {
	case "invoice":
		return invoice.Declare(m)
	case "label":
		return label.Declare(m)
	}
	return find.Kind{}, fmt.Errorf("there is no kind %q", name)
}

// Package address knows the subdistricts, districts and provinces of Thailand by their postcodes, to raise or lower the
// trust in a printed address and to mend a few letters of it. The table is derived from react-thailand-address-typeahead
// 2.0.1 (MIT) by scripts/address/derive.py.
package address

import (
	"bufio"
	"bytes"
	"compress/gzip"
	_ "embed"
	"fmt"
	"strings"
)

//go:embed thai.txt.gz
var table []byte

// Place is one subdistrict with what it lies in.
type Place struct {
	Subdistrict string
	District    string
	Province    string
}

// Table finds places by postcode.
type Table struct {
	byCode    map[string][]Place
	provinces []string
}

// Open unpacks the embedded table: about 7,400 places in 950 postcodes, some 10 ms.
func Open() (*Table, error) {
	zr, err := gzip.NewReader(bytes.NewReader(table))
	if err != nil {
		return nil, fmt.Errorf("address: %w", err)
	}
	t := &Table{byCode: map[string][]Place{}}
	var at Place
	for sc := bufio.NewScanner(zr); sc.Scan(); {
		switch name, rest, _ := strings.Cut(sc.Text(), " "); name {
		case "P":
			at.Province = rest
			t.provinces = append(t.provinces, rest)
		case "D":
			at.District = rest
		default:
			at.Subdistrict = name
			for _, code := range strings.Fields(rest) {
				t.byCode[code] = append(t.byCode[code], at)
			}
		}
	}
	if len(t.byCode) == 0 {
		return nil, fmt.Errorf("address: the table is empty")
	}
	return t, nil
}

// At returns the places that share a postcode, nil for one that is not in use.
func (t *Table) At(postcode string) []Place { return t.byCode[postcode] }

// Provinces returns the names of all provinces.
func (t *Table) Provinces() []string { return t.provinces }

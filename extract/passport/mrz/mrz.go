// Package mrz reads and checks machine-readable zones after ICAO Doc 9303: TD1 and TD2 cards, TD3 passports and
// MRV-A/MRV-B visas. It stands alone: nothing in it knows pictures.
//
// Resolve is what a recogniser calls: it takes ranked candidates for every character cell and finds the most probable
// zone under the grammar of the format and its check digits. A character that had to be changed to satisfy a check
// digit is reported and never carries full confidence.
package mrz

import (
	"errors"
	"fmt"
	"strings"
)

// Format is a layout of Doc 9303.
type Format int

// The layouts, with the part of Doc 9303 that defines each.
const (
	Unknown Format = iota
	TD1            // three lines of 30, part 5
	TD2            // two lines of 36, part 6
	TD3            // two lines of 44, part 4: passports
	MRVA           // two lines of 44, part 7
	MRVB           // two lines of 36, part 7
)

// Filler is the character that pads every field.
const Filler = '<'

// Alphabet lists the characters of a zone in the order of the reading net's classes.
const Alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ<"

// Errors that Parse and Validate return; test with errors.Is.
var (
	ErrFormat    = errors.New("mrz: no layout of Doc 9303 has these lines")
	ErrCharacter = errors.New("mrz: a character outside A-Z, 0-9 and <")
)

// String returns the name as Doc 9303 spells it.
func (f Format) String() string {
	switch f {
	case TD1:
		return "TD1"
	case TD2:
		return "TD2"
	case TD3:
		return "TD3"
	case MRVA:
		return "MRV-A"
	case MRVB:
		return "MRV-B"
	}
	return "unknown"
}

// Lines returns the number of lines, Width the characters in each; 0 for Unknown.
func (f Format) Lines() int {
	switch f {
	case TD1:
		return 3
	case TD2, TD3, MRVA, MRVB:
		return 2
	}
	return 0
}

// Width returns the characters in a line.
func (f Format) Width() int {
	switch f {
	case TD1:
		return 30
	case TD2, MRVB:
		return 36
	case TD3, MRVA:
		return 44
	}
	return 0
}

// Shape returns the layout for a count of lines, their width and the first character, Unknown if there is none.
// A visa differs from a passport or card of the same size only by its first letter, V.
func Shape(lines, width int, first byte) Format {
	visa := first == 'V'
	switch {
	case lines == 3 && width == 30:
		return TD1
	case lines == 2 && width == 36 && visa:
		return MRVB
	case lines == 2 && width == 36:
		return TD2
	case lines == 2 && width == 44 && visa:
		return MRVA
	case lines == 2 && width == 44:
		return TD3
	}
	return Unknown
}

// Detect returns the layout of lines after checking their lengths and characters.
func Detect(lines []string) (Format, error) {
	if len(lines) == 0 || len(lines) > 3 || lines[0] == "" {
		return Unknown, ErrFormat
	}
	for i, line := range lines {
		if len(line) != len(lines[0]) {
			return Unknown, fmt.Errorf("%w: line %d has %d characters, line 1 has %d", ErrFormat, i+1, len(line), len(lines[0]))
		}
		if at := strings.IndexFunc(line, func(r rune) bool { return !strings.ContainsRune(Alphabet, r) }); at >= 0 {
			return Unknown, fmt.Errorf("%w: line %d, position %d", ErrCharacter, i+1, at+1)
		}
	}
	f := Shape(len(lines), len(lines[0]), lines[0][0])
	if f == Unknown {
		return f, fmt.Errorf("%w: %d lines of %d", ErrFormat, len(lines), len(lines[0]))
	}
	return f, nil
}

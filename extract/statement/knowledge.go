package statement

import (
	_ "embed"
	"strings"
	"sync"

	"lensd/extract/thai"
)

//go:embed headings.tsv
var headingRows string

//go:embed captions.tsv
var captionRows string

//go:embed banks.tsv
var bankRows string

//go:embed moves.tsv
var moveRows string

// Role says what a column holds.
type Role string

// The roles of columns.
const (
	RoleNone    Role = ""
	RoleDate    Role = "date"
	RoleValue   Role = "value_date"
	RoleTime    Role = "time"
	RoleText    Role = "description"
	RoleOut     Role = "out"
	RoleIn      Role = "in"
	RoleAmount  Role = "amount" // of both directions
	RoleMark    Role = "mark"   // tells the direction
	RoleBalance Role = "balance"
	RoleChannel Role = "channel"
	RoleCode    Role = "code"
	RoleRef     Role = "reference"
	RoleNumber  Role = "number"
)

// words are what papers print for one thing.
type words struct {
	names  []string   // of the thing, as first column of the file
	texts  [][]string // of each name
	shapes [][][]rune // their skeletons
}

func load(rows string) words {
	var w words
	for row := range strings.Lines(rows) {
		f := strings.Split(strings.TrimSpace(row), "\t")
		if len(f) < 2 {
			continue
		}
		var shapes [][]rune
		for _, t := range f[1:] {
			shapes = append(shapes, []rune(thai.Skeleton(t)))
		}
		w.names, w.texts, w.shapes = append(w.names, f[0]), append(w.texts, f[1:]), append(w.shapes, shapes)
	}
	return w
}

// best returns the thing that s names best, with its likeness.
func (w words) best(s string, least float64) (name string, score float64) {
	shape := []rune(thai.Skeleton(s))
	for i, shapes := range w.shapes {
		for _, t := range shapes {
			// What differs much in length cannot be alike.
			if n, m := float64(len(shape)), float64(len(t)); min(n, m) < least*max(n, m) || m == 0 {
				continue
			}
			if v := thai.Alike(shape, t); v >= least && v > score {
				name, score = w.names[i], v
			}
		}
	}
	return name, score
}

// knowledge is what papers of banks say in general; no bank's form is part of it.
type knowledge struct {
	heads    words
	captions words
	moves    words // with which descriptions of money that goes in or out begin
	banks    []bank
	spelling [][]rune // words of headings
	mu       sync.Mutex
	told     map[string]Role // what headingRole said: the pages of a paper ask the same again and again
}

// mostTold bounds what is remembered.
const mostTold = 5000

func know() *knowledge {
	return &knowledge{heads: load(headingRows), captions: load(captionRows), moves: load(moveRows), banks: loadBanks(bankRows), spelling: spellings(), told: map[string]Role{}}
}

// likeHeading is how much of a heading must be there.
const likeHeading = 0.78

// headingRole says what a column is by its heading: the whole, its parts in either language, or a heading within it.
func (k *knowledge) headingRole(s string) (Role, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	role, known := k.told[s]
	if !known {
		if len(k.told) >= mostTold {
			clear(k.told)
		}
		role = k.roleOf(s)
		k.told[s] = role
	}
	return role, role != RoleNone
}

func (k *knowledge) roleOf(s string) Role {
	name, score := k.heads.best(s, likeHeading)
	if score < 0.99 {
		thaiPart, latin := scripts(s)
		for _, part := range append(strings.Split(s, "/"), thaiPart, latin) {
			if n, v := k.heads.best(part, likeHeading); v > score {
				name, score = n, v
			}
		}
	}
	if name == "" {
		var longest int
		for i, texts := range k.heads.texts {
			for _, t := range texts {
				if n := len([]rune(t)); n > longest && n >= 4 && n < len([]rune(s)) && within(s, t) {
					name, longest = k.heads.names[i], n
				}
			}
		}
	}
	return Role(name)
}

func within(s, part string) bool {
	_, ok := thai.FindLabel(s, []string{part}, 0.9)
	return ok
}

// sums reports that a row's words begin with one for totals.
func (k *knowledge) sums(s string) bool {
	for i, name := range k.captions.names {
		if !strings.HasPrefix(name, "total") {
			continue
		}
		if f, ok := thai.FindLabel(s, k.captions.texts[i], 0.9); ok && f.Start == 0 {
			return true
		}
	}
	return false
}

// scripts parts a text into its Thai and its Latin words.
func scripts(s string) (thaiPart, latin string) {
	var t, l []string
	for _, w := range strings.Fields(s) {
		if strings.ContainsFunc(w, thai.IsThai) {
			t = append(t, w)
		} else {
			l = append(l, w)
		}
	}
	return strings.Join(t, " "), strings.Join(l, " ")
}

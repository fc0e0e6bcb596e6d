package ocr

import (
	"log/slog"
	"slices"
	"strings"
	"unicode"

	"github.com/otiai10/gosseract/v2"
)

// Foreign returns an Engine for the languages besides those that are read anyway, by the names of Tesseract's models (rus, ell,
// ara, chi_sim, …), all of them at once: which of them a line is in, Tesseract tells word by word. ok is false where there are
// none, or none of them is installed; the log says which are not.
func Foreign(languages []string) (e *Engine, ok bool) {
	installed, err := gosseract.GetAvailableLanguages()
	var have, lack []string
	for _, l := range languages {
		switch {
		case l == "", l == modelEnglish, l == "tha":
		case err == nil && slices.Contains(installed, l):
			have = append(have, l)
		default:
			lack = append(lack, l)
		}
	}
	if len(lack) > 0 {
		slog.Warn("readers.languages names languages that are not installed; Debian has them as tesseract-ocr-NAME", "missing", strings.Join(lack, ", "))
	}
	if len(have) == 0 {
		return nil, false
	}
	e = New()
	e.only = strings.Join(have, "+")
	return e, true
}

// Strange reports that most letters of a text are in a script that neither Thai nor Latin print has: what the readers of these
// cannot have read right.
func Strange(text string) bool {
	strange, letters := 0, 0
	for _, r := range text {
		if unicode.IsLetter(r) {
			letters++
			if !unicode.In(r, unicode.Latin, unicode.Thai) {
				strange++
			}
		}
	}
	return strange > 0 && 2*strange > letters
}

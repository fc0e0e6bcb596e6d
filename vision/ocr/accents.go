package ocr

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"

	"github.com/otiai10/gosseract/v2"
)

// accents is Tesseract's script/Latin (tessdata_fast 4.1.0, Apache-2.0) without its lists of words, cut by scripts/ocr/accents:
// it knows ő, ş, ğ, ł and İ, which neither eng nor the mixed model do. Its words are 88 of its 89 MB, take 240 MB of memory
// and say nothing about names.
//
//go:embed accents.traineddata
var accents []byte

// inMemory is where Linux keeps files in memory: written to when the folder for temporary files is full or read-only.
const inMemory = "/dev/shm"

// Unpack writes the model for accents to a folder that is kept, unless it is there: a process that may not write reads it from
// there (Config.Accents). Several may unpack at once.
func Unpack(folder string) error {
	target := filepath.Join(folder, modelAccent+".traineddata")
	if there, err := os.ReadFile(target); err == nil && bytes.Equal(there, accents) {
		return nil
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	own, err := unpackIn(folder)
	if err != nil {
		return err
	}
	defer os.RemoveAll(own)
	return os.Rename(filepath.Join(own, modelAccent+".traineddata"), target)
}

// unpackAccents writes the model to a folder of its own, as Tesseract loads models from files only. The caller removes it.
func unpackAccents() (folder string, err error) {
	var failed []error
	for _, parent := range []string{os.TempDir(), inMemory} {
		if folder, err = unpackIn(parent); err == nil {
			return folder, nil
		}
		failed = append(failed, err)
	}
	return "", fmt.Errorf("the model for accents cannot be written to a folder for temporary files: %w", errors.Join(failed...))
}

func unpackIn(parent string) (folder string, err error) {
	if folder, err = os.MkdirTemp(parent, "lensd-model-"); err != nil {
		return "", err
	}
	if err = os.WriteFile(filepath.Join(folder, modelAccent+".traineddata"), accents, 0o600); err != nil {
		os.RemoveAll(folder)
		return "", err
	}
	return folder, nil
}

// withoutAccents reads with the model of plain Latin print where the one for accents cannot be loaded: letters with rare
// accents lose them, and nothing else is lost. It says so once.
func (e *Engine) withoutAccents(cause error) (*gosseract.Client, error) {
	if !e.noAccents {
		e.noAccents = true
		slog.Warn("accents such as ő, ş and ł are read as plain letters: give the box a folder for temporary files with 1 MB of room (TMPDIR)", "err", cause)
	}
	return e.client(modelEnglish)
}

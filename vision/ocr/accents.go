package ocr

import (
	_ "embed"
	"os"
	"path/filepath"
)

// accents is Tesseract's script/Latin (tessdata_fast 4.1.0, Apache-2.0) without its lists of words, cut by scripts/ocr/accents:
// it knows ő, ş, ğ, ł and İ, which neither eng nor the mixed model do. Its words are 88 of its 89 MB, take 240 MB of memory
// and say nothing about names.
//
//go:embed accents.traineddata
var accents []byte

// unpackAccents writes the model to a folder of its own, as Tesseract loads models from files only. The caller removes it.
func unpackAccents() (folder string, err error) {
	if folder, err = os.MkdirTemp("", "lensd-model-"); err != nil {
		return "", err
	}
	if err = os.WriteFile(filepath.Join(folder, modelAccent+".traineddata"), accents, 0o600); err != nil {
		os.RemoveAll(folder)
		return "", err
	}
	return folder, nil
}

package main

import (
	"os"

	"lensd/extract"
	"lensd/extract/overlay"
)

// drawResult writes the picture with the first page's boxes drawn on it.
func drawResult(path string, picture []byte, r extract.Result) error {
	var marks []overlay.Mark
	if len(r.Pages) > 0 {
		marks = overlay.Marks(r.Pages[0])
	}
	b, err := overlay.PNG(picture, marks)
	if err != nil {
		return err
	}
	return os.WriteFile(path, b, 0o644)
}

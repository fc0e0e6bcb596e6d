// Command papers writes what the finder of papers says of pictures, for score.py: papers FILE… > FOUND.jsonl, one JSON object a picture
// with its name, the quads of all papers, largest first, that of the one paper that a page is made of, and whether the picture is a page
// of its own. Coordinates are the picture's pixels.
package main

import (
	"encoding/json"
	"log"
	"os"
	"path/filepath"

	"lensd/vision/geom"
	"lensd/vision/papers"
	"lensd/vision/picture"
)

// found is one row of the output.
type found struct {
	File   string      `json:"file"`
	Quads  []geom.Quad `json:"quads"`
	Framed bool        `json:"framed"`
	One    *geom.Quad  `json:"one"` // null where the picture's border is the page's
}

func main() {
	out := json.NewEncoder(os.Stdout)
	for _, f := range os.Args[1:] {
		row, err := look(f)
		if err == nil {
			err = out.Encode(row)
		}
		if err != nil {
			log.Fatalf("%s: %v", f, err)
		}
	}
}

func look(file string) (found, error) {
	row := found{File: filepath.Base(file)}
	b, err := os.ReadFile(file)
	if err != nil {
		return row, err
	}
	pic, err := picture.Decode(b, picture.DefaultLimits())
	if err != nil {
		return row, err
	}
	defer pic.Close()
	row.Quads, row.Framed = papers.Find(pic.Mat())
	if q, ok := papers.FindOne(pic.Mat()); ok {
		row.One = &q
	}
	return row, nil
}

package readers

import (
	"fmt"

	"lensd/extract"
	"lensd/vision/cleanline"
	"lensd/vision/linenet"
	"lensd/vision/ocr"
	"lensd/vision/recognize"
)

// openText joins the line recognisers as the configuration's readers.text says: "tesseract", "net" or "auto". One serves
// all kinds of a process; who opens it closes it.
func openText(choice string) (recognize.Recognizer, error) {
	switch choice {
	case "tesseract":
		return openTesseract(), nil
	case "net":
		net, err := linenet.New()
		if err != nil {
			return nil, err
		}
		return net, nil
	case "auto", "":
		return openAuto()
	}
	return nil, fmt.Errorf("readers.text is %q; it can be auto, tesseract or net", choice)
}

// openTesseract shows Tesseract cleaned crops only: rules and leaders beside the print cost it more than the print itself.
func openTesseract() recognize.Recognizer {
	return recognize.Prepared(ocr.New(ocr.Config{}), cleanline.Clean)
}

// openAuto lets each class of lines be read by the recogniser that measured best on it (docs/accuracy.md, Text lines).
func openAuto() (recognize.Recognizer, error) {
	tesseract := openTesseract()
	plan := recognize.Plan{First: map[extract.Script]recognize.Recognizer{extract.ScriptAny: tesseract}}
	return recognize.NewRouter(plan, tesseract), nil
}

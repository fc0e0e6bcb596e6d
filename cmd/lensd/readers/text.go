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

// doubt is the confidence below which the second recogniser is asked. At 0.6 it sees a third of difficult lines, and
// hardly any of a clean page.
const doubt = 0.6

// openAuto has Tesseract read first and our net give a second opinion on lines that Tesseract doubts; the surer one wins.
// Both that order and the rule were chosen by measurement (docs/accuracy.md, Text lines).
func openAuto() (recognize.Recognizer, error) {
	net, err := linenet.New()
	if err != nil {
		return nil, err
	}
	tesseract := openTesseract()
	plan := recognize.Plan{First: map[extract.Script]recognize.Recognizer{extract.ScriptAny: tesseract}, Second: map[extract.Script]recognize.Recognizer{}, Doubt: doubt}
	for _, s := range []extract.Script{extract.ScriptAny, extract.ScriptThai, extract.ScriptLatin, extract.ScriptDigit} {
		plan.Second[s] = net
	}
	return recognize.NewRouter(plan, tesseract, net), nil
}

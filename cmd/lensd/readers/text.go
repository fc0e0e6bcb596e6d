package readers

import (
	"fmt"

	"lensd/extract"
	"lensd/vision/cleanline"
	"lensd/vision/linenet"
	"lensd/vision/ocr"
	"lensd/vision/recognize"
)

// OpenText joins the line recognisers as the configuration's readers.text says: "tesseract", "net" or "auto". One serves
// all kinds of a process; who opens it closes it.
func OpenText(choice string) (recognize.Recognizer, error) {
	return openText(choice, nil)
}

func openText(choice string, languages []string) (recognize.Recognizer, error) {
	switch choice {
	case "tesseract":
		return openTesseract(), nil
	case "net":
		return openNet()
	case "auto", "":
		return openAuto(languages)
	}
	return nil, fmt.Errorf("readers.text is %q; it can be auto, tesseract or net", choice)
}

// openNet shows the line net cleaned crops: it reads past most rules and leaders by itself, but not past all.
func openNet() (recognize.Recognizer, error) {
	net, err := linenet.New()
	if err != nil {
		return nil, err
	}
	return recognize.Prepared("net", net, cleanline.Clean), nil
}

// openTesseract shows Tesseract cleaned crops only: rules and leaders beside the print cost it more than the print itself.
func openTesseract() recognize.Recognizer {
	return recognize.Prepared("tesseract", ocr.New(), cleanline.Clean)
}

// What Tesseract's word is worth, by classes, chosen on lines of held-out faces as they are drawn and as the page engine cuts them
// (docs/accuracy.md, Text lines): of plain letters it knows small print that the net misreads; of Thai it is surer than right.
const (
	latinDoubt, latinLead = 0.7, 0.1
	thaiDoubt, thaiLead   = 0.3, 0.3
	foreignDoubt          = 0.7
)

// openAuto asks a second recogniser about lines that the first doubts; it wins where it is surer by enough. The net reads first: it is
// right more often, takes a third of Tesseract's time and has letters that its models of plain Latin print lack; of figures Tesseract
// knows nothing that the net does not. Order and rule were chosen by measurement (docs/accuracy.md, Text lines).
func openAuto(languages []string) (recognize.Recognizer, error) {
	net, err := openNet()
	if err != nil {
		return nil, err
	}
	tesseract := openTesseract()
	thai := recognize.Opinion{By: tesseract, Doubt: thaiDoubt, Lead: thaiLead}
	latin := recognize.Opinion{By: tesseract, Doubt: latinDoubt, Lead: latinLead}
	plan := recognize.Plan{
		First:  map[extract.Script]recognize.Recognizer{extract.ScriptAny: net},
		Second: map[extract.Script]recognize.Opinion{extract.ScriptAny: thai, extract.ScriptThai: thai, extract.ScriptLatin: latin},
	}
	all := []recognize.Recognizer{tesseract, net}
	if e, ok := ocr.Foreign(languages); ok {
		plan.Foreign = recognize.Opinion{By: recognize.Prepared("foreign", e, cleanline.Clean), Doubt: foreignDoubt}
		plan.Strange = ocr.Strange
	}
	return recognize.NewRouter(plan, all...), nil
}

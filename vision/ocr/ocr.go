// Package ocr reads printed lines with Tesseract behind the recognize.Recognizer interface. Layout is not Tesseract's
// business here: it is measured to fail on whole Thai pages, so it only ever sees one line.
//
// OMP_THREAD_LIMIT=1 must be in the environment before the process starts; without it a line takes ten times as long.
// Tesseract's Init takes the process' stderr away for a moment and no call can be cancelled: run this in a child process.
package ocr

import (
	"context"
	"image"
	"strings"

	"github.com/otiai10/gosseract/v2"

	"lensd/extract"
	"lensd/vision/recognize"
)

// Engine is a recognize.Recognizer. It loads each model when a line first needs it and keeps it.
type Engine struct {
	clients map[string]*gosseract.Client
	only    string // the one model for all lines; "": by the class of each
}

// New returns an Engine without loading a model yet.
func New() *Engine { return &Engine{clients: map[string]*gosseract.Client{}} }

// Close frees the models.
func (e *Engine) Close() error {
	for name, c := range e.clients {
		c.Close()
		delete(e.clients, name)
	}
	return nil
}

// The models as Debian names their files. Its third, tha, is not used: on cleaned crops the mixed model read 88 of 100
// Thai lines right where tha read 71 (docs/accuracy.md, Text lines).
const (
	modelEnglish   = "eng"
	modelThaiMixed = "Thai" // script/Thai: Thai and Latin, one character a word unless spaces are preserved
)

// modelFor picks the model that measured best for a language class.
func modelFor(s extract.Script) string {
	switch s {
	case extract.ScriptLatin, extract.ScriptDigit:
		return modelEnglish
	default:
		return modelThaiMixed
	}
}

// Read implements recognize.Recognizer.
func (e *Engine) Read(ctx context.Context, lines recognize.Request) ([]extract.Text, error) {
	crops, hint := lines.Crops, lines.Hint
	if len(crops) == 0 {
		return nil, ctx.Err()
	}
	model, height := e.only, lineHeight
	if model == "" {
		model = modelFor(hint.Script)
	}
	if model != modelThaiMixed {
		height = latinHeight
	}
	client, err := e.client(model)
	if err != nil {
		return nil, err
	}
	if err := client.SetWhitelist(whitelist(hint)); err != nil {
		return nil, extract.Errorf(extract.KindInternal, "the character set is not accepted: %w", err)
	}
	out := make([]extract.Text, len(crops))
	for i, crop := range crops {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if out[i], err = readLine(client, crop, height, hint); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// whitelist returns the characters that Tesseract may emit, "" for all.
func whitelist(h extract.Hint) string {
	if h.Charset == "" && h.Script == extract.ScriptDigit {
		return "0123456789.,-/:+()% "
	}
	return h.Charset
}

func readLine(client *gosseract.Client, crop *image.Gray, height int, hint extract.Hint) (extract.Text, error) {
	pnm, err := prepare(crop, height)
	if err != nil || pnm == nil {
		return extract.Text{}, err
	}
	if err := client.SetImageFromBytes(pnm.bytes); err != nil {
		return extract.Text{}, extract.Errorf(extract.KindInternal, "a line was refused: %w", err)
	}
	hocr, err := client.HOCRText()
	if err != nil {
		return extract.Text{}, extract.Errorf(extract.KindInternal, "a line was not read: %w", err)
	}
	chars := parseHOCR(hocr, pnm.margin, pnm.width)
	return assemble(chars, hint), nil
}

func (e *Engine) client(model string) (*gosseract.Client, error) {
	if c, ok := e.clients[model]; ok {
		return c, nil
	}
	c := gosseract.NewClient()
	if err := c.SetLanguage(model); err != nil {
		c.Close()
		return nil, extract.Errorf(extract.KindInternal, "the model %s is not usable: %w", model, err)
	}
	if err := configure(c); err != nil {
		c.Close()
		return nil, err
	}
	e.clients[model] = c
	return c, nil
}

// configure sets what all models share and has Tesseract load the model.
func configure(c *gosseract.Client) error {
	settings := map[string]string{
		"tessedit_pageseg_mode":     "7", // one line; a variable, because Init forgets SetPageSegMode
		"user_defined_dpi":          "300",
		"hocr_char_boxes":           "1",
		"preserve_interword_spaces": "1",
		"lstm_choice_mode":          "2", // rivals of each character, measured at no cost worth naming
		"tessedit_do_invert":        "0", // crops arrive dark on light; a second, inverted pass doubles the time
	}
	for k, v := range settings {
		if err := c.SetVariable(gosseract.SettableVariable(k), v); err != nil {
			return extract.Errorf(extract.KindInternal, "Tesseract refuses %s: %w", k, err)
		}
	}
	blank := encode(image.NewGray(image.Rect(0, 0, 64, latinHeight)))
	if err := c.SetImageFromBytes(blank.bytes); err != nil {
		return extract.Errorf(extract.KindInternal, "a line was refused: %w", err)
	}
	if _, err := c.HOCRText(); err != nil {
		return extract.Errorf(extract.KindInternal, "a model cannot be loaded; install tesseract-ocr-eng and tesseract-ocr-script-thai: %w", err)
	}
	return nil
}

// isBlank reports whether s would print nothing.
func isBlank(s string) bool { return strings.TrimSpace(s) == "" }

package ocr

import (
	"html"
	"strconv"
	"strings"
)

// glyph is one character as Tesseract reports it.
type glyph struct {
	text       string
	x0, x1     float64 // along the crop, 0 to 1
	confidence float64 // 0 to 1
	gap        float64 // white to the glyph before, in line heights; 0 inside a word
	newWord    bool
	choices    []choice
}

// choice is what else the net saw at a glyph, best first, the glyph itself included.
type choice struct {
	text       string
	confidence float64
}

// parseHOCR reads the characters out of Tesseract's hOCR. The markup is written by the linked Tesseract itself, one span a
// line, so a scanner by line is enough; anything unexpected is passed over.
func parseHOCR(hocr string, margin, width int) []glyph {
	var out []glyph
	height, word, prevRight := 1.0, false, 0.0
	for _, row := range strings.Split(hocr, "\n") {
		row = strings.TrimSpace(row)
		switch {
		case strings.Contains(row, "class='ocr_line'"), strings.Contains(row, "class='ocr_header'"),
			strings.Contains(row, "class='ocr_textfloat'"), strings.Contains(row, "class='ocr_caption'"):
			height = max(1, number(row, "x_size "))
			word = true
		case strings.Contains(row, "class='ocrx_word'"):
			word = true
		case strings.Contains(row, "title='x_bboxes "):
			box := numbers(after(row, "x_bboxes "), 4)
			g := glyph{text: content(row), confidence: number(row, "x_conf ") / 100, newWord: word && len(out) > 0}
			if len(box) != 4 || isBlank(g.text) {
				continue
			}
			if g.newWord {
				g.gap = (box[0] - prevRight) / height
			}
			g.x0 = (box[0] - float64(margin)) / float64(max(1, width))
			g.x1 = (box[2] - float64(margin)) / float64(max(1, width))
			prevRight, word = box[2], false
			out = append(out, g)
		case strings.Contains(row, "id='choice_") && len(out) > 0:
			last := &out[len(out)-1]
			if c := number(row, "x_confs ") / 100; c > 0.01 {
				last.choices = append(last.choices, choice{content(row), c})
			}
		}
	}
	return out
}

// after returns what follows the first key in s, "" without one.
func after(s, key string) string {
	_, rest, _ := strings.Cut(s, key)
	return rest
}

// number returns the number right after key, 0 without one.
func number(s, key string) float64 {
	if v := numbers(after(s, key), 1); len(v) == 1 {
		return v[0]
	}
	return 0
}

// numbers reads up to n numbers that are separated by single spaces.
func numbers(s string, n int) []float64 {
	end := strings.IndexFunc(s, func(r rune) bool { return (r < '0' || r > '9') && r != '.' && r != ' ' && r != '-' })
	if end >= 0 {
		s = s[:end]
	}
	var out []float64
	for _, f := range strings.Fields(s) {
		v, err := strconv.ParseFloat(f, 64)
		if err != nil || len(out) == n {
			break
		}
		out = append(out, v)
	}
	return out
}

// content returns the text between the first '>' and the closing tag.
func content(row string) string {
	_, rest, ok := strings.Cut(row, ">")
	if !ok {
		return ""
	}
	text, _, _ := strings.Cut(rest, "</")
	return html.UnescapeString(text)
}

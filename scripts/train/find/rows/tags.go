package main

import (
	"bufio"
	"encoding/binary"
	"errors"
	"os"

	"lensd/extract/find"
	"lensd/extract/find/tag"
)

// tags writes pages as tagger.py reads them: for each six counts (lines, words, sequences of lines and of words, traits of a line and of
// a word) as int32, then float32 boxes, heights, traits of lines and words, uint16 words of each line, sequences of each line and word and
// these, uint8 bonds and the words' fields.
func tags(finders func(*page) (*find.Finder, []find.Field, error), out string) error {
	w, err := os.Create(out)
	if err != nil {
		return err
	}
	buf := bufio.NewWriterSize(w, 1<<20)
	err = each(func(_ int, p *page) error {
		f, _, err := finders(p)
		if err != nil {
			return err
		}
		page, of := f.Tagging(&p.Layout, p.Truth)
		if len(of) == 0 {
			return nil
		}
		for _, part := range record(page, of) {
			if err := binary.Write(buf, binary.LittleEndian, part); err != nil {
				return err
			}
		}
		return nil
	})
	return errors.Join(err, buf.Flush(), w.Close())
}

// record is one page's arrays in the order of the file.
func record(p *tag.Page, of []uint8) []any {
	var boxes, heights, lineTraits, wordTraits []float32
	var words, lineCounts, wordCounts, lineGrams, wordGrams []uint16
	for _, l := range p.Lines {
		boxes, heights, lineTraits = append(boxes, l.Box[:]...), append(heights, l.Height), append(lineTraits, l.Traits...)
		words, lineCounts, lineGrams = append(words, uint16(len(l.Words))), append(lineCounts, uint16(len(l.Grams))), append(lineGrams, l.Grams...)
		for _, w := range l.Words {
			wordTraits, wordCounts, wordGrams = append(wordTraits, w.Traits...), append(wordCounts, uint16(len(w.Grams))), append(wordGrams, w.Grams...)
		}
	}
	head := []int32{int32(len(p.Lines)), int32(len(of)), int32(len(lineGrams)), int32(len(wordGrams)), int32(len(lineTraits) / len(p.Lines)), int32(len(wordTraits) / len(of))}
	return []any{head, boxes, heights, lineTraits, wordTraits, words, lineCounts, wordCounts, lineGrams, wordGrams, p.Bonds, of}
}

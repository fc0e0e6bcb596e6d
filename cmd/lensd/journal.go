package main

import (
	"bytes"
	"regexp"
	"slices"
	"sync"
)

// journal keeps the newest lines of the log for the health page. What must not leave the box's own log is left out: a set-up code,
// keys, and passwords within addresses.
type journal struct {
	secret []*regexp.Regexp

	mu    sync.Mutex
	lines []string
}

const (
	journalLines = 400
	journalWidth = 600 // bytes of a line
)

func newJournal() *journal {
	j := &journal{}
	for _, p := range []string{`(lensd_)[\w-]+`, `\b(code=)\S+`, `(://)[^/@\s]+@`, `(?i)((?:password|secret|token|key)=)(?:"[^"]*"|\S+)`} {
		j.secret = append(j.secret, regexp.MustCompile(p))
	}
	return j
}

// Write implements io.Writer; slog writes a record at a time.
func (j *journal) Write(b []byte) (int, error) {
	for line := range bytes.Lines(b) {
		line = bytes.TrimRight(line, "\n")
		for _, s := range j.secret {
			line = s.ReplaceAll(line, []byte("${1}…"))
		}
		j.mu.Lock()
		j.lines = append(j.lines, string(line[:min(len(line), journalWidth)]))
		j.lines = j.lines[max(0, len(j.lines)-journalLines):]
		j.mu.Unlock()
	}
	return len(b), nil
}

// newest returns the lines, oldest first.
func (j *journal) newest() []string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return slices.Clone(j.lines)
}

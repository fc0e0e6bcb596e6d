package station

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"lensd/extract"
	"lensd/extract/meter/gate"
)

// documentJudge accepts every document of which each field is sure enough, and reports a repeat of one within its window as a
// duplicate.
type documentJudge struct {
	window time.Duration
	least  float64
	mem    documentMemory
	// mono dates the entries of this life of the daemon; those of an earlier one are dated by the wall.
	mono map[string]time.Time
}

// documentMemory holds the documents of the window, newest last.
type documentMemory struct {
	Seen   []seen `json:"seen"`
	newest string
	mono   time.Time
}

type seen struct {
	Key  string    `json:"key"`
	ID   uint64    `json:"id"`
	Wall time.Time `json:"wall"`
}

// maxSeen bounds the memory, which is stored with every reading.
const maxSeen = 64

// NewDocumentJudge returns the judge for documents; window is how long a repeat counts as the same, 0: never; a document with
// a field whose confidence is below least is for a person to check.
func NewDocumentJudge(window time.Duration, least float64) Judge {
	return &documentJudge{window: window, least: least, mono: map[string]time.Time{}}
}

func (j *documentJudge) Judge(r extract.Result, at Moment) (Verdict, Memory) {
	key := identity(r)
	if key == "" {
		return Verdict{Reason: string(extract.KindNotFound)}, j.mem
	}
	i := slices.IndexFunc(j.mem.Seen, func(s seen) bool { return s.Key == key })
	if j.window > 0 && i >= 0 && j.age(j.mem.Seen[i], at) <= j.window {
		return Verdict{Reason: "duplicate", DuplicateOf: j.mem.Seen[i].ID}, j.mem
	}
	if doubtful(r, j.least) {
		return Verdict{Reason: string(gate.LowConfidence)}, j.mem // not remembered: a better look at it is no repeat
	}
	next := documentMemory{newest: key, mono: at.Mono}
	for _, s := range j.mem.Seen {
		if s.Key != key {
			next.Seen = append(next.Seen, s)
		}
	}
	next.Seen = append(next.Seen, seen{Key: key, Wall: at.Wall})
	next.Seen = next.Seen[max(0, len(next.Seen)-maxSeen):]
	return Verdict{Accepted: true}, next
}

// doubtful says that a field is less sure than least. What has no fields, a table or a bare parcel number, has no doubts.
func doubtful(r extract.Result, least float64) bool {
	for _, p := range r.Pages {
		for _, it := range p.Items {
			if slices.ContainsFunc(it.Fields, func(f extract.Field) bool { return f.Value != "" && f.Confidence < least }) {
				return true
			}
		}
	}
	return false
}

// age of an entry, by the monotonic clock where it is from this life of the daemon.
func (j *documentJudge) age(s seen, at Moment) time.Duration {
	if m, ok := j.mono[s.Key]; ok {
		return at.Mono.Sub(m)
	}
	return at.Wall.Sub(s.Wall).Abs()
}

// Correct accepts any value: what a person says of a document is kept as it is.
func (j *documentJudge) Correct(uint64, string, Moment) (Verdict, Memory, error) {
	return Verdict{Reason: "correction"}, j.mem, nil
}

func (j *documentJudge) Keep(m Memory, id uint64) {
	mem, ok := m.(documentMemory)
	if !ok || mem.newest == "" {
		return
	}
	j.mem = mem.named(id)
	j.mono[mem.newest] = mem.mono
	for k := range j.mono {
		if !slices.ContainsFunc(j.mem.Seen, func(s seen) bool { return s.Key == k }) {
			delete(j.mono, k)
		}
	}
}

// named gives the newest entry the id that its reading got.
func (m documentMemory) named(id uint64) documentMemory {
	m.Seen = slices.Clone(m.Seen)
	for i := range m.Seen {
		if m.Seen[i].Key == m.newest && m.Seen[i].ID == 0 {
			m.Seen[i].ID = id
		}
	}
	m.newest = ""
	return m
}

func (j *documentJudge) Encode(m Memory, id uint64) (json.RawMessage, error) {
	mem, _ := m.(documentMemory)
	return json.Marshal(mem.named(id))
}

// Load drops entries in clear, which versions before the hashes wrote.
func (j *documentJudge) Load(raw json.RawMessage) error {
	err := json.Unmarshal(raw, &j.mem)
	j.mem.Seen = slices.DeleteFunc(j.mem.Seen, func(s seen) bool { return len(s.Key) != hex.EncodedLen(sha256.Size) })
	return err
}

// identity is what makes two readings the same document: its tracking number, else all that was read of it, with
// case and spaces left out, which differ between two looks at one paper.
func identity(r extract.Result) string {
	var parts []string
	for _, p := range r.Pages {
		for _, it := range p.Items {
			if it.Tracking != nil && it.Tracking.Number != "" {
				return hashed("tracking:" + it.Tracking.Number)
			}
			for _, f := range it.Fields {
				if f.Value != "" {
					parts = append(parts, f.Name+"="+strings.ToLower(strings.Join(strings.Fields(f.Value), "")))
				}
			}
			for _, t := range it.Tables {
				for _, c := range t.Cells {
					parts = append(parts, c.Text)
				}
			}
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return hashed(strings.Join(parts, "\n"))
}

// hashed keeps what stands in a document out of the judge's memory, which outlives the reading.
func hashed(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

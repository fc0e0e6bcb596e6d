// Package fleet is what many boxes have in common: what each tells of itself, and the configuration that their owner signs for all.
package fleet

import (
	"encoding/json"
	"path"
	"slices"
	"strings"
	"time"
)

// About is what a box tells of itself, retained at the broker. Members may be added, never changed.
type About struct {
	Box         string    `json:"box"`
	Name        string    `json:"name"`
	Version     string    `json:"version"`
	At          time.Time `json:"at"`    // when it was said
	Clock       string    `json:"clock"` // synced or unsynced
	Started     time.Time `json:"started"`
	Stations    []Station `json:"stations"`
	Problems    []string  `json:"problems"`
	Queue       int       `json:"queue"`                 // documents that wait for a reader
	Outbox      int       `json:"outbox"`                // readings that wait for the broker
	DiskFree    uint64    `json:"disk_free"`             // bytes, where the state is
	DiskSize    uint64    `json:"disk_size"`             // bytes
	Temperature *float64  `json:"temperature,omitempty"` // of the processor in °C, where the box can tell
	Config      Report    `json:"config"`
}

// Station is one station in a line.
type Station struct {
	Name    string     `json:"name"`
	Kind    string     `json:"kind"`
	State   string     `json:"state"`
	Online  bool       `json:"online"`
	Message string     `json:"message,omitempty"`
	Last    *time.Time `json:"last,omitempty"` // reading
	Good    bool       `json:"accepted"`       // that reading was
}

// Report says which of its owner's configurations a box has.
type Report struct {
	InUse   uint64   `json:"in_use"`            // version; 0: none
	Waits   uint64   `json:"waits,omitempty"`   // version that is not for this box yet
	Trying  uint64   `json:"trying,omitempty"`  // version on trial
	Refused *Refusal `json:"refused,omitempty"` // the newest, unless a later one was taken
}

// Refusal says why a configuration is not in use.
type Refusal struct {
	Version uint64    `json:"version"` // 0: of what nobody can say
	Reason  string    `json:"reason"`
	At      time.Time `json:"at"`
}

// Box is a box as its broker knows it.
type Box struct {
	ID     string `json:"id"`
	Online bool   `json:"online"`
	About  *About `json:"about,omitempty"` // nil: it has told nothing, or in a form that is not ours
}

// Boxes reads the retained topics of all boxes, in the order of their ids.
func Boxes(topics map[string][]byte) []Box {
	by := map[string]*Box{}
	for topic, payload := range topics {
		dir, leaf := path.Split(topic)
		id := path.Base(dir)
		if by[id] == nil {
			by[id] = &Box{ID: id}
		}
		switch leaf {
		case "status":
			by[id].Online = string(payload) == "online"
		case "about":
			var a About
			if json.Unmarshal(payload, &a) == nil && a.Box == id {
				by[id].About = &a
			}
		}
	}
	out := []Box{}
	for _, b := range by {
		out = append(out, *b)
	}
	slices.SortFunc(out, func(a, b Box) int { return strings.Compare(a.ID, b.ID) })
	return out
}

// Troubles are what is wrong with a box, in words for its owner; none for one that is well.
func (b Box) Troubles() []string {
	var out []string
	if !b.Online {
		out = append(out, "offline")
	}
	if b.About == nil {
		return out
	}
	out = append(out, b.About.Problems...)
	if r := b.About.Config.Refused; r != nil {
		out = append(out, "configuration refused: "+r.Reason)
	}
	return out
}

package httpapi

import (
	"bytes"
	"encoding/json"
	"strings"
)

// headline is a reading in one line: the counter's digits, or a document's members as name=value in their order.
func headline(r Reading) string {
	var numbers struct {
		Numbers struct {
			Value string `json:"value"`
		} `json:"numbers"`
	}
	if json.Unmarshal(r.Data, &numbers) == nil && numbers.Numbers.Value != "" {
		return numbers.Numbers.Value
	}
	elements := []string{strings.Join(members(r.Data), "; ")}
	for _, data := range r.More {
		elements = append(elements, strings.Join(members(data), "; "))
	}
	return strings.Join(elements, " | ")
}

// members lists the filled field results of a data element in their order.
func members(data json.RawMessage) []string {
	d := json.NewDecoder(bytes.NewReader(data))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil
	}
	var out []string
	for d.More() {
		name, err := d.Token()
		var raw json.RawMessage
		if err != nil || d.Decode(&raw) != nil {
			return out
		}
		var f struct {
			Value string `json:"value"`
		}
		if json.Unmarshal(raw, &f) == nil && f.Value != "" {
			out = append(out, name.(string)+"="+f.Value)
		}
	}
	return out
}

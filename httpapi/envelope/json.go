package envelope

import (
	"bytes"
	"encoding/json"
	"math"
	"strconv"
	"strings"
)

// object is a JSON object that keeps the order of its members, so that answers read like the documented samples.
type object []member

type member struct {
	name  string
	value any
}

// set appends a member.
func (o *object) set(name string, value any) { *o = append(*o, member{name, value}) }

// MarshalJSON writes the members in their order.
func (o object) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, m := range o {
		if i > 0 {
			b.WriteByte(',')
		}
		name, err := Marshal(m.name)
		if err != nil {
			return nil, err
		}
		value, err := Marshal(m.value)
		if err != nil {
			return nil, err
		}
		b.Write(name)
		b.WriteByte(':')
		b.Write(value)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// Marshal is json.Marshal without the escapes for HTML: a machine-readable zone is full of '<'.
func Marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimRight(b.Bytes(), "\n"), nil
}

// decimal is a number that is always written with a point, as clients in typed languages expect of -1.0 and 0.0.
type decimal float64

// MarshalJSON writes at most six decimals; a value that JSON cannot carry becomes 0.0.
func (d decimal) MarshalJSON() ([]byte, error) {
	f := float64(d)
	if math.IsNaN(f) || math.IsInf(f, 0) {
		f = 0
	}
	s := strconv.FormatFloat(math.Round(f*1e6)/1e6, 'f', -1, 64)
	if s == "-0" {
		s = "0"
	}
	if !strings.Contains(s, ".") {
		s += ".0"
	}
	return []byte(s), nil
}

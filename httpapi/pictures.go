package httpapi

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// badPicture is an image member that is no base64.
type badPicture struct{ error }

// pictures is the image member: one base64 text or a list of them, each plain, URL-safe, wrapped in lines or as data: URI.
type pictures [][]byte

// UnmarshalJSON decodes straight from the body, so that a large picture exists twice and not four times in memory. An element
// of a list that is no base64 becomes an empty page, which the reader reports as that page's error; null counts as absent.
func (p *pictures) UnmarshalJSON(b []byte) error {
	switch {
	case bytes.Equal(b, []byte("null")):
		return nil
	case b[0] == '"':
		one, err := pictureOf(b)
		*p = pictures{one}
		return err
	case b[0] != '[':
		return errors.New("image must be a base64 string or a list of such strings")
	case bytes.Count(b, []byte{','}) > 2*maxInputs: // one between two elements, and one in a data: URI
		return badPicture{fmt.Errorf("image is a list of more than %d elements", maxInputs)}
	}
	var many []pictureText
	if err := json.Unmarshal(b, &many); err != nil {
		return err
	}
	var first error
	good := false
	for _, m := range many {
		if m.absent {
			continue
		}
		*p = append(*p, m.bytes)
		good = good || m.err == nil
		if first == nil {
			first = m.err
		}
	}
	if good || first == nil {
		return nil
	}
	return badPicture{fmt.Errorf("no element of image can be used: %w", first)}
}

// pictureText is one element of a list.
type pictureText struct {
	bytes  []byte
	err    error // why bytes is empty
	absent bool
}

// UnmarshalJSON decodes one element of a list.
func (p *pictureText) UnmarshalJSON(b []byte) error {
	switch {
	case bytes.Equal(b, []byte("null")):
		p.absent = true
		return nil
	case b[0] != '"':
		return errors.New("each element of image must be a base64 string")
	}
	p.bytes, p.err = pictureOf(b)
	if p.err != nil {
		p.bytes = []byte{}
	}
	return nil
}

// pictureOf decodes the JSON string b, quotes included.
func pictureOf(b []byte) ([]byte, error) {
	text := b[1 : len(b)-1]
	if bytes.IndexByte(text, '\\') >= 0 { // \n, \/ and the like
		var s string
		if err := json.Unmarshal(b, &s); err != nil {
			return nil, badPicture{fmt.Errorf("image: %w", err)}
		}
		text = []byte(s)
	}
	return decodeBase64(text)
}

// decodeBase64 takes the standard and the URL alphabet, with or without padding, with white space, after a data: URI's head.
func decodeBase64(text []byte) ([]byte, error) {
	text, err := withoutHead(text)
	if err != nil {
		return nil, err
	}
	out := make([]byte, base64.StdEncoding.DecodedLen(len(text)+3)) // room for a last group without padding
	n, err := base64.StdEncoding.Decode(out, text)
	if err != nil {
		n, err = base64.RawStdEncoding.Decode(out, plain(text))
	}
	switch {
	case err != nil:
		return nil, badPicture{fmt.Errorf("image is no base64: %w", err)}
	case n == 0:
		return nil, badPicture{errors.New("image is empty")}
	}
	return out[:n], nil
}

// withoutHead cuts "data:image/jpeg;base64," off.
func withoutHead(text []byte) ([]byte, error) {
	text = bytes.Trim(text, " \t\n\r\f\v")
	if len(text) < 5 || !strings.EqualFold(string(text[:5]), "data:") {
		return text, nil
	}
	head, rest, ok := bytes.Cut(text, []byte{','})
	if !ok || !bytes.HasSuffix(bytes.ToLower(head), []byte(";base64")) {
		return nil, badPicture{errors.New("image is a data: URI without ;base64,")}
	}
	return rest, nil
}

// plain rewrites text in the standard alphabet without white space, and without padding where it is the right amount.
func plain(text []byte) []byte {
	out := make([]byte, 0, len(text))
	for _, c := range text {
		switch c {
		case ' ', '\t', '\n', '\r', '\f', '\v':
		case '-':
			out = append(out, '+')
		case '_':
			out = append(out, '/')
		default:
			out = append(out, c)
		}
	}
	if short := bytes.TrimRight(out, "="); len(out)%4 == 0 && len(out)-len(short) <= 2 {
		return short
	}
	return out
}

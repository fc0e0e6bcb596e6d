package httpapi

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract"
	"lensd/httpapi/envelope"
)

// bytesOf holds every byte value, so that both alphabets and each padding occur.
func bytesOf(n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(i*37 + 250)
	}
	return b
}

// wrapped breaks text into lines as mail programs do.
func wrapped(text, newline string) string {
	var out strings.Builder
	for len(text) > 76 {
		out.WriteString(text[:76] + newline)
		text = text[76:]
	}
	return out.String() + text
}

func TestEveryWayToWriteBase64(t *testing.T) {
	for n := 1; n < 300; n += 7 {
		raw := bytesOf(n)
		std := base64.StdEncoding.EncodeToString(raw)
		for name, text := range map[string]string{
			"standard": std, "url-safe": base64.URLEncoding.EncodeToString(raw),
			"without padding": base64.RawStdEncoding.EncodeToString(raw), "url-safe without padding": base64.RawURLEncoding.EncodeToString(raw),
			"lines": wrapped(std, "\n"), "CRLF": wrapped(std, "\r\n"), "spaces around": "  " + std + "\n", "spaces within": strings.Join(strings.SplitAfter(std, "A"), " "),
			"data URI": "data:image/jpeg;base64," + std, "data URI in capitals": "DATA:;BASE64," + std,
			"data URI with parameters": "data:image/png;name=a.png;base64," + base64.RawURLEncoding.EncodeToString(raw),
		} {
			body, err := json.Marshal(map[string]any{"image": text})
			require.NoError(t, err)
			req, p := decodeRequest(body, everything())
			require.Nil(t, p, "%s of %d bytes: %s", name, n, text)
			require.Len(t, req.image, 1)
			assert.True(t, bytes.Equal(raw, req.image[0]), "%s of %d bytes", name, n)
		}
	}
}

// everything is an endpoint at which each member of the common body has an effect.
func everything() envelope.Endpoint {
	return envelope.Endpoint{RequestID: true, Options: []string{"return_face", "return_statement_summary", "return_datetime_iso", "pdf_password", "omit_codes"}}
}

func TestAPageThatIsNoBase64LeavesTheOthers(t *testing.T) {
	for body, want := range map[string]pictures{
		`{"image":["AAAA",""]}`:            {{0, 0, 0}, {}},
		`{"image":["!!!","AAAA","data:"]}`: {{}, {0, 0, 0}, {}},
		`{"image":[null,"AAAA",null]}`:     {{0, 0, 0}},
		`{"image":null}`:                   nil,
		`{"image":[]}`:                     nil,
	} {
		req, p := decodeRequest([]byte(body), everything())
		assert.Nil(t, p, body)
		assert.Equal(t, want, req.image, body)
	}
}

func TestMembersWithoutAnEffectAreIgnored(t *testing.T) {
	silent, face := envelope.Endpoint{}, envelope.Endpoint{Options: []string{"return_face"}, RequestID: true}
	for _, c := range []struct {
		body string
		e    envelope.Endpoint
		want request
		fail string
	}{
		{`{"option":[],"request_id":7}`, silent, request{}, ""},
		{`{"option":{"return_face":"yes"},"request_id":"mine"}`, silent, request{}, ""},
		{`{"option":[]}`, face, request{}, ""},
		{`{"option":null,"request_id":null}`, face, request{}, ""},
		{`{"option":{"return_face":null}}`, face, request{}, ""},
		{`{"option":{"return_face":true,"omit_codes":7},"request_id":"mine"}`, face, request{requestID: "mine", options: extract.Options{ReturnFace: true}}, ""},
		{`{"option":[1],"request_id":"mine"}`, face, request{requestID: "mine"}, "option must be an object"},
		{`{"option":{"return_face":"yes"}}`, face, request{}, "option.return_face must be true or false"},
		{`{"request_id":7}`, face, request{}, "request_id must be a string"},
		{`{"image":7,"request_id":"mine"}`, face, request{requestID: "mine"}, "image must be a base64 string or a list of such strings"},
	} {
		req, p := decodeRequest([]byte(c.body), c.e)
		assert.Equal(t, c.want, req, c.body)
		if c.fail == "" {
			assert.Nil(t, p, c.body)
		} else if assert.NotNil(t, p, c.body) {
			assert.Equal(t, envelope.Invalid, p.Reason)
			assert.Equal(t, c.fail, p.Detail)
		}
	}
}

func TestRefusalsAreEnglish(t *testing.T) {
	for body, want := range map[string]string{
		`{"value":[]}`: "value must not be an array", `{"value":{}}`: "value must not be an object", `{"value":1}`: "value must not be a number",
	} {
		var into correctionBody
		p := decode([]byte(body), &into)
		if assert.NotNil(t, p, body) {
			assert.Equal(t, want, p.Detail)
		}
	}
}

func TestEscapedSlashes(t *testing.T) {
	req, p := decodeRequest([]byte(`{"image":["\/\/\/\/","\u002f\u002f8=\r\n"]}`), everything())
	require.Nil(t, p)
	assert.Equal(t, pictures{{255, 255, 255}, {255, 255}}, req.image)
}

func TestWhatIsNoPicture(t *testing.T) {
	for body, want := range map[string]envelope.Reason{
		`{"image":""}`:                       envelope.BadBase64,
		`{"image":"  "}`:                     envelope.BadBase64,
		`{"image":"A"}`:                      envelope.BadBase64,
		`{"image":"AAA*"}`:                   envelope.BadBase64,
		`{"image":"AA=A"}`:                   envelope.BadBase64,
		`{"image":"AA="}`:                    envelope.BadBase64,
		`{"image":"AA==="}`:                  envelope.BadBase64,
		`{"image":"A-A==="}`:                 envelope.BadBase64,
		`{"image":"data:image/png,AAAA"}`:    envelope.BadBase64,
		`{"image":"data:image/png;base64"}`:  envelope.BadBase64,
		`{"image":"data:image/png;base64,"}`: envelope.BadBase64,
		`{"image":["",""]}`:                  envelope.BadBase64,
		`{"image":["AA*A","="]}`:             envelope.BadBase64,
		`{"image":[` + strings.Repeat(`"AAAA",`, 2500) + `"AAAA"]}`:        envelope.BadBase64,
		`{"image":["AAAA",["AAAA"]]}`:                                      envelope.Invalid,
		`{"image":true}`:                                                   envelope.Invalid,
		`{"image":{"a":1}}`:                                                envelope.Invalid,
		`{"image":"AAAA","option":7}`:                                      envelope.Invalid,
		`{"image":"AAAA","option":{"return_face":1}}`:                      envelope.Invalid,
		`{"image":"AAAA","request_id":{}}`:                                 envelope.Invalid,
		`{"image":"AAAA","request_id":"a\u0000b"}`:                         envelope.Invalid,
		`{"image":"AAAA","request_id":"` + strings.Repeat("x", 129) + `"}`: envelope.Invalid,
		`[]`: envelope.Invalid, `7`: envelope.Invalid,
		``: envelope.Malformed, `{`: envelope.Malformed, `{"image":"AAAA"} x`: envelope.Malformed, "\xff": envelope.Malformed,
		strings.Repeat("[", 10001) + strings.Repeat("]", 10001): envelope.Malformed,
	} {
		_, p := decodeRequest([]byte(body), everything())
		if assert.NotNil(t, p, body) {
			assert.Equal(t, want, p.Reason, body)
		}
	}
}

// FuzzBody feeds any bytes as a body: nothing panics, and what is accepted decodes to what base64 says.
func FuzzBody(f *testing.F) {
	for _, s := range []string{`{"image":"aGVsbG8="}`, `{"image":["aGVsbG8","data:;base64,_-8"],"request_id":"x","option":{"return_face":true}}`,
		`{"image":"\/\/\/\/"}`, `{"image":17}`, `{"image":"A=="}`, `{"option":null,"image":" \r\n "}`, `[[[[`, `{"image":"data:,"}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		req, p := decodeRequest(body, everything())
		if p != nil {
			if p.Reason == "" || p.Detail == "" {
				t.Fatalf("a refusal without a reason: %+v", p)
			}
			return
		}
		for _, in := range req.image {
			if len(in) == 0 && len(req.image) == 1 || len(in) > len(body) {
				t.Fatalf("%d bytes out of a body of %d", len(in), len(body))
			}
		}
		if len(req.requestID) > 128 {
			t.Fatal("a request_id that is too long was taken")
		}
	})
}

package shared

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/device/uplink/share"
	"lensd/extract"
)

func TestDocumentsArriveAsTheyWereSent(t *testing.T) {
	for name, doc := range map[string]extract.Document{
		"one picture":    {Kind: extract.WaterMeter, Inputs: [][]byte{[]byte("jpeg")}, Options: extract.Options{MaxPages: 3}},
		"several":        {Kind: extract.BankStatement, Inputs: [][]byte{[]byte("a"), []byte("bcd"), []byte("ef")}, Options: extract.Options{MaxPages: 9, ReturnStatementSummary: true, PDFPassword: "ลับ"}},
		"a box's limits": {Kind: extract.Passport, Inputs: [][]byte{[]byte("x")}, Options: extract.Options{MaxPages: 10, ReturnFace: true}},
	} {
		words, body, err := Pack(doc)
		require.NoError(t, err, name)
		got, err := Unpack(words, body, 10)
		require.NoError(t, err, name)
		assert.Equal(t, doc, got, name)
	}
	got, err := Unpack(map[string]string{"kind": "water-meter"}, []byte("jpeg"), 10)
	require.NoError(t, err, "a camera of another make names the kind alone")
	assert.Equal(t, extract.Document{Kind: extract.WaterMeter, Inputs: [][]byte{[]byte("jpeg")}, Options: extract.Options{MaxPages: 10}}, got)
}

func TestMalformedDocumentsAreRefused(t *testing.T) {
	for name, words := range map[string]map[string]string{
		"no kind":            {},
		"options no JSON":    {"kind": "passport", "options": "{"},
		"parts too long":     {"kind": "passport", "parts": "3,3"},
		"parts too short":    {"kind": "passport", "parts": "1,1"},
		"parts negative":     {"kind": "passport", "parts": "-1,6"},
		"parts empty":        {"kind": "passport", "parts": ""},
		"parts no number":    {"kind": "passport", "parts": "5,x"},
		"parts beyond count": {"kind": "passport", "parts": "99999999999999999999"},
	} {
		_, err := Unpack(words, []byte("12345"), 10)
		assert.ErrorIs(t, err, errMalformed, name)
	}
}

// between joins an asker to a worker without a broker.
type between struct{ work share.Work }

func (b between) Ask(ctx context.Context, q share.Ask) ([]byte, error) {
	answer, state := b.work(ctx, share.Task{Words: q.Words, Body: q.Body})
	switch state {
	case share.Done:
		return answer, nil
	case share.Died:
		return nil, &share.Poison{Boxes: []string{"a", "b", "c"}}
	}
	return nil, share.ErrNobody
}

func reading(err error) extract.Reader {
	return extract.ReaderFunc(func(_ context.Context, doc extract.Document) (extract.Result, error) {
		if err != nil {
			return extract.Result{}, err
		}
		m := &extract.Meter{Value: "0012" + string(doc.Inputs[0]), Confidence: 0.9}
		return extract.Result{Kind: doc.Kind, Pages: []extract.Page{{Number: 1, Items: []extract.Item{{Meter: m}}}}}, nil
	})
}

func TestAReadingElsewhereIsTheSame(t *testing.T) {
	kinds := []extract.Kind{extract.WaterMeter}
	doc := extract.Document{Kind: extract.WaterMeter, Inputs: [][]byte{[]byte("34")}}
	want, err := reading(nil).Read(context.Background(), doc)
	require.NoError(t, err)
	got, err := Others(between{Work(reading(nil), kinds, 30, time.Minute)}, "cellar", 0).Read(context.Background(), doc)
	require.NoError(t, err)
	assert.Equal(t, want, got)
	for name, c := range map[string]struct {
		err   error
		kinds []extract.Kind
		want  extract.ErrorKind
	}{
		"not found":       {extract.Errorf(extract.KindNotFound, "no counter"), kinds, extract.KindNotFound},
		"busy":            {extract.Errorf(extract.KindBusy, "busy"), kinds, extract.KindBusy},
		"no readers":      {extract.Errorf(extract.KindUnavailable, "none"), kinds, extract.KindBusy},
		"crashed":         {extract.Errorf(extract.KindCrashed, "died"), kinds, extract.KindCrashed},
		"too slow":        {extract.Errorf(extract.KindTimeout, "slow"), kinds, extract.KindCrashed},
		"another's error": {errors.New("secret path"), kinds, extract.KindInternal},
		"an unknown kind": {nil, nil, extract.KindBusy},
	} {
		_, err := Others(between{Work(reading(c.err), c.kinds, 30, time.Minute)}, "cellar", 0).Read(context.Background(), doc)
		assert.Equal(t, c.want, extract.KindOf(err), name)
		assert.NotContains(t, err.Error(), "secret", name)
	}
}

func TestAnswersThatAreNoneAreRefused(t *testing.T) {
	for _, text := range []string{"", "{", "{}", `{"result":{"kind":"passport","pages":[{}]}}`, `{"result":{"kind":"water-meter"}}`,
		`{"error":{}}`, `{"result":{"kind":"water-meter","pages":[{}]},"error":{"kind":"busy"}}`} {
		_, err := decode([]byte(text), extract.WaterMeter)
		assert.Equal(t, extract.KindInternal, extract.KindOf(err), text)
	}
}

func TestWhatIsTooMuchHereIsReadElsewhere(t *testing.T) {
	doc := extract.Document{Kind: extract.WaterMeter, Inputs: [][]byte{[]byte("34")}}
	full, broken := reading(extract.Errorf(extract.KindBusy, "full")), reading(extract.Errorf(extract.KindUndecodable, "broken"))
	_, err := Or(full, reading(nil)).Read(context.Background(), doc)
	require.NoError(t, err)
	_, err = Or(broken, reading(nil)).Read(context.Background(), doc)
	assert.Equal(t, extract.KindUndecodable, extract.KindOf(err), "another box would say the same")
	_, err = Or(full, full).Read(context.Background(), doc)
	assert.Equal(t, extract.KindBusy, extract.KindOf(err))
}

func FuzzUnpack(f *testing.F) {
	f.Add("water-meter", `{"max_pages":3}`, "2,3", []byte("12345"))
	f.Add("passport", `{"return_face":true}`, "5", []byte("12345"))
	f.Add("", "{", "-1,99999999999999999999", []byte{})
	f.Fuzz(func(t *testing.T, kind, options, parts string, body []byte) {
		doc, err := Unpack(map[string]string{"kind": kind, "options": options, "parts": parts}, body, 10)
		if err == nil {
			sum := 0
			for _, in := range doc.Inputs {
				sum += len(in)
			}
			if sum != len(body) || doc.Options.MaxPages > 10 || doc.Options.MaxPages < 1 {
				t.Fatalf("%d of %d bytes, %d pages", sum, len(body), doc.Options.MaxPages)
			}
		}
		_, _ = decode(body, extract.WaterMeter)
	})
}

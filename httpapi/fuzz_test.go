package httpapi

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"
)

// FuzzQuery: whatever stands behind the question mark, the limits hold.
func FuzzQuery(f *testing.F) {
	for _, s := range []string{"", "station=cellar&limit=5", "since=2026-01-31T08:00:00Z", "since=1", "before=18446744073709551615", "limit=-1", "limit=1001", "x=1", "since="} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		v, err := url.ParseQuery(raw)
		if err != nil {
			return
		}
		q, p := query(v)
		if p == nil && (q.Limit < 1 || q.Limit > mostReadings || q.Before >= 1<<53) {
			t.Fatalf("%q gave %+v", raw, q)
		}
	})
}

// FuzzCookie: nothing but our own signature opens the door.
func FuzzCookie(f *testing.F) {
	k := Key{Name: "desk", Hash: [32]byte{1}}
	s := sessions{secret: []byte("secret"), now: func() time.Time { return time.Unix(1e9, 0) }, ended: newEnded(nil)}
	good := s.token(k)
	for _, seed := range []string{good, "", "..", "ZGVzaw.99999999999.", strings.ToUpper(good), good + "."} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, value string) {
		r := &http.Request{Header: http.Header{"Cookie": {cookieName + "=" + value}}}
		c, err := r.Cookie(cookieName)
		if _, ok := s.find([]Key{k}, r); ok && (err != nil || c.Value != good) {
			t.Fatalf("%q let somebody in", value)
		}
	})
}

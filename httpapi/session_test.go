package httpapi

import (
	"crypto/sha256"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestSessionsLiveAsLongAsTheirKey(t *testing.T) {
	clock := time.Unix(1e9, 0)
	s := sessions{secret: []byte("s"), now: func() time.Time { return clock }, ended: newEnded(nil)}
	desk, other := Key{"desk", sha256.Sum256([]byte("1")), Read}, Key{"other.name", sha256.Sum256([]byte("2")), Read}
	ask := func(token string) *http.Request {
		r, _ := http.NewRequest("GET", "/", nil)
		r.AddCookie(&http.Cookie{Name: cookieName, Value: token})
		return r
	}
	for _, k := range []Key{desk, other} {
		found, ok := s.find([]Key{desk, other}, ask(s.token(k)))
		assert.True(t, ok)
		assert.Equal(t, k, found)
	}
	token := s.token(desk)
	renewed := Key{"desk", sha256.Sum256([]byte("3")), Read}
	part := strings.Split(token, ".")
	for name, c := range map[string]struct {
		keys  []Key
		token string
		s     sessions
	}{
		"revoked":        {[]Key{other}, token, s},
		"another key":    {[]Key{renewed}, token, s},
		"another secret": {[]Key{desk}, token, sessions{[]byte("t"), s.now, newEnded(nil)}},
		"longer life":    {[]Key{desk}, part[0] + ".99999999999." + part[2], s},
		"another name":   {[]Key{desk, other}, "b3RoZXIubmFtZQ." + part[1] + "." + part[2], s},
		"no signature":   {[]Key{desk}, part[0] + "." + part[1] + ".", s},
		"nothing":        {[]Key{desk}, "", s},
	} {
		_, ok := c.s.find(c.keys, ask(c.token))
		assert.False(t, ok, name)
	}
	clock = clock.Add(sessionLifetime)
	_, ok := s.find([]Key{desk}, ask(token))
	assert.False(t, ok, "expired")
}

func TestKeys(t *testing.T) {
	clear, made, err := NewKey("desk", Read)
	require.NoError(t, err)
	assert.GreaterOrEqual(t, len(clear), 32)
	k, ok := match([]Key{{Name: "a"}, made, {Name: "b"}}, clear)
	assert.True(t, ok)
	assert.Equal(t, "desk", k.Name)
	_, ok = match([]Key{made}, clear[:len(clear)-1])
	assert.False(t, ok)
	_, ok = match([]Key{made}, "")
	assert.False(t, ok)

	inClear, err := ParseKey("n", "long-enough")
	require.NoError(t, err)
	hashed, err := ParseKey("n", "sha256:eba0e55d9d03b1b6ccbb0ad05a1f7e44b4a9a3a4a2b6f5c3bf0c6bb1d3d3e9a7")
	require.NoError(t, err)
	assert.NotEqual(t, inClear.Hash, hashed.Hash)
	for _, bad := range []string{"", "short", "sha256:", "sha256:xyz", "sha256:00"} {
		_, err := ParseKey("n", bad)
		assert.Error(t, err, bad)
	}
	_, _, err = NewKey("", Read)
	assert.Error(t, err)
}

type memory struct{ b []byte }

func (m *memory) Load() ([]byte, error) { return m.b, nil }
func (m *memory) Save(b []byte) error   { m.b = b; return nil }

func TestEndedSessionsStayEnded(t *testing.T) {
	m := &memory{}
	now := time.Unix(1e9, 0)
	e := newEnded(m)
	require.NoError(t, e.add("cookie", now.Unix()+60, now))
	assert.True(t, e.has("cookie"))
	assert.False(t, e.has("another"))
	assert.True(t, newEnded(m).has("cookie"), "over a restart too")
	require.NoError(t, e.add("later", now.Unix()+120, now.Add(61*time.Second)))
	assert.False(t, e.has("cookie"), "it has expired by itself")
	crowd := newEnded(nil)
	for i := range int64(mostEnded + 10) {
		require.NoError(t, crowd.add(strconv.FormatInt(i, 10), now.Unix()+i+1, now))
	}
	assert.Len(t, crowd.until, mostEnded)
	assert.False(t, crowd.has("0"))
	assert.False(t, newEnded(&memory{[]byte("null")}).has("x"))
}

package httpapi

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strconv"
	"strings"
	"time"

	"lensd/httpapi/envelope"
)

const (
	cookieName      = "lensd_session"
	sessionLifetime = 30 * 24 * time.Hour // an operator's screen should not ask every morning
)

// sessions lets pages in without keeping the key in the browser: a cookie names the key and is signed with it, so that
// revoking the key ends its sessions.
type sessions struct {
	secret []byte
	now    func() time.Time
	ended  *ended
}

func (s sessions) sign(k Key, expires int64) string {
	m := hmac.New(sha256.New, s.secret)
	m.Write(k.Hash[:])
	m.Write([]byte(strconv.FormatInt(expires, 10)))
	return base64.RawURLEncoding.EncodeToString(m.Sum(nil))
}

// token returns a cookie value for k.
func (s sessions) token(k Key) string { return s.tokenUntil(k, s.now().Add(sessionLifetime).Unix()) }

func (s sessions) tokenUntil(k Key, expires int64) string {
	name := base64.RawURLEncoding.EncodeToString([]byte(k.Name))
	return name + "." + strconv.FormatInt(expires, 10) + "." + s.sign(k, expires)
}

// find returns the key that the request's cookie was signed for.
func (s sessions) find(keys []Key, r *http.Request) (Key, bool) {
	k, _, ok := s.read(keys, r)
	return k, ok
}

// read is find, and tells when the cookie expires (Unix seconds).
func (s sessions) read(keys []Key, r *http.Request) (k Key, expires int64, ok bool) {
	c, err := r.Cookie(cookieName)
	if err != nil || s.ended.has(c.Value) {
		return Key{}, 0, false
	}
	part := strings.Split(c.Value, ".")
	if len(part) != 3 {
		return Key{}, 0, false
	}
	name, err := base64.RawURLEncoding.DecodeString(part[0])
	expires, err2 := strconv.ParseInt(part[1], 10, 64)
	if err != nil || err2 != nil || s.now().Unix() >= expires {
		return Key{}, 0, false
	}
	for _, k := range keys {
		// the whole value is compared, so that no second spelling of it is valid
		if k.Name == string(name) && hmac.Equal([]byte(s.tokenUntil(k, expires)), []byte(c.Value)) {
			return k, expires, true
		}
	}
	return Key{}, 0, false
}

// cookie carries token; SameSite=Strict keeps other sites from using it.
func (s *Server) cookie(token string, age int) *http.Cookie {
	return &http.Cookie{Name: cookieName, Value: token, Path: or(s.cfg.BasePath, "/"), MaxAge: age, HttpOnly: true,
		Secure: s.cfg.TLSCert != "", SameSite: http.SameSiteStrictMode}
}

// signIn exchanges a key for a cookie: POST /v1/session {"key": "…"}. The key passes the same gate as in a header.
func (s *Server) signIn(w http.ResponseWriter, r *http.Request) {
	var body struct {
		Key string `json:"key"`
	}
	h := s.hold(r.Context())
	defer h.release()
	data, p := s.readJSON(w, r, h, 4<<10)
	if p == nil {
		p = decode(data, &body)
	}
	if p != nil {
		s.fail(w, r, *p)
		return
	}
	k, p := s.admit(r, body.Key)
	if p != nil {
		s.fail(w, r, *p)
		return
	}
	http.SetCookie(w, s.cookie(s.sessions.token(k), int(sessionLifetime.Seconds())))
	writeJSON(w, http.StatusOK, map[string]string{"name": k.Name})
}

// signedIn tells the page who it is: GET /v1/session.
func (s *Server) signedIn(w http.ResponseWriter, r *http.Request) {
	writeJSON(w, http.StatusOK, map[string]any{"name": keyName(r.Context()), "box": s.cfg.Box})
}

// signOut ends the session on the box and drops the cookie: DELETE /v1/session.
func (s *Server) signOut(w http.ResponseWriter, r *http.Request) {
	if _, expires, ok := s.sessions.read(s.keys(), r); ok {
		c, _ := r.Cookie(cookieName) // read found it
		if err := s.sessions.ended.add(c.Value, expires, s.sessions.now()); err != nil {
			s.log(r).Warn("a restart forgets that this session was ended", "error", err)
		}
	}
	http.SetCookie(w, s.cookie("", -1))
	w.WriteHeader(http.StatusNoContent)
}

func writeJSON(w http.ResponseWriter, status int, body any) {
	b, err := envelope.Marshal(body)
	if err != nil { // every body is one of our own types; keep the status truthful if one cannot be written
		status, b = http.StatusInternalServerError, []byte(`{"status":"error"}`)
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Content-Length", strconv.Itoa(len(b)))
	w.WriteHeader(status)
	_, _ = w.Write(b) // the client may have gone; nothing is left to do
}

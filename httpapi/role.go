package httpapi

import (
	"fmt"
	"net/http"
	"strings"

	"lensd/httpapi/envelope"
)

// Role says what the holder of a key may do. Each contains those before it.
type Role int

// The roles. Nobody is the zero value: a key without a role opens nothing.
const (
	Nobody  Role = iota
	Read         // see stations, readings, pictures and figures
	Operate      // have documents and stations read, correct, push pictures
	Admin        // erase
)

// String is the role's name.
func (r Role) String() string {
	return [...]string{"nobody", "read", "operate", "admin"}[min(max(r, Nobody), Admin)]
}

// ParseRole reads a role's name.
func ParseRole(name string) (Role, error) {
	for _, r := range []Role{Read, Operate, Admin} {
		if r.String() == name {
			return r, nil
		}
	}
	return Nobody, fmt.Errorf("there is no role %q; it can be read, operate or admin", name)
}

// cutRole takes a role off the front of a configured key, "read:…"; without one a key may do everything.
func cutRole(text string) (Role, string) {
	name, rest, ok := strings.Cut(text, ":")
	if r, err := ParseRole(name); ok && err == nil {
		return r, rest
	}
	return Admin, text
}

// route is one method of one path. Role Nobody: everybody may call it, and it looks at keys itself where it does.
type route struct {
	method, path string
	role         Role
	serve        http.HandlerFunc
}

// permit says why the holder of k may not have what needs a role, or nil.
func (s *Server) permit(k Key, needs Role) *problem {
	if k.Role < needs {
		return problemOf(envelope.Forbidden, fmt.Sprintf("the key %q has the role %s; this needs %s", k.Name, k.Role, needs))
	}
	wait := s.pace.wait(k.Name)
	if wait <= 0 {
		return nil
	}
	p := problemOf(envelope.Throttled, "too many requests with this key; wait, then try again")
	p.retryAfter = int(wait.Seconds()) + 1
	return p
}

package httpapi

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract"
)

// needs is what each route asks of a key, written down a second time: a route that is not here fails the test.
func needs() map[string]Role {
	return map[string]Role{
		"GET /healthz": Nobody, "GET /readyz": Nobody, "GET /openapi.yaml": Nobody, "POST /v1/session": Nobody, "DELETE /v1/session": Nobody,
		"GET /metrics": Read, "GET /v1/session": Read, "GET /v1/stations": Read, "GET /v1/fleet": Read, "GET /v1/stations/{name}/frame": Read, "GET /v1/stations/{name}/live": Read,
		"GET /v1/stations/{name}/usage": Read, "GET /v1/readings": Read, "GET /v1/readings/{id}": Read, "GET /v1/readings/{id}/image": Read,
		"POST /v1/stations/{name}/read": Operate, "POST /v1/stations/{name}/frame": Operate, "POST /v1/readings/{id}/correction": Operate,
		"POST /passport-ocr/v2": Operate, "POST /shipping-label/v2": Operate, "POST /general-invoice/v2": Operate, "POST /bank-statement/v2": Operate,
		"POST /bank-statement/v1": Operate, "POST /shipping-invoice/v2": Operate, "POST /tawi-50/v2": Operate, "POST /water-meter/v2": Operate,
		"POST /vehicle-insurance-policy/v1": Operate, "POST /table-exraction/v1": Operate,
		"POST /v1/kinds/delivery-note": Operate, "POST /v1/pages": Operate,
		"DELETE /v1/readings": Admin,
		"GET /v1/setup":       Nobody, "POST /v1/setup/code": Nobody, "POST /v1/stations/{name}/aim": Operate,
		"GET /v1/config": Admin, "PATCH /v1/config/{section}": Admin, "PATCH /v1/config/stations/{name}": Admin, "DELETE /v1/config/stations/{name}": Admin,
		"POST /v1/config/try/camera": Admin, "POST /v1/config/try/mqtt": Admin,
		"GET /v1/log": Admin, "GET /v1/backup": Admin, "POST /v1/restore": Admin, "POST /v1/restore/confirm": Admin, "GET /v1/certificate": Admin, "POST /v1/certificate": Admin,
		"GET /v1/keys": Admin, "POST /v1/keys": Admin, "DELETE /v1/keys/{name}": Admin,
	}
}

// guardedServer has a key of each role, in clear "role-key-" and the role.
func guardedServer(t *testing.T, perMinute int) *Server {
	t.Helper()
	var keys KeyList
	for _, r := range []Role{Nobody, Read, Operate, Admin} {
		k, err := ParseKey("the "+r.String(), "role-key-"+r.String())
		require.NoError(t, err)
		k.Role = r
		keys = append(keys, k)
	}
	s, err := New(Config{Log: slog.New(slog.DiscardHandler), Keys: keys, Metrics: prometheus.NewRegistry(), PerMinute: perMinute,
		Own: []extract.OwnKind{{Name: "delivery-note"}}})
	require.NoError(t, err)
	return s
}

// call is one request, from elsewhere in the LAN.
func call(s *Server, route, key string) int {
	method, path, _ := strings.Cut(route, " ")
	path = strings.NewReplacer("{name}", "cellar", "{id}", "1").Replace(path)
	r := httptest.NewRequest(method, path, strings.NewReader(`{"key":"role-key-admin"}`))
	r.RemoteAddr = "192.168.1.7:4711"
	r.Header.Set("Content-Type", "application/json")
	if key != "" {
		r.Header.Set("X-Service-Key", key)
	}
	w := httptest.NewRecorder()
	s.Handler().ServeHTTP(w, r)
	return w.Code
}

func TestEveryRouteAsksForItsRole(t *testing.T) {
	s := guardedServer(t, 0)
	routes := map[string]bool{}
	for _, r := range s.boxRoutes() {
		routes[r.method+" "+r.path] = true
	}
	for _, e := range s.readingPaths() {
		routes["POST "+e.Path] = true
	}
	for route := range routes {
		_, known := needs()[route]
		assert.True(t, known, "%s is not in the table of roles", route)
	}
	for route, need := range needs() {
		require.True(t, routes[route], "%s is served no more", route)
		if need != Nobody {
			assert.Equal(t, http.StatusUnauthorized, call(s, route, ""), "%s without a key", route)
			assert.Equal(t, http.StatusUnauthorized, call(s, route, "wrong"), "%s with a wrong key", route)
		}
		for _, has := range []Role{Nobody, Read, Operate, Admin} {
			got := call(s, route, "role-key-"+has.String())
			if has < need {
				assert.Equal(t, http.StatusForbidden, got, "%s with the role %s", route, has)
				continue
			}
			assert.NotContains(t, []int{http.StatusUnauthorized, http.StatusForbidden, http.StatusMethodNotAllowed}, got, "%s with the role %s", route, has)
		}
	}
}

// A session may do what the key may that it was opened with.
func TestASessionHasItsKeysRole(t *testing.T) {
	s := guardedServer(t, 0)
	for _, c := range []struct {
		role Role
		want int
	}{{Read, http.StatusForbidden}, {Operate, http.StatusForbidden}, {Admin, http.StatusUnprocessableEntity}} {
		r := httptest.NewRequest("DELETE", "/v1/readings", nil)
		k, ok := match(s.keys(), "role-key-"+c.role.String())
		require.True(t, ok)
		r.AddCookie(s.cookie(s.sessions.token(k), 60))
		w := httptest.NewRecorder()
		s.Handler().ServeHTTP(w, r)
		assert.Equal(t, c.want, w.Code, c.role)
	}
}

func TestConfiguredKeysNameTheirRole(t *testing.T) {
	hash := "sha256:" + strings.Repeat("ab", 32)
	for text, want := range map[string]Role{"plain-key-1": Admin, "read:plain-key-1": Read, "operate:" + hash: Operate, "admin:" + hash: Admin, hash: Admin, "king:plain-key": Admin} {
		k, err := ParseKey("a", text)
		require.NoError(t, err, text)
		assert.Equal(t, want, k.Role, text)
	}
	_, err := ParseKey("a", "read:short")
	require.Error(t, err)
	_, err = ParseRole("king")
	require.ErrorContains(t, err, "king")
	assert.Equal(t, "nobody", Role(-3).String())
}

func TestEachKeyHasAPaceOfItsOwn(t *testing.T) {
	s := guardedServer(t, 60)
	now := time.Unix(1e9, 0)
	s.pace.now = func() time.Time { return now }
	for range leastBurst {
		require.Equal(t, http.StatusOK, call(s, "GET /v1/stations", "role-key-read"))
	}
	assert.Equal(t, http.StatusTooManyRequests, call(s, "GET /v1/stations", "role-key-read"))
	assert.Equal(t, http.StatusTooManyRequests, call(s, "GET /v1/stations", "role-key-read"), "a refused request costs nothing further")
	assert.Equal(t, http.StatusOK, call(s, "GET /v1/stations", "role-key-admin"), "another key is not held up")
	assert.Equal(t, http.StatusOK, call(s, "GET /healthz", ""), "nor is the health check")
	now = now.Add(time.Second)
	assert.Equal(t, http.StatusOK, call(s, "GET /v1/stations", "role-key-read"))
}

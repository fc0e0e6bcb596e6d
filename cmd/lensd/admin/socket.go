package admin

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"lensd/httpapi"
	"lensd/store"
)

// socketName lies in the state directory, whose mode 0700 is the access right.
const socketName = "admin.sock"

// Serve answers a Remote until ctx ends.
func Serve(ctx context.Context, stateDir string, a Admin) error {
	path, done, err := socketPath(stateDir)
	if err != nil {
		return err
	}
	defer done()
	// What a killed daemon left behind; the database's lock says that no other one lives.
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	l, err := (&net.ListenConfig{}).Listen(ctx, "unix", path)
	if err != nil {
		return fmt.Errorf("the admin socket: %w", err)
	}
	if err := os.Chmod(path, 0o600); err != nil {
		return errors.Join(err, l.Close())
	}
	srv := &http.Server{Handler: handler(a), ReadHeaderTimeout: 5 * time.Second}
	stop := context.AfterFunc(ctx, func() { _ = srv.Close() })
	defer stop()
	if err := srv.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return ctx.Err()
}

// longestPath is what the kernel takes as the name of a socket, the byte behind it included.
const longestPath = 107

// socketPath names the socket in a state directory. One whose path is too long for a socket is reached through its descriptor.
func socketPath(stateDir string) (path string, done func(), err error) {
	path = filepath.Join(stateDir, socketName)
	if len(path) <= longestPath {
		return path, func() {}, nil
	}
	dir, err := os.Open(stateDir)
	if err != nil {
		return "", nil, err
	}
	return fmt.Sprintf("/proc/self/fd/%d/%s", dir.Fd(), socketName), func() { _ = dir.Close() }, nil
}

func handler(a Admin) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /keys/{name}", func(w http.ResponseWriter, r *http.Request) {
		role, err := httpapi.ParseRole(r.URL.Query().Get("role"))
		clear := ""
		if err == nil {
			clear, err = a.AddKey(r.PathValue("name"), role)
		}
		reply(w, clear, err)
	})
	mux.HandleFunc("GET /keys", func(w http.ResponseWriter, _ *http.Request) {
		keys, err := a.Keys()
		reply(w, keys, err)
	})
	mux.HandleFunc("DELETE /keys/{name}", func(w http.ResponseWriter, r *http.Request) {
		reply(w, "", a.RevokeKey(r.PathValue("name")))
	})
	mux.HandleFunc("DELETE /readings", func(w http.ResponseWriter, r *http.Request) {
		before, err := time.Parse(time.RFC3339, r.URL.Query().Get("before"))
		var done store.Erased
		if err == nil {
			done, err = a.Erase(before)
		}
		reply(w, done, err)
	})
	mux.HandleFunc("POST /learned", func(w http.ResponseWriter, _ *http.Request) { reply(w, "", a.Learned()) })
	mux.HandleFunc("GET /backup", func(w http.ResponseWriter, _ *http.Request) { stream(w, a.Backup) })
	mux.HandleFunc("GET /samples", func(w http.ResponseWriter, _ *http.Request) { stream(w, a.Samples) })
	return mux
}

func reply(w http.ResponseWriter, v any, err error) {
	if err != nil {
		http.Error(w, err.Error(), http.StatusConflict)
		return
	}
	_ = json.NewEncoder(w).Encode(v)
}

// trailer tells the other end that a stream is whole: an aborted chunked body and a short one look alike to io.Copy users.
const trailer = "X-Whole"

func stream(w http.ResponseWriter, write func(io.Writer) error) {
	w.Header().Set("Trailer", trailer)
	if err := write(w); err != nil {
		panic(http.ErrAbortHandler)
	}
	w.Header().Set(trailer, "yes")
}

// Remote asks the daemon that serves the socket.
type Remote struct{ client http.Client }

// Dial returns a Remote, or an error when no daemon serves stateDir.
func Dial(stateDir string) (*Remote, error) {
	path, done, err := socketPath(stateDir)
	if err != nil {
		return nil, err
	}
	c, err := net.DialTimeout("unix", path, time.Second)
	if err != nil {
		done()
		return nil, err
	}
	_ = c.Close()
	// done is left to the end of the process: a Remote lives for one command.
	dial := func(ctx context.Context, _, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, "unix", path)
	}
	return &Remote{http.Client{Transport: &http.Transport{DialContext: dial}}}, nil
}

func (r *Remote) do(method, path string, out any) error {
	res, err := r.open(method, path)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	return json.NewDecoder(res.Body).Decode(out)
}

func (r *Remote) open(method, path string) (*http.Response, error) {
	req, err := http.NewRequest(method, "http://lensd"+path, nil)
	if err != nil {
		return nil, err
	}
	res, err := r.client.Do(req)
	if err != nil {
		return nil, err
	}
	if res.StatusCode != http.StatusOK {
		defer res.Body.Close()
		msg, _ := io.ReadAll(io.LimitReader(res.Body, 4096))
		return nil, errors.New(strings.TrimSpace(string(msg)))
	}
	return res, nil
}

// AddKey makes a key.
func (r *Remote) AddKey(name string, role httpapi.Role) (clear string, err error) {
	return clear, r.do(http.MethodPost, "/keys/"+url.PathEscape(name)+"?role="+role.String(), &clear)
}

// Keys lists the keys.
func (r *Remote) Keys() (keys []KeyInfo, err error) {
	return keys, r.do(http.MethodGet, "/keys", &keys)
}

// RevokeKey ends a key.
func (r *Remote) RevokeKey(name string) error {
	var nothing string
	return r.do(http.MethodDelete, "/keys/"+url.PathEscape(name), &nothing)
}

// Erase removes what was taken before a time.
func (r *Remote) Erase(before time.Time) (done store.Erased, err error) {
	return done, r.do(http.MethodDelete, "/readings?before="+url.QueryEscape(before.Format(time.RFC3339)), &done)
}

// Learned tells the daemon that new things were learned.
func (r *Remote) Learned() error {
	var nothing string
	return r.do(http.MethodPost, "/learned", &nothing)
}

// Backup copies the database.
func (r *Remote) Backup(w io.Writer) error { return r.fetch("/backup", w) }

// Samples copies the corrected readings.
func (r *Remote) Samples(w io.Writer) error { return r.fetch("/samples", w) }

func (r *Remote) fetch(path string, w io.Writer) error {
	res, err := r.open(http.MethodGet, path)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	if _, err := io.Copy(w, res.Body); err != nil {
		return err
	}
	if res.Trailer.Get(trailer) == "" {
		return errors.New("the daemon ended the copy early; see its log")
	}
	return nil
}

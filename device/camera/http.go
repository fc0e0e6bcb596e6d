package camera

import (
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/icholy/digest"
)

// HTTP is a source for cameras with a picture address: it fetches a JPEG every Interval, or, when the camera answers with an
// endless multipart stream (MJPEG), reads that. Basic and digest authentication are tried as the camera asks for them.
type HTTP struct {
	URL      string
	Username string
	Password string
	Interval time.Duration
	Timeout  time.Duration // of one snapshot, or until the head of a stream; 0: 8 s
}

// Run fetches until ctx ends or a request fails: the supervisor's back-off is the only one.
func (h HTTP) Run(ctx context.Context, emit func([]byte)) error {
	client := h.client()
	defer client.CloseIdleConnections()
	tick := time.NewTicker(h.Interval)
	defer tick.Stop()
	for {
		if err := h.fetch(ctx, client, emit); err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
		}
	}
}

func (h HTTP) timeout() time.Duration {
	if h.Timeout > 0 {
		return h.Timeout
	}
	return 8 * time.Second
}

func (h HTTP) client() *http.Client {
	transport := &http.Transport{
		Proxy:               nil, // cameras live in the LAN
		DialContext:         (&net.Dialer{Timeout: h.timeout()}).DialContext,
		TLSHandshakeTimeout: h.timeout(),
		MaxIdleConns:        1,
	}
	if h.Username == "" && h.Password == "" {
		return &http.Client{Transport: transport}
	}
	return &http.Client{Transport: &auth{
		username: h.Username, password: h.Password, plain: transport,
		digest: &digest.Transport{Username: h.Username, Password: h.Password, Transport: transport},
	}}
}

// auth sends no credentials until the camera says how it wants them: digest hides the password, so it goes first.
type auth struct {
	username, password string
	plain              http.RoundTripper
	digest             *digest.Transport
}

// RoundTrip answers a digest challenge with a digest and a basic one with the password in clear.
func (a *auth) RoundTrip(r *http.Request) (*http.Response, error) {
	res, err := a.digest.RoundTrip(r)
	if err != nil || res.StatusCode != http.StatusUnauthorized || !asksBasic(res.Header) {
		return res, err
	}
	res.Body.Close()
	again := r.Clone(r.Context())
	again.SetBasicAuth(a.username, a.password)
	return a.plain.RoundTrip(again)
}

func asksBasic(h http.Header) bool {
	for _, challenge := range h.Values("WWW-Authenticate") {
		if scheme, _, _ := strings.Cut(challenge, " "); strings.EqualFold(scheme, "basic") {
			return true
		}
	}
	return false
}

// fetch takes one snapshot, or stays with a stream until it ends.
func (h HTTP) fetch(ctx context.Context, client *http.Client, emit func([]byte)) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	// A snapshot has to be over in time as a whole; a stream only has to begin in time, then the supervisor watches it.
	deadline := time.AfterFunc(h.timeout(), cancel)
	defer deadline.Stop()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, h.URL, nil)
	if err != nil {
		return fmt.Errorf("the camera's address is wrong: %w", withoutURL(err))
	}
	req.Header.Set("Accept", "image/jpeg, multipart/x-mixed-replace")
	res, err := client.Do(req)
	if err != nil {
		return h.requestError(err)
	}
	defer res.Body.Close()
	kind, _, _ := mime.ParseMediaType(res.Header.Get("Content-Type"))
	if err := answerError(res.StatusCode); err != nil {
		return err
	}
	if strings.HasPrefix(kind, "multipart/") {
		deadline.Stop()
		if err := split(res.Body, emit); err != nil {
			return fmt.Errorf("the camera's stream broke: %w", err)
		}
		return errors.New("the camera ended its stream")
	}
	b, err := io.ReadAll(io.LimitReader(res.Body, maxJPEG+1))
	if err != nil {
		return h.requestError(err)
	}
	if err := CheckJPEG(b); err != nil {
		return fmt.Errorf("the camera's answer (%s, %d bytes) is not usable: %w", kind, len(b), err)
	}
	emit(b)
	return nil
}

func answerError(status int) error {
	switch {
	case status == http.StatusUnauthorized || status == http.StatusForbidden:
		return errors.New("the camera refuses the user name or password")
	case status == http.StatusNotFound:
		return errors.New("the camera has no picture at this address (404)")
	case status != http.StatusOK:
		return fmt.Errorf("the camera answers with status %d", status)
	}
	return nil
}

func (h HTTP) requestError(err error) error {
	if errors.Is(err, context.Canceled) {
		return fmt.Errorf("the camera gave no whole picture within %s", h.timeout())
	}
	return fmt.Errorf("the camera cannot be reached: %w", withoutURL(err))
}

// withoutURL keeps credentials that stand in an address out of messages and logs.
func withoutURL(err error) error {
	var u *url.Error
	if errors.As(err, &u) {
		return u.Err
	}
	return err
}

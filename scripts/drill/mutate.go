package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"lensd/httpapi/envelope"
)

const (
	mutations      = 1_000_000
	readOneIn      = 40 // bodies reaches a decoder with most of a picture: a reading costs a hundred refusals
	mutatingAtOnce = 6  // below what the pool takes, so that 503 stays rare
)

// mutateReport is what a million wrong bodies did.
type mutateReport struct {
	bodies   int
	took     time.Duration
	statuses map[int]int
	faults   []string // the first answers of 5xx other than 503, with what caused them
	dead     bool
	health   attacked
}

// String is a table.
func (r mutateReport) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d mutated bodies in %.0f s (%.0f a second), daemon at most %d MB, slowest health check %d ms\n", r.bodies,
		r.took.Seconds(), float64(r.bodies)/r.took.Seconds(), r.health.peak>>20, r.health.slow.Milliseconds())
	for status := range 600 {
		if n := r.statuses[status]; n > 0 {
			fmt.Fprintf(&b, "  %d: %d\n", status, n)
		}
	}
	return b.String() + strings.Join(r.faults, "\n")
}

func (r mutateReport) check() error {
	if r.dead {
		return errors.New("the daemon died")
	}
	for status, n := range r.statuses {
		if status >= 500 && status != http.StatusServiceUnavailable {
			return fmt.Errorf("%d answers of %d", n, status)
		}
	}
	return nil
}

// mutate sends wrong bodies to every endpoint: pictures and PDFs with bytes changed, cut and joined, and JSON likewise.
func mutate(ctx context.Context, p plan) (fmt.Stringer, error) {
	r := mutateReport{bodies: cmp.Or(p.readings, mutations), statuses: map[int]int{}}
	err := withTarget(ctx, p, "", func(t target) error {
		t.watch.reset()
		from := time.Now()
		t.throw(ctx, p.seed, &r)
		r.took, r.health, r.dead = time.Since(from), t.watch.told(""), t.dead()
		return r.check()
	})
	return r, err
}

// throw sends all bodies from several hands at once.
func (t target) throw(ctx context.Context, seed uint64, r *mutateReport) {
	var next atomic.Int64
	var mu sync.Mutex
	var wg sync.WaitGroup
	for hand := range mutatingAtOnce {
		wg.Go(func() {
			m := mutator{rand.New(rand.NewPCG(seed, uint64(hand))), seeds()}
			for next.Add(1) <= int64(r.bodies) && ctx.Err() == nil && !t.dead() {
				path, kind, body := m.request()
				status, err := t.send(ctx, path, kind, body)
				mu.Lock()
				if r.statuses[status]++; status >= 500 && status != http.StatusServiceUnavailable && len(r.faults) < 20 || err != nil && len(r.faults) < 20 {
					r.faults = append(r.faults, fmt.Sprintf("%s: %d %v: %.2000q", path, status, err, body))
				}
				mu.Unlock()
			}
		})
	}
	wg.Wait()
}

// mutator makes wrong requests of sound ones.
type mutator struct {
	*rand.Rand
	pictures [][]byte
}

// request makes the next one.
func (m mutator) request() (path, kind string, body []byte) {
	all := envelope.Endpoints()
	switch path = all[m.IntN(len(all))].Path; m.IntN(12) {
	case 0:
		return "/v1/stations/desk/frame", "image/jpeg", m.mutated(m.picture())
	case 1:
		return fmt.Sprintf("/v1/readings/%d/correction", m.IntN(3)), "application/json", m.mutated([]byte(`{"value":"00123.4","by":"x"}`))
	case 2:
		return "/v1/session", "application/json", m.mutated([]byte(`{"key":"` + drillKey + `"}`))
	}
	if m.IntN(readOneIn) > 0 { // refused by the API or by the first look at the picture
		return path, "application/json", m.mutated(m.mutated(fmt.Appendf(nil, `{"image":["%s"],"request_id":"a1","option":{"return_face":true,"pdf_password":"x"}}`,
			base64.StdEncoding.EncodeToString(m.picture()[:m.IntN(12)]))))
	}
	var images []string
	for range 1 + m.IntN(2)*m.IntN(4) {
		p := m.picture()
		if m.IntN(4) > 0 {
			p = m.mutated(p)
		}
		images = append(images, base64.StdEncoding.EncodeToString(p))
	}
	text := `"` + images[0] + `"`
	if len(images) > 1 {
		text = `["` + strings.Join(images, `","`) + `"]`
	}
	body = []byte(`{"image":` + text + `,"request_id":"a1","option":{"return_face":true,"pdf_password":"x","return_datetime_iso":false}}`)
	if m.IntN(3) == 0 {
		body = m.mutated(body)
	}
	return path, "application/json", body
}

func (m mutator) picture() []byte { return m.pictures[m.IntN(len(m.pictures))] }

// mutated changes a copy in one to four places.
func (m mutator) mutated(b []byte) []byte {
	b = bytes.Clone(b)
	for range 1 + m.IntN(4) {
		if len(b) == 0 {
			return b
		}
		i, j := m.IntN(len(b)), m.IntN(len(b))
		if m.IntN(2) == 0 { // heads say most
			i = m.IntN(min(len(b), 200))
		}
		switch m.IntN(7) {
		case 0:
			b[i] ^= 1 << m.IntN(8)
		case 1:
			b[i] = []byte{0, 1, 0x7f, 0x80, 0xff, '"', '{', '['}[m.IntN(8)]
		case 2:
			b = b[:i]
		case 3:
			b = append(b[:i:i], b[min(len(b), i+1+m.IntN(16)):]...)
		case 4:
			b = append(b[:i:i], append(bytes.Clone(b[j:min(len(b), j+m.IntN(64))]), b[i:]...)...)
		case 5:
			b[i], b[j] = b[j], b[i]
		case 6:
			for k := i; k < min(len(b), i+4); k++ {
				b[k] = 0xff
			}
		}
	}
	return b
}

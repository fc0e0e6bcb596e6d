package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"lensd/httpapi"
	"lensd/store"
)

// putback puts a backup back that came over the page. It lies beside the store, checked, until a person confirms it; the store is
// replaced between two compositions of the box, when nobody has it open.
type putback struct {
	asked chan adoption // to the loop that serves
	next  *adoption     // of the loop alone: what is to be done before the next composition

	turn  sync.Mutex // held while a backup is being staged
	mu    sync.Mutex
	token string // of what is staged; "": nothing is
}

// adoption is a backup that was confirmed.
type adoption struct {
	key    string        // whoever confirmed it can go on
	record []byte        // of that key; nil: it stands in the configuration
	taken  chan struct{} // closed by the loop
}

func newPutback() *putback { return &putback{asked: make(chan adoption)} }

func (p *putback) stage(token string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.token = token
}

// restorer implements httpapi.Restore for one composition.
type restorer struct {
	*putback
	opt  store.Options
	keys interface {
		Keys() (map[string][]byte, error)
	}
}

// spare is what has to stay free of the disk beside a backup: the box works on.
const spare = 64 << 20

// Stage implements httpapi.Restore.
func (r restorer) Stage(_ context.Context, body io.Reader, size int64) (out httpapi.Staged, err error) {
	if !r.turn.TryLock() {
		return out, httpapi.Faults{{Says: "another backup is being sent"}}
	}
	defer r.turn.Unlock()
	var fs unix.Statfs_t
	if unix.Statfs(r.opt.Dir, &fs) == nil && size > int64(fs.Bavail)*fs.Bsize-spare {
		return out, httpapi.Faults{{Says: "there is no room on the disk for a file of this size"}}
	}
	r.stage("")
	c, err := store.Stage(r.opt, body)
	switch {
	case errors.Is(err, store.ErrNotStore):
		return out, httpapi.Faults{{Says: "this is no backup of a box, or it is damaged; nothing was changed"}}
	case errors.Is(err, store.ErrTooLarge):
		return out, httpapi.Faults{{Says: "the backup is larger than retention.max_mb allows; raise it first"}}
	case err == nil && c.Bytes != size:
		err = io.ErrUnexpectedEOF
	}
	if err != nil {
		return out, fmt.Errorf("a backup was not taken: %w", err)
	}
	token := rand.Text()
	r.stage(token)
	out = httpapi.Staged{Token: token, Bytes: c.Bytes, Readings: c.Readings, Keys: append([]string{}, c.Keys...)}
	if !c.Last.IsZero() {
		first, last := c.First.UTC(), c.Last.UTC()
		out.First, out.Last = &first, &last
	}
	return out, nil
}

// PutBack implements httpapi.Restore.
func (r restorer) PutBack(ctx context.Context, token, by string) error {
	r.mu.Lock()
	known := token != "" && token == r.token
	r.mu.Unlock()
	if !known {
		return httpapi.Faults{{Says: "this backup is not here any more; send it again"}}
	}
	keys, err := r.keys.Keys()
	if err != nil {
		return err
	}
	a := adoption{by, keys[by], make(chan struct{})}
	select {
	case r.asked <- a:
	case <-ctx.Done():
		return ctx.Err()
	}
	<-a.taken
	r.stage("")
	return nil
}

// adopt does what was confirmed, while no composition has the store.
func (d *daemon) adopt() {
	a := d.putback.next
	if a == nil {
		return
	}
	d.putback.next = nil
	opt := storeOptions(d.cfg, d.log)
	replaced, err := store.Adopt(opt)
	if err == nil {
		err = a.keepKey(opt)
	}
	d.adoption = err
	if err != nil {
		d.adoption = fmt.Errorf("the backup was not put back: %w", err)
		d.log.Error("a backup was not put back", "err", err)
		return
	}
	d.restored = fmt.Sprintf("the box runs with a backup since %s; what it kept before is in %s", time.Now().Format("2006-01-02 15:04"), filepath.Base(replaced))
	d.log.Warn("a backup was put back", "before", replaced)
}

// keepKey lets the key in that confirmed: a box that shut its owner out would help nobody.
func (a adoption) keepKey(opt store.Options) error {
	if a.record == nil {
		return nil
	}
	s, err := store.Open(opt)
	if err != nil {
		return err
	}
	keys, err := s.Keys()
	name := a.key
	if known, ok := keys[name]; ok && !bytes.Equal(known, a.record) {
		name = name[:min(len(name), 50)] + " before"
	}
	if err == nil {
		err = s.PutKey(name, a.record)
	}
	return errors.Join(err, s.Close())
}

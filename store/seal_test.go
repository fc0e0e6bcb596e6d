package store

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.etcd.io/bbolt"
)

// numbered adds n records that each announce themselves.
func numbered(t testing.TB, s *Store, n int) {
	t.Helper()
	for i := range n {
		_, err := s.Add(context.Background(), Entry{Station: "cellar", At: time.Now(), Build: func(id uint64) (Built, error) {
			text := fmt.Appendf(nil, `{"id":%d,"value":"%05d.%03d"}`, id, i, i)
			return Built{Body: text, Items: []Item{{Topic: "lensd/box/cellar/reading", Payload: text}}}, nil
		}})
		require.NoError(t, err)
	}
}

// spoil changes the value of a key in a bucket without telling the store.
func spoil(t *testing.T, s *Store, bucket string, id uint64, change func([]byte) []byte) {
	t.Helper()
	require.NoError(t, s.db.Update(func(tx *bbolt.Tx) error {
		b := tx.Bucket([]byte(bucket))
		return b.Put(idKey(id), change(bytes.Clone(b.Get(idKey(id)))))
	}))
}

func flip(at int) func([]byte) []byte {
	return func(v []byte) []byte { v[at] ^= 0x20; return v }
}

// One wrong byte in a topic used to end every connection at the same item: nothing was delivered any more.
func TestADamagedItemHoldsUpNobody(t *testing.T) {
	for name, spoiled := range map[string][]uint64{"first": {1}, "middle": {17}, "last": {34}, "several": {1, 2, 20, 33, 34}} {
		t.Run(name, func(t *testing.T) {
			s := open(t, Options{})
			numbered(t, s, 34)
			for i, seq := range spoiled {
				spoil(t, s, bucketOutbox, seq, flip(sealHead+2+i*7))
			}
			assert.Len(t, drain(t, s), 34-len(spoiled))
			assert.Equal(t, uint64(len(spoiled)), s.Damaged())
			backlog, err := s.Backlog()
			require.NoError(t, err)
			assert.Zero(t, backlog)
			numbered(t, s, 1)
			assert.Len(t, drain(t, s), 1, "and delivery goes on")
		})
	}
}

func TestADamagedRecordHidesNoOther(t *testing.T) {
	s := open(t, Options{})
	numbered(t, s, 5)
	spoil(t, s, bucketRecords, 3, flip(30))
	list, err := s.List(Query{})
	require.NoError(t, err)
	assert.Len(t, list, 4)
	assert.Equal(t, uint64(1), s.Damaged())
	_, err = s.Get(3)
	require.ErrorIs(t, err, ErrNotFound)
	_, err = s.List(Query{})
	require.NoError(t, err)
	assert.Equal(t, uint64(1), s.Damaged(), "counted once")
}

func TestValuesFromBeforeTheSealsAreRead(t *testing.T) {
	s := open(t, Options{})
	numbered(t, s, 3)
	unsealed := func(v []byte) []byte { return v[sealHead:] }
	for id := uint64(1); id <= 2; id++ {
		spoil(t, s, bucketRecords, id, unsealed)
		spoil(t, s, bucketOutbox, id, unsealed)
	}
	s.legacy.records, s.legacy.outbox = 2, 2
	list, err := s.List(Query{})
	require.NoError(t, err)
	assert.Len(t, list, 3)
	assert.Len(t, drain(t, s), 3)
	spoil(t, s, bucketRecords, 3, unsealed)
	list, err = s.List(Query{})
	require.NoError(t, err)
	assert.Len(t, list, 2, "what should be sealed and is not is damaged")
}

func TestTheFirstOpeningNotesWhatIsUnsealed(t *testing.T) {
	dir := t.TempDir()
	s, err := Open(Options{Dir: dir})
	require.NoError(t, err)
	numbered(t, s, 4)
	require.NoError(t, s.db.Update(func(tx *bbolt.Tx) error {
		meta := tx.Bucket([]byte(bucketMeta))
		return meta.Delete([]byte("unsealed_" + bucketRecords))
	}))
	require.NoError(t, s.Close())
	s, err = Open(Options{Dir: dir})
	require.NoError(t, err)
	assert.Equal(t, uint64(4), s.legacy.records)
	assert.Zero(t, s.legacy.outbox)
	require.NoError(t, s.Close())
}

// corruptStores opens n copies of a store with a backlog in which random bytes are wrong. Whatever is readable must be delivered
// exactly as it was, what is not must be counted or the file put aside; nothing wrong may come out.
func corruptStores(t *testing.T, n int, seed uint64) {
	dir := t.TempDir()
	s, err := Open(Options{Dir: dir})
	require.NoError(t, err)
	numbered(t, s, 34)
	want := map[string]bool{}
	for id := uint64(1); id <= 34; id++ {
		rec, err := s.Get(id)
		require.NoError(t, err)
		want[string(rec.Body)] = true
	}
	require.NoError(t, s.Close())
	good, err := os.ReadFile(filepath.Join(dir, fileName))
	require.NoError(t, err)
	notes, err := os.ReadFile(filepath.Join(dir, marksName))
	require.NoError(t, err)
	rnd := rand.New(rand.NewPCG(seed, 5))
	moved, all, counted := 0, 0, 0
	defer func() {
		t.Logf("%d stores, %d moved aside, %d of %d messages delivered, %d counted as damaged", n, moved, all, 34*n, counted)
	}()
	for range n {
		b := bytes.Clone(good)
		for range 1 + rnd.IntN(3) {
			b[rnd.IntN(len(b))] = byte(rnd.Uint32())
		}
		dir := t.TempDir()
		require.NoError(t, os.WriteFile(filepath.Join(dir, fileName), b, 0o600))
		require.NoError(t, os.WriteFile(filepath.Join(dir, marksName), notes, 0o600))
		s, err := Open(Options{Dir: dir})
		require.NoError(t, err)
		got := drain(t, s)
		for _, payload := range got {
			require.True(t, want[payload], "%q was never announced", payload)
		}
		if s.MovedAside() != "" {
			moved++
		}
		counted += int(s.Damaged())
		require.Equal(t, 34, len(got)+int(s.Damaged()), "each message is delivered or counted as damaged")
		all += len(got)
		_, err = s.List(Query{})
		require.NoError(t, err)
		require.NoError(t, s.Close())
	}
}

var stores = flag.Int("stores", 60, "corrupt stores to open; the long drill takes 3000")

func TestCorruptStoresDeliverWhatIsReadable(t *testing.T) { corruptStores(t, *stores, 1) }

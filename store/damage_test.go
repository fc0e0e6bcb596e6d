package store

import (
	"bytes"
	"context"
	"encoding/binary"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.etcd.io/bbolt"
)

// filled returns the bytes of a sound store with records, pictures, nested and inline buckets.
func filled(t testing.TB) []byte {
	t.Helper()
	s, err := Open(Options{Dir: t.TempDir()})
	require.NoError(t, err)
	for i := range 200 {
		e := entry("a", time.Now(), 300)
		if i%5 == 0 {
			e.Build = func(uint64) (Built, error) {
				return Built{Body: []byte("p"), Picture: bytes.Repeat([]byte{7}, 9000), Items: []Item{{Topic: "t"}}}, nil
			}
		}
		_, err := s.Add(context.Background(), e)
		require.NoError(t, err)
	}
	require.NoError(t, s.Close())
	b, err := os.ReadFile(s.path)
	require.NoError(t, err)
	return b
}

// openBytes opens a store whose file holds b; it must come up whatever b is.
func openBytes(t *testing.T, b []byte) (s *Store) {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, fileName), b, 0o600))
	s, err := Open(Options{Dir: dir})
	require.NoError(t, err)
	_, err = s.Add(context.Background(), entry("a", time.Now(), 10))
	require.NoError(t, err)
	require.NoError(t, s.Check(context.Background()))
	require.NoError(t, s.Close())
	return s
}

func TestDamagedFilesAreMovedAsideAndTheBoxLives(t *testing.T) {
	good := filled(t)
	zeroed := bytes.Clone(good)
	clear(zeroed[2*pageSize:])
	for name, c := range map[string]struct {
		file  []byte
		moved bool
	}{
		"sound":          {good, false},
		"empty":          {nil, true},
		"cut in half":    {good[:len(good)/2], true},
		"one page":       {good[:pageSize], true},
		"text":           {bytes.Repeat([]byte("not a database\n"), 2000), true},
		"zeros":          {make([]byte, 64<<10), true},
		"pages all zero": {zeroed, true},
	} {
		t.Run(name, func(t *testing.T) {
			s := openBytes(t, c.file)
			assert.Equal(t, c.moved, s.MovedAside() != "")
			if c.moved {
				kept, err := os.ReadFile(s.MovedAside())
				require.NoError(t, err)
				assert.Equal(t, len(c.file), len(kept), "the damaged file is kept for a person to look at")
			}
		})
	}
}

// One meta page may be torn by a power cut: the other one still leads to the last commit but one.
func TestOneTornMetaPageIsNoDamage(t *testing.T) {
	for page := range 2 {
		b := filled(t)
		clear(b[page*pageSize : (page+1)*pageSize])
		s := openBytes(t, b)
		assert.Empty(t, s.MovedAside(), "page %d", page)
	}
}

// A page of another age may stand where a card lied about what it had synced. bbolt's check finds nothing amiss while its keys lie between
// the parent's; its next write puts the page into the tree a second time, and the one after that panics.
func TestPageThatDoesNotBeginAsItsParentSaysIsDamage(t *testing.T) {
	good := filled(t)
	children := childrenOfBranches(t, good)
	require.NotEmpty(t, children)
	for _, id := range children {
		b := bytes.Clone(good)
		loseFirst(b[id*pageSize:][:pageSize])
		s := openBytes(t, b)
		assert.NotEmpty(t, s.MovedAside(), "page %d", id)
	}
}

// childrenOfBranches are the leaf pages of a file, with three elements and more, that a branch page leads to.
func childrenOfBranches(t *testing.T, file []byte) (ids []uint64) {
	t.Helper()
	path := filepath.Join(t.TempDir(), fileName)
	require.NoError(t, os.WriteFile(path, file, 0o600))
	db, err := bbolt.Open(path, 0o600, nil)
	require.NoError(t, err)
	defer func() { require.NoError(t, db.Close()) }()
	require.NoError(t, db.View(func(tx *bbolt.Tx) error {
		for id := 0; id < len(file)/pageSize; id++ {
			branch, err := tx.Page(id)
			if err != nil || branch == nil || branch.Type != "branch" {
				continue
			}
			for i := range branch.Count {
				at := id*pageSize + pageHeader + i*elementSize
				child := binary.LittleEndian.Uint64(file[at+8:])
				if leaf, err := tx.Page(int(child)); err == nil && leaf.Type == "leaf" && leaf.Count > 2 {
					ids = append(ids, child)
				}
			}
		}
		return nil
	}))
	return ids
}

// loseFirst takes the first element out of a leaf page; the others' keys and values stay where they are.
func loseFirst(page []byte) {
	le := binary.LittleEndian
	count := int(le.Uint16(page[10:]))
	table := page[pageHeader:]
	for i := range count - 1 {
		e := table[i*elementSize:][:elementSize]
		copy(e, table[(i+1)*elementSize:])
		le.PutUint32(e[4:], le.Uint32(e[4:])+elementSize) // places count from the element itself
	}
	le.PutUint16(page[10:], uint16(count-1))
}

// Flipped bytes anywhere must never end the process: bbolt maps the file, and what it follows blindly would be a SIGBUS.
func TestFlippedBytesNeverKill(t *testing.T) {
	good := filled(t)
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 100 {
		b := bytes.Clone(good)
		for range 1 + rnd.IntN(4) {
			b[rnd.IntN(len(b))] = byte(rnd.Uint32())
		}
		openBytes(t, b)
	}
}

func FuzzVerify(f *testing.F) {
	s, err := Open(Options{Dir: f.TempDir()})
	require.NoError(f, err)
	require.NoError(f, s.Close())
	b, err := os.ReadFile(s.path)
	require.NoError(f, err)
	f.Add(b)
	f.Add([]byte("lensd"))
	path := filepath.Join(f.TempDir(), "fuzz.db")
	f.Fuzz(func(t *testing.T, b []byte) {
		require.NoError(t, os.WriteFile(path, b, 0o600))
		probe := &Store{opt: Options{}.withDefaults(), path: path}
		if db, err := probe.openChecked(); err == nil {
			require.NoError(t, db.Close())
		}
	})
}

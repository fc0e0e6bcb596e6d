package store

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestHotBackupWhileWriting(t *testing.T) {
	s := open(t, Options{})
	add(t, s, entry("a", time.Now(), 500), withPicture(100<<10))
	ctx, stop := context.WithCancel(context.Background())
	var wg sync.WaitGroup
	wg.Go(func() {
		for ctx.Err() == nil {
			_, err := s.Add(ctx, entry("a", time.Now(), 500))
			assert.True(t, err == nil || errors.Is(err, context.Canceled))
		}
	})
	var copies []bytes.Buffer
	for range 5 {
		var b bytes.Buffer
		_, err := s.WriteTo(&b)
		require.NoError(t, err)
		copies = append(copies, b)
	}
	stop()
	wg.Wait()
	for i := range copies {
		dir := t.TempDir()
		_, err := Restore(Options{Dir: dir}, &copies[i])
		require.NoError(t, err)
		other := open(t, Options{Dir: dir})
		p, err := other.Picture(2)
		require.NoError(t, err)
		assert.Len(t, p, 100<<10)
	}
}

func TestRestoreKeepsTheOldFileAndContinuesIDs(t *testing.T) {
	s, err := Open(Options{Dir: t.TempDir()})
	require.NoError(t, err)
	add(t, s, entry("a", time.Now(), 1), entry("a", time.Now(), 1))
	var backup bytes.Buffer
	_, err = s.WriteTo(&backup)
	require.NoError(t, err)
	add(t, s, entry("a", time.Now(), 1))
	require.Equal(t, []string{"1", "2", "3"}, drain(t, s))

	saved := backup.Bytes()
	_, err = Restore(Options{Dir: s.opt.Dir, LockTimeout: 20 * time.Millisecond}, bytes.NewReader(saved))
	require.ErrorIs(t, err, ErrLocked, "a running daemon's store is not replaced")
	require.NoError(t, s.Close())

	replaced, err := Restore(s.opt, bytes.NewReader(saved))
	require.NoError(t, err)
	assert.FileExists(t, replaced)
	again := open(t, s.opt)
	recs, err := again.List(Query{})
	require.NoError(t, err)
	assert.Len(t, recs, 2)
	ids := add(t, again, entry("a", time.Now(), 1))
	assert.Equal(t, uint64(4), ids[0], "3 was given before and stays given")
	assert.Equal(t, []string{"4"}, drain(t, again), "what was delivered before the restore is not sent again")
}

// The card must not fill with the stores of old restores, nor lose the last ones.
func TestRestoresKeepTheLastStores(t *testing.T) {
	dir := t.TempDir()
	s, err := Open(Options{Dir: dir})
	require.NoError(t, err)
	var backup bytes.Buffer
	_, err = s.WriteTo(&backup)
	require.NoError(t, err)
	require.NoError(t, s.Close())
	for _, day := range []string{"01", "02", "03"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, fileName+".replaced-202501"+day+"T000000.000"), nil, 0o600))
	}

	replaced, err := Restore(Options{Dir: dir}, &backup)
	require.NoError(t, err)
	kept, err := filepath.Glob(filepath.Join(dir, fileName+".replaced-*"))
	require.NoError(t, err)
	require.Len(t, kept, keepReplaced)
	assert.Equal(t, replaced, kept[2])
	assert.Contains(t, kept[0], "20250102", "the oldest went")
}

func TestRestoreRefusesWhatIsNoStore(t *testing.T) {
	dir := t.TempDir()
	s, err := Open(Options{Dir: dir})
	require.NoError(t, err)
	add(t, s, entry("a", time.Now(), 1))
	require.NoError(t, s.Close())
	_, err = Restore(Options{Dir: dir}, strings.NewReader("hello"))
	require.ErrorIs(t, err, ErrNotStore)
	s = open(t, Options{Dir: dir})
	_, err = s.Get(1)
	require.NoError(t, err, "the store that was there is untouched")
}

// A copy is told with what it holds before anything is replaced, and a staged one that nobody adopts goes with the next start.
func TestAStagedCopyTellsWhatItHolds(t *testing.T) {
	at := time.Date(2026, 1, 31, 12, 0, 0, 0, time.UTC)
	s := open(t, Options{})
	add(t, s, entry("a", at, 1), entry("a", at.Add(time.Hour), 1))
	require.NoError(t, s.PutKey("owner", []byte("{}")))
	var backup bytes.Buffer
	_, err := s.WriteTo(&backup)
	require.NoError(t, err)
	dir := t.TempDir()
	_, err = Stage(Options{Dir: dir, MaxBytes: 1 << 20}, bytes.NewReader(make([]byte, reserve+2<<20)))
	require.ErrorIs(t, err, ErrTooLarge)
	c, err := Stage(Options{Dir: dir}, &backup)
	require.NoError(t, err)
	assert.Equal(t, 2, c.Readings)
	assert.Equal(t, []string{"owner"}, c.Keys)
	assert.WithinDuration(t, at, c.First, 0)
	assert.WithinDuration(t, at.Add(time.Hour), c.Last, 0)
	open(t, Options{Dir: dir})
	left, err := filepath.Glob(filepath.Join(dir, "*"+staged))
	require.NoError(t, err)
	assert.Empty(t, left)
}

// FuzzStage holds that no file that is sent as a backup ends the process, touches the store that is open beside it, or is left lying
// where it is not sound.
func FuzzStage(f *testing.F) {
	s, err := Open(Options{Dir: f.TempDir()})
	require.NoError(f, err)
	f.Cleanup(func() { require.NoError(f, s.Close()) })
	require.NoError(f, s.PutKey("owner", []byte("{}")))
	var sound bytes.Buffer
	_, err = s.WriteTo(&sound)
	require.NoError(f, err)
	for _, cut := range []int{0, 1, pageSize, sound.Len() / 2, sound.Len() - 1, sound.Len()} {
		f.Add(uint16(0), byte(0), uint16(cut/16))
	}
	for at := range 40 {
		f.Add(uint16(at*97), byte(1<<(at%8)), uint16(sound.Len()/16))
	}
	before, err := os.ReadFile(s.path)
	require.NoError(f, err)
	f.Fuzz(func(t *testing.T, at uint16, flip byte, length uint16) {
		b := bytes.Clone(sound.Bytes()[:min(sound.Len(), 16*int(length))])
		if int(at) < len(b) {
			b[at] ^= flip
		}
		_, err := Stage(s.opt, bytes.NewReader(b))
		_, gone := os.Stat(s.path + staged)
		assert.Equal(t, err != nil, os.IsNotExist(gone), "a copy stays when it is sound: %v", err)
		now, wrong := os.ReadFile(s.path)
		require.NoError(t, wrong)
		assert.True(t, bytes.Equal(before, now), "the store in use is untouched")
	})
}

func TestCompactShrinksAndKeepsAll(t *testing.T) {
	s := open(t, Options{MaxAge: time.Hour})
	for range 20 {
		add(t, s, withPicture(200<<10))
	}
	s.lived.before += 2 * time.Hour
	id := add(t, s, withPicture(1000))[0]
	_, err := s.retain(time.Now(), false)
	require.NoError(t, err)
	saved, err := s.Compact()
	require.NoError(t, err)
	assert.Greater(t, saved, int64(3<<20))
	p, err := s.Picture(id)
	require.NoError(t, err)
	assert.Len(t, p, 1000)
	assert.Equal(t, id+1, add(t, s, entry("a", time.Now(), 1))[0], "ids continue")
	assert.Len(t, drain(t, s), 22)
	require.NoError(t, s.ReleaseMemory())
	_, err = s.Get(id)
	require.NoError(t, err, "released memory is read again from the file")
}

func TestAMostlyEmptyFileIsCompacted(t *testing.T) {
	s := open(t, Options{MaxAge: time.Hour})
	for range 40 {
		add(t, s, withPicture(1<<20))
	}
	s.compactIfWorth()
	u, err := s.Usage()
	require.NoError(t, err)
	assert.Greater(t, u.FileBytes, int64(40<<20), "a full file is left alone")
	s.lived.before += 2 * time.Hour
	_, err = s.retain(time.Now(), false)
	require.NoError(t, err)
	s.compactIfWorth()
	u, err = s.Usage()
	require.NoError(t, err)
	assert.Less(t, u.FileBytes, int64(2<<20))
	assert.Len(t, drain(t, s), 40)
}

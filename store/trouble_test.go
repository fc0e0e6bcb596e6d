package store

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The kernel has files that refuse like a disk that is full, and like one that fails.
const (
	fullDisk    = "/dev/full"
	failingDisk = "/proc/self/mem"
)

func TestADiskThatRefusesIsToldAndItsReturnToo(t *testing.T) {
	for file, word := range map[string]string{fullDisk: "disk_full", failingDisk: "disk_error"} {
		t.Run(word, func(t *testing.T) {
			var told []string
			s := open(t, Options{OnTrouble: func(tr Trouble) { told = append(told, tr.Word) }})
			probe := filepath.Join(s.opt.Dir, probeName)
			require.NoError(t, os.Symlink(file, probe))
			s.probe()
			s.probe()
			assert.Equal(t, word, s.Trouble().Word)
			assert.NotContains(t, s.Trouble().Message, "max_mb", "more room for the store helps no full disk")
			require.NoError(t, os.Remove(probe))
			s.probe()
			assert.Zero(t, s.Trouble())
			assert.Equal(t, []string{word, ""}, told, "each change once")
			add(t, s, entry("a", time.Now(), 10))
		})
	}
}

func TestAProbeIsSparedWhereACommitHasShownTheDisk(t *testing.T) {
	s := open(t, Options{})
	add(t, s, entry("a", time.Now(), 10))
	require.NoError(t, os.Symlink(failingDisk, filepath.Join(s.opt.Dir, probeName)))
	s.probe()
	assert.Zero(t, s.Trouble())
}

// A fault that began right after a commit was seen by the second look only, after 30 s.
func TestTheDiskIsAskedAgainACertainTimeAfterTheLastWrite(t *testing.T) {
	for _, c := range []struct {
		name    string
		written time.Duration // ago
		word    string
		want    time.Duration
	}{
		{"just written", 0, "", probeEvery},
		{"written between two looks", 10 * time.Second, "", 5 * time.Second},
		{"long ago", time.Hour, "", retryEvery},
		{"in trouble", 0, "disk_error", retryEvery},
	} {
		s := &Store{}
		s.trouble.written, s.trouble.now.Word = time.Now().Add(-c.written), c.word
		assert.InDelta(t, c.want.Seconds(), s.untilProbe().Seconds(), 2, c.name)
	}
}

// An acknowledgement that cannot be noted must not end the connection: the sender would send the same again for ever.
func TestDeliveryGoesOnWhileTheDiskRefusesTheMarks(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.Symlink(fullDisk, filepath.Join(dir, marksName)))
	s, err := Open(Options{Dir: dir})
	require.NoError(t, err)
	t.Cleanup(func() { _ = s.Close() })
	for range 3 {
		_, err := s.Add(context.Background(), entry("a", time.Now(), 10))
		require.NoError(t, err, "the reading itself is on the disk")
	}
	assert.Equal(t, "disk_full", s.Trouble().Word)
	assert.Len(t, drain(t, s), 3)
	_, _, _, more, err := s.Next(0)
	require.NoError(t, err)
	assert.False(t, more, "this process knows what was delivered")
}

func TestTroublesHaveTheirOwnWords(t *testing.T) {
	for err, want := range map[error]string{
		syscall.EIO: "disk_error", syscall.EROFS: "disk_read_only", syscall.ENOSPC: "disk_full", syscall.EDQUOT: "disk_full",
		ErrFull: "store_full", ErrLocked: "store_locked", syscall.EPERM: "store_failed",
	} {
		tr := TroubleOf(fmt.Errorf("write: %w", &os.PathError{Op: "write", Path: "/x", Err: err}))
		assert.Equal(t, want, tr.Word)
		assert.NotEmpty(t, tr.Message)
		assert.NotContains(t, tr.Message, "/x")
	}
	assert.Zero(t, TroubleOf(nil))
}

func TestSmallWritesDoNotHideAFullStore(t *testing.T) {
	s := open(t, Options{})
	_ = s.note(ErrFull, true)
	require.NoError(t, s.SetState("a", []byte("b")))
	assert.True(t, s.Full())
	add(t, s, entry("a", time.Now(), 10))
	assert.False(t, s.Full())
}

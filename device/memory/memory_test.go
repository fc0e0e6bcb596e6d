package memory

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

const sample = `7f0000000000-7f0000010000 r-xp 00001000 fe:00 77  /usr/lib/libopencv_core.so.406
Size:                 64 kB
Rss:                  40 kB
Private_Dirty:         0 kB
Anonymous:             0 kB
VmFlags: rd ex mr mw me
7f0000010000-7f0000020000 r--p 00011000 fe:00 77  /usr/lib/libopencv_core.so.406
Rss:                  64 kB
Anonymous:            12 kB
7f0000020000-7f0000030000 rw-p 00021000 fe:00 77  /usr/lib/libopencv_core.so.406
Rss:                  64 kB
Anonymous:             0 kB
7f0000030000-7f0000040000 r--s 00000000 fe:00 78  /var/lib/lensd/state.db
Rss:                  64 kB
Anonymous:             0 kB
7f0000040000-7f0000050000 r--p 00000000 00:00 0
Rss:                  64 kB
7f0000050000-7f0000060000 r-xp 00000000 00:00 0  [vdso]
Rss:                   4 kB
7f0000060000-7f0000070000 r--p 00000000 fe:00 79  /usr/lib/my lib.so
Rss:                   8 kB
Anonymous:             0 kB
7f0000070000-7f0000080000 r--p 00000000 fe:00 79  /usr/bin/lensd (deleted)
Rss:                   8 kB
7f0000080000-7f0000090000 r--p 00000000 fe:00 80  /usr/lib/locked.so
Rss:                   8 kB
Locked:                8 kB
`

func TestOnlyUntouchedReadOnlyFilesAreDropped(t *testing.T) {
	areas, err := clean(strings.NewReader(sample))
	require.NoError(t, err)
	var got []string
	for _, a := range areas {
		got = append(got, a.perms+" "+a.path)
	}
	assert.Equal(t, []string{"r-xp /usr/lib/libopencv_core.so.406", "r--p /usr/lib/my lib.so"}, got)
	assert.Equal(t, int64(40<<10), areas[0].resident)
}

func TestMalformedSmapsIsAnError(t *testing.T) {
	for _, text := range []string{"xyz r-xp 0 0 0 /a\n", "2-1 r-xp 0 0 0 /a\n", "1-2 r-xp 0 0 0 /a\nRss: many kB\n"} {
		_, err := clean(strings.NewReader(text))
		assert.Error(t, err, text)
	}
}

// The process must go on working on the pages that were dropped, and a mapped file must still read the same.
func TestTrimKeepsTheProcessAlive(t *testing.T) {
	path := t.TempDir() + "/data"
	want := strings.Repeat("0123456789abcdef", 64<<10)
	require.NoError(t, os.WriteFile(path, []byte(want), 0o600))
	f, err := os.Open(path)
	require.NoError(t, err)
	defer func() { _ = f.Close() }()
	m, err := unix.Mmap(int(f.Fd()), 0, len(want), unix.PROT_READ, unix.MAP_PRIVATE)
	require.NoError(t, err)
	defer func() { _ = unix.Munmap(m) }()
	require.True(t, string(m) == want)
	for range 3 {
		freed, err := Trim()
		require.NoError(t, err)
		assert.Greater(t, freed, int64(len(want)), "at least the mapped file leaves")
		require.True(t, string(m) == want, "and comes back when it is read")
	}
}

func FuzzClean(f *testing.F) {
	f.Add(sample)
	f.Fuzz(func(t *testing.T, text string) {
		areas, err := clean(strings.NewReader(text))
		for _, a := range areas {
			if err != nil || a.end < a.start {
				t.Fatalf("%+v", a)
			}
		}
	})
}

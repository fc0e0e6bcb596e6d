package store

import (
	"bytes"
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func withPicture(size int) Entry {
	e := entry("a", time.Now(), 500)
	build := e.Build
	e.Build = func(id uint64) (Built, error) {
		b, err := build(id)
		b.Picture = bytes.Repeat([]byte{byte(id)}, size)
		return b, err
	}
	return e
}

func TestAFullStoreDropsOldPicturesBeforeRecords(t *testing.T) {
	s := open(t, Options{MaxBytes: 2 << 20})
	var last uint64
	for range 100 {
		last = add(t, s, withPicture(64<<10))[0]
	}
	u, err := s.Usage()
	require.NoError(t, err)
	assert.Equal(t, 100, u.Records, "records stay while pictures can make room")
	assert.Less(t, u.Pictures, 40)
	assert.Greater(t, u.Pictures, 20, "no more went than had to")
	assert.LessOrEqual(t, u.UsedBytes, int64(2<<20)+reserve/8)
	_, err = s.Picture(last)
	require.NoError(t, err, "the newest picture stays")
	_, err = s.Picture(1)
	require.ErrorIs(t, err, ErrNotFound)
	rec, err := s.Get(1)
	require.NoError(t, err)
	assert.False(t, rec.HasPicture, "a record does not promise a picture that is gone")
	assert.Len(t, drain(t, s), 100, "what was to be published is never dropped")
}

// An outbox that nothing empties fills the store in the end. Then the store refuses and says so, stays alive, and takes
// readings again as soon as there is room.
func TestAStoreFullOfUnsentMessagesRefusesAndRecovers(t *testing.T) {
	s := open(t, Options{MaxBytes: 1 << 20})
	big := func() Entry {
		return Entry{Station: "a", At: time.Now(), Build: func(uint64) (Built, error) {
			return Built{Body: []byte("r"), Items: []Item{{Topic: "t", Payload: make([]byte, 10_000)}}}, nil
		}}
	}
	var err error
	taken := 0
	for ; taken < 1000; taken++ {
		if _, err = s.Add(context.Background(), big()); err != nil {
			break
		}
	}
	require.ErrorIs(t, err, ErrFull)
	assert.True(t, s.Full())
	assert.Greater(t, taken, 20)
	require.NoError(t, s.Check(context.Background()))

	assert.Len(t, drain(t, s), taken)
	require.NoError(t, s.Purge())
	add(t, s, big())
	assert.False(t, s.Full())
}

// A larger limit is taken while the store is open: the refused reading is taken, and the file may grow.
func TestALimitIsRaisedWhileTheStoreIsOpen(t *testing.T) {
	s := open(t, Options{MaxBytes: 1 << 20})
	big := Entry{Station: "a", At: time.Now(), Build: func(uint64) (Built, error) {
		return Built{Body: []byte("r"), Items: []Item{{Topic: "t", Payload: make([]byte, 1_000_000)}}}, nil
	}}
	var err error
	for range 100 {
		if _, err = s.Add(context.Background(), big); err != nil {
			break
		}
	}
	require.ErrorIs(t, err, ErrFull)
	s.Limit(64<<20, time.Hour)
	for range 30 { // beyond what the file was allowed before
		add(t, s, big)
	}
	u, err := s.Usage()
	require.NoError(t, err)
	assert.EqualValues(t, 64<<20, u.MaxBytes)
}

func TestPicturesOfEverySize(t *testing.T) {
	s := open(t, Options{})
	for _, size := range []int{1, pieceSize - 1, pieceSize, pieceSize + 1, 5 * pieceSize, 300_001} {
		id := add(t, s, withPicture(size))[0]
		p, err := s.Picture(id)
		require.NoError(t, err)
		assert.Equal(t, bytes.Repeat([]byte{byte(id)}, size), p)
	}
}

// Adding a picture must not write its neighbours again: a flash card wears by the bytes written.
func TestAPictureCostsLittleMoreThanItself(t *testing.T) {
	s := open(t, Options{})
	const size, n = 60 << 10, 20
	for range 5 {
		add(t, s, withPicture(size))
	}
	allocated := func() int64 { st := s.db.Stats(); return st.TxStats.GetPageAlloc() }
	before := allocated()
	for range n {
		add(t, s, withPicture(size))
	}
	assert.Less(t, (allocated()-before)/n, int64(size+size/4+32<<10))
}

func TestRetentionByRunningTimeIgnoresTheWall(t *testing.T) {
	day := 24 * time.Hour
	real := time.Now()
	for name, c := range map[string]struct {
		lived   time.Duration // running time since the record was made
		wall    time.Duration // what the wall says has passed
		trusted bool
		synced  bool
		gone    bool
	}{
		"young":                          {lived: day, wall: day, trusted: true, synced: true},
		"old by both":                    {lived: 31 * day, wall: 31 * day, trusted: true, synced: true, gone: true},
		"the wall jumped a decade ahead": {lived: day, wall: 3650 * day, synced: true},
		"the wall jumped back":           {lived: 31 * day, wall: -3650 * day, gone: true},
		"the box was off, and the wall is trusted": {lived: day, wall: 40 * day, trusted: true, synced: true, gone: true},
		"made before the clock was set":            {lived: day, wall: 20000 * day, trusted: true},
	} {
		t.Run(name, func(t *testing.T) {
			s := open(t, Options{MaxAge: 30 * day})
			e := entry("a", real, 10)
			e.Synced = c.synced
			add(t, s, e)
			s.lived.before += c.lived
			removed, err := s.retain(real.Add(c.wall), c.trusted)
			require.NoError(t, err)
			assert.Equal(t, c.gone, removed == 1)
			assert.Len(t, drain(t, s), 1, "the message stays even when its record goes")
		})
	}
}

func TestWallIsTrustedOnlyAfterSteadyRunning(t *testing.T) {
	var w wallTrust
	wall, mono := time.Unix(1_700_000_000, 0), time.Now()
	step := func(d, jump time.Duration, synced bool) bool {
		wall, mono = wall.Add(d+jump), mono.Add(d)
		return w.look(wall, synced, mono)
	}
	assert.False(t, step(0, 0, true))
	assert.False(t, step(30*time.Minute, 0, true))
	assert.True(t, step(31*time.Minute, 0, true))
	assert.False(t, step(10*time.Minute, 10*365*24*time.Hour, true), "a jump restarts the wait")
	assert.False(t, step(30*time.Minute, 0, true))
	assert.True(t, step(31*time.Minute, time.Second, true), "a slow drift does not")
	assert.False(t, step(time.Minute, 0, false), "nor is a clock believed that lost its source")
	assert.False(t, step(10*time.Minute, -time.Hour, true))
}

func TestRunningTimeSurvivesRestarts(t *testing.T) {
	s, err := Open(Options{Dir: t.TempDir()})
	require.NoError(t, err)
	s.lived.before = 5 * time.Hour
	add(t, s, entry("a", time.Now(), 1))
	s = reopen(t, s)
	assert.GreaterOrEqual(t, s.lived.now(), 5*time.Hour)
	assert.Less(t, s.lived.now(), 6*time.Hour)
}

func TestRetentionInManyBatches(t *testing.T) {
	s := open(t, Options{MaxAge: time.Hour})
	all := make([]Entry, 2*retainBatch+10)
	for i := range all {
		all[i] = entry("a", time.Now(), 1)
	}
	add(t, s, all...)
	s.lived.before += 2 * time.Hour
	add(t, s, entry("a", time.Now(), 1))
	removed, err := s.retain(time.Now(), false)
	require.NoError(t, err)
	assert.Equal(t, len(all), removed)
	recs, err := s.List(Query{})
	require.NoError(t, err)
	assert.Len(t, recs, 1)
}

package store

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.etcd.io/bbolt"
)

// count stores a record with a tick.
func count(t *testing.T, s *Store, station string, at time.Time, tick Tick) {
	t.Helper()
	_, err := s.Add(context.Background(), Entry{Station: station, At: at, Build: func(uint64) (Built, error) {
		return Built{Body: []byte("{}"), Tick: &tick}, nil
	}})
	require.NoError(t, err)
}

func noon() time.Time { return time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC) }

func series(t *testing.T, s *Store, station string) []Slot {
	t.Helper()
	out, err := s.Series(station, noon().AddDate(-10, 0, 0), noon().AddDate(1, 0, 0))
	require.NoError(t, err)
	return out
}

func TestASeriesSumsQuartersOfAnHour(t *testing.T) {
	dir := t.TempDir()
	s := open(t, Options{Dir: dir})
	at := noon()
	count(t, s, "cellar", at, Tick{Counted: true, Sum: 5, Peak: 30, Last: 105, Span: time.Minute})
	count(t, s, "cellar", at.Add(SlotLength-time.Second), Tick{Counted: true, Sum: 2, Peak: 40, Last: 107, Span: 3 * time.Minute})
	count(t, s, "cellar", at.Add(time.Minute), Tick{Sum: 1000, Last: 9000})
	count(t, s, "cellar", at.Add(time.Hour), Tick{Counted: true, Sum: 1, Last: 108})
	count(t, s, "cellar-2", at, Tick{Counted: true, Sum: 99})
	require.NoError(t, s.Close())
	s = open(t, Options{Dir: dir})
	got := series(t, s, "cellar")
	require.Len(t, got, 2, "another station's are not among them")
	assert.Equal(t, Slot{Start: at.Local(), Records: 3, Counted: 2, Sum: 7, Peak: 40, Last: 107, Span: 3 * time.Minute}, got[0])
	assert.Equal(t, at.Add(time.Hour).Unix(), got[1].Start.Unix())
	some, err := s.Series("cellar", at.Add(time.Hour), at.Add(2*time.Hour))
	require.NoError(t, err)
	assert.Len(t, some, 1)
	some, err = s.Series("cellar", at, at.Add(time.Hour))
	require.NoError(t, err)
	assert.Len(t, some, 1, "what begins at the end is not in it")
}

func TestWhatWasCountedTooMuchIsTakenBack(t *testing.T) {
	for name, c := range map[string]struct {
		back int64
		want []int64
	}{
		"of one slot":       {2, []int64{10, 5, 1}},
		"of several":        {9, []int64{9, 0, 0}},
		"all":               {18, []int64{0, 0, 0}},
		"another counter's": {19, []int64{10, 5, 3}},
		"nothing":           {0, []int64{10, 5, 3}},
	} {
		t.Run(name, func(t *testing.T) {
			s := open(t, Options{})
			count(t, s, "cellar", noon().Add(-25*time.Hour), Tick{Counted: true, Sum: 500})
			for i, n := range []int64{10, 5, 2} {
				count(t, s, "cellar", noon().Add(time.Duration(i)*time.Hour), Tick{Counted: true, Sum: n})
			}
			want := c.want
			count(t, s, "cellar", noon().Add(2*time.Hour), Tick{Counted: true, Sum: 1, Back: c.back})
			var got []int64
			for _, slot := range series(t, s, "cellar")[1:] {
				got = append(got, slot.Sum)
			}
			assert.Equal(t, want, got)
		})
	}
}

func TestErasingTakesTheSeriesToo(t *testing.T) {
	s := open(t, Options{})
	for i := range 3 {
		for _, station := range []string{"attic", "cellar"} {
			count(t, s, station, noon().Add(time.Duration(i)*time.Hour), Tick{Counted: true, Sum: 1})
		}
	}
	_, err := s.Erase(noon().Add(time.Hour+time.Minute), func(string, []byte) bool { return false })
	require.NoError(t, err)
	for _, station := range []string{"attic", "cellar"} {
		assert.Len(t, series(t, s, station), 1, "the quarter of an hour in which the time lies goes")
	}
}

func TestASeriesEndsAfterYears(t *testing.T) {
	s := open(t, Options{})
	for _, station := range []string{"attic", "cellar"} {
		count(t, s, station, noon(), Tick{Counted: true})
		count(t, s, station, noon().AddDate(1, 0, 0), Tick{Counted: true})
	}
	require.NoError(t, s.retainSeries(noon().Add(seriesKeep)))
	assert.Len(t, series(t, s, "attic"), 1, "the newer one alone is within the test's range; nothing is too old yet")
	require.NoError(t, s.retainSeries(noon().Add(seriesKeep+SlotLength)))
	assert.Empty(t, series(t, s, "attic"))
	assert.Empty(t, series(t, s, "cellar"))
}

func TestADamagedSlotIsSetAside(t *testing.T) {
	s := open(t, Options{})
	count(t, s, "cellar", noon(), Tick{Counted: true, Sum: 1})
	count(t, s, "cellar", noon().Add(time.Hour), Tick{Counted: true, Sum: 2})
	require.NoError(t, s.update(func(tx *bbolt.Tx) error {
		b, key := tx.Bucket([]byte(bucketSeries)), slotKey("cellar", slotNumber(noon()))
		v := append([]byte{}, b.Get(key)...)
		v[20] ^= 1
		return b.Put(key, v)
	}))
	before := s.Damaged()
	got := series(t, s, "cellar")
	require.Len(t, got, 1)
	assert.Equal(t, int64(2), got[0].Sum)
	assert.Equal(t, before+1, s.Damaged())
}

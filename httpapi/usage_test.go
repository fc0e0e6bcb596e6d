package httpapi

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func zone(t *testing.T, name string) *time.Location {
	t.Helper()
	z, err := time.LoadLocation(name)
	require.NoError(t, err)
	return z
}

// Days have 23 to 25 hours where clocks change, and begin at one o'clock where they change at midnight; each slot is in one bucket.
func TestBucketsFollowTheClock(t *testing.T) {
	for name, from := range map[string]time.Time{
		"Europe/Berlin":       time.Date(2026, 1, 1, 0, 0, 0, 0, zone(t, "Europe/Berlin")),
		"Asia/Bangkok":        time.Date(2026, 1, 1, 0, 0, 0, 0, zone(t, "Asia/Bangkok")),
		"Asia/Kathmandu":      time.Date(2026, 1, 1, 0, 0, 0, 0, zone(t, "Asia/Kathmandu")),
		"Asia/Beirut":         time.Date(2026, 1, 1, 0, 0, 0, 0, zone(t, "Asia/Beirut")),
		"America/Santiago":    time.Date(2026, 1, 1, 0, 0, 0, 0, zone(t, "America/Santiago")),
		"Australia/Lord_Howe": time.Date(2026, 1, 1, 0, 0, 0, 0, zone(t, "Australia/Lord_Howe")),
	} {
		to := from.AddDate(1, 0, 0)
		var slots []Slot
		want := map[string]map[string]int64{"month": {}, "day": {}, "hour": {}}
		for at, n := from.UTC(), int64(1); at.Before(to); at, n = at.Add(15*time.Minute), n+1 {
			slots = append(slots, Slot{Start: at, Records: 1, Counted: 1, Amount: n})
			local := at.In(from.Location())
			want["month"][local.Format("2006-01")] += n
			want["day"][local.Format("2006-01-02")] += n
			want["hour"][local.Format("2006-01-02 15 -0700")] += n
		}
		layouts := map[string]string{"month": "2006-01", "day": "2006-01-02", "hour": "2006-01-02 15 -0700"}
		if name == "Australia/Lord_Howe" {
			delete(layouts, "hour") // clocks change by half an hour there: that hour's bucket is longer
		}
		for by, layout := range layouts {
			got := map[string]int64{}
			var last time.Time
			for _, b := range fold(slots, from, to, by) {
				assert.True(t, last.IsZero() || last.Equal(b.Start), "%s: a hole before %s", name, b.Start)
				last = b.End
				if b.Amount != nil {
					got[b.Start.Format(layout)] += int64(*b.Amount*microsOfM3 + 0.5)
				}
			}
			assert.Equal(t, want[by], got, "%s by %s", name, by)
		}
	}
}

func TestBucketsWithoutReadingsSaySo(t *testing.T) {
	from := time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
	got := fold([]Slot{
		{Start: from.Add(25 * time.Hour), Records: 3, Counted: 2, Amount: 5_000, Peak: 7_000, Last: 1_000_000, Span: 26 * time.Hour},
		{Start: from.Add(26 * time.Hour), Records: 1},
	}, from, from.AddDate(0, 0, 3), "day")
	require.Len(t, got, 3)
	assert.Nil(t, got[0].Amount)
	assert.Equal(t, 4, got[1].Records)
	assert.InDelta(t, 0.005, *got[1].Amount, 1e-12)
	assert.InDelta(t, 1.0, *got[1].Last, 1e-12)
	assert.Equal(t, 26*3600, got[1].Span, "the first day's water is in it, too")
	assert.Nil(t, got[2].Amount)
}

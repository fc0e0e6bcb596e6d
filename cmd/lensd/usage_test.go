package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract"
	"lensd/extract/meter/gate"
	"lensd/httpapi"
	"lensd/station"
	"lensd/store"
)

// truth is a year of a cellar, a reading a minute: what has flowed, and what the counter shows.
type truth struct {
	begin       time.Time
	flowed      map[string]int64 // millionths, by local day
	shown       int64
	replaced    bool
	undelivered int64 // flowed while nothing was read
}

const minutesOfAYear = 365 * 24 * 60

// minute lets water flow and says what the picture of it is read as; "" while the box is off.
func (y *truth) minute(n int) (value string, at time.Time) {
	at = y.begin.Add(time.Duration(n) * time.Minute)
	litres := int64((n*n/7 + n) % 5) // none to four
	if hour := at.UTC().Hour(); hour < 5 {
		litres = 0
	}
	y.shown += litres * 1000
	y.undelivered += litres * 1000
	switch {
	case n == 200_000: // a new counter
		y.shown, y.undelivered, y.replaced = 17_000_000, 0, true
	case n > 300_000 && n < 300_000+3*24*60: // no power for three days
		return "", at
	}
	// A new counter is believed at its third reading; what flowed before it was seen is nobody's.
	if n > 200_000 && n <= 200_002 {
		y.undelivered = 0
		return digits(y.shown), at
	}
	shown := y.shown
	if n%50_000 == 25_000 {
		shown += 50_000 // a digit too high: within what can have flowed, and believed until three others agree
	}
	y.flowed[at.Format(time.DateOnly)] += y.undelivered
	y.undelivered = 0
	return digits(shown), at
}

func digits(micros int64) string {
	return fmt.Sprintf("%05d.%03d", micros/1_000_000, micros/1000%1000)
}

// fill lets the gate judge a year and stores what it says, as a station does.
func fill(t testing.TB, s *store.Store, y *truth) {
	t.Helper()
	judge := station.NewMeterJudge(gate.Config{MaxRatePerHour: 5, Decimals: 3, MinConfidence: 0.5})
	var entries []store.Entry
	mono := time.Now()
	for n := range minutesOfAYear {
		value, at := y.minute(n)
		if value == "" {
			continue
		}
		result := extract.Result{Pages: []extract.Page{{Items: []extract.Item{{Meter: &extract.Meter{Value: value, Confidence: 0.9}}}}}}
		verdict, memory := judge.Judge(result, station.Moment{Wall: at, Synced: true, Mono: mono.Add(time.Duration(n) * time.Minute)})
		judge.Keep(memory, uint64(n+1))
		tick := station.TickOf(extract.Reading{Kind: extract.WaterMeter, Accepted: verdict.Accepted}, verdict)
		entries = append(entries, store.Entry{Station: "cellar", At: at, Synced: true,
			Build: func(uint64) (store.Built, error) { return store.Built{Body: []byte("{}"), Tick: tick}, nil }})
		if len(entries) == 5000 || n == minutesOfAYear-1 {
			_, err := s.Add(context.Background(), entries...)
			require.NoError(t, err)
			entries = nil
		}
	}
}

// chartOf asks the API of a box whose store this is.
func chartOf(t testing.TB, s *store.Store, query string) (days map[string]int64) {
	t.Helper()
	st, err := station.New(station.Config{Name: "cellar", Kind: extract.WaterMeter, Store: s, Judge: station.NewMeterJudge(gate.Config{}),
		Reader: extract.ReaderFunc(func(context.Context, extract.Document) (extract.Result, error) { return extract.Result{}, nil })})
	require.NoError(t, err)
	d := desk{set: station.NewSet(s, st)}
	key, err := httpapi.ParseKey("test", "key-of-the-test")
	require.NoError(t, err)
	api, err := httpapi.New(httpapi.Config{Log: slog.New(slog.DiscardHandler), Keys: httpapi.KeyList{key}, Stations: d, Readings: d, Zone: berlin(t)})
	require.NoError(t, err)
	r := httptest.NewRequest(http.MethodGet, "/v1/stations/cellar/usage?"+query, nil)
	r.Header.Set("x-service-key", "key-of-the-test")
	w := httptest.NewRecorder()
	api.Handler().ServeHTTP(w, r)
	require.Equal(t, http.StatusOK, w.Code, w.Body.String())
	var got struct {
		Buckets []struct {
			Start time.Time
			M3    *float64 `json:"m3"`
		}
	}
	require.NoError(t, json.Unmarshal(w.Body.Bytes(), &got))
	days = map[string]int64{}
	for _, b := range got.Buckets {
		if b.M3 != nil {
			days[b.Start.Format(time.DateOnly)] = int64(*b.M3*1e6 + 0.5)
		}
	}
	return days
}

func berlin(t testing.TB) *time.Location {
	t.Helper()
	zone, err := time.LoadLocation("Europe/Berlin")
	require.NoError(t, err)
	return zone
}

// A year of one-minute readings, with a new counter, misread digits, days without power and clocks that change: each day's bar is what flowed.
func TestAYearsChartIsWhatFlowed(t *testing.T) {
	begin := time.Date(2025, 1, 1, 0, 0, 0, 0, berlin(t))
	y := &truth{begin: begin, flowed: map[string]int64{}, shown: 3_245_010_000}
	s, err := store.Open(store.Options{Dir: t.TempDir(), MaxBytes: 512 << 20, Log: slog.New(slog.DiscardHandler)})
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, s.Close()) })
	fill(t, s, y)
	require.True(t, y.replaced)
	assert.Equal(t, y.flowed, chartOf(t, s, "by=day&from=2025-01-01&to=2026-01-01"))
}

// BenchmarkAYearsChart measures what docs/performance.md tells.
func BenchmarkAYearsChart(b *testing.B) {
	s, err := store.Open(store.Options{Dir: b.TempDir(), MaxBytes: 512 << 20, Log: slog.New(slog.DiscardHandler)})
	require.NoError(b, err)
	b.Cleanup(func() { assert.NoError(b, s.Close()) })
	fill(b, s, &truth{begin: time.Date(2025, 1, 1, 0, 0, 0, 0, berlin(b)), flowed: map[string]int64{}, shown: 3_245_010_000})
	for _, by := range []string{"month", "day", "hour"} {
		b.Run(by, func(b *testing.B) {
			for b.Loop() {
				chartOf(b, s, "by="+by+"&from=2025-01-01&to=2026-01-01")
			}
		})
	}
}

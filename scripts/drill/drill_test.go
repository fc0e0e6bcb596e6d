package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestMain lets the test binary be the box that the drills start and kill.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "child" {
		if err := child(context.Background(), os.Args[2:]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

func TestKillsAndCutsLoseNothing(t *testing.T) {
	got, err := kill(context.Background(), plan{readings: 400, kills: 8, cutShare: 0.05, dir: t.TempDir(), seed: 3})
	require.NoError(t, err)
	r := got.(killReport)
	assert.Equal(t, 8, r.Kills)
	assert.Greater(t, r.Cuts, 5, "the proxy must have cut")
	assert.GreaterOrEqual(t, r.Stored, 400)
	assert.NoError(t, r.check())
	assert.Equal(t, r.Stored, r.Arrived)
}

func TestPowerCutsLoseNothing(t *testing.T) {
	got, err := power(context.Background(), plan{readings: 60, kills: 60, dir: t.TempDir(), seed: 5})
	require.NoError(t, err)
	r := got.(powerReport)
	assert.Equal(t, 60, r.Cuts)
	assert.Greater(t, r.Promised, 60)
}

// On a card that forgets what it said it had synced, nothing can be kept: the drill must notice.
func TestPowerDrillNoticesLostSyncs(t *testing.T) {
	got, err := powerCuts(context.Background(), plan{readings: 30, kills: 30, dir: t.TempDir(), seed: 5}, true)
	require.Error(t, err)
	assert.Positive(t, got.(powerReport).Lost)
}

func TestBacklogArrivesAndMemoryStays(t *testing.T) {
	got, err := backlog(context.Background(), plan{readings: 800, dir: t.TempDir()})
	require.NoError(t, err)
	r := got.(backlogReport)
	assert.GreaterOrEqual(t, r.Arrived, r.Readings)
	assert.Zero(t, r.Disorder)
	assert.Less(t, r.Peak-r.Before, int64(growthLimit))
}

func TestWritesStayBelowTheBar(t *testing.T) {
	got, err := write(context.Background(), plan{readings: 60, dir: stateOnDisk(t)})
	require.NoError(t, err)
	assert.Positive(t, got.(writeReport).Bytes, "a file system in memory counts no writes")
	assert.NoError(t, got.(writeReport).check())
}

// stateOnDisk is a directory in the source tree: the temporary one may be in memory, where nothing is written.
func stateOnDisk(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp(".", "testrun-")
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, os.RemoveAll(dir)) })
	return dir
}

// A drill that cannot fail proves nothing: each fault must be told.
func TestReportsTellFaults(t *testing.T) {
	for name, r := range map[string]interface{ check() error }{
		"lost":               killReport{Lost: 1},
		"order":              killReport{Disorder: 1},
		"too many repeats":   killReport{Kills: 1, Cuts: 2, Duplicates: 4},
		"power: lost":        powerReport{Cuts: 1, Promised: 1, Lost: 1},
		"power: damaged":     powerReport{Cuts: 1, Promised: 1, Damaged: 1},
		"power: idle":        powerReport{Cuts: 1},
		"backlog incomplete": backlogReport{Readings: 2, Arrived: 1},
		"backlog slow":       backlogReport{Took: 2 * backlogLimit},
		"memory":             backlogReport{Before: 1, Peak: 1 + growthLimit},
		"mutated: a fault":   mutateReport{statuses: map[int]int{200: 5, 500: 1}},
		"mutated: death":     mutateReport{dead: true},
		"bombs: memory":      bombReport{{status: 422, peak: bombRSS + 1}},
		"bombs: time":        bombReport{{status: 500, took: bombTime + 1}},
		"bombs: no answer":   bombReport{{}},
		"hurt: death":        hurtReport{hurt: 1, dead: true},
		"hurt: faults":       hurtReport{hurt: 1, failed: 2},
		"hurt: nobody":       hurtReport{},
		"soak: files":        soakReport{samples: []soaked{{}, {daemon: holdings{files: soakGrowth + 1}}}},
		"soak: memory":       soakReport{samples: []soaked{{}, {daemon: holdings{rss: soakGrowthRSS + 1}}}},
		"soak: nothing":      soakReport{},
		"writes":             writeReport{Readings: 1, Bytes: 100 << 10},
	} {
		t.Run(name, func(t *testing.T) { assert.Error(t, r.check()) })
	}
	assert.NoError(t, killReport{Kills: 1, Cuts: 2, Duplicates: 3}.check())
	assert.NoError(t, mutateReport{statuses: map[int]int{200: 5, 503: 9}}.check())
	assert.NoError(t, bombReport{{status: 422, took: bombTime, peak: bombRSS}}.check())
	assert.NoError(t, hurtReport{hurt: 2, failed: 2}.check())
	assert.NoError(t, soakReport{samples: []soaked{{}, {daemon: holdings{rss: soakGrowthRSS}}}}.check())
}

// What is sent must be wrong in many ways and still reach the readers at times.
func TestWhatTheDrillsSend(t *testing.T) {
	m := mutator{rand.New(rand.NewPCG(1, 2)), seeds()}
	different, sound := map[string]bool{}, 0
	for range 2000 {
		path, kind, body := m.request()
		require.NotEmpty(t, path)
		require.NotEmpty(t, kind)
		different[string(body)] = true
		if json.Valid(body) {
			sound++
		}
	}
	assert.Greater(t, len(different), 1500)
	assert.Greater(t, sound, 30)
	assert.Less(t, sound, 1500)
}

func TestWitnessCountsRepeatsAndDisorder(t *testing.T) {
	w := &witness{seen: map[uint64]int{}}
	for _, id := range []int{1, 2, 2, 4, 3, 4} {
		w.note(fmt.Appendf(nil, `{"id":%d}`, id))
	}
	assert.Equal(t, 4, w.count())
	assert.Equal(t, 2, w.duplicates)
	assert.Equal(t, []string{"3 after 4"}, w.disorder)
	assert.NoError(t, w.broken)
	w.note([]byte("no json"))
	assert.Error(t, w.broken)
}

func TestReadPacket(t *testing.T) {
	long := append([]byte{0x30, 0xc8, 0x01}, make([]byte, 200)...)
	stream := append(append([]byte{0x40, 2, 0, 7}, long...), 0xc0, 0)
	r := bufio.NewReader(bytes.NewReader(stream))
	for _, want := range [][]byte{{0x40, 2, 0, 7}, long, {0xc0, 0}} {
		got, err := readPacket(r)
		require.NoError(t, err)
		assert.Equal(t, want, got)
	}
	_, err := readPacket(bufio.NewReader(bytes.NewReader([]byte{0x30, 0xff, 0xff, 0xff, 0xff, 1})))
	require.ErrorIs(t, err, errPacket)
}

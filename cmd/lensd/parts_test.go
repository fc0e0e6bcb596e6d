package main

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// actor is a part that writes down its starts and ends.
type actor struct{ diary []string }

func (a *actor) part(name, recipe string) part {
	return part{name, recipe, func() (running, error) {
		a.diary = append(a.diary, "+"+name+recipe)
		wait := func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }
		return running{serves: []func(context.Context) error{wait}, close: func() error {
			a.diary = append(a.diary, "-"+name+recipe)
			return nil
		}}, nil
	}}
}

func TestOnlyPartsThatChangeAreStartedAnew(t *testing.T) {
	a := &actor{}
	p := newParts(slog.New(slog.DiscardHandler), prometheus.NewRegistry())
	broken := part{"http", "taken", func() (running, error) { return running{}, errors.New("in use") }}
	for _, step := range []struct {
		name string
		plan []part
		did  []string
		says string
	}{
		{name: "the first", plan: []part{a.part("pool", "1"), a.part("desk", "1"), a.part("http", "1")}, did: []string{"+pool1", "+desk1", "+http1"}},
		{name: "the same", plan: []part{a.part("pool", "1"), a.part("desk", "1"), a.part("http", "1")}},
		{name: "one changed", plan: []part{a.part("pool", "1"), a.part("desk", "2"), a.part("http", "1")}, did: []string{"-desk1", "+desk2"}},
		{name: "two changed", plan: []part{a.part("pool", "2"), a.part("desk", "2"), a.part("http", "2")}, did: []string{"-http1", "-pool1", "+pool2", "+http2"}},
		{name: "one more", plan: []part{a.part("pool", "2"), a.part("attic", "1"), a.part("desk", "2"), a.part("http", "2")}, did: []string{"+attic1"}},
		{name: "one gone", plan: []part{a.part("pool", "2"), a.part("attic", "1"), a.part("http", "2")}, did: []string{"-desk2"}},
		{name: "one that cannot", plan: []part{a.part("pool", "2"), a.part("attic", "1"), broken}, did: []string{"-http2"}, says: "http: in use"},
		{name: "back again", plan: []part{a.part("pool", "2"), a.part("attic", "1"), a.part("http", "2")}, did: []string{"+http2"}},
		{name: "the end", did: []string{"-http2", "-attic1", "-pool2"}},
	} {
		a.diary = nil
		err := p.apply(context.Background(), step.plan)
		if step.says == "" {
			require.NoError(t, err, step.name)
		} else {
			require.EqualError(t, err, step.says, step.name)
		}
		assert.Equal(t, step.did, a.diary, step.name)
	}
}

func TestAFaultyPartIsTriedAgain(t *testing.T) {
	p := newParts(slog.New(slog.DiscardHandler), prometheus.NewRegistry())
	tries := 0
	plan := []part{{"desk", "", func() (running, error) { tries++; return running{faulty: tries < 3}, nil }}}
	for range 5 {
		require.NoError(t, p.apply(context.Background(), plan))
	}
	assert.Equal(t, 3, tries)
}

// A hang-up after a certificate or a password was replaced has to take the new one.
func TestARecipeHoldsItsFiles(t *testing.T) {
	path := filepath.Join(t.TempDir(), "password")
	require.NoError(t, os.WriteFile(path, []byte("old"), 0o600))
	before := recipeOf(filesOf("", path))
	assert.Equal(t, before, recipeOf(filesOf("", path)))
	require.NoError(t, os.WriteFile(path, []byte("other"), 0o600))
	assert.NotEqual(t, before, recipeOf(filesOf("", path)))
}

func TestAPartThatFailsIsTold(t *testing.T) {
	p := newParts(slog.New(slog.DiscardHandler), prometheus.NewRegistry())
	plan := []part{
		{"over", "", serving(func(context.Context) error { return nil })},
		{"broken", "", serving(func(context.Context) error { return errors.New("no more") })},
	}
	require.NoError(t, p.apply(context.Background(), plan))
	select {
	case err := <-p.failed:
		require.EqualError(t, err, "broken: no more")
	case <-time.After(time.Minute):
		t.Fatal("nobody was told")
	}
	require.NoError(t, p.stop())
	assert.Empty(t, p.failed, "parts that are told to end do not fail")
}

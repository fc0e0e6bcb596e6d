package main

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract"
	"lensd/vision/worker"
)

// An edit of the readers' section used to fail what waited for a reader at that moment.
func TestAReadingOutlivesItsReaders(t *testing.T) {
	old, err := worker.New(worker.Config{Command: []string{"false"}})
	require.NoError(t, err)
	next, err := worker.New(worker.Config{Command: []string{"false"}})
	require.NoError(t, err)
	var p poolRelay
	p.use(old)
	var asked []*worker.Pool
	ended := extract.Errorf(extract.KindUnavailable, "ended: %w", worker.ErrEnded)
	require.NoError(t, p.with(context.Background(), func(pool *worker.Pool) error {
		asked = append(asked, pool)
		if pool == next {
			return nil
		}
		go p.use(next)
		return ended
	}))
	assert.Equal(t, []*worker.Pool{old, next}, asked)

	asked = nil
	broken := errors.New("this document is at fault")
	assert.ErrorIs(t, p.with(context.Background(), func(pool *worker.Pool) error {
		asked = append(asked, pool)
		return broken
	}), broken)
	assert.Len(t, asked, 1, "other errors are final")

	gone, cancel := context.WithCancel(context.Background())
	cancel()
	assert.ErrorIs(t, p.with(gone, func(*worker.Pool) error { return ended }), worker.ErrEnded, "and nobody waits for one who has gone")
}

// A pool that has ended says so in a way that can be told from a document's faults.
func TestAPoolThatEndedSaysSo(t *testing.T) {
	pool, err := worker.New(worker.Config{Command: []string{"false"}})
	require.NoError(t, err)
	over, cancel := context.WithCancel(context.Background())
	cancel()
	require.ErrorIs(t, pool.Serve(over), context.Canceled)
	_, err = pool.Read(context.Background(), extract.Document{Kind: extract.WaterMeter})
	assert.ErrorIs(t, err, worker.ErrEnded)
	assert.Equal(t, extract.KindUnavailable, extract.KindOf(err))
}

package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestTheJournalKeepsNoSecrets(t *testing.T) {
	j := newJournal()
	for _, line := range []string{`code=ABCD-EFGH`, `err="rtsp://cam:hunter2@10.0.0.7/1"`, `made lensd_0123456789abcdef`, `password="two words" x=1`} {
		_, err := fmt.Fprintln(j, "level=INFO "+line)
		require.NoError(t, err)
	}
	all := strings.Join(j.newest(), "\n")
	for _, secret := range []string{"ABCD", "hunter2", "0123456789", "two words"} {
		assert.NotContains(t, all, secret)
	}
	assert.Contains(t, all, "10.0.0.7/1")
	assert.Contains(t, all, "x=1")
	for i := range 2 * journalLines {
		_, err := fmt.Fprintln(j, i)
		require.NoError(t, err)
	}
	assert.Len(t, j.newest(), journalLines)
	assert.Equal(t, fmt.Sprint(2*journalLines-1), j.newest()[journalLines-1])
}

package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A state directory that root made could not be written by the daemon.
func TestRootMakesNoStateDirectory(t *testing.T) {
	absent := filepath.Join(t.TempDir(), "state")
	require.ErrorContains(t, becomeOwner(absent, 0), "start the daemon first")
	require.NoError(t, becomeOwner(absent, 1000), "a user's own box begins where they say")
	assert.NoDirExists(t, absent)
	require.NoError(t, becomeOwner(t.TempDir(), os.Getuid()), "one's own is taken as it is")
}

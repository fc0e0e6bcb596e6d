package main

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestTagsAreWrittenByTheWordsOfTheProduct(t *testing.T) {
	out := filepath.Join(t.TempDir(), "tags")
	assert.ErrorIs(t, run("label", "", "", 0, false, false, true, out), errNoWords)
	assert.NoFileExists(t, out)
}

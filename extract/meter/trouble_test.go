package meter

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract"
)

func TestNotFoundSaysWhatToDo(t *testing.T) {
	thai, err := os.ReadFile("../../httpapi/pages/static/th.js")
	require.NoError(t, err)
	seen := map[string]bool{}
	for _, why := range []Trouble{Unseen, TooDark, TooBright, TooSmall, Glare, Blurred} {
		e := NotFound(why)
		assert.Equal(t, extract.KindNotFound, e.Kind)
		assert.Contains(t, e.Message, "no counter was found: ")
		assert.False(t, seen[e.Message], "each trouble has its own advice")
		seen[e.Message] = true
		assert.Contains(t, string(thai), "'told."+e.Message+"':", "the page says it in Thai, too")
	}
}

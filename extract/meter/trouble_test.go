package meter

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"lensd/extract"
)

func TestNotFoundSaysWhatToDo(t *testing.T) {
	seen := map[string]bool{}
	for _, why := range []Trouble{Unseen, TooDark, TooBright, TooSmall, Glare, Blurred} {
		e := NotFound(why)
		assert.Equal(t, extract.KindNotFound, e.Kind)
		assert.Contains(t, e.Message, "no counter was found: ")
		assert.False(t, seen[e.Message], "each trouble has its own advice")
		seen[e.Message] = true
	}
}

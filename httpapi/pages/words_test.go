package pages_test

import (
	"os"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Every word that the set-up page says is there in both languages.
func TestTheSetUpPageSpeaksBothLanguages(t *testing.T) {
	known := map[string]bool{}
	words, err := os.ReadFile("static/setupwords.js")
	require.NoError(t, err)
	thai := regexp.MustCompile(`[\x{0e00}-\x{0e7f}]`)
	names := regexp.MustCompile(`^(MQTT|Q3|English)`)
	for _, m := range regexp.MustCompile(`'?([\w-]+)'?: \['([^']+)', '([^']+)'\]`).FindAllStringSubmatch(string(words), -1) {
		known[m[1]] = true
		assert.True(t, thai.MatchString(m[3]) || names.MatchString(m[3]), "%s is not in Thai", m[1])
	}
	require.Greater(t, len(known), 80)
	for _, file := range []string{"setup.html", "setup.js", "aim.js", "form.js"} {
		text, err := os.ReadFile("static/" + file)
		require.NoError(t, err)
		for _, m := range regexp.MustCompile(`(?:\bt\('|data-t=")([\w-]+)`).FindAllStringSubmatch(string(text), -1) {
			assert.True(t, known[m[1]], "%s says %q, which setupwords.js does not know", file, m[1])
		}
	}
}

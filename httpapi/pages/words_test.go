package pages_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// messages are those of one language's file, by name.
func messages(t *testing.T, language string) map[string]string {
	t.Helper()
	text, err := os.ReadFile("static/" + language + ".js")
	require.NoError(t, err)
	out := map[string]string{}
	for _, m := range regexp.MustCompile(`(?m)^  (?:'((?:[^'\\]|\\.)+)'|(\w+)): '((?:[^'\\]|\\.)*)',$`).FindAllStringSubmatch(string(text), -1) {
		out[strings.ReplaceAll(m[1]+m[2], `\'`, `'`)] = m[3]
	}
	require.Equal(t, strings.Count(string(text), "\n")-3, len(out), "each line of %s.js is a message", language)
	return out
}

func keysOf(m map[string]string) (out []string) {
	for k := range m {
		out = append(out, k)
	}
	return out
}

// Both languages have the same messages with the same places for values, and the Thai ones are Thai.
func TestTheMessageFilesAreComplete(t *testing.T) {
	english, thai := messages(t, "en"), messages(t, "th")
	require.Greater(t, len(english), 300)
	assert.ElementsMatch(t, keysOf(english), keysOf(thai))
	letters, names := regexp.MustCompile(`[\x{0e00}-\x{0e7f}]`), regexp.MustCompile(`^(MQTT|API|HTTPS|Q3 [\d.]+|English|HTTP \{0\}.*)$`)
	places := regexp.MustCompile(`\{\d\}`)
	for k, text := range thai {
		assert.True(t, letters.MatchString(text) || names.MatchString(text), "%s is not in Thai: %s", k, text)
		assert.ElementsMatch(t, places.FindAllString(english[k], -1), places.FindAllString(text, -1), k)
	}
}

// Every message that a page names is there, and no page says anything to people that is not a message.
func TestThePagesSayWhatTheMessageFilesKnow(t *testing.T) {
	english := messages(t, "en")
	files, err := filepath.Glob("static/*.*")
	require.NoError(t, err)
	named := regexp.MustCompile(`(?:\bt\('|data-(?:t|label)=")([\w.-]+)['"]`)
	text := regexp.MustCompile(`>([^<>{}]*[A-Za-z]{3,}[^<>{}]*)<`)
	for _, file := range files {
		body, err := os.ReadFile(file)
		require.NoError(t, err)
		if !strings.HasSuffix(file, ".html") && !strings.HasSuffix(file, ".js") {
			continue
		}
		for _, m := range named.FindAllStringSubmatch(string(body), -1) {
			prefix := strings.HasSuffix(m[1], ".")
			assert.True(t, prefix || english[m[1]] != "", "%s says %q, which no message file knows", file, m[1])
		}
		if strings.HasSuffix(file, ".html") {
			for _, m := range text.FindAllStringSubmatch(string(body), -1) {
				assert.Contains(t, []string{"lensd", "CSV", "OFX", "JSON"}, m[1], "%s says something in one language alone", file)
			}
		}
	}
}

// A page's files together are small enough for a weak radio; the languages are one or the other.
func TestThePagesAreLight(t *testing.T) {
	files, err := filepath.Glob("static/*")
	require.NoError(t, err)
	var sum int64
	for _, file := range files {
		info, err := os.Stat(file)
		require.NoError(t, err)
		sum += info.Size()
	}
	assert.LessOrEqual(t, sum, int64(250<<10), "all pages, both languages")
}

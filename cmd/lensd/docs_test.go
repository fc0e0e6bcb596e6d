package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// documents are the pages for people by name, as text. Those that tell of commits long past are not among them.
func documents(t *testing.T) map[string]string {
	t.Helper()
	files, err := filepath.Glob("../../docs/*.md")
	require.NoError(t, err)
	out := map[string]string{}
	for _, file := range append(files, "../../README.md", "../../CONTRIBUTING.md", "../../SECURITY.md") {
		if name := filepath.Base(file); name != "accuracy.md" && name != "performance.md" {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			out[name] = string(text)
		}
	}
	require.Greater(t, len(out), 12)
	return out
}

var (
	fenced = regexp.MustCompile("(?ms)^```(\\w*)\n(.*?)^```$")
	inline = regexp.MustCompile("`([^`\n]+)`")
)

// code is all that stands in a page as code, a line each.
func code(page string) (lines []string) {
	for _, m := range fenced.FindAllStringSubmatch(page, -1) {
		for line := range strings.Lines(m[2]) {
			lines = append(lines, strings.TrimSpace(line))
		}
	}
	for _, m := range inline.FindAllStringSubmatch(fenced.ReplaceAllString(page, ""), -1) {
		lines = append(lines, m[1])
	}
	return lines
}

// Each command that the documents name is one of lensd's, with flags that it has.
func TestTheDocumentedCommandsAreThoseOfTheBinary(t *testing.T) {
	told, seen := map[string]string{}, 0
	for _, c := range commands() {
		out, _ := lensd(c.name, "-h").CombinedOutput() // its exit code is another test's
		told[c.name] = usageOf(c.name) + "\n" + string(out)
	}
	call := regexp.MustCompile(`(?:^|&& |sudo |bin/)lensd ([a-z]+)((?: +[^&|;#]+)?)`)
	for name, page := range documents(t) {
		for _, line := range code(page) {
			for _, m := range call.FindAllStringSubmatch(line, -1) {
				seen++
				if !assert.Contains(t, told, m[1], "%s: %s", name, line) {
					continue
				}
				for _, word := range strings.Fields(m[2]) {
					if regexp.MustCompile(`^-[a-z]+$`).MatchString(word) {
						assert.Regexp(t, regexp.QuoteMeta(word)+`\b`, told[m[1]], "%s: %s", name, line)
					}
				}
			}
		}
	}
	assert.Greater(t, seen, 20)
}

// Each file, script, link and test that the documents name is there, and what they give to a shell is something that a shell reads.
func TestWhatTheDocumentsNameIsThere(t *testing.T) {
	root, err := filepath.Abs("../..")
	require.NoError(t, err)
	there := func(path string) bool { _, err := os.Stat(filepath.Join(root, path)); return err == nil }
	script, link := regexp.MustCompile(`(?:^|[\s(=])((?:scripts|docs|systemd|\.ci)/[\w./-]*\w)`), regexp.MustCompile(`\]\(([^)#: ]+)(?:#[^)]*)?\)`)
	for name, page := range documents(t) {
		folder := "docs"
		if name == strings.ToUpper(strings.TrimSuffix(name, ".md"))+".md" {
			folder = ""
		}
		for _, line := range code(page) {
			for _, m := range script.FindAllStringSubmatch(line, -1) {
				assert.True(t, there(m[1]) || there(filepath.Dir(m[1])) && strings.ContainsAny(line, "<…"), "%s names %s, which is not there", name, m[1])
			}
		}
		for _, m := range link.FindAllStringSubmatch(page, -1) {
			assert.True(t, there(filepath.Join(folder, m[1])), "%s leads to %s, which is not there", name, m[1])
		}
		for _, m := range fenced.FindAllStringSubmatch(page, -1) {
			if m[1] != "sh" {
				continue
			}
			shell := exec.Command("bash", "-n")
			shell.Stdin = strings.NewReader(regexp.MustCompile(`(?m)^\$ `).ReplaceAllString(m[2], ""))
			out, err := shell.CombinedOutput()
			assert.NoError(t, err, "%s: %s\n%s", name, m[2], out)
		}
	}
}

// Each key of the configuration that the documents name stands in the reference, below its section.
func TestTheDocumentedKeysAreThoseOfTheConfiguration(t *testing.T) {
	reference, err := os.ReadFile("../../lensd.yaml")
	require.NoError(t, err)
	reference = regexp.MustCompile(`(?m)^# ?`).ReplaceAll(reference, nil)
	sections := map[string]string{}
	current := ""
	for line := range bytes.Lines(reference) {
		if m := regexp.MustCompile(`^ *(?:- )?(\w+):`).FindSubmatch(line); m != nil {
			if key := string(m[1]); strings.TrimSpace(strings.SplitN(string(line), "#", 2)[0]) == key+":" {
				current = key
			}
		}
		sections[current] += string(line)
	}
	named, seen := regexp.MustCompile(`^(http|mqtt|readers|retention|fleet|box|log|gate|camera|trigger|signal)\.([a-z_]+)$`), 0
	for name, page := range documents(t) {
		for _, line := range code(page) {
			m := named.FindStringSubmatch(line)
			if m == nil {
				continue
			}
			seen++
			assert.Regexp(t, `\b`+m[2]+`:`, sections[m[1]]+inlineSection(reference, m[1]), "%s names %s", name, line)
		}
	}
	assert.Greater(t, seen, 10)
}

// inlineSection is a section that stands in one line, such as log: {level: info}.
func inlineSection(reference []byte, name string) string {
	return string(regexp.MustCompile(`(?m)^ *` + name + `: *\{.*$`).Find(reference))
}

// The ten stories have pictures, small enough for a repository, and tests that there are.
func TestTheStoriesHaveTestsAndPictures(t *testing.T) {
	page := documents(t)["stories.md"]
	var sum int64
	pictures := regexp.MustCompile(`\(pages/([\w-]+\.png)\)`).FindAllStringSubmatch(page, -1)
	require.Len(t, pictures, 10)
	for _, m := range pictures {
		info, err := os.Stat(filepath.Join("../../docs/pages", m[1]))
		require.NoError(t, err)
		assert.Less(t, info.Size(), int64(150<<10), m[1])
		sum += info.Size()
	}
	assert.Less(t, sum, int64(1<<20))
	for _, m := range regexp.MustCompile(`go test (\./[\w/]+) -run '?([\w|\\]+)'?`).FindAllStringSubmatch(page, -1) {
		files, err := filepath.Glob(filepath.Join("../..", m[1], "*_test.go"))
		require.NoError(t, err)
		var text bytes.Buffer
		for _, file := range files {
			b, err := os.ReadFile(file)
			require.NoError(t, err)
			text.Write(b)
		}
		for _, one := range strings.Split(strings.ReplaceAll(m[2], `\`, ""), "|") {
			assert.Regexp(t, `func Test\w*`+strings.TrimPrefix(one, "Test"), text.String(), "%s %s", m[1], one)
		}
	}
}

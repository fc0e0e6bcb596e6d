package httpapi_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"
)

// description is openapi.yaml, as a tree and as schemas.
type description struct {
	tree     map[string]any
	compiler *jsonschema.Compiler
	mu       sync.Mutex // the compiler is not safe for concurrent use
}

var describe = sync.OnceValues(func() (*description, error) {
	b, err := os.ReadFile("openapi.yaml")
	if err != nil {
		return nil, err
	}
	j, err := yaml.YAMLToJSON(b)
	if err != nil {
		return nil, err
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(j))
	if err != nil {
		return nil, err
	}
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	return &description{tree: doc.(map[string]any), compiler: c}, c.AddResource("openapi.json", doc)
})

// at follows a JSON pointer and one $ref at its end.
func (d *description) at(pointer string) (string, any) {
	var v any = d.tree
	for _, p := range strings.Split(strings.TrimPrefix(pointer, "/"), "/") {
		m, ok := v.(map[string]any)
		if !ok {
			return pointer, nil
		}
		v = m[strings.NewReplacer("~1", "/", "~0", "~").Replace(p)]
	}
	if m, ok := v.(map[string]any); ok {
		if ref, ok := m["$ref"].(string); ok {
			return d.at(strings.TrimPrefix(ref, "#"))
		}
	}
	return pointer, v
}

func (d *description) check(t *testing.T, pointer string, body []byte) {
	t.Helper()
	d.mu.Lock()
	defer d.mu.Unlock()
	s, err := d.compiler.Compile("openapi.json#" + pointer)
	require.NoError(t, err)
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(body))
	require.NoError(t, err)
	require.NoError(t, s.Validate(v), "%s\n%s", pointer, body)
}

var template = regexp.MustCompile(`^/v1/(stations|readings)/[^/]+`)

// checkSchema holds a real answer against the schema that openapi.yaml gives for its path, method and status.
func checkSchema(t *testing.T, method, path string, status int, body []byte) {
	t.Helper()
	d, err := describe()
	require.NoError(t, err)
	path = template.ReplaceAllStringFunc(path, func(m string) string {
		if strings.HasPrefix(m, "/v1/stations") {
			return "/v1/stations/{name}"
		}
		return "/v1/readings/{id}"
	})
	if status == 405 { // the method has no entry of its own; POST's answer shows the envelope
		method = "POST"
	}
	if _, known := d.at("/paths/" + escape(path)); known == nil || status == 404 {
		d.check(t, "/components/schemas/V2Failure", body)
		return
	}
	pointer, found := d.at(fmt.Sprintf("/paths/%s/%s/responses/%d", escape(path), strings.ToLower(method), status))
	if found == nil && status == 405 {
		pointer = "/components/responses/V2Method"
	} else {
		require.NotNil(t, found, "openapi.yaml does not know %s %s %d", method, path, status)
	}
	d.check(t, pointer+"/content/application~1json/schema", body)
}

func escape(path string) string {
	return strings.NewReplacer("~", "~0", "/", "~1").Replace(path)
}

// TestExamples holds every example of openapi.yaml against its own schema.
func TestExamples(t *testing.T) {
	d, err := describe()
	require.NoError(t, err)
	checked := 0
	var walk func(pointer string, v any)
	walk = func(pointer string, v any) {
		switch v := v.(type) {
		case map[string]any:
			if ex, ok := v["example"]; ok && v["schema"] != nil {
				b, err := json.Marshal(ex)
				require.NoError(t, err)
				d.check(t, pointer+"/schema", b)
				checked++
			}
			for k, c := range v {
				walk(pointer+"/"+escape(k), c)
			}
		case []any:
			for i, c := range v {
				walk(fmt.Sprintf("%s/%d", pointer, i), c)
			}
		}
	}
	walk("", d.tree)
	require.Greater(t, checked, 35)
}

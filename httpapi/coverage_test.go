package httpapi_test

import (
	"encoding/json"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/httpapi/envelope"
)

// row is a line of the interface's errors or limits table, in its own words. An empty data means that it names none.
type row struct {
	endpoint string // folder of the golden files
	status   int
	body     map[string]string // member path -> its JSON text
}

// TestEveryRowOfTheErrorTables holds the golden answers against the tables, so that no case can be lost.
func TestEveryRowOfTheErrorTables(t *testing.T) {
	v2 := func(code, message, data string) map[string]string {
		return map[string]string{"status": `"error"`, "error.0.object": `"error"`, "error.0.code": code, "error.0.message": message, "data": data}
	}
	older := func(code, message string) map[string]string {
		return map[string]string{"error_code": code, "message": message}
	}
	const size = "; the image must be base64 and its size must be between 500x500 and 10000x1000\""
	for _, r := range []row{
		{"passport", 200, map[string]string{"status": `"success"`, "error": `[]`}},
		{"passport", 400, v2(`"bad_request"`, `"Bad Request"`, `[{}]`)},
		{"passport", 500, v2(`"internal_server_error"`, `"Page 1 : Internal Server Error"`, `[{}]`)},
		{"label", 200, map[string]string{"status": `"success"`, "error": `[]`}},
		{"label", 206, map[string]string{"status": `"error"`, "error.0.code": `"partial_content"`, "error.0.message": `"Partial content"`, "data.1": `{}`}},
		{"label", 400, v2(`"400"`, `"Cannot detect Parcel Label in an image"`, `[{}]`)},
		{"label", 413, v2(`413`, `"The request base64 size is too large"`, `[]`)},
		{"label", 422, v2(`"422"`, `"Invalid base64 request or Image size is not supported"`, `[]`)},
		{"general-invoice", 206, map[string]string{"status": `"error"`, "error.0.code": `"partial_content"`, "error.0.message": `"Partial content"`}},
		{"general-invoice", 400, v2(`"bad_request"`, `"Bad request"`, `[]`)},
		{"bank-statement-v2", 400, map[string]string{"error.0.code": `"bad_request"`, "error.0.message": `"Image too small"`}},
		{"bank-statement-v2", 400, map[string]string{"error.0.code": `"bad_request"`, "error.0.message": `"Fail to process table extraction"`}},
		{"bank-statement-v2", 206, map[string]string{"error.0.code": `"partial_content"`}},
		{"shipping-invoice", 400, map[string]string{"error.0.code": `"bad_request"`, "error.0.message": `"Image too small"`}},
		{"shipping-invoice", 206, map[string]string{"error.0.code": `"partial_content"`}},
		{"tawi-50", 206, map[string]string{"status": `"error"`, "error": `"{\"code\":\"no_field_detect\",\"message\":\"No field of a withholding tax certificate detected\"}"`}},
		{"tawi-50", 400, map[string]string{"status": `"error"`, "error": `"{\"code\":\"no_field_detect\",\"message\":\"No field of a withholding tax certificate detected\"}"`, "data": `[]`}},
		{"tawi-50", 422, map[string]string{"status": `"error"`, "error.0.message": `"Invalid input"`}},
		{"water-meter", 400, map[string]string{"status": `"success"`, "error.0.code": `"bad_request"`, "error.0.message": `"Bad Request"`,
			"data": `[{"numbers":{"angle":0.0,"bboxes":[],"bboxes_norm":[],"bboxes_rotated":[],"bboxes_rotated_norm":[],"confidence":-1.0,"value":""}}]`, "request_id": ""}},
		{"bank-statement-v1", 200, map[string]string{"status": `"200"`, "error_list.0.code": `"1001"`}},
		{"bank-statement-v1", 400, older(`"2001"`, `"Image too small expect > 1000X1000 pixels"`)},
		{"bank-statement-v1", 500, older(`"1000"`, `"Internal server error"`)},
		{"vehicle-insurance-policy", 400, older(`"1001"`, `"Resolution too low`+size)},
		{"vehicle-insurance-policy", 400, older(`"1002"`, `"Image quality not acceptable`+size)},
		{"vehicle-insurance-policy", 400, older(`"1003"`, `"Image cannot be converted`+size)},
		{"vehicle-insurance-policy", 500, older(`"2001"`, `"Error on the server side"`)},
	} {
		assert.True(t, covered(t, r), "no golden answer of %s shows HTTP %d %v", r.endpoint, r.status, r.body)
	}
}

var answered = regexp.MustCompile(`(?s)^HTTP (\d+)\n(?:[^\n]+\n)*\n(.*)$`)

func covered(t *testing.T, r row) bool {
	t.Helper()
	files, err := filepath.Glob("testdata/contract/" + r.endpoint + "/*.txt")
	require.NoError(t, err)
	for _, f := range files {
		m := answered.FindStringSubmatch(readGolden(t, f).answer)
		require.NotNil(t, m, f)
		var body any
		d := json.NewDecoder(strings.NewReader(m[2]))
		d.UseNumber() // 413 and "413", -1.0 and -1 differ
		require.NoError(t, d.Decode(&body), f)
		if m[1] == strconv.Itoa(r.status) && shows(body, r.body) {
			return true
		}
	}
	return false
}

func shows(body any, want map[string]string) bool {
	for path, text := range want {
		if at(body, path) != text {
			return false
		}
	}
	return true
}

// at returns the JSON text of a member, "" where there is none.
func at(v any, path string) string {
	for _, p := range strings.Split(path, ".") {
		switch c := v.(type) {
		case map[string]any:
			if v = c[p]; v == nil {
				return ""
			}
		case []any:
			i, err := strconv.Atoi(p)
			if err != nil || i >= len(c) {
				return ""
			}
			v = c[i]
		default:
			return ""
		}
	}
	b, err := envelope.Marshal(v)
	if err != nil {
		return ""
	}
	return string(b)
}

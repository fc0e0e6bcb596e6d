package httpapi

import (
	_ "embed" // the description travels in the binary
	"net/http"
	"strings"

	"lensd/httpapi/envelope"
)

//go:embed openapi.yaml
var openapiYAML string

// openapi returns the description without the documented paths that this box has no reader for. It is cut as text, so
// that the served file reads like the one in the repository.
func (s *Server) openapi() string {
	absent := map[string]bool{}
	for _, e := range envelope.Endpoints() {
		if _, ok := s.cfg.Readers[e.Kind]; !ok {
			absent["  "+e.Path+":"] = true
		}
	}
	var out strings.Builder
	skipping := false
	for line := range strings.Lines(openapiYAML) {
		if strings.HasPrefix(line, "  /") || !strings.HasPrefix(line, " ") {
			skipping = absent[strings.TrimRight(line, "\n")]
		}
		if !skipping {
			out.WriteString(line)
		}
	}
	return out.String()
}

// describe serves the description; it is the same for everybody and changes with the binary only.
func (s *Server) describe() http.HandlerFunc {
	text := s.openapi()
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/yaml")
		w.Header().Set("Access-Control-Allow-Origin", "*") // so that a viewer elsewhere can show it
		_, _ = w.Write([]byte(text))
	}
}

package httpapi

import (
	_ "embed" // the description travels in the binary
	"fmt"
	"net/http"
	"strings"

	"lensd/httpapi/envelope"
)

//go:embed openapi.yaml
var openapiYAML string

// openapi returns the description without the documented paths that this box has no reader for, and with one path for each
// kind that its owner declared in place of the general one. It is cut as text, so that the served file reads like the one in
// the repository.
func (s *Server) openapi() string {
	absent := map[string]bool{"  " + envelope.OwnPath + "{name}:": true}
	for _, e := range envelope.Endpoints() {
		if _, ok := s.cfg.Readers[e.Kind]; !ok {
			absent["  "+e.Path+":"] = true
		}
	}
	var out strings.Builder
	skipping, general := false, ""
	for line := range strings.Lines(openapiYAML) {
		if strings.HasPrefix(line, "  /") || !strings.HasPrefix(line, " ") {
			if general != "" {
				out.WriteString(s.ownPaths(general))
				general = ""
			}
			skipping = absent[strings.TrimRight(line, "\n")]
		}
		if skipping && (general != "" || strings.HasPrefix(line, "  "+envelope.OwnPath)) {
			general += line
		}
		if !skipping {
			out.WriteString(line)
		}
	}
	return out.String()
}

// ownPaths writes the description of /v1/kinds/{name} once a declared kind, each with the kind's own members.
func (s *Server) ownPaths(general string) string {
	var out strings.Builder
	for _, k := range s.cfg.Own {
		var names, members []string
		for _, f := range k.Fields {
			names = append(names, f.Name)
			members = append(members, f.Name+": {$ref: '#/components/schemas/Field'}")
		}
		element := fmt.Sprintf("{type: object, required: [%s], properties: {%s}}", strings.Join(names, ", "), strings.Join(members, ", "))
		mine := strings.NewReplacer("{name}", string(k.Name), "readOwnKind", "readOwnKind_"+string(k.Name), "{$ref: '#/components/schemas/OwnElement'}", element)
		for line := range strings.Lines(general) {
			if !strings.HasPrefix(line, "    parameters:") {
				_, _ = mine.WriteString(&out, line)
			}
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

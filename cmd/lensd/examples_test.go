package main

import (
	"encoding/json"
	"io"
	"log/slog"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"lensd/cmd/lensd/config"
)

func example(t *testing.T, name string) []byte {
	t.Helper()
	b, err := os.ReadFile("../../docs/examples/" + name)
	require.NoError(t, err)
	return b
}

// Every figure that the dashboard draws is one that a box has.
func TestTheDashboardDrawsWhatABoxMeasures(t *testing.T) {
	b := startBox(t, "mqtt: {broker: none}\nstations: [{name: cellar, kind: water-meter, camera: {source: push}, trigger: {on: command}}]\n")
	served := b.text("/metrics")
	a := &app{log: slog.New(slog.DiscardHandler)}
	m, _ := newMetrics(a)
	declared := map[string]bool{"lensd_station_readings_total": m.readings != nil, "lensd_meter_cubic_metres": m.value != nil, // with the first reading
		"lensd_broker_connected": true, "lensd_outbox_delivered_total": true} // with a broker
	var doc struct {
		SchemaVersion int
		Panels        []struct {
			ID         int
			Title      string
			Type       string
			Datasource struct{ Type, UID string }
			GridPos    struct{ X, Y, W, H int }
			Targets    []struct{ RefID, Expr string }
		}
		Templating struct {
			List []struct{ Name, Type string }
		}
	}
	require.NoError(t, json.Unmarshal(example(t, "grafana.json"), &doc))
	assert.GreaterOrEqual(t, doc.SchemaVersion, 39)
	require.NotEmpty(t, doc.Panels)
	taken, ids := map[[2]int]string{}, map[int]bool{}
	for _, p := range doc.Panels {
		assert.False(t, ids[p.ID], p.Title)
		ids[p.ID] = true
		assert.Equal(t, "${datasource}", p.Datasource.UID, p.Title)
		assert.LessOrEqual(t, p.GridPos.X+p.GridPos.W, 24, p.Title)
		for x := p.GridPos.X; x < p.GridPos.X+p.GridPos.W; x++ {
			for y := p.GridPos.Y; y < p.GridPos.Y+p.GridPos.H; y++ {
				assert.Empty(t, taken[[2]int{x, y}], "%s lies on another panel", p.Title)
				taken[[2]int{x, y}] = p.Title
			}
		}
		require.NotEmpty(t, p.Targets, p.Title)
		for _, target := range p.Targets {
			assert.Equal(t, strings.Count(target.Expr, "("), strings.Count(target.Expr, ")"), p.Title)
			names := regexp.MustCompile(`lensd_[a-z_]+`).FindAllString(target.Expr, -1)
			require.NotEmpty(t, names, p.Title)
			for _, name := range names {
				assert.True(t, declared[name] || strings.Contains(served, "\n"+name+" ") || strings.Contains(served, "\n"+name+"{"), "%s: no box has %s", p.Title, name)
			}
		}
	}
}

// The manifest's configuration is one that a box takes, its probes are paths that there are, and it has limits.
func TestTheManifestRunsABoxThatThereIs(t *testing.T) {
	var kinds []string
	d := yaml.NewDecoder(strings.NewReader(string(example(t, "k3s.yaml"))))
	for {
		var doc struct {
			APIVersion string `yaml:"apiVersion"`
			Kind       string
			Data       map[string]string
			StringData map[string]string `yaml:"stringData"`
			Spec       struct {
				Template struct {
					Spec struct {
						Containers []struct {
							Args           []string
							ReadinessProbe struct {
								HTTPGet struct{ Path, Port string } `yaml:"httpGet"`
							} `yaml:"readinessProbe"`
							Resources struct{ Requests, Limits map[string]string }
						}
					}
				}
			}
		}
		err := d.Decode(&doc)
		if err == io.EOF {
			break
		}
		require.NoError(t, err)
		require.NotEmpty(t, doc.APIVersion)
		kinds = append(kinds, doc.Kind)
		if text, ok := doc.Data["lensd.yaml"]; ok {
			cfg, err := config.Check([]byte(text), "", []string{"LENSD_BOX_ID=lensd-0", "LENSD_HTTP_SERVICE_KEYS=operate:change-this-key"})
			require.NoError(t, err)
			assert.True(t, cfg.Readers.Share)
		}
		for _, c := range doc.Spec.Template.Spec.Containers {
			assert.Equal(t, "/readyz", c.ReadinessProbe.HTTPGet.Path)
			assert.Equal(t, "run", c.Args[0])
			for _, what := range []string{"cpu", "memory"} {
				assert.NotEmpty(t, c.Resources.Requests[what])
				assert.NotEmpty(t, c.Resources.Limits[what])
			}
		}
	}
	assert.Equal(t, []string{"Secret", "ConfigMap", "StatefulSet", "Service", "PodDisruptionBudget"}, kinds)
}

package label

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"

	"lensd/extract"
	"lensd/vision/geom"
)

func TestAMisreadPostcodeIsMendedByTheRoutingCode(t *testing.T) {
	for name, c := range map[string]struct{ address, code, want string }{
		"a stroke for a figure":            {"Probeweg 4 1011/ Mockstadt", "40327610117+99000933000000", "Probeweg 4 10117 Mockstadt"},
		"letters for figures":              {"Trial Rd SPRINGMOCK OK 7BI0B", "42073108\x1d9234690361980900000142", "Trial Rd SPRINGMOCK OK 73108"},
		"a sign of another script":         {"Probeweg 4 80ช0/ Mockstadt", "40327680807+99000943042250", "Probeweg 4 80807 Mockstadt"},
		"a figure lost":                    {"Probeweg 4 1017 Mockstadt", "40327610117+99000933000000", "Probeweg 4 10117 Mockstadt"},
		"with the country's number":        {"Probeweg 4 B0807 Mockstadt", "42127680807", "Probeweg 4 80807 Mockstadt"},
		"read right":                       {"Probeweg 10111 10117 Mockstadt", "40327610117+99000933000000", "Probeweg 10111 10117 Mockstadt"},
		"another postcode":                 {"Probeweg 4 10243 Mockstadt", "40327610117+99000933000000", "Probeweg 4 10243 Mockstadt"},
		"two that might be it":             {"Probeweg 1O117 1011/ Mockstadt", "40327610117+99000933000000", "Probeweg 1O117 1011/ Mockstadt"},
		"a code that leads nowhere":        {"Probeweg 4 1011/ Mockstadt", "1234567890", "Probeweg 4 1011/ Mockstadt"},
		"a word of the letters of figures": {"Probeweg 4 SOBS Mockstadt", "40327650855+99000933000000", "Probeweg 4 SOBS Mockstadt"},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, c.want, mendRouted(c.address, []extract.Code{{Format: "CODE_128", Text: c.code}}))
		})
	}
}

func TestAPostcodeMendedByACodeKeepsWhatWasPrinted(t *testing.T) {
	s := newPage().line(20, 20, "Absender:").line(20, 50, "Muster Handel GmbH").line(20, 80, "Beispielallee 3").line(20, 110, "20095 Hamburg").rule(150).
		line(20, 180, "Empfänger:").line(20, 210, "Probehaus GmbH", 26).line(20, 250, "Probeweg 45", 26).line(20, 290, "1011/ Mockstadt", 26).line(20, 330, "GERMANY", 26).Scene
	s.Codes = []extract.Code{{Format: "CODE_128", Text: "40327610117+99000933000000", Quad: geom.QuadOf(geom.Rect{X0: 20, Y0: 500, X1: 600, Y1: 600})}}
	item, ok := reader(t).Read(context.Background(), s)
	assert.True(t, ok)
	f := item.Fields[1]
	assert.Equal(t, FieldAddress, f.Name)
	assert.Equal(t, "Probeweg 45 10117 Mockstadt GERMANY", f.Value)
	assert.Equal(t, "Probeweg 45 1011/ Mockstadt GERMANY", f.Printed)
}

package uplink_test

import (
	"os"
	"reflect"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/device/uplink"
)

// The page on MQTT names every topic of a box, and none that it has not.
func TestTheDocumentedTopicsAreThoseOfABox(t *testing.T) {
	page, err := os.ReadFile("../../docs/mqtt.md")
	require.NoError(t, err)
	var told []string
	for _, row := range regexp.MustCompile("(?m)^\\| `(lensd/[^`]+)` \\|").FindAllSubmatch(page, -1) {
		told = append(told, string(row[1]))
	}
	var has []string
	topics := reflect.ValueOf(uplink.Topics{Root: "lensd", Box: "box"})
	for i := range topics.NumMethod() {
		m := topics.Method(i)
		var args []reflect.Value
		for range m.Type().NumIn() {
			args = append(args, reflect.ValueOf("cellar"))
		}
		has = append(has, m.Call(args)[0].String())
	}
	assert.ElementsMatch(t, has, told)
}

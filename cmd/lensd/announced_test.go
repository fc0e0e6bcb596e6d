package main

import (
	"os"
	"strings"
	"testing"
	"time"

	mqtt "github.com/eclipse/paho.mqtt.golang"
	"github.com/stretchr/testify/require"

	"lensd/device/uplink/mosquitto"
)

// A station that is taken out of the file while the box is away disappears from Home Assistant when it comes back.
func TestAStationTakenOutIsWithdrawnAfterARestart(t *testing.T) {
	m, err := mosquitto.Start(t.TempDir(), "")
	require.NoError(t, err)
	t.Cleanup(m.Stop)
	attic := "  - {name: attic, kind: passport, camera: {source: push}, trigger: {on: command}}\n"
	b := startBox(t, "box: {id: one}\nmqtt: {broker: '"+m.URL()+"'}\nstations:\n  - {name: cellar, kind: water-meter, camera: {source: push}, trigger: {on: command}}\n"+attic)
	const topic = "homeassistant/device/lensd_one_attic/config"
	said := make(chan string, 64)
	c := mqtt.NewClient(mqtt.NewClientOptions().AddBroker(m.URL()).SetClientID("home"))
	for _, do := range []func() mqtt.Token{c.Connect, func() mqtt.Token {
		return c.Subscribe(topic, 1, func(_ mqtt.Client, m mqtt.Message) { said <- string(m.Payload()) })
	}} {
		tok := do()
		require.True(t, tok.WaitTimeout(2*time.Minute))
		require.NoError(t, tok.Error())
	}
	t.Cleanup(func() { c.Disconnect(0) })
	says := func(empty bool, what string) {
		t.Helper()
		for limit := time.After(2 * time.Minute); ; {
			select {
			case payload := <-said:
				if (payload == "") == empty {
					return
				}
			case <-limit:
				t.Fatal(what)
			}
		}
	}
	says(false, "it is announced")
	b.stop()
	text, err := os.ReadFile(b.config)
	require.NoError(t, err)
	b.write(strings.Replace(string(text), attic, "", 1))
	b.start()
	says(true, "it is withdrawn")
}

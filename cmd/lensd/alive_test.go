package main

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A container's health check asks the box on its own machine, in clear and with HTTPS, and fails when nobody answers.
func TestHealthIsAskedOnTheMachineItself(t *testing.T) {
	b := startBox(t, "mqtt: {broker: none}")
	said, err := b.run("health")
	require.NoError(t, err)
	assert.Contains(t, said, "store: ok")
	status, text := b.asks(t, http.MethodPost, "/v1/certificate", "")
	require.Equal(t, http.StatusOK, status, text)
	require.Eventually(t, func() bool {
		res, err := http.Get(b.url + "/healthz")
		if err != nil {
			return false
		}
		return res.Body.Close() == nil && res.StatusCode == http.StatusBadRequest
	}, 2*time.Minute, 50*time.Millisecond, "it changes to HTTPS")
	said, err = b.run("health")
	require.NoError(t, err)
	assert.Contains(t, said, "keys: ok")
	b.write("http: {listen: \"" + freeAddress(t) + "\"}\nmqtt: {broker: none}\n")
	_, err = b.run("health")
	assert.ErrorContains(t, err, "does not answer")
}

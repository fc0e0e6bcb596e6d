package main

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"lensd/cmd/lensd/station"
	"lensd/device/signal"
)

func TestOutcomeOfAReading(t *testing.T) {
	assert.Equal(t, signal.Read, outcomeOf(station.Reading{Accepted: true}))
	assert.Equal(t, signal.Repeated, outcomeOf(station.Reading{Accepted: true, DuplicateOf: 3}))
	assert.Equal(t, signal.Repeated, outcomeOf(station.Reading{DuplicateOf: 3}))
	assert.Equal(t, signal.Failed, outcomeOf(station.Reading{Reason: "not_found"}))
}

package main

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"lensd/device/signal"
	"lensd/extract"
)

func TestOutcomeOfAReading(t *testing.T) {
	assert.Equal(t, signal.Read, outcomeOf(extract.Reading{Accepted: true}))
	assert.Equal(t, signal.Repeated, outcomeOf(extract.Reading{Accepted: true, DuplicateOf: 3}))
	assert.Equal(t, signal.Repeated, outcomeOf(extract.Reading{DuplicateOf: 3}))
	assert.Equal(t, signal.Failed, outcomeOf(extract.Reading{Reason: "not_found"}))
}

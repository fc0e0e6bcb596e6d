package find

import (
	"bytes"
	_ "embed"
)

//go:embed generic.model
var generic []byte

// Generic returns the model for kinds without a training of their own: it knows fields by type and captions alone.
func Generic() (*Model, error) { return ReadModel(bytes.NewReader(generic)) }

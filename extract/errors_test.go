package extract_test

import (
	"errors"
	"fmt"
	"io"
	"testing"

	"github.com/stretchr/testify/assert"

	"lensd/extract"
)

func TestKindOfFindsOurErrorInAChain(t *testing.T) {
	ours := extract.Errorf(extract.KindPassword, "the PDF wants a password")
	for _, c := range []struct {
		name string
		err  error
		want extract.ErrorKind
	}{
		{"nil", nil, ""},
		{"ours", ours, extract.KindPassword},
		{"wrapped", fmt.Errorf("page 2: %w", ours), extract.KindPassword},
		{"joined", errors.Join(io.EOF, ours), extract.KindPassword},
		{"foreign", io.EOF, extract.KindInternal},
	} {
		assert.Equal(t, c.want, extract.KindOf(c.err), c.name)
	}
}

func TestErrorfKeepsTheCauseForUs(t *testing.T) {
	err := extract.Errorf(extract.KindUndecodable, "the picture is cut short: %w", io.ErrUnexpectedEOF)
	assert.ErrorIs(t, err, io.ErrUnexpectedEOF)
	assert.Equal(t, "the picture is cut short: unexpected EOF", err.Error())
}

func TestErrorNamesItsPage(t *testing.T) {
	assert.Equal(t, "page 3: too blurred", (&extract.Error{Page: 3, Message: "too blurred"}).Error())
	assert.Equal(t, "too blurred", (&extract.Error{Message: "too blurred"}).Error(), "no page: the whole document")
}

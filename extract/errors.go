package extract

import (
	"errors"
	"fmt"
)

// ErrorKind says what went wrong in terms that every endpoint can map to its own envelope.
type ErrorKind string

// The ways in which a reading fails.
const (
	KindUnsupported ErrorKind = "unsupported" // the bytes are no format that we read
	KindUndecodable ErrorKind = "undecodable" // a known format, but broken
	KindTooSmall    ErrorKind = "too_small"   // fewer pixels than the kind needs
	KindTooLarge    ErrorKind = "too_large"   // more pixels, pages or bytes than allowed
	KindPassword    ErrorKind = "password"    // a PDF whose password is missing or wrong
	KindQuality     ErrorKind = "quality"     // too blurred, dark or glaring to read
	KindNotFound    ErrorKind = "not_found"   // nothing of this kind on the page
	KindBusy        ErrorKind = "busy"        // the queue is full; try again
	KindTimeout     ErrorKind = "timeout"     // the reader took too long and was ended
	KindCrashed     ErrorKind = "crashed"     // the reader's process died on this input
	KindUnavailable ErrorKind = "unavailable" // no reader for this kind on this box
	KindInternal    ErrorKind = "internal"    // our fault
)

// Error is a failed reading. Message tells the sender what to do; Err, when set, tells us why and is not shown to senders.
type Error struct {
	Kind    ErrorKind `json:"kind"`
	Page    int       `json:"page,omitempty"` // from 1; 0: the whole document
	Message string    `json:"message"`
	Err     error     `json:"-"`
}

// Errorf builds an Error; a %w operand becomes its cause.
func Errorf(kind ErrorKind, format string, args ...any) *Error {
	err := fmt.Errorf(format, args...)
	return &Error{Kind: kind, Message: err.Error(), Err: errors.Unwrap(err)}
}

// Error returns the message with its page.
func (e *Error) Error() string {
	if e.Page > 0 {
		return fmt.Sprintf("page %d: %s", e.Page, e.Message)
	}
	return e.Message
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// KindOf returns the kind of err, KindInternal for an error that is not ours, "" for nil.
func KindOf(err error) ErrorKind {
	var e *Error
	switch {
	case err == nil:
		return ""
	case errors.As(err, &e):
		return e.Kind
	default:
		return KindInternal
	}
}

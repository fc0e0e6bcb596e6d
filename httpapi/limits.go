package httpapi

import (
	"bytes"
	"fmt"
	"image"
	_ "image/jpeg" // sizes only; nothing is decoded here
	_ "image/png"
	"time"

	_ "golang.org/x/image/tiff"
	_ "golang.org/x/image/webp"

	"lensd/extract"
	"lensd/httpapi/envelope"
)

const (
	headerTimeout  = 10 * time.Second // to send a request's head
	bodyTimeout    = 60 * time.Second // to send a body over a poor radio link
	idleTimeout    = 2 * time.Minute
	reserveWait    = 5 * time.Second // for room to receive a body
	stillWait      = 5 * time.Second // for a fresh frame
	writeTimeout   = 30 * time.Second
	maxHeaderBytes = 16 << 10
	maxInputs      = 1000 // elements of an image list that are counted at all
	retryAfterBusy = 1
	maxConnections = 256 // in all, and
	maxPerAddress  = 64  // of one address but loopback, where a reverse proxy stands
)

// measured checks the sizes that the interface names for an endpoint. It refuses a request of whose pictures none has them; one
// beside others is that page's error, which the reader tells. Bytes of unknown format pass: the reader knows more.
func measured(rule envelope.ImageRule, inputs [][]byte) *problem {
	if rule.MinSide == 0 && rule.MaxSide == 0 {
		return nil
	}
	var first *problem
	for i, in := range inputs {
		c, _, err := image.DecodeConfig(bytes.NewReader(in))
		if err != nil {
			return nil
		}
		reason := envelope.Reason("")
		switch short, long := min(c.Width, c.Height), max(c.Width, c.Height); {
		case short < rule.MinSide:
			reason = envelope.Reason(extract.KindTooSmall)
		case rule.MaxSide > 0 && long > rule.MaxSide:
			reason = envelope.Reason(extract.KindTooLarge)
		default:
			return nil
		}
		if first == nil {
			first = problemOf(reason, fmt.Sprintf("the picture has %d x %d pixels", c.Width, c.Height))
			first.Page = i + 1
		}
	}
	return first
}

package shared

import (
	"context"
	"errors"
	"time"

	"lensd/device/uplink/share"
	"lensd/extract"
)

// Asker has others read; share.Asker is one.
type Asker interface {
	Ask(ctx context.Context, q share.Ask) ([]byte, error)
}

// Others is a reader that has other boxes read, in the name of a station or endpoint. With patience it ends, as a box that is
// busy, when nobody has taken the document for so long.
func Others(a Asker, who string, patience time.Duration) extract.Reader {
	return extract.ReaderFunc(func(ctx context.Context, doc extract.Document) (extract.Result, error) {
		words, body, err := Pack(doc)
		if err != nil {
			return extract.Result{}, err
		}
		// The level begins with a character that no station's name has: the picture is not to be taken for one pushed to a station.
		b, err := a.Ask(ctx, share.Ask{Who: "~" + who, Words: words, Body: body, Patience: patience})
		if err != nil {
			return extract.Result{}, worded(err)
		}
		return decode(b, doc.Kind)
	})
}

// worded says in a sender's terms why others gave no answer.
func worded(err error) error {
	var poison *share.Poison
	switch {
	case errors.As(err, &poison):
		return extract.Errorf(extract.KindCrashed, "set aside: %w", poison)
	case errors.Is(err, share.ErrLarge):
		return extract.Errorf(extract.KindTooLarge, "the picture is larger than the broker passes on")
	case errors.Is(err, share.ErrLate):
		return extract.Errorf(extract.KindTimeout, "the box that reads it takes longer than a request may: %w", err)
	case errors.Is(err, context.Canceled):
		return extract.Errorf(extract.KindTimeout, "the request was ended by its sender: %w", err)
	}
	return extract.Errorf(extract.KindBusy, "no box that reads is free; try again in a moment: %w", err)
}

// Or reads with the first, and with the second what the first is too busy for. What neither can do now is refused in the
// second's words.
func Or(first, second extract.Reader) extract.Reader {
	return extract.ReaderFunc(func(ctx context.Context, doc extract.Document) (extract.Result, error) {
		r, err := first.Read(ctx, doc)
		if extract.KindOf(err) != extract.KindBusy || ctx.Err() != nil {
			return r, err
		}
		return second.Read(ctx, doc)
	})
}

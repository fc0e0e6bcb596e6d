package extract

import "context"

type handKey struct{}

// WithHand returns a context whose reading hands over each page as soon as it is read: should the reader die on a later one,
// or take too long over it, these pages are not lost.
func WithHand(ctx context.Context, hand func(Page)) context.Context {
	return context.WithValue(ctx, handKey{}, hand)
}

// Hand hands over a page that is part of the answer, where somebody takes it.
func Hand(ctx context.Context, p Page) {
	if hand, ok := ctx.Value(handKey{}).(func(Page)); ok {
		hand(p)
	}
}

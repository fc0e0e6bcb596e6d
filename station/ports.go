package station

import (
	"context"
	"time"

	"lensd/store"
)

// Frame is one picture as the camera made it. JPEG is shared and must not be changed.
type Frame struct {
	JPEG []byte
	At   time.Time // when it reached the box
	Seq  uint64    // rises with every frame
}

// Camera hands out live pictures.
type Camera interface {
	// Next waits for a live picture with a number above after; with after = 0 any live one will do. A camera that has
	// none says why.
	Next(ctx context.Context, after uint64) (Frame, error)
}

// Shot is an order to read.
type Shot struct {
	Cause string // every, cron, settle, mqtt, http, push; stored with the reading
	Frame *Frame // a picture that the trigger chose itself; nil: the camera's newest
}

// Trigger says when to read.
type Trigger interface {
	// Next waits for the next order. It returns an error only when ctx ends.
	Next(ctx context.Context) (Shot, error)
}

// Store is where readings go.
type Store interface {
	Add(ctx context.Context, entries ...store.Entry) ([]uint64, error)
	Get(id uint64) (store.Record, error)
	List(q store.Query) ([]store.Record, error)
	Picture(id uint64) ([]byte, error)
	Replace(id uint64, body []byte) error
	State(name string) ([]byte, error)
	Series(station string, from, to time.Time) ([]store.Slot, error)
	Erase(before time.Time, stale func(topic string, payload []byte) bool) (store.Erased, error)
}

// Live takes what is newest of a station; it never blocks, and drops what a newer value overtakes.
type Live interface {
	SetState(station string, payload []byte)
	SetImage(station string, jpeg []byte)
	SetHealth(station string, payload []byte)
}

// Clock is the wall clock, and whether a time source has set it.
type Clock interface{ Now() (time.Time, bool) }

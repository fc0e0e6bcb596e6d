package main

import (
	"context"
	"errors"
	"time"

	"lensd/extract"
	"lensd/httpapi"
	"lensd/station"
	"lensd/store"
)

// desk shows a box's stations to the LAN API in its terms.
type desk struct {
	set *station.Set
	app *app // looks at pictures
}

// Stations implements httpapi.Stations.
func (d desk) Stations() []httpapi.Station {
	var out []httpapi.Station
	for _, s := range d.set.Stations() {
		out = append(out, httpapi.Station{Name: s.Name, Kind: s.Kind, Online: s.Online, State: string(s.State), Message: s.Message,
			FrameAt: s.FrameAt, Last: s.Last, Push: s.Push})
	}
	return out
}

// Read implements httpapi.Stations.
func (d desk) Read(ctx context.Context, name string) (extract.Reading, error) {
	r, err := d.set.Read(ctx, name)
	return r, apiError(err)
}

// Frame implements httpapi.Stations.
func (d desk) Frame(ctx context.Context, name string, after uint64) (httpapi.Frame, error) {
	f, err := d.set.Frame(ctx, name, after)
	return httpapi.Frame{Number: f.Seq, At: f.At, JPEG: f.JPEG}, apiError(err)
}

// Push implements httpapi.Stations.
func (d desk) Push(ctx context.Context, name string, picture []byte) error {
	return apiError(d.set.Push(ctx, name, picture))
}

// List implements httpapi.Readings.
func (d desk) List(ctx context.Context, q httpapi.Query) ([]extract.Reading, error) {
	return d.set.List(ctx, store.Query{Station: q.Station, Since: q.Since, Before: q.Before, Limit: q.Limit})
}

// Get implements httpapi.Readings.
func (d desk) Get(ctx context.Context, id uint64) (extract.Reading, error) {
	r, err := d.set.Get(ctx, id)
	return r, apiError(err)
}

// Picture implements httpapi.Readings.
func (d desk) Picture(ctx context.Context, id uint64) ([]byte, error) {
	b, err := d.set.Picture(ctx, id)
	return b, apiError(err)
}

// Usage implements httpapi.Readings.
func (d desk) Usage(ctx context.Context, name string, from, to time.Time) ([]httpapi.Slot, error) {
	slots, err := d.set.Series(ctx, name, from, to)
	out := make([]httpapi.Slot, 0, len(slots))
	for _, s := range slots {
		out = append(out, httpapi.Slot{Start: s.Start, Records: s.Records, Counted: s.Counted, Amount: s.Sum, Peak: s.Peak, Last: s.Last, Span: s.Span})
	}
	return out, apiError(err)
}

// Correct implements httpapi.Readings.
func (d desk) Correct(ctx context.Context, id uint64, c extract.Correction) (extract.Reading, error) {
	r, err := d.set.Correct(ctx, id, c)
	return r, apiError(err)
}

// Erase implements httpapi.Readings.
func (d desk) Erase(_ context.Context, before time.Time) (int, error) {
	done, err := d.set.Erase(before)
	return done.Records, err
}

// apiError says in the API's terms that a thing is not there.
func apiError(err error) error {
	for ours, theirs := range map[error]error{station.ErrNoStation: httpapi.ErrNoStation, station.ErrNoReading: httpapi.ErrNoReading,
		station.ErrNoPicture: httpapi.ErrNoPicture, station.ErrNotPush: httpapi.ErrNotPush} {
		if errors.Is(err, ours) {
			return theirs
		}
	}
	return err
}

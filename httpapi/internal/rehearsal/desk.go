// Package rehearsal is a box without cameras, engines and a disk: what tests of the API and of its pages talk to.
package rehearsal

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"image"
	"image/jpeg"
	"slices"
	"sync"
	"time"

	"lensd/extract"
	"lensd/httpapi"
)

// Desk is a box with one meter station and one label station, whose states a test moves.
type Desk struct {
	mu       sync.Mutex
	state    string
	online   bool
	list     []extract.Reading // newest first
	picture  []byte
	corrects []extract.Correction
	on       []uint64 // ids of what was corrected
	endless  bool
	gone     string
	slots    []httpapi.Slot // of every station
	hanging  sync.Mutex     // held while the desk hangs
}

// NewDesk returns a desk with one reading of each station.
func NewDesk() (*Desk, error) {
	var b bytes.Buffer
	if err := jpeg.Encode(&b, image.NewGray(image.Rect(0, 0, 640, 480)), nil); err != nil {
		return nil, err
	}
	d := &Desk{state: "ready", online: true, picture: b.Bytes()}
	d.Add(extract.Reading{Station: "cellar", Kind: extract.WaterMeter, Accepted: true, Confidence: 0.97, Picture: true,
		Data: json.RawMessage(`{"numbers":{"value":"01234.5","bboxes_norm":[[[0.1,0.1],[0.2,0.1],[0.2,0.3],[0.1,0.3]]],"bboxes_rotated_norm":[[[0.1,0.1],[0.2,0.1],[0.2,0.3],[0.1,0.3]],[[0.3,0.1],[0.4,0.1],[0.4,0.3],[0.3,0.3]]]}}`)})
	d.Add(extract.Reading{Station: "desk", Kind: extract.ShippingLabel, Accepted: true, Confidence: 0.9,
		Data: json.RawMessage(`{"reciever_name":{"value":"=สมชาย ใจดี","bboxes_norm":[]},"reciever_address":{}}`)})
	return d, nil
}

// Add stores r as the newest reading.
func (d *Desk) Add(r extract.Reading) {
	d.mu.Lock()
	defer d.mu.Unlock()
	r.ID, r.At, r.Clock = uint64(len(d.list)+1), time.Now(), "synced"
	d.list = append([]extract.Reading{r}, d.list...)
}

// Set gives both stations a state.
func (d *Desk) Set(state string, online bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.state, d.online = state, online
}

// Stations implements httpapi.Stations.
func (d *Desk) Stations() []httpapi.Station {
	d.hanging.Lock()
	defer d.hanging.Unlock()
	d.mu.Lock()
	defer d.mu.Unlock()
	out := []httpapi.Station{{Name: "cellar", Kind: extract.WaterMeter}, {Name: "desk", Kind: extract.ShippingLabel}}
	at := time.Now()
	for i := range out {
		out[i].State, out[i].Online, out[i].FrameAt = d.state, d.online, &at
		for _, r := range d.list {
			if r.Station == out[i].Name {
				out[i].Last = &r
				break
			}
		}
	}
	return slices.DeleteFunc(out, func(s httpapi.Station) bool { return s.Name == d.gone })
}

// Read implements httpapi.Stations.
func (d *Desk) Read(_ context.Context, name string) (extract.Reading, error) {
	if name != "cellar" {
		return extract.Reading{}, httpapi.ErrNoStation
	}
	d.Add(extract.Reading{Station: name, Kind: extract.WaterMeter, Reason: "max_rate", Data: json.RawMessage(`{"numbers":{"value":"99999"}}`)})
	list, err := d.List(context.Background(), httpapi.Query{Station: name, Limit: 1})
	return list[0], err
}

// Corrections returns what was corrected.
func (d *Desk) Corrections() []extract.Correction {
	d.mu.Lock()
	defer d.mu.Unlock()
	return append([]extract.Correction(nil), d.corrects...)
}

// Corrected returns the ids of the readings that were corrected.
func (d *Desk) Corrected() []uint64 {
	d.mu.Lock()
	defer d.mu.Unlock()
	return append([]uint64(nil), d.on...)
}

// Remove takes a station away, as an edit of the configuration does.
func (d *Desk) Remove(name string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.gone = name
}

// Hang lets nobody have an answer about the stations until it is called with false.
func (d *Desk) Hang(on bool) {
	if on {
		d.hanging.Lock()
	} else {
		d.hanging.Unlock()
	}
}

// Endless lets live pictures last until the viewer goes, as a camera does.
func (d *Desk) Endless() *Desk {
	d.endless = true
	return d
}

// Frame implements httpapi.Stations: three frames, then none.
func (d *Desk) Frame(ctx context.Context, name string, after uint64) (httpapi.Frame, error) {
	if name != "cellar" && name != "desk" {
		return httpapi.Frame{}, httpapi.ErrNoStation
	}
	if after >= 3 {
		if d.endless {
			<-ctx.Done()
		}
		return httpapi.Frame{}, errors.New("the camera delivers no picture; check its cable")
	}
	return httpapi.Frame{Number: after + 1, At: time.Now(), JPEG: d.picture}, nil
}

// Aim implements httpapi.Stations.
func (d *Desk) Aim(_ context.Context, name string) (httpapi.Aim, error) {
	list, err := d.List(context.Background(), httpapi.Query{Station: name, Limit: 1})
	if err != nil || len(list) == 0 {
		return httpapi.Aim{}, httpapi.ErrNoStation
	}
	return httpapi.Aim{JPEG: d.picture, Data: list[0].Data, Confidence: list[0].Confidence, Focus: 400, Light: 120, Height: 30, Advice: []string{}}, nil
}

// Push implements httpapi.Stations.
func (d *Desk) Push(_ context.Context, name string, picture []byte) error {
	if name != "cellar" {
		return httpapi.ErrNotPush
	}
	d.picture = picture
	return nil
}

// List implements httpapi.Readings.
func (d *Desk) List(_ context.Context, q httpapi.Query) ([]extract.Reading, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	var out []extract.Reading
	for _, r := range d.list {
		if (q.Station == "" || q.Station == r.Station) && (q.Before == 0 || r.ID < q.Before) && r.At.After(q.Since) && len(out) < q.Limit {
			out = append(out, r)
		}
	}
	return out, nil
}

// Get implements httpapi.Readings.
func (d *Desk) Get(_ context.Context, id uint64) (extract.Reading, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, r := range d.list {
		if r.ID == id {
			return r, nil
		}
	}
	return extract.Reading{}, httpapi.ErrNoReading
}

// Picture implements httpapi.Readings.
func (d *Desk) Picture(ctx context.Context, id uint64) ([]byte, error) {
	r, err := d.Get(ctx, id)
	if err == nil && !r.Picture {
		err = httpapi.ErrNoPicture
	}
	return d.picture, err
}

// Erase implements httpapi.Readings.
func (d *Desk) Erase(_ context.Context, before time.Time) (int, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	n := len(d.list)
	d.list = slices.DeleteFunc(d.list, func(r extract.Reading) bool { return r.At.Before(before) })
	return n - len(d.list), nil
}

// Use gives every station what its readings add up to.
func (d *Desk) Use(slots []httpapi.Slot) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.slots = slots
}

// Usage implements httpapi.Readings.
func (d *Desk) Usage(_ context.Context, name string, from, to time.Time) (out []httpapi.Slot, err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if name != "cellar" && name != "desk" {
		return nil, httpapi.ErrNoStation
	}
	for _, s := range d.slots {
		if !s.Start.Before(from) && s.Start.Before(to) {
			out = append(out, s)
		}
	}
	return out, nil
}

// Correct implements httpapi.Readings.
func (d *Desk) Correct(_ context.Context, id uint64, c extract.Correction) (extract.Reading, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for i := range d.list {
		if d.list[i].ID == id {
			d.list[i].Corrected = c.Value
			if len(c.Fields) > 0 {
				b, err := json.Marshal(c.Fields)
				if err != nil {
					return extract.Reading{}, err
				}
				d.list[i].Corrected = string(b)
			}
			d.corrects, d.on = append(d.corrects, c), append(d.on, id)
			return d.list[i], nil
		}
	}
	return extract.Reading{}, httpapi.ErrNoReading
}

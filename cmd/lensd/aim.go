package main

import (
	"context"
	"encoding/json"

	"lensd/extract"
	"lensd/httpapi"
	"lensd/station"
	"lensd/station/sight"
	"lensd/vision/geom"
	"lensd/vision/worker"
)

const aimSide = 960 // pixels of the longer side: more than a phone shows, and small enough to be sent each second

// Aim implements httpapi.Stations.
func (d desk) Aim(ctx context.Context, name string) (httpapi.Aim, error) {
	st, err := d.set.ByName(name)
	if err != nil {
		return httpapi.Aim{}, apiError(err)
	}
	a, err := st.Aim(ctx)
	if err != nil {
		return httpapi.Aim{}, err
	}
	small, err := d.app.pool.look(ctx, a.Frame.JPEG, worker.Look{MaxSide: aimSide, Quality: 80})
	if err != nil {
		return httpapi.Aim{}, err
	}
	seen, err := d.app.sight(ctx, a)
	if err != nil {
		return httpapi.Aim{}, err
	}
	out := httpapi.Aim{JPEG: small.Bytes, Data: a.Data, Confidence: a.Confidence, Message: a.Message,
		Focus: seen.Focus, Glare: seen.Glare, Light: seen.Light, Height: seen.Height, Advice: []string{}}
	if a.Data == nil {
		out.Data = json.RawMessage("{}")
	}
	for _, word := range seen.Advice(a.Result.Kind != extract.WaterMeter) {
		out.Advice = append(out.Advice, string(word))
	}
	return out, nil
}

// sight measures the picture where something was read in it; its figures are in pixels of the camera's picture.
func (a *app) sight(ctx context.Context, seen station.Aim) (sight.Sight, error) {
	grey, err := a.luma(ctx, seen.Frame.JPEG)
	if err != nil {
		return sight.Sight{}, err
	}
	var quads []geom.Quad
	scale := 1.0
	for _, p := range seen.Result.Pages {
		if p.Err != nil || p.Width == 0 {
			continue
		}
		scale = float64(grey.Rect.Dx()) / float64(p.Width)
		for _, it := range p.Items {
			quads = append(quads, placesOf(it)...)
		}
	}
	for i := range quads {
		quads[i] = quads[i].Scale(scale, scale)
	}
	s := sight.Of(grey, quads)
	s.Height /= scale
	return s, nil
}

// placesOf are the digits of a counter, or the lines of a document's fields.
func placesOf(it extract.Item) (out []geom.Quad) {
	if it.Meter != nil {
		return append(out, it.Meter.Digits...)
	}
	for _, f := range it.Fields {
		out = append(out, f.Quads...)
	}
	return out
}

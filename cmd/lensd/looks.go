package main

import (
	"context"
	"errors"
	"image"

	"lensd/extract"
	"lensd/extract/overlay"
	"lensd/vision/worker"
)

const (
	previewSide = 1280 // pixels of the longer side of the picture that is published: enough for a phone's screen
	smallSide   = 400  // and of what is kept beyond a station's budget: about 10 KiB
)

// drawBoxes has the first page's boxes drawn over a station's picture, in a reader process: no foreign picture is decoded here.
func (a *app) drawBoxes(ctx context.Context, picture []byte, r extract.Result) ([]byte, error) {
	look := worker.Look{MaxSide: previewSide, Quality: 85}
	if len(r.Pages) > 0 {
		look.Marks = overlay.Marks(r.Pages[0])
	}
	v, err := a.pool.look(ctx, picture, look)
	return v.Bytes, err
}

// small has a small copy of a picture made.
func (a *app) small(ctx context.Context, picture []byte) ([]byte, error) {
	v, err := a.pool.look(ctx, picture, worker.Look{MaxSide: smallSide, Quality: 50})
	return v.Bytes, err
}

// jpeg has a JPEG made of a picture in another format, in its own size.
func (a *app) jpeg(ctx context.Context, picture []byte) ([]byte, error) {
	v, err := a.pool.look(ctx, picture, worker.Look{Quality: 95})
	return v.Bytes, err
}

// luma has a picture's brightness found, for triggers that watch.
func (a *app) luma(ctx context.Context, picture []byte) (*image.Gray, error) {
	v, err := a.pool.look(ctx, picture, worker.Look{Luma: true, MaxSide: settleSide})
	if err != nil {
		return nil, err
	}
	if len(v.Bytes) != v.Width*v.Height {
		return nil, errors.New("the reader process gave no picture")
	}
	return &image.Gray{Pix: v.Bytes, Stride: v.Width, Rect: image.Rect(0, 0, v.Width, v.Height)}, nil
}

// settleSide is beyond what the settle trigger needs of any camera that streams; larger pictures are brought down to it.
const settleSide = 2560

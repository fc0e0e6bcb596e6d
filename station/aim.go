package station

import (
	"context"
	"encoding/json"

	"lensd/extract"
)

// Aim is what a station's camera sees and what would be read of it now.
type Aim struct {
	Frame      Frame
	Result     extract.Result
	Data       json.RawMessage // the first data element; nil where nothing was read
	Confidence float64
	Message    string // why nothing was read
}

// Aim reads the camera's newest picture as a shot would, for somebody who points the camera. Nothing is judged, kept or published,
// and no shot waits for it.
func (s *Station) Aim(ctx context.Context) (Aim, error) {
	frame, err := s.picture(ctx, Shot{})
	if err != nil {
		return Aim{}, extract.Errorf(extract.KindUnavailable, "no live picture: %w", err)
	}
	a := Aim{Frame: frame}
	a.Result, err = s.recognise(ctx, frame.JPEG)
	if ctx.Err() != nil {
		return Aim{}, ctx.Err()
	}
	if err != nil {
		a.Message = messageOf(err)
		return a, nil
	}
	elements, err := s.cfg.dataElements(a.Result)
	if err != nil {
		return Aim{}, err
	}
	if len(elements) > 0 {
		a.Data = elements[0]
	}
	a.Confidence = confidence(a.Result)
	return a, nil
}

package sheet

import (
	"context"

	"lensd/extract"
)

// Tables implements extract.Sheet.
func (s *Sheet) Tables(ctx context.Context) ([]extract.Table, error) {
	if s.tabled {
		return s.tables, nil
	}
	s.tabled = true
	return s.tables, ctx.Err()
}

package station_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract"
	"lensd/station"
)

func TestPointed(t *testing.T) {
	for name, c := range map[string]struct {
		read     string
		decimals int
		want     string
		integers int
		doubtful bool
	}{
		"no point in the picture":    {read: "14010714", decimals: 3, want: "14010.714", integers: 5},
		"the picture tells as much":  {read: "14010.714", decimals: 3, want: "14010.714"},
		"the picture tells more":     {read: "1401.0714", decimals: 3, want: "1401.0714", doubtful: true},
		"the picture tells fewer":    {read: "1401071.4", decimals: 3, want: "1401071.4", doubtful: true},
		"nothing known":              {read: "14010714", want: "14010714"},
		"too few digits":             {read: "714", decimals: 3, want: "714"},
		"nothing read":               {decimals: 3},
		"leading zeros are digits":   {read: "00000714", decimals: 3, want: "00000.714", integers: 5},
		"a single integer digit":     {read: "0714", decimals: 3, want: "0.714", integers: 1},
		"one decimal wheel of eight": {read: "14010714", decimals: 1, want: "1401071.4", integers: 7},
	} {
		t.Run(name, func(t *testing.T) {
			inner := extract.ReaderFunc(func(context.Context, extract.Document) (extract.Result, error) {
				return extract.Result{Pages: []extract.Page{{Items: []extract.Item{{Meter: &extract.Meter{Value: c.read, Confidence: 0.99}}, {}}}}}, nil
			})
			res, err := station.Pointed(inner, c.decimals).Read(context.Background(), extract.Document{})
			require.NoError(t, err)
			got := res.Pages[0].Items[0].Meter
			assert.Equal(t, c.want, got.Value)
			assert.Equal(t, c.integers, got.IntegerDigits)
			assert.Equal(t, c.doubtful, got.Confidence < 0.5)
		})
	}
}

// A display whose decimals could not be read shows whole ones, however many decimals the station's counter has.
func TestWholeOnesStayWhole(t *testing.T) {
	m := &extract.Meter{Value: "00953", IntegerDigits: 5, Confidence: .79}
	inner := extract.ReaderFunc(func(context.Context, extract.Document) (extract.Result, error) {
		return extract.Result{Pages: []extract.Page{{Items: []extract.Item{{Meter: m}}}}}, nil
	})
	_, err := station.Pointed(inner, 1).Read(context.Background(), extract.Document{})
	require.NoError(t, err)
	assert.Equal(t, "00953", m.Value)
}

// Pointers beside the wheels count on from the last wheel: with the point their places move, too.
func TestPointersMoveWithTheStationsPoint(t *testing.T) {
	for name, c := range map[string]struct {
		read string
		told int // the place of the first pointer, as the picture tells it
		want []int
	}{
		"no point in the picture":   {read: "14010714", told: -1, want: []int{-4, -5}},
		"the picture tells its own": {read: "14010.714", told: -4, want: []int{-4, -5}},
		"too few digits":            {read: "714", told: -1, want: []int{-1, -2}},
	} {
		t.Run(name, func(t *testing.T) {
			m := &extract.Meter{Value: c.read, Dials: []extract.Dial{{Place: c.told}, {Place: c.told - 1}}}
			inner := extract.ReaderFunc(func(context.Context, extract.Document) (extract.Result, error) {
				return extract.Result{Pages: []extract.Page{{Items: []extract.Item{{Meter: m}}}}}, nil
			})
			res, err := station.Pointed(inner, 3).Read(context.Background(), extract.Document{})
			require.NoError(t, err)
			var got []int
			for _, d := range res.Pages[0].Items[0].Meter.Dials {
				got = append(got, d.Place)
			}
			assert.Equal(t, c.want, got)
		})
	}
}

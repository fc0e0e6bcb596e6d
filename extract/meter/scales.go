package meter

import "lensd/vision/geom"

// Scale is what was seen of one small scale of ten with a hand, beside a row of wheels and upright as the row is.
type Scale struct {
	Quad     geom.Quad  // around the scale, in the sender's picture, corners in the row's direction
	Middle   geom.Point // of the scale, in the picture
	Radius   float64    // of the scale, in lengths of the row
	At       geom.Point // its middle from the row's, in lengths of the row, x along the row
	Position float64    // of the hand in [0, 10), zero above the middle, clockwise
	Red      float64    // of the hand over the face, in levels
	Looks    ScaleLooks
}

// ScaleLooks is what tells a scale with its hand from print, screws and star wheels.
type ScaleLooks struct {
	Ticks    float64 // share of what changes around the middle that comes again ten times, where that is most, 0..1
	Phase    float64 // cosine of how far these marks lie from where a scale's with its zero upwards would, -1..1
	Contrast float64 // of the hand with the face, in spreads of the face
	Reach    float64 // of the hand, in shares of the scale's radius
	Lone     float64 // how much farther the hand reaches than what reaches farthest elsewhere, as a share of its reach
	Slim     float64 // share of the turn over which the hand reaches half its length
	Warm     float64 // 1 of a red hand, 0 of another
	Hub      float64 // radius of the round part around the middle, as a share of the reach
}

package meter

import (
	"math"
	"strings"

	"lensd/extract"
)

// Decoder reads rows. It holds only tables and may be shared.
type Decoder struct {
	carry *carry
}

// New builds the decoder's tables.
func New() *Decoder { return &Decoder{newCarry()} }

// Counters have this many places.
const (
	minCells = 4
	maxCells = 9
)

// Candidate is one row decoded, with what Confidence was computed from.
type Candidate struct {
	Meter    extract.Meter
	Features Features
	merit    float64 // between directions of one place
	counter  float64 // between places of one picture
	row      Row
}

// Cells are the places of the row, as they were seen; of wheels settled together the first sight.
func (c Candidate) Cells() []Cell { return c.row.Cells }

// Display tells that the row was read as segments.
func (c Candidate) Display() bool { return c.row.Display }

// Score is the detector's, of the candidate's row.
func (c Candidate) Score() float64 { return c.row.Score }

// Plain tells that the reading is clear enough to do without a further search.
func (c Candidate) Plain() bool { return c.Features.clarity() >= plain }

// There tells that a counter is there, whatever it shows, so that it need not be looked for elsewhere in the picture.
func (c Candidate) There() bool { return c.Features.counter() >= likely }

// Refused tells that there most likely is no counter, so that nothing is read. A counter's doubtful reading is given, with its
// confidence.
func (c Candidate) Refused() bool { return c.Features.counter() < noCounter }

// direction decides between rows of one place.
func (d *Decoder) direction(rows []Row) (best Candidate, ok bool) {
	best.merit = math.Inf(-1)
	var seen, again []Candidate
	cuts := 0
	for _, r := range rows {
		r = ends(r)
		if r.Again {
			cuts++
		}
		if n := len(r.Cells); n < minCells || n > maxCells {
			continue
		}
		top := d.candidate(r)
		top.merit += zeros(top.Meter.Value)
		if r.Again {
			again = append(again, top)
			continue
		}
		seen = append(seen, top)
		if top.merit > best.merit {
			best = top
		}
	}
	if len(seen) == 0 {
		return Candidate{}, false
	}
	second := math.Inf(-1)
	for _, c := range seen {
		if against(c.row, best.row) {
			second = math.Max(second, c.merit)
		}
	}
	lead := math.Min(best.merit-second, clearLead)
	best = d.settle(best, again, cuts)
	best.Features.Lead, best.Features.Rival = lead, clearRival
	best.counter = counterness(best.row, best.Features.clarity())
	return best, true
}

// against tells that one row is read the other way round.
func against(a, b Row) bool {
	return math.Cos((angleOf(a)-angleOf(b))*math.Pi/180) < 0
}

func (d *Decoder) candidate(r Row) Candidate {
	read := d.carry.readRow(r.Cells)
	f := featuresOf(r, read)
	m := extract.Meter{Positions: read.positions, Angle: angleOf(r)}
	var text strings.Builder
	whole := integerDigits(r.Cells, r.Display)
	for i, digit := range read.digits {
		if i == whole && whole > 0 {
			text.WriteByte('.')
		}
		text.WriteByte(byte('0' + digit))
		m.Digits = append(m.Digits, r.Cells[i].Quad)
	}
	m.Value = text.String()
	if whole < len(r.Cells) {
		m.IntegerDigits = whole
	}
	// Every cell that reads better than a smudge speaks for the row, so a long clear row beats a short one; the looks of
	// the row count once.
	merit := float64(len(r.Cells))*(read.evidence-smudge-absentCost(r)) + uprightWeight*clamp(r.Upright, 6) + 3*r.Score +
		tail(r) + belonging(r.Cells) + hung(r, m.Angle)
	return Candidate{Meter: m, Features: f, merit: merit, row: r}
}

// zeros speaks for the direction in which a counter begins with a zero rather than ends with one: most have years to go
// before they fill. It says nothing about where the row ends.
func zeros(value string) (v float64) {
	if strings.HasPrefix(value, "0") {
		v += zeroWeight
	}
	if strings.HasSuffix(value, "0") {
		v -= zeroWeight
	}
	return v
}

// zeroWeight is less than the odds of real counters would give, for many a picture is of a counter that reads otherwise.
const zeroWeight = 0.6

// smudge is the evidence that a cell without any shape gives: the ring's entropy is log(100), less what the floor and the
// carry leave of it.
const smudge = -2.1

// Weights of what speaks for a direction beside the digits themselves.
const (
	uprightWeight = 0.5
	tailWeight    = 0.35
	redWeight     = 1.5
	hungWeight    = 1.5
)

// absentCost is what the cells that look like no digit at all cost, a cell.
func absentCost(r Row) float64 {
	var cost float64
	for _, c := range r.Cells {
		cost -= math.Log(math.Max(1-c.NotDigit, 1e-3))
	}
	return cost / float64(len(r.Cells))
}

// tail speaks for the direction in which the decimals stand at the end: their looks at the right end less those at the
// left, and wheels that tell where their point is.
func tail(r Row) float64 {
	cells, n := r.Cells, len(r.Cells)
	var v float64
	for i := range n / 2 {
		v += clamp(cells[n-1-i].Decimal, 3) - clamp(cells[i].Decimal, 3)
	}
	v = clamp(tailWeight*v, 4)
	if !r.Display && integerDigits(cells, false) < n {
		v += redWeight
	}
	return v
}

// hung speaks against the direction in which a display hangs upside down in its picture. Turned by half, segments are digits again
// but for 3, 4 and 7, so that its own looks often leave it open; but a person holds the camera as the plate hangs, and nobody
// mounts a display upside down. Wheels show their direction, and a camera that is fixed above them may see them from any side.
func hung(r Row, degrees float64) float64 {
	if !r.Display {
		return 0
	}
	return hungWeight * (math.Cos(degrees*math.Pi/180) - 1)
}

func angleOf(r Row) float64 {
	first, last := r.Cells[0].Quad.Center(), r.Cells[len(r.Cells)-1].Quad.Center()
	return math.Atan2(last.Y-first.Y, last.X-first.X) * 180 / math.Pi
}

func clamp(x, limit float64) float64 { return math.Max(-limit, math.Min(limit, x)) }

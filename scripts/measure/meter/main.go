// Command meter reads pictures named on its standard input, one a line, in this process and prints one JSON object each:
// the best candidate with the features of its confidence, also where the product would refuse it. It serves
// scripts/measure/meter/measure.py and the fit of the confidence; the product is cmd/lensd.
package main

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"syscall"
	"time"

	"lensd/extract"
	"lensd/extract/meter"
	"lensd/vision/geom"
	visionmeter "lensd/vision/meter"
	"lensd/vision/picture"
)

type answer struct {
	File     string         `json:"file"`
	Found    bool           `json:"found"`
	Value    string         `json:"value"`
	Integer  int            `json:"integer"`
	Position []float64      `json:"positions"`
	Quads    [][4][2]int    `json:"quads"`
	Angle    float64        `json:"angle"`
	Conf     float64        `json:"confidence"`
	Refused  bool           `json:"refused"` // the product says that there is no counter
	Features meter.Features `json:"features"`
	Red      []float64      `json:"red"`              // of each place
	Decimal  []float64      `json:"decimal"`          // logit of each place to stand behind the point
	Display  bool           `json:"display"`          // read as segments
	CPU      float64        `json:"cpu_ms"`           // user time of this process, which other load does not stretch
	RSS      float64        `json:"rss_mb"`           // resident memory after this picture
	Scales   []meter.Scale  `json:"scales,omitempty"` // what was seen of pointers

	Pointers []meter.Pointer `json:"pointers,omitempty"` // which of them count on behind the wheels
	Between  float64         `json:"between"`            // the last wheel stands between two digits
	Pointed  string          `json:"pointed,omitempty"`  // the value as they settle it
	Dials    []extract.Dial  `json:"dials,omitempty"`
	Hands    float64         `json:"hands_ms,omitempty"` // user time of looking for them

	Unit      *extract.Unit      `json:"unit,omitempty"`
	Sort      string             `json:"sort,omitempty"`
	Registers []extract.Register `json:"registers,omitempty"`
	Prints    []meter.Print      `json:"prints,omitempty"`   // all that was seen of units around the reading
	Named     float64            `json:"named_ms,omitempty"` // user time of looking for units and registers
	Before    *before            `json:"before,omitempty"`   // what was read before units had a say
}

func main() {

	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "meter:", err)
		os.Exit(1)
	}
}

func run() error {
	var look looks
	flag.BoolVar(&look.pointers, "pointers", false, "look for pointers too")
	flag.BoolVar(&look.unit, "unit", false, "look for the unit too, and let it tell which row of a display is read, as the product does")
	flag.BoolVar(&look.registers, "registers", false, "look for further registers too")
	flag.Parse()
	finder, err := visionmeter.Open()
	if err != nil {
		return err
	}
	defer finder.Close()
	decoder := meter.New()
	out := json.NewEncoder(os.Stdout)
	names := bufio.NewScanner(os.Stdin)
	for names.Scan() {
		a, err := read(finder, decoder, names.Text(), look)
		if err != nil {
			return fmt.Errorf("%s: %w", names.Text(), err)
		}
		a.RSS = resident()
		if err := out.Encode(a); err != nil {
			return err
		}
	}
	return names.Err()
}

type before struct {
	Value   string        `json:"value"`
	Quads   [][4][2]int   `json:"quads"`
	Unit    *extract.Unit `json:"unit"`
	Display bool          `json:"display"`
	Unnamed float64       `json:"unit_ms"` // user time of looking for its unit alone
}

// looks are what is looked for beside the reading.
type looks struct{ pointers, unit, registers bool }

func read(finder *visionmeter.Finder, decoder *meter.Decoder, name string, look looks) (answer, error) {
	a := answer{File: name}
	b, err := os.ReadFile(name)
	if err != nil {
		return a, err
	}
	start := userTime()
	p, err := picture.Decode(b, picture.DefaultLimits())
	if err != nil {
		return a, err
	}
	defer p.Close()
	c, ok, err := finder.Read(p, decoder)
	if err != nil {
		return a, err
	}
	a.CPU = float64(userTime()-start) / float64(time.Millisecond)
	if !ok {
		return a, nil
	}
	if start = userTime(); look.unit || look.registers {
		if a.Prints, err = finder.Prints(p, c); err != nil {
			return a, err
		}
		a.Before = &before{c.Meter.Value, boxes(c.Meter.Digits), meter.Unit(a.Prints), c.Display(), float64(userTime()-start) / float64(time.Millisecond)}
		if c, err = finder.Named(p, decoder, c, look.registers); err != nil {
			return a, err
		}
		a.Unit, a.Registers = c.Meter.Unit, c.Meter.Registers
		a.Named = float64(userTime()-start) / float64(time.Millisecond)
	}
	a.Found, a.Value, a.Integer, a.Position = true, c.Meter.Value, c.Meter.IntegerDigits, c.Meter.Positions
	a.Angle, a.Conf, a.Features, a.Refused = c.Meter.Angle, c.Meter.Confidence, c.Features, c.Refused()
	a.Between = c.Between()
	if start = userTime(); look.pointers {
		if a.Scales, err = finder.Scales(p, c); err != nil {
			return a, err
		}
		pointed := decoder.Pointed(c, a.Scales).Meter
		a.Pointers, a.Pointed, a.Dials = decoder.Pointers(c, a.Scales), pointed.Value, pointed.Dials
		a.Hands = float64(userTime()-start) / float64(time.Millisecond)
	}
	a.Quads, a.Display = boxes(c.Meter.Digits), c.Display()
	for _, cell := range c.Cells() {
		a.Red, a.Decimal = append(a.Red, cell.Red), append(a.Decimal, cell.Decimal)
	}
	return a, nil
}

// boxes are quads in whole pixels.
func boxes(quads []geom.Quad) (out [][4][2]int) {
	for _, q := range quads {
		var box [4][2]int
		for i, p := range q {
			box[i] = [2]int{int(p.X + .5), int(p.Y + .5)}
		}
		out = append(out, box)
	}
	return out
}

// resident is this process's resident memory in MiB; 0 where the system does not tell.
func resident() float64 {
	b, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0
	}
	var size, pages int
	if _, err := fmt.Sscan(string(b), &size, &pages); err != nil {
		return 0
	}
	return float64(pages*os.Getpagesize()) / (1 << 20)
}

func userTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano())
}

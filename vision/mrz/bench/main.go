// Bench measures the zone reader on labelled pictures, each also turned and tilted:
//
//	go run ./vision/mrz/bench -data DIR [-show]
//
// DIR holds truth.jsonl (file, mrz_1, mrz_2) and images/. For each pose it prints exact zones, wrong characters after the
// check digits had their say, wrong characters of the reading net before that, as its first choices and as the first that
// the grammar of the zone permits, and CPU time.
package main

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"image"
	"image/color"
	"log"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"gocv.io/x/gocv"

	"lensd/vision/geom"
	"lensd/vision/mrz"
	"lensd/vision/picture"
)

type row struct {
	File string `json:"file"`
	MRZ1 string `json:"mrz_1"`
	MRZ2 string `json:"mrz_2"`
}

func main() {
	data := flag.String("data", os.Getenv("LENSD_DATA")+"/passport", "folder with truth.jsonl and images/")
	show := flag.Bool("show", false, "print every miss")
	only := flag.String("only", "", "file names that contain this")
	poses := flag.String("poses", "0,90,180,270,7,-7,tilt", "turns in degrees, and tilt for a camera 15 degrees off the normal")
	flag.Parse()
	if err := run(*data, *only, strings.Split(*poses, ","), *show); err != nil {
		log.Fatal(err)
	}
}

func run(data, only string, poses []string, show bool) error {
	rows, err := load(filepath.Join(data, "truth.jsonl"))
	if err != nil {
		return err
	}
	r, err := mrz.Open()
	if err != nil {
		return err
	}
	defer r.Close()
	for _, pose := range poses {
		var exact, wrong, raw, net, chars, n int
		spent := 0.0
		for _, row := range rows {
			if !strings.Contains(row.File, only) {
				continue
			}
			n++
			zone, seconds, err := readOne(r, filepath.Join(data, "images", row.File), pose)
			if err != nil {
				return err
			}
			spent += seconds
			bad, lines := 88, zone.Reading.Lines
			if len(lines) == 2 {
				bad = differ(lines[0], row.MRZ1) + differ(lines[1], row.MRZ2)
				wrong += bad
				a, b := choices(zone, row)
				raw, net = raw+a, net+b
				chars += 88
			}
			if bad == 0 {
				exact++
			} else if show {
				fmt.Printf("  %s %s: %d wrong\n    %s\n    %s\n    %s\n", pose, row.File, bad, row.MRZ1, row.MRZ2, strings.Join(lines, "\n    "))
			}
		}
		fmt.Printf("%-5s n=%d exact=%.3f char_error=%.4f (%d of %d located) net=%.4f (%d) raw=%.4f (%d) cpu=%.3f s\n",
			pose, n, float64(exact)/float64(n), share(wrong, chars), wrong, chars, share(net, chars), net, share(raw, chars), raw, spent/float64(n))
	}
	return nil
}

func load(path string) ([]row, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var out []row
	for s := bufio.NewScanner(f); s.Scan(); {
		var r row
		if err := json.Unmarshal(s.Bytes(), &r); err != nil {
			return nil, err
		}
		out = append(out, r)
	}
	return out, nil
}

func differ(a, b string) int {
	n := max(len(a), len(b)) - min(len(a), len(b))
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			n++
		}
	}
	return n
}

func share(n, of int) float64 { return float64(n) / math.Max(1, float64(of)) }

// choices counts the characters that the reading net got wrong: its first choices, and the first that the grammar permits.
func choices(z mrz.Zone, r row) (raw, net int) {
	for i, want := range []string{r.MRZ1, r.MRZ2} {
		for j, c := range z.Lines[i].Cells {
			if c[0].Char != want[j] {
				raw++
			}
			for _, x := range c {
				if z.Reading.Format.Permits(i, j, x.Char) {
					if x.Char != want[j] {
						net++
					}
					break
				}
			}
		}
	}
	return raw, net
}

// readOne returns the best zone of a picture and the seconds that it took; an empty one if there is none.
func readOne(r *mrz.Reader, path, pose string) (mrz.Zone, float64, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return mrz.Zone{}, 0, err
	}
	img, err := picture.Decode(b, picture.DefaultLimits())
	if err != nil {
		return mrz.Zone{}, 0, err
	}
	defer img.Close()
	posed := turn(img.Mat(), pose)
	defer posed.Close()
	before := cpu()
	zones, err := r.Read(posed)
	spent := cpu() - before
	if err != nil || len(zones) == 0 {
		return mrz.Zone{}, spent, err
	}
	return zones[0], spent, nil
}

// turn poses a picture: by an angle, or as a camera sees it that is 15 degrees off the normal at 2.5 widths' distance.
func turn(img gocv.Mat, pose string) gocv.Mat {
	w, h := float64(img.Cols()), float64(img.Rows())
	src := geom.QuadOf(geom.Rect{X0: 0, Y0: 0, X1: w, Y1: h})
	dst := src
	if pose == "tilt" {
		a, far := 15*math.Pi/180, 2.5*w
		dst = src.Map(func(p geom.Point) geom.Point {
			x, y := p.X-w/2, p.Y-h/2
			k := far / (far + y*math.Sin(a) + 0.5*x*math.Sin(a))
			return geom.Point{X: x * k, Y: y * math.Cos(a) * k}
		})
	} else {
		deg, err := strconv.ParseFloat(pose, 64)
		if err != nil {
			log.Fatalf("the pose %q is neither an angle nor tilt", pose)
		}
		s, c := math.Sincos(deg * math.Pi / 180)
		dst = src.Map(func(p geom.Point) geom.Point { return geom.Point{X: p.X*c - p.Y*s, Y: p.X*s + p.Y*c} })
	}
	b := dst.Bounds()
	dst = dst.Map(func(p geom.Point) geom.Point { return geom.Point{X: p.X - b.X0, Y: p.Y - b.Y0} })
	m, err := geom.FromQuads(src, dst)
	if err != nil {
		log.Fatal(err)
	}
	t := gocv.NewMatWithSize(3, 3, gocv.MatTypeCV64F)
	defer t.Close()
	for i, v := range m {
		t.SetDoubleAt(i/3, i%3, v)
	}
	out := gocv.NewMat()
	gocv.WarpPerspectiveWithParams(img, &out, t, image.Pt(int(b.W()), int(b.H())), gocv.InterpolationLinear, gocv.BorderConstant, color.RGBA{90, 90, 90, 0})
	return out
}

func cpu() float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		log.Fatal(err)
	}
	return float64(u.Utime.Sec) + float64(u.Utime.Usec)/1e6
}

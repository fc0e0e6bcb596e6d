// Package capture is the child process that takes pictures with OpenCV: from a V4L2 device or an RTSP stream. It prints JPEGs one
// after another to its standard output, for device/camera to split. It is a process of its own because a read of a camera may
// block for ever, and because its libraries are many: a process can be killed and costs nothing when no such camera is used.
package capture

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"time"
)

// EnvURL is the variable that holds an RTSP address; it may hold a password, and the command line is public.
const EnvURL = "LENSD_CAPTURE_URL"

type options struct {
	source, address string
	width, height   int
	fps             int
}

// Main captures until out cannot be written any more (nil) or no more pictures come (an error that says why). args are
// `v4l2|rtsp -device PATH -width N -height N -fps N`; getenv is os.Getenv.
func Main(args []string, getenv func(string) string, out io.Writer) error {
	o, err := parse(args, getenv)
	if err != nil {
		return err
	}
	v, err := open(o, o.source == "v4l2")
	if err != nil {
		return fmt.Errorf("%s: %w", o.name(), err)
	}
	defer func() { v.close() }()
	err = stream(v, o.fps, out)
	if errors.Is(err, errNoRaw) {
		// The driver offers no MJPEG: let OpenCV convert whatever it has.
		v.close()
		if v, err = open(o, false); err != nil {
			return fmt.Errorf("%s: %w", o.name(), err)
		}
		err = stream(v, o.fps, out)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", o.name(), err)
	}
	return nil
}

// name is what messages call the camera; it holds no password.
func (o options) name() string {
	if o.source == "v4l2" {
		return o.address
	}
	return "the RTSP camera"
}

func parse(args []string, getenv func(string) string) (options, error) {
	if len(args) == 0 {
		return options{}, errors.New("capture: v4l2 or rtsp is missing")
	}
	o := options{source: args[0]}
	fs := flag.NewFlagSet("capture", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.StringVar(&o.address, "device", "", "")
	fs.IntVar(&o.width, "width", 0, "")
	fs.IntVar(&o.height, "height", 0, "")
	fs.IntVar(&o.fps, "fps", 5, "")
	if err := fs.Parse(args[1:]); err != nil {
		return o, fmt.Errorf("capture: %w", err)
	}
	switch o.source {
	case "v4l2":
	case "rtsp":
		o.address = getenv(EnvURL)
	default:
		return o, fmt.Errorf("capture: %q is neither v4l2 nor rtsp", o.source)
	}
	if o.address == "" {
		return o, errors.New("capture: no camera is named")
	}
	if o.fps < 1 || o.fps > 120 || o.width < 0 || o.height < 0 {
		return o, errors.New("capture: a rate of 1 to 120 and a size that is not negative are needed")
	}
	return o, nil
}

func open(o options, raw bool) (*video, error) {
	if o.source == "rtsp" {
		return openVideo(o.address, ffmpeg, 0, 0, false)
	}
	return openVideo(o.address, v4l2, o.width, o.height, raw)
}

// badFrames in a row are a fault; webcams begin with one or two.
const badFrames = 30

// frames is what stream needs of a video.
type frames interface {
	grab() error
	jpeg() ([]byte, error)
}

// stream grabs every frame, so that none waits in a buffer and grows old, and prints at most fps of them a second.
func stream(v frames, fps int, out io.Writer) error {
	pause := time.Second / time.Duration(fps)
	var next time.Time
	bad := 0
	for {
		if err := v.grab(); err != nil {
			return err
		}
		now := time.Now()
		if now.Before(next) {
			continue
		}
		b, err := v.jpeg()
		if errors.Is(err, errUnusable) && bad < badFrames {
			bad++
			continue
		}
		if err != nil {
			return err
		}
		bad = 0
		// Keep the beat, but do not hurry after a gap.
		if next = next.Add(pause); next.Before(now) {
			next = now.Add(pause)
		}
		if _, err := out.Write(b); err != nil {
			return nil //nolint:nilerr // the daemon has closed the pipe: the end of our work
		}
	}
}

package camera

import (
	"fmt"
	"net/url"
	"os/exec"
	"strconv"
	"time"
)

// Config describes a camera in the words of lensd.yaml.
type Config struct {
	Source   string // v4l2 | rpicam | rtsp | http | dir | push
	Device   string // v4l2: a path, best one below /dev/v4l/by-id, which stays when devices are numbered anew
	URL      string // rtsp, http
	Username string // rtsp, http
	Password string
	Dir      string
	Interval time.Duration // between two pictures of http and dir, expected of push; 0: the source's default
	Width    int           // wished, in pixels; 0: the source's default
	Height   int
	FPS      int
	Command  []string // rpicam: another program that prints MJPEG

	// Capture starts our capture child: the daemon's own path and the arguments that make it one. Flags are appended.
	Capture []string
}

// Defaults of the sources. Five pictures a second are enough for a live view and cost a Pi little.
const (
	defaultFPS          = 5
	defaultWidth        = 1280
	defaultHeight       = 960
	defaultHTTPInterval = 5 * time.Second
	defaultDirInterval  = 10 * time.Second
	defaultPushAge      = 10 * time.Minute // how long a pushed picture stands for the scene
)

// EnvURL is the variable in which the capture child gets an RTSP address, because it can hold a password.
const EnvURL = "LENSD_CAPTURE_URL"

// Open builds the camera that cfg describes, stopped. The *Push is nil unless the source is push. An error names what is wrong
// with cfg; whether the camera is there shows only when it is served.
func Open(cfg Config, o Options) (*Camera, *Push, error) {
	o.Limits = o.Limits.withDefaults()
	switch cfg.Source {
	case "v4l2":
		args := append(cfg.captureArgs("v4l2"), "-device", cfg.Device)
		return New(Process{Command: args}, o), nil, need("device", cfg.Device)
	case "rtsp":
		address, err := withUser(cfg.URL, cfg.Username, cfg.Password)
		return New(Process{Command: cfg.captureArgs("rtsp"), Env: rtspEnv(address)}, o), nil, err
	case "rpicam":
		return New(Process{Command: cfg.rpicamArgs()}, o), nil, nil
	case "http":
		every := orDefault(cfg.Interval, defaultHTTPInterval)
		o.Limits = o.Limits.stretched(every)
		source := HTTP{URL: cfg.URL, Username: cfg.Username, Password: cfg.Password, Interval: every}
		return New(source, o), nil, need("url", cfg.URL)
	case "dir":
		every := orDefault(cfg.Interval, defaultDirInterval)
		o.Limits, o.MayRepeat = o.Limits.stretched(every), true
		return New(Dir{Path: cfg.Dir, Interval: every}, o), nil, need("dir", cfg.Dir)
	case "push":
		every := orDefault(cfg.Interval, defaultPushAge/3)
		o.Limits, o.MayRepeat = o.Limits.stretched(every), true
		o.Limits.Open = o.Limits.Stale
		push := NewPush()
		return New(push, o), push, nil
	}
	return nil, nil, fmt.Errorf("camera source %q is not one of v4l2, rpicam, rtsp, http, dir, push", cfg.Source)
}

func need(key, value string) error {
	if value == "" {
		return fmt.Errorf("this camera source needs %s", key)
	}
	return nil
}

func orDefault[T comparable](v, fallback T) T {
	var zero T
	if v == zero {
		return fallback
	}
	return v
}

func (c Config) captureArgs(source string) []string {
	args := append([]string{}, c.Capture...)
	return append(args, "-capture", source, "-fps", strconv.Itoa(orDefault(c.FPS, defaultFPS)),
		"-width", strconv.Itoa(c.Width), "-height", strconv.Itoa(c.Height))
}

// rtspEnv makes OpenCV's FFmpeg take RTSP over TCP, which loses no packets, and give up on a silent camera after 5 s (in µs).
func rtspEnv(address string) []string {
	return []string{EnvURL + "=" + address, "OPENCV_FFMPEG_CAPTURE_OPTIONS=rtsp_transport;tcp|stimeout;5000000|timeout;5000000"}
}

func withUser(address, username, password string) (string, error) {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || (u.Scheme != "rtsp" && u.Scheme != "rtsps") {
		return "", fmt.Errorf("the camera's url has to look like rtsp://host:554/path")
	}
	if username != "" {
		u.User = url.UserPassword(username, password)
	}
	return u.String(), nil
}

// rpicamArgs is the command that makes Raspberry Pi OS's camera program print JPEGs without end and without a preview.
func (c Config) rpicamArgs() []string {
	if len(c.Command) > 0 {
		return c.Command
	}
	program := "rpicam-vid"
	if _, err := exec.LookPath(program); err != nil {
		// Before late 2023 the same program had this name.
		if _, err := exec.LookPath("libcamera-vid"); err == nil {
			program = "libcamera-vid"
		}
	}
	return []string{program, "--codec", "mjpeg", "--timeout", "0", "--nopreview", "--flush",
		"--width", strconv.Itoa(orDefault(c.Width, defaultWidth)), "--height", strconv.Itoa(orDefault(c.Height, defaultHeight)),
		"--framerate", strconv.Itoa(orDefault(c.FPS, defaultFPS)), "--output", "-"}
}

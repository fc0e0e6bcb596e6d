package main

import (
	"context"
	"errors"
	"fmt"
	"image"
	"io/fs"
	"os"
	"strings"
	"time"

	"lensd/cmd/lensd/config"
	"lensd/device/camera"
	"lensd/device/clock"
	"lensd/device/uplink"
	"lensd/device/uplink/broker"
	"lensd/extract"
	"lensd/extract/meter/gate"
	"lensd/extract/overlay"
	"lensd/httpapi/envelope"
	"lensd/station"
	"lensd/vision/worker"
)

// composeStations builds the uplink and the stations. A station that cannot be built is reported and left out: the others
// and the API are worth more than an exit.
func (a *app) composeStations(h *health) {
	if a.store == nil {
		a.composeComplaint(h)
		return
	}
	handler := &lateHandler{}
	topics, live := a.composeUplink(h, a.store, handler)
	var all []*station.Station
	for i, sc := range a.cfg.Stations {
		st, err := a.composeStation(sc, topics, live)
		if err != nil {
			err = fmt.Errorf("stations[%d] %s: %w", i, sc.Name, err)
			a.log.Error("a station cannot run", "err", err)
			h.note("station_"+sc.Name, err)
			continue
		}
		all = append(all, st)
		a.add("station "+sc.Name, st.Serve)
	}
	a.stations = station.NewSet(a.store, all...)
	handler.commands = station.NewCommands(a.stations, a.log)
	a.add("commands", handler.commands.Serve)
}

// lateHandler closes the circle of uplink (which needs commands), stations (which need the uplink) and commands.
type lateHandler struct{ commands *station.Commands }

// ReadNow passes a command on.
func (l *lateHandler) ReadNow(name string) { l.commands.ReadNow(name) }

// Frame passes a pushed picture on.
func (l *lateHandler) Frame(name string, jpeg []byte) { l.commands.Frame(name, jpeg) }

func (a *app) composeUplink(h *health, outbox uplink.Outbox, handler uplink.Handler) (uplink.Topics, station.Live) {
	topics := uplink.Topics{Root: a.cfg.MQTT.Topic, Box: a.cfg.Box.ID}
	if a.cfg.MQTT.Broker == "none" {
		return topics, nil
	}
	uc, err := a.uplinkConfig()
	if err == nil {
		a.uplink, err = uplink.New(uc, outbox, handler)
	}
	if err != nil {
		a.log.Error("nothing will be published; readings wait in the outbox", "err", err)
		h.note("mqtt", err)
		return topics, nil
	}
	a.add("uplink", a.uplink.Serve)
	return a.uplink.Topics(), a.uplink
}

// uplinkConfig also starts the embedded broker where one is wished.
func (a *app) uplinkConfig() (uplink.Config, error) {
	m := a.cfg.MQTT
	password, err := secret(m.PasswordFile)
	if err != nil {
		return uplink.Config{}, fmt.Errorf("mqtt.password_file: %w", err)
	}
	uc := uplink.Config{
		Broker: m.Broker, Username: m.Username, Password: password, Topic: m.Topic, Box: a.cfg.Box.ID,
		PageURL: a.pageURL(), Version: version, Log: a.log,
	}
	if m.Discovery != "none" {
		uc.Discovery = m.Discovery
	}
	for _, s := range a.cfg.Stations {
		uc.Stations = append(uc.Stations, uplink.Station{Name: s.Name, Kind: s.Kind, Decimals: s.Gate.Decimals, Push: s.Camera.Source == "push"})
	}
	if m.Broker == "embedded" {
		b, err := broker.Open(broker.Config{Listen: m.Listen, Username: m.Username, Password: password, Log: a.log})
		if err != nil {
			return uc, err
		}
		a.closers = append(a.closers, b.Close)
		address, who := b.Own()
		uc.Broker, uc.Username, uc.Password = address, who.Username, who.Password
		return uc, nil
	}
	if strings.HasPrefix(m.Broker, "ssl://") {
		uc.TLS, err = uplink.LoadTLS(m.CAFile, m.CertFile, m.KeyFile)
	}
	return uc, err
}

// secret reads a file that holds one secret; "" names none.
func secret(path string) (string, error) {
	if path == "" {
		return "", nil
	}
	b, err := os.ReadFile(path)
	if file := (*fs.PathError)(nil); errors.As(err, &file) {
		err = file.Err // the path is left out: at times the secret itself stands in its place
	}
	return strings.TrimRight(string(b), "\r\n"), err
}

func (a *app) composeStation(sc config.Station, topics uplink.Topics, live station.Live) (*station.Station, error) {
	var st *station.Station // set below; the camera speaks only once it is served
	cam, push, err := a.openCamera(sc.Camera, func(s camera.Status) { st.CameraChanged(problemOf(s), s.LastFrame) })
	if err != nil {
		return nil, err
	}
	trig, err := newTrigger(sc, cam, a.luma, func(state string) { st.TriggerState(state) })
	if err != nil {
		return nil, err
	}
	cfg := station.Config{
		Name: sc.Name, Kind: extract.Kind(sc.Kind), Camera: cameraPort{cam}, Trigger: trig, Reader: station.Pointed(a.pool.Urgent(), sc.Gate.Decimals),
		Judge: newJudge(sc), Element: element, Store: a.store, Live: live, Clock: clock.Clock{}, Topic: topics.Reading(sc.Name),
		Pictures: station.Pictures(a.cfg.Retention.Pictures), Draw: a.drawBoxes, Small: a.small, Trouble: a.store.Trouble, Log: a.log,
		ReadTimeout: 2 * time.Duration(a.cfg.Readers.Timeout),
	}
	show := a.composeSignal(sc)
	cfg.OnReading = func(r extract.Reading, _ time.Duration) {
		a.metrics.reading(r)
		show(outcomeOf(r))
	}
	if push != nil {
		cfg.Push, cfg.JPEG = push.Put, a.jpeg
	}
	if st, err = station.New(cfg); err != nil {
		return nil, err
	}
	a.add("camera "+sc.Name, cam.Serve)
	return st, nil
}

// element writes what a station read as the kind's endpoint would.
func element(kind extract.Kind, p extract.Page, it extract.Item) any {
	return envelope.Data(kind, extract.Options{}, p, it)
}

// problemOf words a camera's state for the station: empty while it is live, and while it has yet to deliver its first
// picture, lest every start of the box raises an alarm.
func problemOf(s camera.Status) string {
	if s.State == camera.StateLive || s.State == camera.StateStarting && s.LastFrame.IsZero() {
		return ""
	}
	if s.Reason != "" {
		return s.Reason
	}
	return "the camera is " + string(s.State)
}

func (a *app) openCamera(c config.Camera, onStatus func(camera.Status)) (*camera.Camera, *camera.Push, error) {
	password, err := secret(c.PasswordFile)
	if err != nil {
		return nil, nil, fmt.Errorf("camera.password_file: %w", err)
	}
	exe, err := os.Executable()
	if err != nil {
		return nil, nil, err
	}
	return camera.Open(camera.Config{
		Source: c.Source, Device: c.Device, URL: c.URL, Username: c.Username, Password: password, Dir: c.Dir,
		Interval: time.Duration(c.Interval), Width: c.Width, Height: c.Height, FPS: c.FPS, Command: c.Command,
		Capture: []string{exe, "worker"},
	}, camera.Options{Log: a.log, OnStatus: onStatus})
}

// cameraPort gives a camera the station's words.
type cameraPort struct{ *camera.Camera }

// Next waits for a live picture.
func (c cameraPort) Next(ctx context.Context, after uint64) (station.Frame, error) {
	f, err := c.Camera.Next(ctx, after)
	return station.Frame{JPEG: f.JPEG, At: f.Time, Seq: f.Seq}, err
}

func newJudge(sc config.Station) station.Judge {
	if extract.Kind(sc.Kind) != extract.WaterMeter {
		return station.NewDocumentJudge(time.Duration(sc.Gate.DuplicateWindow), orElse(sc.Gate.MinConfidence, minDocumentConfidence))
	}
	return station.NewMeterJudge(gate.Config{
		MaxRatePerHour: sc.Gate.MaxRatePerHour, Decimals: sc.Gate.Decimals, AllowDecrease: sc.Gate.AllowDecrease,
		MinConfidence: orElse(sc.Gate.MinConfidence, minMeterConfidence), LeakAfter: time.Duration(sc.Gate.LeakAfter),
	})
}

// What a station asks of a reading where its configuration does not say: what is refused is stored and shown all the same. A
// meter's readings are held against each other, too; a document's stand alone.
const (
	minMeterConfidence    = 0.5
	minDocumentConfidence = 0.8
)

func orElse(v *float64, usual float64) float64 {
	if v == nil {
		return usual
	}
	return *v
}

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
	v, err := a.pool.Look(ctx, picture, look)
	return v.Bytes, err
}

// small has a small copy of a picture made.
func (a *app) small(ctx context.Context, picture []byte) ([]byte, error) {
	v, err := a.pool.Look(ctx, picture, worker.Look{MaxSide: smallSide, Quality: 50})
	return v.Bytes, err
}

// jpeg has a JPEG made of a picture in another format, in its own size.
func (a *app) jpeg(ctx context.Context, picture []byte) ([]byte, error) {
	v, err := a.pool.Look(ctx, picture, worker.Look{Quality: 95})
	return v.Bytes, err
}

// luma has a picture's brightness found, for triggers that watch.
func (a *app) luma(ctx context.Context, picture []byte) (*image.Gray, error) {
	v, err := a.pool.Look(ctx, picture, worker.Look{Luma: true, MaxSide: settleSide})
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

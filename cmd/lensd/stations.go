package main

import (
	"context"
	"fmt"
	"os"
	"slices"
	"time"

	"lensd/cmd/lensd/config"
	"lensd/device/camera"
	"lensd/device/clock"
	"lensd/device/uplink"
	"lensd/extract"
	"lensd/extract/meter/gate"
	"lensd/httpapi/envelope"
	"lensd/station"
)

// buildStation opens a station's camera and lets it read. A station that cannot be built is reported and left out: the others
// and the API are worth more than an exit.
func (a *app) buildStation(cfg config.Config, i int) (running, error) {
	sc := cfg.Stations[i]
	st, serves, err := a.openStation(cfg, sc)
	if err != nil {
		err = fmt.Errorf("stations[%d] %s: %w", i, sc.Name, err)
		a.log.Error("a station cannot run", "err", err)
		a.health.note("station_"+sc.Name, err)
		return running{faulty: true, close: func() error { a.health.note("station_"+sc.Name, nil); return nil }}, nil
	}
	a.show(sc.Name, st)
	return running{serves: serves, close: func() error { a.show(sc.Name, nil); return nil }}, nil
}

// expect takes the stations that are to be shown, in the configuration's order.
func (a *app) expect(stations []config.Station) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.order = nil
	for _, sc := range stations {
		a.order = append(a.order, sc.Name)
	}
	a.arrange()
}

// forgetOthers drops what is known of stations that the configuration no longer names.
func (a *app) forgetOthers() {
	a.mu.Lock()
	defer a.mu.Unlock()
	for name := range a.serving {
		if !slices.Contains(a.order, name) {
			a.live.forget(name)
			delete(a.serving, name)
		}
	}
}

// show takes a station among those that are shown; nil takes it out.
func (a *app) show(name string, st *station.Station) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.serving[name] = st
	a.arrange()
}

// arrange is called with mu held.
func (a *app) arrange() {
	var all []*station.Station
	for _, name := range a.order {
		if st := a.serving[name]; st != nil {
			all = append(all, st)
		}
	}
	a.stations.Replace(all...)
}

func (a *app) openStation(cfg config.Config, sc config.Station) (*station.Station, []func(context.Context) error, error) {
	var st *station.Station // set below; the camera speaks only once it is served
	cam, push, err := a.openCamera(sc.Camera, func(s camera.Status) { st.CameraChanged(problemOf(s), s.LastFrame) })
	if err != nil {
		return nil, nil, err
	}
	trig, err := newTrigger(sc, cam, a.luma, func(state string) { st.TriggerState(state) })
	if err != nil {
		return nil, nil, err
	}
	topics := uplink.Topics{Root: cfg.MQTT.Topic, Box: cfg.Box.ID}
	c := station.Config{
		Name: sc.Name, Kind: extract.Kind(sc.Kind), Camera: cameraPort{cam}, Trigger: trig, Reader: station.Pointed(a.stationReader(cfg, sc), sc.Gate.Decimals),
		Judge: newJudge(sc), Element: elementOf(cfg.Own.Shapes()), Store: a.store, Live: &a.live, Clock: clock.Clock{}, Topic: topics.Reading(sc.Name),
		Pictures: station.Pictures(cfg.Retention.PicturesOf(sc)), Draw: a.drawBoxes, Small: a.small, Trouble: a.store.Trouble, Log: a.log,
		ReadTimeout: 2 * time.Duration(cfg.Readers.Timeout),
	}
	if c.Pictures == station.KeepNone && c.Kind != extract.WaterMeter {
		c.Draw = nil // a broker would retain it
	}
	if cfg.Readers.Workers == config.NoReaders {
		c.Draw, c.Small = nil, nil // nobody here decodes pictures
	}
	show, signals := a.openSignal(sc)
	c.OnReading = func(r extract.Reading, _ time.Duration) {
		a.metrics.reading(r)
		show(outcomeOf(r))
	}
	if push != nil {
		c.Push = push.Put
		if cfg.Readers.Workers != config.NoReaders {
			c.JPEG = a.jpeg
		}
	}
	if st, err = station.New(c); err != nil {
		return nil, nil, err
	}
	serves := []func(context.Context) error{cam.Serve, st.Serve}
	if signals != nil {
		serves = append(serves, signals)
	}
	return st, serves, nil
}

// elementOf writes what a station read as the kind's endpoint would.
func elementOf(own []extract.OwnKind) func(extract.Kind, extract.Page, extract.Item) any {
	return func(kind extract.Kind, p extract.Page, it extract.Item) any {
		return envelope.Data(kind, extract.Options{}, p, it, own...)
	}
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

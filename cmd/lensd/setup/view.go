package setup

import (
	"context"
	"encoding/json"
	"os"
	"strings"
	"sync"
	"time"

	"lensd/cmd/lensd/config"
	"lensd/device/camera"
	"lensd/device/uplink"
	"lensd/httpapi"
)

// view is what the pages show of a configuration. Passwords are but told to exist.
type view struct {
	Problem  string          `json:"problem,omitempty"` // why nothing can be changed here
	Box      boxView         `json:"box"`
	MQTT     mqttView        `json:"mqtt"`
	Stations []stationView   `json:"stations"`
	Kinds    []string        `json:"kinds"`
	Devices  []camera.Device `json:"devices"`
}

type boxView struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

type mqttView struct {
	Broker    string `json:"broker"`
	Listen    string `json:"listen"`
	Topic     string `json:"topic"`
	Username  string `json:"username"`
	Password  bool   `json:"password"`
	Discovery string `json:"discovery"`
}

type stationView struct {
	Name    string         `json:"name"`
	Kind    string         `json:"kind"`
	Camera  cameraView     `json:"camera"`
	Trigger map[string]any `json:"trigger"`
	Gate    gateView       `json:"gate"`
}

type cameraView struct {
	Source   string `json:"source"`
	Device   string `json:"device"`
	URL      string `json:"url"`
	Username string `json:"username"`
	Password bool   `json:"password"`
}

type gateView struct {
	MinConfidence  *float64 `json:"min_confidence"`
	MaxRatePerHour float64  `json:"max_rate_per_hour"`
	Decimals       int      `json:"decimals"`
}

// View implements httpapi.Setup.
func (s *Setup) View(context.Context) (any, error) {
	cfg, err := config.Load(s.cfg.Path, s.cfg.Environ)
	v := view{Box: boxView{cfg.Box.ID, cfg.Box.Name}, Stations: []stationView{}, Devices: camera.Devices("/")}
	m := cfg.MQTT
	v.MQTT = mqttView{m.Broker, m.Listen, m.Topic, m.Username, m.PasswordFile != "", m.Discovery}
	switch {
	case s.cfg.Path == "":
		v.Problem = "this box runs without a configuration file; start it with -config FILE"
	case err != nil:
		v.Problem = "the configuration has a mistake that has to be mended by hand first: " + err.Error()
	}
	for _, st := range cfg.Stations {
		c, g := st.Camera, st.Gate
		v.Stations = append(v.Stations, stationView{st.Name, st.Kind, cameraView{c.Source, c.Device, c.URL, c.Username, c.PasswordFile != ""},
			triggerView(st.Trigger), gateView{g.MinConfidence, g.MaxRatePerHour, g.Decimals}})
	}
	v.Kinds = append(config.StationKinds(), cfg.Own.Names...)
	return v, nil
}

func triggerView(t config.Trigger) map[string]any {
	out := map[string]any{"every": "", "cron": t.Cron, "settle": t.Settle, "on": t.On}
	if t.Every > 0 {
		out["every"] = short(time.Duration(t.Every))
	}
	return out
}

// short writes 5m0s as 5m.
func short(d time.Duration) string {
	text := strings.TrimSuffix(d.String(), "m0s")
	if text != d.String() {
		text += "m"
	}
	return text
}

// TryCamera implements httpapi.Setup.
func (s *Setup) TryCamera(ctx context.Context, raw json.RawMessage) ([]byte, error) {
	var st struct {
		Name   string          `json:"name"`
		Camera json.RawMessage `json:"camera"`
	}
	if err := json.Unmarshal(raw, &st); err != nil {
		return nil, httpapi.Faults{{Says: "must be a JSON object"}}
	}
	o, wrong := parse(st.Camera, "camera", "camera")
	if wrong = append(wrong, checkSource(o)...); len(wrong) > 0 {
		return nil, wrong
	}
	var c struct{ Source, Device, URL, Username, Password string }
	if err := json.Unmarshal(st.Camera, &c); err != nil {
		return nil, httpapi.Faults{{Path: "camera", Says: "must be a JSON object"}}
	}
	if c.Source == "v4l2" && !strings.HasPrefix(c.Device, "/dev/") {
		return nil, httpapi.Faults{{Path: "camera.device", Says: "is no device"}}
	}
	if c.Password == "" {
		c.Password = s.keptPassword(st.Name, c.URL)
	}
	cam, _, err := camera.Open(camera.Config{Source: c.Source, Device: c.Device, URL: c.URL, Username: c.Username, Password: c.Password,
		Interval: time.Second, Capture: s.cfg.Capture}, camera.Options{Log: s.cfg.Log})
	if err != nil {
		return nil, httpapi.Faults{{Path: "camera", Says: err.Error()}}
	}
	ctx, end := context.WithCancel(ctx)
	var served sync.WaitGroup
	served.Go(func() { _ = cam.Serve(ctx) }) // it ends because it is told to
	f, err := cam.Next(ctx, 0)
	state := cam.Status()
	end()
	served.Wait()
	if err != nil {
		return nil, httpapi.Faults{{Path: "camera", Says: reasonOf(state, err)}}
	}
	return f.JPEG, nil
}

func reasonOf(s camera.Status, err error) string {
	if s.Reason != "" {
		return s.Reason
	}
	return "the camera gave no picture: " + err.Error()
}

// keptPassword is the one that a station's camera has already, for the same address alone.
func (s *Setup) keptPassword(name, url string) string {
	cfg, err := config.Load(s.cfg.Path, s.cfg.Environ)
	if err != nil {
		return ""
	}
	for _, st := range cfg.Stations {
		if st.Name == name && st.Camera.URL == url && st.Camera.PasswordFile != "" {
			return readSecret(st.Camera.PasswordFile)
		}
	}
	return ""
}

func readSecret(path string) string {
	b, _ := os.ReadFile(path) // the try will say that the password is wrong
	return strings.TrimRight(string(b), "\r\n")
}

// TryBroker implements httpapi.Setup.
func (s *Setup) TryBroker(ctx context.Context, raw json.RawMessage) error {
	if _, wrong := parse(raw, "mqtt", ""); len(wrong) > 0 {
		return wrong
	}
	var m struct{ Broker, Username, Password, Topic string }
	if err := json.Unmarshal(raw, &m); err != nil {
		return httpapi.Faults{{Says: "must be a JSON object"}}
	}
	cfg, _ := config.Load(s.cfg.Path, s.cfg.Environ) // its faults are told elsewhere; the box's id is known
	if m.Password == "" && m.Broker == cfg.MQTT.Broker {
		m.Password = readSecret(cfg.MQTT.PasswordFile)
	}
	u := uplink.Config{Broker: m.Broker, Username: m.Username, Password: m.Password, Box: cfg.Box.ID, Log: s.cfg.Log}
	if strings.HasPrefix(m.Broker, "ssl://") {
		var err error
		if u.TLS, err = uplink.LoadTLS(cfg.MQTT.CAFile, cfg.MQTT.CertFile, cfg.MQTT.KeyFile); err != nil {
			return httpapi.Faults{{Path: "broker", Says: err.Error()}}
		}
	}
	err := uplink.Try(ctx, u)
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return httpapi.Faults{{Path: "broker", Says: "the broker does not answer"}}
	case err == uplink.ErrRefused:
		return httpapi.Faults{{Path: "username", Says: err.Error()}}
	}
	return httpapi.Faults{{Path: "broker", Says: "the broker cannot be joined: " + err.Error()}}
}

package uplink

import (
	"context"
	"encoding/json"
	"strings"
)

// Home Assistant's MQTT device discovery: one retained document a station, holding the device, the origin and all of
// its entities. See https://www.home-assistant.io/integrations/mqtt/#device-discovery-payload.

type message struct {
	topic   string
	payload []byte
}

// object is a JSON object with Home Assistant's own keys, too many and too varied for a type of ours.
type object = map[string]any

const originName = "lensd"

// discovery returns the documents of all stations; an empty prefix announces nothing.
func (u *Uplink) discovery() []message {
	if u.cfg.Discovery == "" {
		return nil
	}
	out := make([]message, 0, len(u.cfg.Stations))
	for _, st := range u.cfg.Stations {
		payload, err := json.Marshal(u.device(st))
		if err != nil {
			// Strings and numbers only: cannot happen, and a missing document would be noticed by the tests.
			u.cfg.Log.Error("discovery document", "station", st.Name, "error", err)
			continue
		}
		out = append(out, message{topic: u.discoveryTopic(st.Name), payload: payload})
	}
	return out
}

func (u *Uplink) deviceID(station string) string { return "lensd_" + u.cfg.Box + "_" + station }

func (u *Uplink) discoveryTopic(station string) string {
	return u.cfg.Discovery + "/device/" + u.deviceID(station) + "/config"
}

func (u *Uplink) device(st Station) object {
	label := st.Label
	if label == "" {
		label = st.Name
	}
	dev := object{
		"identifiers": []string{u.deviceID(st.Name)}, "name": label,
		"manufacturer": "lensd", "model": st.Kind, "sw_version": u.cfg.Version,
	}
	origin := object{"name": originName, "sw_version": u.cfg.Version}
	if u.cfg.PageURL != "" {
		dev["configuration_url"] = u.cfg.PageURL
	}
	return object{
		"device": dev, "origin": origin, "components": u.components(st), "qos": qosEvent,
		"availability_topic": u.topics.Status(),
	}
}

func (u *Uplink) components(st Station) object {
	state, health := u.topics.State(st.Name), u.topics.Health(st.Name)
	out := object{}
	add := func(key, platform, name string, more object) {
		c := object{"platform": platform, "name": name, "unique_id": u.deviceID(st.Name) + "_" + key}
		for k, v := range more {
			c[k] = v
		}
		out[key] = c
	}
	if st.Kind == "water-meter" {
		add("reading", "sensor", "Reading", object{
			"state_topic": state, "value_template": "{{ value_json.counter.value }}", "device_class": "water",
			"state_class": "total_increasing", "unit_of_measurement": "m³", "suggested_display_precision": st.Decimals,
		})
		add("flow", "sensor", "Flow", object{
			"state_topic": state, "value_template": "{{ value_json.counter.flow_m3_per_h }}",
			"device_class": "volume_flow_rate", "state_class": "measurement", "unit_of_measurement": "m³/h",
			"suggested_display_precision": 3,
		})
		add("leak", "binary_sensor", "Leak", object{
			"state_topic": health, "value_template": "{{ 'ON' if value_json.leak else 'OFF' }}", "device_class": "moisture",
		})
	} else {
		add("reading", "sensor", "Reading", object{
			"state_topic": state, "value_template": "{{ value_json.id }}", "json_attributes_topic": state,
			"json_attributes_template": "{{ value_json.data | tojson }}", "icon": "mdi:text-recognition",
		})
	}
	add("confidence", "sensor", "Confidence", object{
		"state_topic": state, "value_template": "{{ (value_json.confidence * 100) | round(1) }}",
		"unit_of_measurement": "%", "state_class": "measurement", "entity_category": "diagnostic",
	})
	add("last_read", "sensor", "Last reading", object{
		"state_topic": state, "value_template": "{{ value_json.ts }}", "device_class": "timestamp", "entity_category": "diagnostic",
	})
	add("problem", "binary_sensor", "Problem", object{
		"state_topic": health, "value_template": "{{ 'ON' if value_json.problem else 'OFF' }}", "device_class": "problem",
		"json_attributes_topic": health, "entity_category": "diagnostic",
	})
	add("picture", "image", "Picture", object{"image_topic": u.topics.Image(st.Name), "content_type": "image/jpeg"})
	add("read_now", "button", "Read now", object{"command_topic": u.topics.Command(st.Name), "payload_press": "read"})
	return out
}

// isForeignDiscovery recognises a retained document that this box once announced for a station it no longer has.
func (u *Uplink) isForeignDiscovery(topic string, payload []byte) bool {
	id, ok := strings.CutPrefix(topic, u.cfg.Discovery+"/device/")
	if !ok {
		return false
	}
	id, ok = strings.CutSuffix(id, "/config")
	station, mine := strings.CutPrefix(id, u.deviceID(""))
	if !ok || !mine || u.knows(station) || len(payload) == 0 {
		return false
	}
	var doc struct {
		Origin     struct{ Name string } `json:"origin"`
		Status     string                `json:"availability_topic"`
		Components json.RawMessage       `json:"components"`
	}
	// The availability topic is the box's own name in full: a box "a" must not retire those of a box "a_b".
	return json.Unmarshal(payload, &doc) == nil && doc.Origin.Name == originName && doc.Status == u.topics.Status()
}

// retire removes a station's device from Home Assistant.
func (s *session) retire(ctx context.Context, topic string) error {
	s.u.cfg.Log.Info("removing a former station's device", "topic", topic)
	return s.publish(ctx, topic, true, nil)
}

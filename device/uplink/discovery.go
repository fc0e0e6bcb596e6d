package uplink

import "encoding/json"

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

func (u *Uplink) deviceID(station string) string { return deviceID(u.cfg.Box, station) }

func deviceID(box, station string) string { return "lensd_" + box + "_" + station }

func (u *Uplink) discoveryTopic(station string) string {
	return DiscoveryTopic(u.cfg.Discovery, u.cfg.Box, station)
}

// DiscoveryTopic is where a box announces a station to Home Assistant.
func DiscoveryTopic(prefix, box, station string) string {
	return prefix + "/device/" + deviceID(box, station) + "/config"
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
		"availability": u.available(),
	}
}

// available lists what has to be there for an entity to be of use, beside the box.
func (u *Uplink) available(more ...object) []object {
	return append([]object{{"topic": u.topics.Status()}}, more...)
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
	// A picture and an order want the camera, too; values stay what they were while it is away.
	camera := object{"topic": health, "value_template": "{{ 'offline' if value_json.state == 'camera_lost' else 'online' }}"}
	add("picture", "image", "Picture", object{"image_topic": u.topics.Image(st.Name), "content_type": "image/jpeg", "availability": u.available(camera), "availability_mode": "all"})
	add("read_now", "button", "Read now", object{"command_topic": u.topics.Command(st.Name), "payload_press": "read", "availability": u.available(camera), "availability_mode": "all"})
	return out
}

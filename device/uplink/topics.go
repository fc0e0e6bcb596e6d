package uplink

import "strings"

// Topics spells the topics of one box: <root>/<box>/….
type Topics struct {
	Root string
	Box  string
}

// Status is the box's availability: online or offline, retained, offline by the broker's own hand when the box is gone.
func (t Topics) Status() string { return t.Root + "/" + t.Box + "/status" }

// Reading carries every reading of a station, accepted or not, once or more, not retained.
func (t Topics) Reading(station string) string { return t.station(station, "reading") }

// State carries the newest accepted reading, retained.
func (t Topics) State(station string) string { return t.station(station, "state") }

// Image carries the last picture with its boxes drawn, as JPEG, retained, QoS 0.
func (t Topics) Image(station string) string { return t.station(station, imageLeaf) }

const imageLeaf = "image"

// Health carries whether the station has a problem and which, retained.
func (t Topics) Health(station string) string { return t.station(station, "health") }

// About tells what the box is and how, retained; package fleet of the command says in which members.
func (t Topics) About() string { return t.Root + "/" + t.Box + "/about" }

// Fleet holds the newest configuration that the owner of many boxes has signed for all, retained. No box is called ~fleet.
func (t Topics) Fleet() string { return t.Root + "/~fleet/config" }

// Command takes an order to read now; the payload does not matter.
func (t Topics) Command(station string) string { return t.station(station, "cmd/read") }

// Frame takes a JPEG of a camera that is somewhere else.
func (t Topics) Frame(station string) string { return t.station(station, "frame") }

func (t Topics) station(name, leaf string) string {
	return t.Root + "/" + t.Box + "/" + name + "/" + leaf
}

// parse takes a topic of this box apart; ok is false for any other.
func (t Topics) parse(topic string) (station, leaf string, ok bool) {
	rest, ok := strings.CutPrefix(topic, t.Root+"/"+t.Box+"/")
	if !ok {
		return "", "", false
	}
	return strings.Cut(rest, "/")
}

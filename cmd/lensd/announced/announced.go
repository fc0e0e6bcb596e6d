// Package announced keeps in a box's store what the box has announced to Home Assistant.
package announced

import (
	"encoding/json"
	"errors"

	"lensd/device/uplink"
	"lensd/station"
	"lensd/store"
)

const name = "announced"

// Memory implements uplink.Memory.
type Memory struct {
	Store  *store.Store
	Prefix string // of discovery; "": none
	Box    string
}

// Announced returns the topics. Where nothing was ever noted, an earlier version may have announced every station that has read.
func (m Memory) Announced() ([]string, error) {
	b, err := m.Store.State(name)
	if errors.Is(err, store.ErrNotFound) {
		return m.before()
	}
	if err != nil {
		return nil, err
	}
	var topics []string
	if json.Unmarshal(b, &topics) != nil {
		return m.before()
	}
	return topics, nil
}

func (m Memory) before() (topics []string, err error) {
	if m.Prefix == "" {
		return nil, nil
	}
	stations, err := station.Ever(m.Store)
	for _, s := range stations {
		topics = append(topics, uplink.DiscoveryTopic(m.Prefix, m.Box, s))
	}
	return topics, err
}

// SetAnnounced replaces the topics.
func (m Memory) SetAnnounced(topics []string) error {
	b, err := json.Marshal(topics)
	if err != nil {
		return err
	}
	return m.Store.SetState(name, b)
}

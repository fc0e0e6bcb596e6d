package label

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	tables "lensd/extract/caption"
)

// TestWhomToAskForIsNoReceiver: what announces somebody to call says neither who gets the parcel nor, as its shorter forms do, a phone.
func TestWhomToAskForIsNoReceiver(t *testing.T) {
	table, err := tables.Parse(bytes.NewReader(captions))
	require.NoError(t, err)
	m := tables.NewMatcher(table)
	for text, want := range map[string]string{
		"Contact Person: Mary Smith":   "contact",
		"Ansprechpartner: Mary Smith":  "contact",
		"Osoba kontaktowa: Mary Smith": "contact",
		"ผู้ประสานงาน: คุณเกษม":        "contact",
		"Contact: 081 234 5678":        "phone",
		"Contact Name: Mary Smith":     "name",
		"ที่อยู่ผู้รับ: 12 หมู่ 3":     "receiver_address",
		"ที่อยู่: 12 หมู่ 3":           "address",
	} {
		hits := m.Find(text)
		if assert.Len(t, hits, 1, text) {
			assert.Equal(t, []string{want}, hits[0].Keys, text)
			assert.Equal(t, 1.0, hits[0].Quality, text)
		}
	}
}

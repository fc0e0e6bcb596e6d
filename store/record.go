package store

import (
	"encoding/binary"
	"errors"
	"time"
)

// Record is one stored reading. Body is whatever the writer put there; the store does not look into it.
type Record struct {
	ID         uint64
	Station    string
	At         time.Time // by the box's wall clock when the entry was added
	Synced     bool      // whether that clock was set from a time source
	Body       []byte
	HasPicture bool
}

// A record's value is a header of fixed fields, the station's name, and the body.
const (
	recordVersion    = 1
	recordHeader     = 1 + 1 + 8 + 8 + 1 // version, flags, lived seconds, unix ms, length of the name
	flagSynced       = 1 << 0
	flagPicture      = 1 << 1
	maxStationLength = 64
	maxLived         = 1 << 33 // seconds, 272 years; more would not fit a time.Duration
)

var errRecord = errors.New("store: malformed record")

// header is a record's fixed part. lived is the store's running time at the moment of writing, see lived.go.
type header struct {
	station string
	at      time.Time
	synced  bool
	picture bool
	lived   time.Duration
}

func encodeRecord(h header, body []byte) ([]byte, error) {
	if len(h.station) > maxStationLength {
		return nil, errRecord
	}
	v := make([]byte, 0, recordHeader+len(h.station)+len(body))
	var flags byte
	if h.synced {
		flags |= flagSynced
	}
	if h.picture {
		flags |= flagPicture
	}
	v = append(v, recordVersion, flags)
	v = binary.BigEndian.AppendUint64(v, uint64(h.lived/time.Second))
	v = binary.BigEndian.AppendUint64(v, uint64(h.at.UnixMilli()))
	v = append(v, byte(len(h.station)))
	v = append(v, h.station...)
	return append(v, body...), nil
}

// decodeRecord splits a value; body aliases v, which is the database's memory and dies with the transaction.
func decodeRecord(v []byte) (h header, body []byte, err error) {
	if len(v) < recordHeader || v[0] != recordVersion {
		return h, nil, errRecord
	}
	n := int(v[recordHeader-1])
	lived := binary.BigEndian.Uint64(v[2:])
	if n > maxStationLength || len(v) < recordHeader+n || lived > maxLived {
		return h, nil, errRecord
	}
	h = header{
		station: string(v[recordHeader : recordHeader+n]),
		at:      time.UnixMilli(int64(binary.BigEndian.Uint64(v[10:]))).UTC(),
		synced:  v[1]&flagSynced != 0,
		picture: v[1]&flagPicture != 0,
		lived:   time.Duration(lived) * time.Second,
	}
	return h, v[recordHeader+n:], nil
}

func idKey(id uint64) []byte { return binary.BigEndian.AppendUint64(nil, id) }

func keyID(k []byte) uint64 {
	if len(k) != 8 {
		return 0
	}
	return binary.BigEndian.Uint64(k)
}

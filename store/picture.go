package store

import (
	"bytes"
	"encoding/binary"

	"go.etcd.io/bbolt"
)

// Pictures are stored in pieces, two of which fill a page. bbolt keeps at least two values together in a node and writes
// the whole node again when one is added: with a picture as one value, each addition wrote its neighbours too, several
// hundred KiB for 60 KiB of picture.
const pieceSize = 2000

// pieceKey orders pieces by id, then by place.
func pieceKey(id uint64, place int) []byte {
	return binary.BigEndian.AppendUint32(idKey(id), uint32(place))
}

// pieceID is the id of the picture that a piece belongs to.
func pieceID(k []byte) uint64 {
	if len(k) != 12 {
		return 0
	}
	return binary.BigEndian.Uint64(k)
}

func putPicture(tx *bbolt.Tx, id uint64, picture []byte) error {
	b := tx.Bucket([]byte(bucketPictures))
	b.FillPercent = 1
	for place := 0; len(picture) > 0; place++ {
		n := min(len(picture), pieceSize)
		if err := b.Put(pieceKey(id, place), picture[:n]); err != nil {
			return err
		}
		picture = picture[n:]
	}
	return nil
}

// getPicture returns a copy of a picture, nil when there is none.
func getPicture(tx *bbolt.Tx, id uint64) []byte {
	var out bytes.Buffer
	c := tx.Bucket([]byte(bucketPictures)).Cursor()
	for k, v := c.Seek(pieceKey(id, 0)); k != nil && pieceID(k) == id; k, v = c.Next() {
		out.Write(v)
	}
	return out.Bytes()
}

func hasPicture(tx *bbolt.Tx, id uint64) bool {
	return tx.Bucket([]byte(bucketPictures)).Get(pieceKey(id, 0)) != nil
}

// deletePicture returns how many bytes went.
func deletePicture(tx *bbolt.Tx, id uint64) (size int64, err error) {
	c := tx.Bucket([]byte(bucketPictures)).Cursor()
	for k, v := c.Seek(pieceKey(id, 0)); k != nil && pieceID(k) == id; k, v = c.Seek(pieceKey(id, 0)) {
		size += int64(len(k) + len(v))
		if err := c.Delete(); err != nil {
			return size, err
		}
	}
	return size, nil
}

// dropOldestPicture removes one picture unless it is the newest record's; size is 0 when there is none to remove.
func dropOldestPicture(tx *bbolt.Tx) (size int64, err error) {
	k, _ := tx.Bucket([]byte(bucketPictures)).Cursor().First()
	newest, _ := tx.Bucket([]byte(bucketRecords)).Cursor().Last()
	if k == nil || pieceID(k) >= keyID(newest) {
		return 0, nil
	}
	return deletePicture(tx, pieceID(k))
}

// dropOldestRecord removes one record unless it is the newest, so that a full box still shows its last reading.
func dropOldestRecord(tx *bbolt.Tx) (size int64, err error) {
	c := tx.Bucket([]byte(bucketRecords)).Cursor()
	last, _ := c.Last()
	newest := keyID(last)
	k, v := c.First()
	if k == nil || keyID(k) >= newest {
		return 0, nil
	}
	return int64(len(k) + len(v)), c.Delete()
}

// countPictures steps from picture to picture.
func countPictures(tx *bbolt.Tx) (n int) {
	c := tx.Bucket([]byte(bucketPictures)).Cursor()
	for k, _ := c.First(); k != nil; k, _ = c.Seek(pieceKey(pieceID(k)+1, 0)) {
		n++
	}
	return n
}

package picture

import (
	"bytes"
	"encoding/binary"
)

// orientationOf reads the EXIF orientation (1-8, TIFF 6.0 tag 274) of a JPEG, PNG or TIFF, 1 when there is none or it is damaged.
func orientationOf(format string, b []byte) int {
	switch format {
	case "jpeg":
		return tiffOrientation(jpegEXIF(b))
	case "png":
		return tiffOrientation(pngEXIF(b))
	case "tiff":
		return tiffOrientation(b)
	}
	return 1
}

// jpegEXIF returns the TIFF structure inside a JPEG's EXIF segment, nil when none stands before the pixels.
func jpegEXIF(b []byte) []byte {
	for at := 2; at+4 <= len(b) && b[at] == 0xff; {
		marker, length := b[at+1], int(binary.BigEndian.Uint16(b[at+2:]))
		if marker == 0xff { // a fill byte
			at++
			continue
		}
		end := at + 2 + length
		if marker == 0xda || length < 2 || end > len(b) {
			return nil
		}
		if payload, ok := bytes.CutPrefix(b[at+4:end], []byte("Exif\x00\x00")); ok && marker == 0xe1 {
			return payload
		}
		at = end
	}
	return nil
}

// pngEXIF returns the content of a PNG's eXIf chunk.
func pngEXIF(b []byte) []byte {
	for at := 8; at+12 <= len(b); {
		length := int(binary.BigEndian.Uint32(b[at:]))
		end := at + 8 + length
		if length > len(b) || end > len(b) {
			return nil
		}
		if string(b[at+4:at+8]) == "eXIf" {
			return b[at+8 : end]
		}
		at = end + 4 // the checksum
	}
	return nil
}

// Tags of TIFF 6.0 that we look up ourselves.
const (
	tagCompression = 259
	tagPhotometric = 262
	tagOrientation = 274
	entryBytes     = 12 // of one directory entry
)

// tiffOrientation looks the tag up in the first directory of a TIFF structure.
func tiffOrientation(b []byte) int {
	if v, ok := tiffValue(b, tagOrientation); ok && v >= 1 && v <= 8 {
		return v
	}
	return 1
}

// faxOnBlack reports a TIFF in a fax code (compression 3 or 4) that says that 0 is black. The fax codes' white is 0, so that
// white and black change places, as libtiff and all that is built on it have it; Go's decoder takes the codes' own white.
func faxOnBlack(b []byte) bool {
	code, _ := tiffValue(b, tagCompression)
	black, ok := tiffValue(b, tagPhotometric)
	return (code == 3 || code == 4) && ok && black == 1
}

// tiffValue returns the short value of a tag in the first directory of a TIFF structure.
func tiffValue(b []byte, tag uint16) (int, bool) {
	if len(b) < 8 {
		return 0, false
	}
	var order binary.ByteOrder = binary.LittleEndian
	if b[0] == 'M' {
		order = binary.BigEndian
	}
	at := uint64(order.Uint32(b[4:]))
	if at+2 > uint64(len(b)) {
		return 0, false
	}
	count := uint64(order.Uint16(b[at:]))
	for i := range count {
		entry := at + 2 + i*entryBytes
		if entry+entryBytes > uint64(len(b)) {
			return 0, false
		}
		if order.Uint16(b[entry:]) == tag {
			return int(order.Uint16(b[entry+8:])), true
		}
	}
	return 0, false
}

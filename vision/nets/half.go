package nets

import (
	"encoding/binary"
	"errors"
	"math"
)

// Fields of ONNX's protobuf messages, as far as weights are concerned.
const (
	modelGraph        = 7
	graphInitializer  = 5
	tensorType        = 2
	tensorRaw         = 9
	typeFloat         = 1
	typeHalf          = 10
	wireVarint        = 0
	wireFixed64       = 1
	wireBytes         = 2
	wireFixed32       = 5
	wireBits          = 3
	halfBias          = 15
	floatBias         = 127
	halfFractionBits  = 10
	floatFractionBits = 23
)

var errModel = errors.New("nets: the model is damaged")

// widen returns a model whose weights are kept in half precision, which halves what it takes on disk and which OpenCV 4.6 does not
// read, with its weights in single precision. A model without such weights comes back as it is.
func widen(model []byte) ([]byte, error) {
	return rewrite(model, modelGraph, func(graph []byte) ([]byte, error) {
		return rewrite(graph, graphInitializer, widenTensor)
	})
}

// widenTensor is a tensor in single precision; one of another type than half comes back as it is.
func widenTensor(tensor []byte) ([]byte, error) {
	half := false
	err := each(tensor, func(f field) {
		half = half || f.number == tensorType && f.wire == wireVarint && f.value == typeHalf
	})
	if err != nil || !half {
		return tensor, err
	}
	out := make([]byte, 0, 2*len(tensor))
	err = each(tensor, func(f field) {
		switch f.number {
		case tensorType:
			out = append(out, tensorType<<wireBits|wireVarint, typeFloat)
		case tensorRaw:
			out = appendBytes(out, tensorRaw, floats(f.bytes))
		default:
			out = append(out, f.whole...)
		}
	})
	return out, err
}

// floats are little-endian halves as little-endian floats.
func floats(halves []byte) []byte {
	out := make([]byte, 0, 2*len(halves))
	for ; len(halves) > 1; halves = halves[2:] {
		out = binary.LittleEndian.AppendUint32(out, math.Float32bits(float(binary.LittleEndian.Uint16(halves))))
	}
	return out
}

// float is the value of a half: a sign, five bits of exponent, ten of fraction.
func float(half uint16) float32 {
	sign, exponent, fraction := uint32(half>>15), uint32(half>>halfFractionBits&0x1f), uint32(half&0x3ff)
	switch exponent {
	case 0: // a subnormal number is a whole count of the least one
		v := float32(fraction) * 0x1p-24
		return math.Float32frombits(math.Float32bits(v) | sign<<31)
	case 0x1f:
		exponent = 0xff
	default:
		exponent += floatBias - halfBias
	}
	return math.Float32frombits(sign<<31 | exponent<<floatFractionBits | fraction<<(floatFractionBits-halfFractionBits))
}

// rewrite gives a message whose fields of a number are what change makes of them.
func rewrite(message []byte, number int, change func([]byte) ([]byte, error)) ([]byte, error) {
	out := make([]byte, 0, 2*len(message))
	var failed error
	err := each(message, func(f field) {
		if f.number != number || f.wire != wireBytes {
			out = append(out, f.whole...)
			return
		}
		changed, err := change(f.bytes)
		failed = errors.Join(failed, err)
		out = appendBytes(out, number, changed)
	})
	return out, errors.Join(err, failed)
}

func appendBytes(out []byte, number int, b []byte) []byte {
	out = binary.AppendUvarint(out, uint64(number)<<wireBits|wireBytes)
	return append(binary.AppendUvarint(out, uint64(len(b))), b...)
}

// field is one field of a protobuf message; whole holds its key as well.
type field struct {
	number, wire int
	value        uint64
	bytes, whole []byte
}

// each calls do with every field of a message.
func each(message []byte, do func(field)) error {
	for len(message) > 0 {
		f, n := next(message)
		if n <= 0 {
			return errModel
		}
		f.whole = message[:n]
		do(f)
		message = message[n:]
	}
	return nil
}

// next reads the message's first field and tells how long it is; 0 where there is none.
func next(m []byte) (f field, n int) {
	key, n := binary.Uvarint(m)
	if n <= 0 {
		return f, 0
	}
	f.number, f.wire = int(key>>wireBits), int(key&(1<<wireBits-1))
	size := uint64(0)
	switch f.wire {
	case wireVarint:
		v, k := binary.Uvarint(m[n:])
		if k <= 0 {
			return f, 0
		}
		f.value = v
		return f, n + k
	case wireFixed64:
		size = 8
	case wireFixed32:
		size = 4
	case wireBytes:
		v, k := binary.Uvarint(m[n:])
		if k <= 0 {
			return f, 0
		}
		size, n = v, n+k
	default:
		return f, 0
	}
	if size > uint64(len(m)-n) {
		return f, 0
	}
	f.bytes = m[n : n+int(size)]
	return f, n + int(size)
}

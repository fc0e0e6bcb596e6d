// Package nets runs small convolutional ONNX nets through OpenCV's DNN module. A Net is not safe for concurrent use:
// each worker process has its own.
package nets

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"runtime"

	"gocv.io/x/gocv"
)

// Tensor is a dense float32 array in row-major order, NCHW for pictures.
type Tensor struct {
	Shape []int
	Data  []float32
}

// Net is a loaded net.
type Net struct {
	net gocv.Net
}

// Open loads an ONNX model (opset 11 to 13, plain convolutions: what OpenCV 4.6 reads; its weights may be in half precision). The
// bytes must be ones that we ship: OpenCV ends the process on a damaged model.
func Open(onnx []byte) (*Net, error) {
	if len(onnx) == 0 {
		return nil, errors.New("nets: the model is empty")
	}
	wide, err := widen(onnx)
	if err != nil {
		return nil, err
	}
	net, err := gocv.ReadNetFromONNXBytes(wide)
	if err != nil {
		return nil, fmt.Errorf("nets: %w", err)
	}
	if net.Empty() {
		return nil, errors.New("nets: OpenCV does not read this model")
	}
	return &Net{net}, nil
}

// Close frees the net.
func (n *Net) Close() error { return n.net.Close() }

// Forward runs the net on one input of the given shape and returns the named outputs, or the last layer's when none is
// named. The product of shape must be len(data).
func (n *Net) Forward(data []float32, shape []int, outputs ...string) ([]Tensor, error) {
	if len(data) == 0 || len(data) != volume(shape) {
		return nil, fmt.Errorf("nets: %d values do not fill the shape %v", len(data), shape)
	}
	raw := floatBytes(data)
	// The blob borrows raw, and gocv keeps no reference to it.
	defer runtime.KeepAlive(raw)
	blob, err := gocv.NewMatWithSizesFromBytes(shape, gocv.MatTypeCV32F, raw)
	if err != nil {
		return nil, fmt.Errorf("nets: %w", err)
	}
	defer blob.Close()
	n.net.SetInput(blob, "")
	if len(outputs) == 0 {
		out := n.net.Forward("")
		return takeTensors([]gocv.Mat{out})
	}
	return takeTensors(n.net.ForwardLayers(outputs))
}

// takeTensors copies the values out and closes the Mats.
func takeTensors(mats []gocv.Mat) ([]Tensor, error) {
	out := make([]Tensor, 0, len(mats))
	var bad error
	for _, m := range mats {
		values, err := m.DataPtrFloat32()
		if err != nil {
			bad = fmt.Errorf("nets: %w", err)
		} else {
			out = append(out, Tensor{Shape: m.Size(), Data: append([]float32(nil), values...)})
		}
		m.Close()
	}
	return out, bad
}

func volume(shape []int) int {
	v := 1
	for _, s := range shape {
		if s <= 0 {
			return 0
		}
		v *= s
	}
	return v
}

func floatBytes(v []float32) []byte {
	b := make([]byte, 4*len(v))
	for i, f := range v {
		binary.NativeEndian.PutUint32(b[4*i:], math.Float32bits(f))
	}
	return b
}

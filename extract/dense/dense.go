// Package dense is what small nets are made of at run time: linear maps and layer norms on vectors, and the file that holds their
// weights. Pure Go.
package dense

import "math"

// Linear is a matrix, row by row for each output, and a bias.
type Linear struct {
	In, Out int
	W, Bias []float32
}

// Of multiplies a vector.
func (l *Linear) Of(x []float32) []float32 {
	out := make([]float32, l.Out)
	l.Into(out, x)
	return out
}

// Into multiplies a vector, four rows at a time: each number of it is fetched once for all of them.
func (l *Linear) Into(out, x []float32) {
	n := l.In
	x = x[:n]
	k := 0
	for ; k+4 <= len(out); k += 4 {
		a, b, c, d := l.W[k*n:(k+1)*n], l.W[(k+1)*n:(k+2)*n], l.W[(k+2)*n:(k+3)*n], l.W[(k+3)*n:(k+4)*n]
		s, t, u, v := l.Bias[k], l.Bias[k+1], l.Bias[k+2], l.Bias[k+3]
		for i, y := range x {
			s += a[i] * y
			t += b[i] * y
			u += c[i] * y
			v += d[i] * y
		}
		out[k], out[k+1], out[k+2], out[k+3] = s, t, u, v
	}
	for ; k < len(out); k++ {
		out[k] = l.Bias[k] + Dot(l.W[k*n:(k+1)*n], x)
	}
}

// Norm scales and shifts what has been brought to mean 0 and variance 1.
type Norm struct{ Scale, Shift []float32 }

// Of returns x normed.
func (n *Norm) Of(x []float32) []float32 {
	mean, square := 0.0, 0.0
	for _, v := range x {
		mean += float64(v)
	}
	mean /= float64(len(x))
	for _, v := range x {
		square += (float64(v) - mean) * (float64(v) - mean)
	}
	by := float32(1 / math.Sqrt(square/float64(len(x))+1e-5))
	out := make([]float32, len(x))
	for k, v := range x {
		out[k] = (v-float32(mean))*by*n.Scale[k] + n.Shift[k]
	}
	return out
}

// Dot is the sum of products, in four strands that a processor can work on at once.
func Dot(a, b []float32) float32 {
	var s [4]float32
	b = b[:len(a)]
	k := 0
	for ; k+4 <= len(a); k += 4 {
		s[0] += a[k] * b[k]
		s[1] += a[k+1] * b[k+1]
		s[2] += a[k+2] * b[k+2]
		s[3] += a[k+3] * b[k+3]
	}
	for ; k < len(a); k++ {
		s[0] += a[k] * b[k]
	}
	return s[0] + s[1] + s[2] + s[3]
}

// Add returns the sum of two vectors in the first one's place.
func Add(a, b []float32) []float32 {
	for k, v := range b {
		a[k] += v
	}
	return a
}

// Relu puts 0 in the place of what is negative.
func Relu(x []float32) []float32 {
	for k := range x {
		x[k] = max(0, x[k])
	}
	return x
}

// LogSoftmax turns scores into the logarithms of shares, in their place.
func LogSoftmax(x []float32) []float32 {
	top, sum := x[0], 0.0
	for _, v := range x {
		top = max(top, v)
	}
	for _, v := range x {
		sum += math.Exp(float64(v - top))
	}
	for k := range x {
		x[k] -= top + float32(math.Log(sum))
	}
	return x
}

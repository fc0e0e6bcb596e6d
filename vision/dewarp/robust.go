package dewarp

import (
	"math"

	"gocv.io/x/gocv"
)

// rounds of reweighting: the weights have settled by then.
const rounds = 6

// robust returns the coefficients of rows that come closest to y, by least squares whose weights fall off to none at three times the scale
// (Beaton and Tukey's biweight). ridge, if any, is added to the diagonal.
func robust(rows [][]float64, y, weight, ridge []float64, scale float64) ([]float64, bool) {
	w := make([]float64, len(y))
	copy(w, weight)
	var a []float64
	for range rounds {
		var ok bool
		if a, ok = least(rows, y, w, ridge); !ok {
			return nil, false
		}
		for i, r := range rows {
			off := (y[i] - dot(r, a)) / (3 * scale)
			w[i] = weight[i] * math.Pow(max(0, 1-off*off), 2)
		}
	}
	return a, true
}

// least solves the normal equations of weighted least squares.
func least(rows [][]float64, y, w, ridge []float64) ([]float64, bool) {
	if len(rows) == 0 {
		return nil, false
	}
	n := len(rows[0])
	a, b, x := gocv.NewMatWithSize(n, n, gocv.MatTypeCV64F), gocv.NewMatWithSize(n, 1, gocv.MatTypeCV64F), gocv.NewMat()
	defer a.Close()
	defer b.Close()
	defer x.Close()
	m, right := make([]float64, n*n), make([]float64, n)
	for i, r := range rows {
		for j := range n {
			right[j] += w[i] * r[j] * y[i]
			for k := range n {
				m[j*n+k] += w[i] * r[j] * r[k]
			}
		}
	}
	for j := range n {
		m[j*n+j] += 1e-9
		if ridge != nil {
			m[j*n+j] += ridge[j]
		}
		b.SetDoubleAt(j, 0, right[j])
		for k := range n {
			a.SetDoubleAt(j, k, m[j*n+k])
		}
	}
	if !gocv.Solve(a, b, &x, gocv.SolveDecompositionCholesky) {
		return nil, false
	}
	out := make([]float64, n)
	for j := range n {
		out[j] = x.GetDoubleAt(j, 0)
	}
	return out, true
}

func dot(a, b []float64) (s float64) {
	for i, v := range a {
		s += v * b[i]
	}
	return s
}

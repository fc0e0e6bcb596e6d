// Package trees evaluates sums of decision trees as gradient boosting trains them (Friedman, Greedy Function Approximation,
// 2001; LightGBM: Ke et al., NIPS 2017). Pure Go.
package trees

import (
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
)

// Forest is a sum of trees.
type Forest []Tree

// Tree holds its inner nodes; child n >= 0 is a node, child n < 0 the leaf ^n. A feature at most as large as the threshold
// leads left.
type Tree struct {
	Feature   []int     `json:"f"`
	Threshold []float32 `json:"t"`
	Left      []int     `json:"l"`
	Right     []int     `json:"r"`
	Leaf      []float64 `json:"v"`
}

// Sum returns the forest's raw score of a feature vector, which must be as long as Check was told.
func (f Forest) Sum(v []float32) (s float64) {
	for i := range f {
		t := &f[i]
		if len(t.Feature) == 0 {
			s += t.Leaf[0]
			continue
		}
		at := 0
		for at >= 0 {
			if v[t.Feature[at]] <= t.Threshold[at] {
				at = t.Left[at]
			} else {
				at = t.Right[at]
			}
		}
		s += t.Leaf[^at]
	}
	return s
}

// Check refuses a forest whose nodes lead nowhere or in a circle, or ask for features that there are not.
func (f Forest) Check(features int) error {
	for i, t := range f {
		n := len(t.Feature)
		if len(t.Threshold) != n || len(t.Left) != n || len(t.Right) != n || len(t.Leaf) != n+1 {
			return fmt.Errorf("trees: tree %d: lengths differ", i)
		}
		for k := range t.Feature {
			for _, c := range []int{t.Left[k], t.Right[k]} {
				if t.Feature[k] < 0 || t.Feature[k] >= features || c >= n || c >= 0 && c <= k || c < 0 && ^c > n {
					return fmt.Errorf("trees: tree %d: node %d is broken", i, k)
				}
			}
		}
	}
	return nil
}

// Read reads a forest trained on that many features: gzipped JSON, {"features": n, "trees": […]}.
func Read(r io.Reader, features int) (Forest, error) {
	zr, err := gzip.NewReader(r)
	if err != nil {
		return nil, fmt.Errorf("trees: %w", err)
	}
	var file struct {
		Features int    `json:"features"`
		Trees    Forest `json:"trees"`
	}
	if err := json.NewDecoder(zr).Decode(&file); err != nil {
		return nil, fmt.Errorf("trees: %w", err)
	}
	if file.Features != features {
		return nil, fmt.Errorf("trees: trained on %d features, this program has %d", file.Features, features)
	}
	return file.Trees, file.Trees.Check(features)
}

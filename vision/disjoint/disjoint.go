// Package disjoint keeps sets of indices without a common member: what touches what, for runs of ink, letters, rules and cells.
package disjoint

// Sets is a forest of disjoint sets over the indices 0 … len-1, with path halving (R. E. Tarjan and J. van Leeuwen, Worst-case
// analysis of set union algorithms, J. ACM 31, 1984). The least index of a set is its root.
type Sets []int

// New returns n sets of one index each.
func New(n int) Sets {
	s := make(Sets, n)
	for i := range s {
		s[i] = i
	}
	return s
}

// Root returns the least index of i's set.
func (s Sets) Root(i int) int {
	for s[i] != i {
		s[i] = s[s[i]]
		i = s[i]
	}
	return i
}

// Join unites the sets of i and j.
func (s Sets) Join(i, j int) {
	a, b := s.Root(i), s.Root(j)
	s[max(a, b)] = min(a, b)
}

// Groups returns the members of each set in rising order, the sets by their least member.
func (s Sets) Groups() [][]int {
	index := make([]int, len(s))
	var out [][]int
	for i := range s {
		root := s.Root(i)
		if root == i {
			index[i] = len(out)
			out = append(out, nil)
		}
		out[index[root]] = append(out[index[root]], i)
	}
	return out
}

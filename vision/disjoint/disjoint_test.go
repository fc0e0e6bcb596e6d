package disjoint

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestGroups(t *testing.T) {
	for _, c := range []struct {
		name  string
		n     int
		joins [][2]int
		want  [][]int
	}{
		{"nothing", 0, nil, nil},
		{"all alone", 3, nil, [][]int{{0}, {1}, {2}}},
		{"joined through others, whatever the order", 6, [][2]int{{5, 3}, {1, 5}, {4, 4}, {3, 1}}, [][]int{{0}, {1, 3, 5}, {2}, {4}}},
		{"one set", 4, [][2]int{{3, 2}, {1, 0}, {2, 1}}, [][]int{{0, 1, 2, 3}}},
	} {
		s := New(c.n)
		for _, j := range c.joins {
			s.Join(j[0], j[1])
		}
		assert.Equal(t, c.want, s.Groups(), c.name)
		for _, group := range c.want {
			for _, i := range group {
				assert.Equal(t, group[0], s.Root(i), c.name)
			}
		}
	}
}

package statement

// What it costs to leave one side of a pair alone: a column without a heading and a heading without a column in letter heights,
// a model's column that a page has not and a page's column that the model has not in letter heights of the page.
const (
	bareHeading, spareHeading = 2.5, 9.0
	bareColumn, spareColumn   = 6.0, 60.0
)

// inOrder pairs n things with m others in order at the least sum of distances (Needleman and Wunsch, J. Mol. Biol. 48, 1970). It costs
// bare to leave out one of the m and spare to leave out one of the n. It returns for each of the n its partner, or ^j where it has
// none and stands before the j-th of the others; and the sum.
func inOrder(n, m int, bare, spare float64, apart func(i, j int) float64) ([]int, float64) {
	cost := make([][]float64, n+1)
	for i := range cost {
		cost[i] = make([]float64, m+1)
		for j := range cost[i] {
			switch {
			case i == 0:
				cost[i][j] = float64(j) * bare
			case j == 0:
				cost[i][j] = float64(i) * spare
			default:
				cost[i][j] = min(cost[i-1][j-1]+apart(i-1, j-1), cost[i-1][j]+spare, cost[i][j-1]+bare)
			}
		}
	}
	out := make([]int, n)
	for i, j := n, m; i > 0; {
		switch {
		case j > 0 && cost[i][j] == cost[i-1][j-1]+apart(i-1, j-1):
			i, j = i-1, j-1
			out[i] = j
		case j > 0 && cost[i][j] == cost[i][j-1]+bare:
			j--
		default:
			i--
			out[i] = ^j
		}
	}
	return out, cost[n][m]
}

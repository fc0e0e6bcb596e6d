package address

// Distance is the Levenshtein distance between two words in characters. Tone marks and vowel signs above or below count
// half: they are what recognisers lose or confuse, and what tells two places apart the least.
func Distance(a, b string) float64 {
	ra, rb := []rune(a), []rune(b)
	row := make([]float64, len(rb)+1)
	for j := range rb {
		row[j+1] = row[j] + weight(rb[j])
	}
	for i := range ra {
		diagonal := row[0]
		row[0] += weight(ra[i])
		for j := range rb {
			next := diagonal
			if ra[i] != rb[j] {
				next += max(weight(ra[i]), weight(rb[j]))
			}
			next = min(next, row[j]+weight(rb[j]), row[j+1]+weight(ra[i]))
			diagonal, row[j+1] = row[j+1], next
		}
	}
	return row[len(rb)]
}

func weight(r rune) float64 {
	if r == 'ั' || r >= 'ิ' && r <= 'ฺ' || r >= '็' && r <= '๎' {
		return 0.5
	}
	return 1
}

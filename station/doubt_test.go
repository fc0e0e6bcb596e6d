package station

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"lensd/extract"
)

func TestDoubtfulDocumentsAreForAPerson(t *testing.T) {
	result := func(number string, confidence ...float64) extract.Result {
		it := extract.Item{Tracking: &extract.Tracking{Number: number}}
		for i, c := range confidence {
			it.Fields = append(it.Fields, extract.Field{Name: string(rune('a' + i)), Value: "x", Confidence: c})
		}
		return extract.Result{Pages: []extract.Page{{Items: []extract.Item{it}}}}
	}
	j := NewDocumentJudge(time.Hour, 0.8)
	look := func(r extract.Result, id uint64) Verdict {
		v, m := j.Judge(r, Moment{Wall: time.Unix(1e9, 0), Mono: time.Unix(1e9, 0)})
		j.Keep(m, id)
		return v
	}
	assert.Equal(t, Verdict{Reason: "low_confidence"}, look(result("A", 0.9, 0.79), 1), "the weakest field decides")
	assert.Equal(t, Verdict{Accepted: true}, look(result("A", 0.9, 0.8), 2), "a better look at the same parcel is no repeat")
	assert.Equal(t, Verdict{Reason: "duplicate", DuplicateOf: 2}, look(result("A", 0.1), 3), "and a worse one is")
	assert.Equal(t, Verdict{Accepted: true}, look(result("B"), 4), "a parcel number alone has no doubts")
	assert.Equal(t, Verdict{Accepted: true}, unlimited(result("C", 0.1)), "0 asks nothing")
}

// unlimited is what a judge without a limit says.
func unlimited(r extract.Result) Verdict {
	v, _ := NewDocumentJudge(time.Hour, 0).Judge(r, Moment{})
	return v
}

package policy

import (
	_ "embed"
	"slices"
	"strings"

	"lensd/extract/sure"
	"lensd/extract/thai/date"
	"lensd/extract/thai/province"
)

//go:embed sure.model
var sureModel []byte

// features is how many the confidence is made of.
const features = sure.Common + 8

func openSure() (*sure.Model, error) { return sure.Read(sureModel, features) }

// members are the keys in the order by which the confidence knows them.
func members() []string {
	return []string{"CAR_POLICY_NO", "CAR_POLICY_START_DATE", "CAR_POLICY_END_DATE", "CAR_MAKE_MODEL", "CAR_LICENSE_NO", "CAR_CHASSIS_NO"}
}

// doubts returns what speaks for and against field i of the policy.
func (p *policy) doubts(i int) []float32 {
	f := p.fields[i]
	v := sure.Of(slices.Index(members(), f.Name), f.Confidence, f.Value, p.places[i], p.page.Layout)
	again, before := 0, 0
	var days []date.Date
	for k, o := range p.fields {
		again += int(sure.Flag(k != i && o.Value == f.Value))
		before += int(sure.Flag(k < i && o.Name == f.Name))
		if d, ok := date.Parse(o.Value, date.Options{Era: date.BE}); ok && strings.HasSuffix(o.Name, "_DATE") {
			days = append(days, d)
		}
	}
	year := len(days) == 2 && span(days[0], days[1]) > 1
	_, fits := chassis(f.Value)
	_, like, _ := province.Match(f.Value)
	_, made := withMake(f.Value)
	return append(v, float32(again), float32(before), sure.Flag(year), float32(fits), float32(like), sure.Flag(made), float32(isPlate(f.Value)), float32(len(p.fields)))
}

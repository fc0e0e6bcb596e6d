package label

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract/find"
)

// person is whom a label is for.
type person struct{ name, street, town, phone string }

func people() []person {
	return []person{
		{"Aino Mallinen", "Koetie 12 B", "00100 Koekyla", "040 555 1234"},
		{"Ville Testola", "Harjoituskatu 7", "33200 Mallila", "050 555 9876"},
		{"Elina Esimerkki", "Naytepolku 3 C 21", "20500 Testikaupunki", "044 555 4321"},
		{"Jussi Proven", "Kokeilukuja 41", "90100 Malliniemi", "045 555 2468"},
		{"Sari Naytteinen", "Esimerkintie 5", "70100 Koelaakso", "041 555 1357"},
	}
}

// shelf is a label on which a shop prints itself last and largest, under captions that nobody knows, as cards of a library stand on a shelf.
func shelf(p person, n int) Scene {
	return newPage().
		line(20, 20, "Varasto 7 / Hylly 12").
		line(20, 60, "Tilausnumero").line(220, 60, fmt.Sprintf("%d", 481000+37*n)).
		line(20, 100, "Noutaja "+p.name, 22).line(20, 130, p.street, 18).line(20, 158, p.town, 18).line(20, 186, "Puh "+p.phone, 18).
		line(20, 260, "Myyntipaikka").line(20, 290, "Kirjakauppa Lukutoukka Oy", 34).line(20, 335, "Kauppakatu 88", 30).line(20, 375, "00200 Helsinki", 30).line(20, 415, "09 555 7700", 30).Scene
}

func valuesOf(r *Reader, s Scene) map[string]string {
	out := map[string]string{}
	item, _ := r.Read(context.Background(), s)
	for _, f := range item.Fields {
		out[f.Name] = f.Value
	}
	return out
}

func said(p person) map[string]string {
	return map[string]string{FieldName: p.name, FieldAddress: p.street + " " + p.town, FieldPhone: p.phone}
}

// TestALayoutThatWasCorrectedThreeTimesIsReadRight: what fails at first is right from then on, also for people whom nobody
// corrected, and labels of other layouts are read as before.
func TestALayoutThatWasCorrectedThreeTimesIsReadRight(t *testing.T) {
	r := reader(t)
	var lessons []find.Lesson
	for i, p := range people() {
		assert.NotEqual(t, said(p), valuesOf(r, shelf(p, i)), "it fails at first")
		if i < 3 {
			lessons = append(lessons, find.Lesson{Page: shelf(p, i).Layout(), Said: said(p)})
		}
	}
	assert.Empty(t, r.Learn(lessons[:2]).Layouts, "two are too few")
	kept, err := json.Marshal(r.Learn(lessons))
	require.NoError(t, err)
	site, err := find.ReadSite(kept)
	require.NoError(t, err)
	require.Len(t, site.Layouts, 1)
	taught := r.With(site)
	for i, p := range people()[3:] {
		assert.Equal(t, said(p), valuesOf(taught, shelf(p, 3+i)), "also for people whom nobody corrected")
	}
	for _, other := range []Scene{market().Scene, table().Scene} {
		assert.Equal(t, valuesOf(r, other), valuesOf(taught, other), "labels of other layouts are read as before")
	}
	for _, p := range people() {
		for _, word := range []string{p.name, p.street, p.town, p.phone, "Lukutoukka", "Noutaja"} {
			assert.NotContains(t, string(kept), word, "what is kept holds no text of a label")
		}
	}
}

// TestTheSamePagesTeachTheSame: what is learned depends on nothing but the pages.
func TestTheSamePagesTeachTheSame(t *testing.T) {
	r := reader(t)
	var lessons []find.Lesson
	for i, p := range people()[:3] {
		lessons = append(lessons, find.Lesson{Page: shelf(p, i).Layout(), Said: said(p)})
	}
	one, err := json.Marshal(r.Learn(lessons))
	require.NoError(t, err)
	two, err := json.Marshal(reader(t).Learn(lessons))
	require.NoError(t, err)
	assert.Equal(t, string(one), string(two))
}

// TestAFieldThatNobodyLookedAtTeachesNothing: a field without a word of a person is as it was.
func TestAFieldThatNobodyLookedAtTeachesNothing(t *testing.T) {
	r := reader(t)
	var lessons []find.Lesson
	for i, p := range people()[:3] {
		word := said(p)
		delete(word, FieldPhone)
		lessons = append(lessons, find.Lesson{Page: shelf(p, i).Layout(), Said: word})
	}
	site := r.Learn(lessons)
	require.Len(t, site.Layouts, 1)
	assert.NotContains(t, site.Layouts[0].Weights, FieldPhone, "nobody has looked at phones")
	assert.Contains(t, site.Layouts[0].Weights, FieldName)
}

package label

import (
	"context"
	_ "embed"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestIdentityPapersAreNoLabels: names, places and numbers stand on them as on labels.
func TestIdentityPapersAreNoLabels(t *testing.T) {
	r := reader(t)
	printed := newPage().line(20, 20, "PASSPORT").line(20, 60, "Surname").line(20, 90, "MOCKWELL", 26).line(20, 130, "Given names").line(20, 160, "GRETA", 26).
		line(20, 200, "Nationality").line(20, 230, "TESTLAND").line(20, 270, "Place of birth").line(20, 300, "12 PROOF STREET, 5000 MOCKSTADT").line(20, 340, "081 234 5678").Scene
	coded := newPage().line(20, 20, "GRETA MOCKWELL", 26).line(20, 60, "12 PROOF STREET").line(20, 90, "5000 MOCKSTADT").line(20, 120, "081 234 5678").
		line(20, 200, "P<UTOMOCKWELL<<GRETA<<<<<<<<<<<<<<<<<<<<<<<<").Scene
	for name, s := range map[string]Scene{"by its captions": printed, "by its zone": coded} {
		assert.True(t, r.identity(s), name)
		_, ok := r.Read(context.Background(), s)
		assert.False(t, ok, name)
	}
	for name, s := range map[string]Scene{"a marketplace's": market().Scene, "a table": table().Scene,
		"with a sign for more": newPage().line(20, 20, "<<< ABC 12").line(20, 50, "SURNAME: JO").Scene} {
		assert.False(t, r.identity(s), name)
	}
}

//go:embed testdata/passport.json
var drawnPassport []byte

// TestAPassportWithoutItsCodeIsNoLabel: a page of scripts/synth/passport (-codeless -held-out), whose captions nobody knows.
func TestAPassportWithoutItsCodeIsNoLabel(t *testing.T) {
	var p goldenPage
	require.NoError(t, json.Unmarshal(drawnPassport, &p))
	r := reader(t)
	require.False(t, r.identity(p.scene()))
	_, ok := r.Read(context.Background(), p.scene())
	assert.False(t, ok)
}

//go:embed testdata/invoices.jsonl
var drawnInvoices []byte

// TestInvoicesAreNoLabels: they are sent to somebody, too. A label that says what is to be paid is one all the same.
func TestInvoicesAreNoLabels(t *testing.T) {
	r := reader(t)
	pages := 0 // of scripts/synth/invoice, as the page engine read them; the last two -held
	for sc := lines(drawnInvoices); sc.Scan(); pages++ {
		var p goldenPage
		require.NoError(t, json.Unmarshal(sc.Bytes(), &p))
		_, ok := r.Read(context.Background(), p.scene())
		assert.False(t, ok, pages)
	}
	assert.Equal(t, 4, pages)
	_, ok := r.Read(context.Background(), market().line(20, 900, "Grand total 3,673.31").Scene)
	assert.True(t, ok)
}

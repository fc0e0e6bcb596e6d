package own

import (
	"context"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract"
	"lensd/extract/find"
	"lensd/extract/form/formtest"
	"lensd/extract/thai/date"
)

// card declares a form of a garage.
func card() Declaration {
	return Declaration{Name: "job-card", Title: []string{"Job card", "ใบสั่งงาน"}, Others: []string{"Printed on"},
		Fields: []Field{
			{Name: "owner", Type: find.Name, Under: []string{"Owner"}, Captions: []string{"Name"}, Lines: 2},
			{Name: "address", Type: find.Address, Under: []string{"Owner"}, Captions: []string{"Address"}, Lines: 3},
			{Name: "phone", Type: find.Phone, Under: []string{"Owner"}, Captions: []string{"Phone"}},
			{Name: "came_in", Type: find.Date, Captions: []string{"Came in"}},
			{Name: "status", Type: find.Text, Captions: []string{"Status"}, OneOf: []string{"open", "closed"}},
			{Name: "parts", Type: find.Amount, Captions: []string{"Parts"}},
			{Name: "labour", Type: find.Amount, Captions: []string{"Labour"}},
			{Name: "paid", Type: find.Amount, Captions: []string{"Paid before"}},
			{Name: "due", Type: find.Amount, Captions: []string{"Due"}},
		},
		Sums: []Sum{{Total: "due", Of: []string{"parts", "labour"}, Less: []string{"paid"}}}}
}

func drawn() *formtest.Sheet {
	s := formtest.New()
	s.Put(400, 60, "JOB CARD")
	s.Put(60, 140, "Owner")
	s.Put(60, 180, "Name: Mr. Daniel Foster")
	s.Put(60, 220, "Address: 14 Mill Lane, Ashford, TN23 4PL")
	s.Put(60, 260, "Phone: 081 234 5678")
	s.Put(60, 340, "Came in: 14 March 2024")
	return s.Put(60, 500, "Printed on: 15 March 2024")
}

func reader(t *testing.T, d Declaration) *Reader {
	t.Helper()
	r, err := New(d)
	require.NoError(t, err)
	return r
}

func TestPage(t *testing.T) {
	item, ok := reader(t, card()).Page(context.Background(), &drawn().Page)
	require.True(t, ok)
	got := map[string]extract.Field{}
	for _, f := range item.Fields {
		got[f.Name] = f
		assert.NotEmpty(t, f.Quads, f.Name)
		assert.True(t, f.Confidence > 0 && f.Confidence <= 1, "%s %v", f.Name, f.Confidence)
	}
	for name, want := range map[string]string{"owner": "Mr. Daniel Foster", "address": "14 Mill Lane, Ashford, TN23 4PL", "phone": "081 234 5678"} {
		assert.Equal(t, want, got[name].Value, name)
	}
	if f, found := got["came_in"]; found {
		assert.Equal(t, "14 March 2024", f.Value)
		assert.Contains(t, f.ISO, "2024-03-14")
	}
}

// TestAnotherKind: a page without a title, or without a field that each page of the kind has, is none of the kind.
func TestAnotherKind(t *testing.T) {
	untitled := card()
	untitled.Title = []string{"Delivery note"}
	_, ok := reader(t, untitled).Page(context.Background(), &drawn().Page)
	assert.False(t, ok)
	demanding := card()
	demanding.Fields[5].Required = true
	_, ok = reader(t, demanding).Page(context.Background(), &drawn().Page)
	assert.False(t, ok, "no parts are charged on the page")
	free := card()
	free.Title = nil
	_, ok = reader(t, free).Page(context.Background(), &drawn().Page)
	assert.True(t, ok, "without titles any page may be one")
	_, ok = reader(t, free).Page(context.Background(), &formtest.New().Page)
	assert.False(t, ok, "nothing is on the page")
}

func TestHolds(t *testing.T) {
	for name, c := range map[string]struct {
		field       Field
		value       string
		fits, asked bool
	}{
		"nothing asked":      {Field{Type: find.Code}, "x", true, false},
		"pattern":            {Field{Pattern: regexp.MustCompile(`^(?:DN-\d{4})$`)}, "DN-0012", true, true},
		"pattern, blanks":    {Field{Pattern: regexp.MustCompile(`^(?:DN-\d{4})$`)}, "DN- 0012", true, true},
		"pattern, broken":    {Field{Pattern: regexp.MustCompile(`^(?:DN-\d{4})$`)}, "DN-0012/3", false, true},
		"one of, any case":   {Field{OneOf: []string{"Open", "Closed"}}, "CLOSED", true, true},
		"one of, none":       {Field{OneOf: []string{"Open"}}, "Often", false, true},
		"check digit":        {Field{Check: "thai-id"}, "1-2345-67890-12-1", true, true},
		"wrong check digit":  {Field{Check: "thai-id"}, "1-2345-67890-12-2", false, true},
		"a date":             {Field{Type: find.Date, Era: date.BE}, "5/6/67", true, true},
		"no date":            {Field{Type: find.Date}, "2024", false, true},
		"one broken of many": {Field{Check: "thai-id", OneOf: []string{"1234567890121"}}, "1234567890122", false, true},
	} {
		fits, asked := c.field.holds(c.value)
		assert.Equal(t, c.asked, asked, name)
		assert.Equal(t, c.fits, fits, name)
	}
}

func TestSums(t *testing.T) {
	s := card().Sums[0]
	for name, c := range map[string]struct {
		values        map[string]string
		agrees, known bool
	}{
		"adds up":      {map[string]string{"parts": "1,000.00", "labour": "฿500.00", "paid": "200.00", "due": "1,300.00"}, true, true},
		"does not":     {map[string]string{"parts": "1,000.00", "labour": "500.00", "paid": "200.00", "due": "1,500.00"}, false, true},
		"not all read": {map[string]string{"parts": "1,000.00", "due": "1,000.00"}, false, false},
	} {
		agrees, known := s.holds(c.values)
		assert.Equal(t, c.known, known, name)
		assert.Equal(t, c.agrees, agrees && known, name)
	}
}

// TestWeigh: evidence moves confidences and leaves values alone.
func TestWeigh(t *testing.T) {
	page := func() map[string]*extract.Field {
		out := map[string]*extract.Field{}
		for n, v := range map[string]string{"parts": "1,000.00", "labour": "500.00", "paid": "200.00", "due": "1,300.00", "status": "open", "owner": "X"} {
			out[n] = &extract.Field{Name: n, Value: v, Confidence: 0.6}
		}
		return out
	}
	r := reader(t, card())
	good := page()
	r.weigh(good)
	assert.InDelta(t, 0.8, good["due"].Confidence, 1e-9)
	assert.InDelta(t, 0.8, good["status"].Confidence, 1e-9)
	assert.InDelta(t, 0.6, good["owner"].Confidence, 1e-9)
	bad := page()
	bad["due"].Value, bad["status"].Value = "1,800.00", "ajar"
	r.weigh(bad)
	assert.Equal(t, "1,800.00", bad["due"].Value)
	assert.InDelta(t, 0.3, bad["parts"].Confidence, 1e-9)
	assert.InDelta(t, 0.3, bad["status"].Confidence, 1e-9)
}

// TestPrefer: of two assignments the one that keeps what is declared is preferred.
func TestPrefer(t *testing.T) {
	r := reader(t, card())
	with := func(status, due string) []*find.Found {
		out := make([]*find.Found, len(r.kind.Fields))
		for i, f := range r.kind.Fields {
			v := map[string]string{"status": status, "parts": "10.00", "labour": "5.00", "paid": "1.00", "due": due}[f.Name]
			if v != "" {
				out[i] = &find.Found{Field: f.Name, Value: v}
			}
		}
		return out
	}
	assert.Greater(t, r.prefer(with("open", "14.00")), r.prefer(with("open", "15.00")))
	assert.Greater(t, r.prefer(with("open", "14.00")), r.prefer(with("Mr. Foster", "14.00")))
	assert.Greater(t, r.prefer(with("", "14.00")), r.prefer(with("Mr. Foster", "14.00")), "better none than one that cannot be")
}

func TestShape(t *testing.T) {
	s := card().Shape()
	assert.Equal(t, extract.Kind("job-card"), s.Name)
	require.Len(t, s.Fields, 9)
	assert.Equal(t, extract.OwnField{Name: "came_in", Date: true}, s.Fields[3])
}

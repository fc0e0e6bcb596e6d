package worker

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract"
)

// ending is a context that says when it ends, and does not.
type ending struct {
	context.Context
	at time.Time
}

func (e ending) Deadline() (time.Time, bool) { return e.at, true }

// A reader that dies over a page of a long document, or never ends with it, costs the pages from there on.
func TestPagesReadAreNotLost(t *testing.T) {
	p := startPool(t, Config{Workers: 1, Timeout: time.Second})
	for input, want := range map[string]extract.ErrorKind{"pages and hang": extract.KindTimeout, "pages and abort": extract.KindCrashed} {
		res, err := ask(p, input)
		require.NoError(t, err, input)
		require.Len(t, res.Pages, 3, input)
		assert.Equal(t, extract.Page{Number: 2, Width: 100}, res.Pages[1], input)
		assert.Equal(t, 3, res.Pages[2].Err.Page, input)
		assert.Equal(t, want, res.Pages[2].Err.Kind, input)
	}
}

// Where the sender's time ends before the reader's, the child ends before both and hands over what it has.
func TestWhatIsReadReachesASenderWhoseTimeEnds(t *testing.T) {
	p := startPool(t, Config{Workers: 1, Timeout: time.Hour})
	_, err := ask(p, "hello")
	require.NoError(t, err, "the child runs")
	for _, input := range []string{"until the end", "pages and hang"} {
		res, err := p.Read(ending{context.Background(), time.Now().Add(3 * time.Second)}, extract.Document{Kind: extract.TableDocument, Inputs: [][]byte{[]byte(input)}})
		require.NoError(t, err, input)
		assert.Nil(t, res.Pages[0].Err, input)
		assert.Equal(t, extract.KindTimeout, res.Pages[len(res.Pages)-1].Err.Kind, input)
	}
}

func TestHandedPagesAreBounded(t *testing.T) {
	told := 0
	h := &handed{next: func() { told++ }}
	require.NoError(t, h.take([][]byte{[]byte(`{"number":1,"err":{"kind":"not_found"}}`)}))
	_, ok := h.result(extract.TableDocument, extract.Errorf(extract.KindTimeout, "late"))
	assert.False(t, ok, "no page was read")
	assert.ErrorIs(t, h.take(nil), errMessage)
	assert.ErrorIs(t, h.take([][]byte{make([]byte, mostHanded)}), errMessage)
	_, ok = h.result(extract.TableDocument, extract.Errorf(extract.KindTimeout, "late"))
	assert.False(t, ok, "no page")
	assert.Equal(t, 1, told)
}

func TestStagesOfReadingsAreSummedUp(t *testing.T) {
	p := startPool(t, Config{Workers: 1})
	for range 2 {
		_, err := ask(p, "stages")
		require.NoError(t, err)
	}
	_, report, err := p.Traced(context.Background(), extract.Document{Kind: extract.Passport, Inputs: [][]byte{[]byte("stages")}})
	require.NoError(t, err)
	require.Len(t, report.Steps, 1)
	assert.Equal(t, "rows", report.Steps[0].Name)
	got := map[extract.Kind]map[string]int{}
	for _, s := range p.Stages() {
		if got[s.Kind] == nil {
			got[s.Kind] = map[string]int{}
		}
		got[s.Kind][s.Name] = s.Runs
	}
	assert.Equal(t, map[extract.Kind]map[string]int{extract.WaterMeter: {"a stage": 2, "rest": 2}, extract.Passport: {"a stage": 1, "rest": 1}}, got)
}

package readers_test

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/cmd/lensd/readers"
	"lensd/extract"
	"lensd/extract/seen"
)

// statement.jpg and statement.pdf are drawn by scripts/synth/statement (seeds 73013 and 42035): a scan and a text layer of eight rows each.
func TestAStatementIsTheSameInParts(t *testing.T) {
	ctx, set := context.Background(), open(t, "net")
	doc := extract.Document{Kind: extract.BankStatement, Inputs: [][]byte{file(t, "statement.jpg"), []byte("no picture"), file(t, "statement.pdf")}}
	whole, err := set.Read(ctx, doc)
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(whole.Pages), 3)
	assert.Equal(t, extract.KindUnsupported, whole.Pages[1].Err.Kind)
	assert.Equal(t, 2, whole.Pages[1].Err.Page)
	for _, i := range []int{0, 2} {
		require.Len(t, whole.Pages[i].Items, 1)
		require.Len(t, whole.Pages[i].Items[0].Tables, 1)
		assert.GreaterOrEqual(t, whole.Pages[i].Items[0].Tables[0].Rows, 8)
	}
	assert.NotNil(t, whole.Pages[0].Items[0].Ledger)

	parts := make([]extract.Part, len(whole.Pages))
	for i := range parts {
		from := len(parts) - i // whatever page a process is free for
		part, err := set.ReadPart(ctx, doc, from, true)
		require.NoError(t, err)
		assert.Equal(t, []int{from, from, len(parts)}, []int{part.From, part.To, part.Total})
		parts[from-1] = part
	}
	joined, err := set.Join(ctx, extract.Document{Kind: doc.Kind}, parts)
	require.NoError(t, err)
	assert.JSONEq(t, asJSON(t, whole), asJSON(t, joined))

	parts[2] = extract.Part{From: 3, To: 3, Err: &extract.Error{Kind: extract.KindCrashed, Message: "died"}}
	joined, err = set.Join(ctx, extract.Document{Kind: doc.Kind}, parts)
	require.NoError(t, err)
	assert.Equal(t, &extract.Error{Kind: extract.KindCrashed, Page: 3, Message: "died"}, joined.Pages[2].Err)
	assert.NotEmpty(t, joined.Pages[0].Items)
	t.Run("a page that may lie on its side says so", func(t *testing.T) { unsure(t, set, parts[:1]) })
	t.Run("typeset pages are one part", func(t *testing.T) { typeset(t, set) })
}

func unsure(t *testing.T, set *readers.Set, parts []extract.Part) {
	for _, want := range []bool{false, true} {
		pages, err := seen.Decode(parts[0].Found)
		require.NoError(t, err)
		pages[0].Layout.Unsure = want
		parts[0].Found, err = seen.Encode(pages)
		require.NoError(t, err)
		joined, err := set.Join(context.Background(), extract.Document{Kind: extract.BankStatement}, parts)
		require.NoError(t, err)
		assert.Equal(t, want, joined.Pages[0].UnsureSide)
	}
}

func typeset(t *testing.T, set *readers.Set) {
	doc := extract.Document{Kind: extract.BankStatement, Inputs: [][]byte{file(t, "statement.pdf")}}
	part, err := set.ReadPart(context.Background(), doc, 1, false)
	require.NoError(t, err)
	assert.Equal(t, part.Total, part.To)
	_, err = set.ReadPart(context.Background(), doc, part.Total+1, true)
	assert.Equal(t, extract.KindUndecodable, extract.KindOf(err))
	_, err = set.ReadPart(context.Background(), extract.Document{Kind: extract.Passport}, 1, true)
	assert.Equal(t, extract.KindUnavailable, extract.KindOf(err))
}

func asJSON(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	require.NoError(t, err)
	return string(b)
}

package readers_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract"
)

// invoice.pdf is a page of scripts/synth/invoice (--held --seed 21, the first): an arrangement, faces and names that nothing was
// trained on.
func TestInvoicesAreReadFromAPDF(t *testing.T) {
	set := open(t, "auto")
	for _, kind := range []extract.Kind{extract.GeneralInvoice, extract.ShippingInvoice} {
		res, err := set.Read(context.Background(), extract.Document{Kind: kind, Inputs: [][]byte{file(t, "invoice.pdf")}})
		require.NoError(t, err)
		require.Len(t, res.Pages, 1)
		require.Len(t, res.Pages[0].Items, 1)
		item := res.Pages[0].Items[0]
		got := values(item)
		for name, want := range wanted() {
			assert.Equal(t, want, got[name], "%s of %s", name, kind)
		}
		require.Len(t, item.Tables, 1)
		assert.Positive(t, item.Tables[0].Rows)
	}
	_, err := set.Read(context.Background(), extract.Document{Kind: extract.GeneralInvoice, Inputs: [][]byte{pdfOf(t, nil)}})
	assert.Equal(t, extract.KindNotFound, extract.KindOf(err))
}

// wanted is what the generator printed.
func wanted() map[string]string {
	return map[string]string{
		"type_doc": "DEBIT NOTE", "seller_name": "TUNDRA LOGISTICS INC.", "seller_tax_id_no": "0-2058-26029-69-1", "branch_seller": "Branch No. 00029",
		"seller_address": "457 Kimberly Brooks Apt. 295, Barbarabury, MT 19909", "buyer_name": "Cobalt Packaging Co., Ltd.", "buyer_tax_id_no": "0-9381-48314-38-3",
		"invoice_no": "MG1325809", "invoice_date": "03-06-2018", "due_date": "18-06-2018", "baht": "(One Thousand Nine Hundred Nine Baht and Fifty Satang Only)",
	}
}

package readers_test

import (
	"bytes"
	"context"
	"fmt"
	"regexp"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"lensd/extract"
)

// eTax is an ETDA tax invoice (Cross Industry Invoice) on the fixture: it names the number that is printed, takes the printed due
// date for its day of issue, and a seller who is not printed.
const eTax = `<?xml version="1.0" encoding="UTF-8"?>
<rsm:TaxInvoice_CrossIndustryInvoice xmlns:rsm="urn:etda:uncefact:data:standard:TaxInvoice_CrossIndustryInvoice:2" xmlns:ram="urn:etda:uncefact:data:standard:TaxInvoice_ReusableAggregateBusinessInformationEntity:2">
<rsm:ExchangedDocument><ram:ID>MG1325809</ram:ID><ram:IssueDateTime>2018-06-18T00:00:00.0</ram:IssueDateTime></rsm:ExchangedDocument>
<rsm:SupplyChainTradeTransaction><ram:ApplicableHeaderTradeAgreement><ram:SellerTradeParty><ram:Name>Somebody Else Ltd.</ram:Name></ram:SellerTradeParty></ram:ApplicableHeaderTradeAgreement></rsm:SupplyChainTradeTransaction>
</rsm:TaxInvoice_CrossIndustryInvoice>`

// attached returns a PDF with a file in it, by an incremental update (ISO 32000-1, 7.5.6) that writes its catalogue anew.
func attached(t *testing.T, file []byte, name, text string) []byte {
	t.Helper()
	last := func(pattern string) []byte {
		all := regexp.MustCompile(pattern).FindAllSubmatch(file, -1)
		require.NotEmpty(t, all, pattern)
		return all[len(all)-1][1]
	}
	root, size, before := last(`/Root (\d+) 0 R`), last(`/Size (\d+)`), last(`startxref\s+(\d+)`)
	catalogue := last(`(?s)\n` + string(root) + ` 0 obj\s*<<(.*?)>>\s*endobj`)
	n, err := strconv.Atoi(string(size))
	require.NoError(t, err)
	var b bytes.Buffer
	b.Write(file)
	places := map[int]int{}
	object := func(number int, body string) {
		places[number] = b.Len()
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", number, body)
	}
	b.WriteByte('\n')
	at, err := strconv.Atoi(string(root))
	require.NoError(t, err)
	object(at, fmt.Sprintf("<<%s /Names<</EmbeddedFiles<</Names[(%s) %d 0 R]>>>>>>", catalogue, name, n))
	object(n, fmt.Sprintf("<</Type/Filespec/F(%s)/UF(%s)/EF<</F %d 0 R>>>>", name, name, n+1))
	object(n+1, fmt.Sprintf("<</Type/EmbeddedFile/Length %d>>stream\n%s\nendstream", len(text), text))
	xref := b.Len()
	b.WriteString("xref\n")
	for _, k := range []int{at, n, n + 1} {
		fmt.Fprintf(&b, "%d 1\n%010d 00000 n \n", k, places[k])
	}
	fmt.Fprintf(&b, "trailer\n<</Size %d /Root %d 0 R /Prev %s>>\nstartxref\n%d\n%%%%EOF\n", n+2, at, before, xref)
	return b.Bytes()
}

// What a PDF/A-3 carries is read before its print and settles which of the printed values is which; what is not printed is not given.
func TestTheDataOfAnETaxInvoiceIsReadFirst(t *testing.T) {
	set := open(t, "auto")
	plain := file(t, "invoice.pdf")
	read := func(b []byte) map[string]extract.Field {
		res, err := set.Read(context.Background(), extract.Document{Kind: extract.GeneralInvoice, Inputs: [][]byte{b}})
		require.NoError(t, err)
		require.Len(t, res.Pages, 1)
		out := map[string]extract.Field{}
		for _, f := range res.Pages[0].Items[0].Fields {
			out[f.Name] = f
		}
		return out
	}
	without, with := read(plain), read(attached(t, plain, "etax.xml", eTax))
	assert.Equal(t, "03-06-2018", without["invoice_date"].Value)
	assert.Equal(t, "18-06-2018", with["invoice_date"].Value, "the data says which date it is")
	assert.Equal(t, "MG1325809", with["invoice_no"].Value)
	assert.GreaterOrEqual(t, with["invoice_no"].Confidence, 0.95)
	assert.Equal(t, without["seller_name"].Value, with["seller_name"].Value, "nothing is given that is not printed")
	assert.Less(t, with["seller_name"].Confidence, without["seller_name"].Confidence)
}

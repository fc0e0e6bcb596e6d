package structured

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

const facturx = `<?xml version="1.0"?>
<rsm:CrossIndustryInvoice xmlns:rsm="urn:a" xmlns:ram="urn:b" xmlns:udt="urn:c">
 <rsm:ExchangedDocument><ram:ID>R-77</ram:ID><ram:IssueDateTime><udt:DateTimeString format="102">20240131</udt:DateTimeString></ram:IssueDateTime></rsm:ExchangedDocument>
 <rsm:SupplyChainTradeTransaction>
  <ram:ApplicableHeaderTradeAgreement>
   <ram:SellerTradeParty><ram:Name>Muster GmbH</ram:Name>
    <ram:SpecifiedTaxRegistration><ram:ID schemeID="FC">201/113</ram:ID></ram:SpecifiedTaxRegistration>
    <ram:SpecifiedTaxRegistration><ram:ID schemeID="VA">DE111</ram:ID></ram:SpecifiedTaxRegistration></ram:SellerTradeParty>
   <ram:BuyerTradeParty><ram:Name>Kunde AG</ram:Name></ram:BuyerTradeParty>
  </ram:ApplicableHeaderTradeAgreement>
  <ram:ApplicableHeaderTradeSettlement>
   <ram:SpecifiedTradePaymentTerms><ram:DueDateDateTime><udt:DateTimeString format="102">20240301</udt:DateTimeString></ram:DueDateDateTime></ram:SpecifiedTradePaymentTerms>
   <ram:SpecifiedTradeSettlementHeaderMonetarySummation><ram:LineTotalAmount>90.00</ram:LineTotalAmount><ram:TaxBasisTotalAmount>100.00</ram:TaxBasisTotalAmount><ram:TaxTotalAmount currencyID="EUR">19.00</ram:TaxTotalAmount><ram:GrandTotalAmount>119.00</ram:GrandTotalAmount><ram:DuePayableAmount>69.00</ram:DuePayableAmount></ram:SpecifiedTradeSettlementHeaderMonetarySummation>
  </ram:ApplicableHeaderTradeSettlement>
 </rsm:SupplyChainTradeTransaction>
</rsm:CrossIndustryInvoice>`

const etda = `<rsm:TaxInvoice_CrossIndustryInvoice xmlns:rsm="a" xmlns:ram="b">
<rsm:ExchangedDocument><ram:ID>TIV01</ram:ID><ram:Name>ใบกำกับภาษี</ram:Name><ram:IssueDateTime>2020-06-08T00:00:00.0</ram:IssueDateTime></rsm:ExchangedDocument>
<rsm:SupplyChainTradeTransaction><ram:ApplicableHeaderTradeAgreement>
<ram:SellerTradeParty><ram:Name>บริษัท ก จำกัด</ram:Name><ram:SpecifiedTaxRegistration><ram:ID schemeID="TXID">010555000000000000</ram:ID></ram:SpecifiedTaxRegistration></ram:SellerTradeParty>
</ram:ApplicableHeaderTradeAgreement><ram:ApplicableHeaderTradeSettlement><ram:SpecifiedTradeSettlementHeaderMonetarySummation><ram:TaxBasisTotalAmount>200.00</ram:TaxBasisTotalAmount><ram:TaxTotalAmount>14.00</ram:TaxTotalAmount><ram:GrandTotalAmount>214.00</ram:GrandTotalAmount></ram:SpecifiedTradeSettlementHeaderMonetarySummation></ram:ApplicableHeaderTradeSettlement></rsm:SupplyChainTradeTransaction></rsm:TaxInvoice_CrossIndustryInvoice>`

const peppol = `<Invoice xmlns="urn:oasis:ubl"><UBLVersionID>2.1</UBLVersionID><ID>SI-9</ID><IssueDate>2023-02-03</IssueDate><DueDate>2023-03-03</DueDate>
<AccountingSupplierParty><Party><PartyName><Name>Salg</Name></PartyName><PartyTaxScheme><CompanyID>NO123</CompanyID></PartyTaxScheme><PartyLegalEntity><RegistrationName>Salg AS</RegistrationName></PartyLegalEntity></Party></AccountingSupplierParty>
<AccountingCustomerParty><Party><PartyName><Name>Kunde</Name></PartyName></Party></AccountingCustomerParty>
<TaxTotal><TaxAmount>25.00</TaxAmount></TaxTotal><LegalMonetaryTotal><TaxExclusiveAmount>100.00</TaxExclusiveAmount><TaxInclusiveAmount>125.00</TaxInclusiveAmount><PayableAmount>125.00</PayableAmount></LegalMonetaryTotal></Invoice>`

func TestEveryProfileGivesOurFields(t *testing.T) {
	for name, c := range map[string]struct {
		xml  string
		want Invoice
	}{
		"Factur-X": {facturx, Invoice{"invoice_no": "R-77", "invoice_date": "2024-01-31", "due_date": "2024-03-01", "seller_name": "Muster GmbH", "seller_tax_id_no": "DE111", "buyer_name": "Kunde AG",
			"sub_total": "100.00", "vat": "19.00", "total": "119.00", "grand_total": "69.00"}},
		"ETDA": {etda, Invoice{"invoice_no": "TIV01", "invoice_date": "2020-06-08", "seller_name": "บริษัท ก จำกัด", "seller_tax_id_no": "0105550000000",
			"sub_total": "200.00", "vat": "14.00", "total": "214.00", "grand_total": "214.00"}},
		"UBL": {peppol, Invoice{"invoice_no": "SI-9", "invoice_date": "2023-02-03", "due_date": "2023-03-03", "seller_name": "Salg AS", "seller_tax_id_no": "NO123", "buyer_name": "Kunde",
			"sub_total": "100.00", "vat": "25.00", "total": "125.00", "grand_total": "125.00"}},
	} {
		got, ok := Parse([]byte(c.xml))
		assert.True(t, ok, name)
		assert.Equal(t, c.want, got, name)
	}
}

func TestOtherFilesAreNoInvoice(t *testing.T) {
	for _, s := range []string{"", "plain", "<a/>", "<Invoice/>", "<x:CrossIndustryInvoice xmlns:x='y'/>", "<Invoice><ID>1", "\xff\xfe<"} {
		_, ok := Parse([]byte(s))
		assert.False(t, ok, s)
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{facturx, etda, peppol, "<a><b></a>"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		inv, ok := Parse(b)
		if ok && len(inv) == 0 {
			t.Fatal("an invoice without a value")
		}
	})
}

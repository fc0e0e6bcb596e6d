package envelope

import (
	"net/http"

	"lensd/extract"
)

// shippingInvoiceNames are the members in the interface's order and spelling.
func shippingInvoiceNames() []string {
	return []string{"total", "branch_seller", "seller_tax_id_no", "buyer_address", "item_name", "seller_name", "invoice_no",
		"pod", "baht", "buyer_tax_id_no", "customer_id", "grand_total", "pol", "due_date", "sub_total", "witholding_tax",
		"other_3", "vessel", "seller_address", "buyer_name", "voy", "vat", "biller_id", "invoice_date"}
}

func generalInvoiceEndpoint() Endpoint {
	lines := common().with(verdict{status: http.StatusBadRequest, code: "bad_request", message: "Bad request"},
		append(append(unusable(), undetected()...), Malformed)...)
	return Endpoint{
		Path: "/general-invoice/v2", Kind: extract.GeneralInvoice, RequestID: true,
		element: generalInvoiceElement, success: v2Success(generalInvoiceElement),
		failure: v2Failure(lines),
	}
}

// generalInvoiceElement carries datetime_iso beside every value; further members follow when they were read.
func generalInvoiceElement(a Answer, p extract.Page, it extract.Item) any {
	s := style{table: true, iso: func(string) bool { return true },
		names: []string{"shipping_from_address", "type_doc", "seller_address", "buyer_phone_number"}}
	return withCodes(a, s, p, it)
}

// withCodes adds a page's QR codes where there are some: an addition to the interface that http.codes switches off.
func withCodes(a Answer, s style, p extract.Page, it extract.Item) any {
	o := s.fields(frameOf(p), it)
	if len(it.Codes) > 0 && !a.Options.OmitCodes {
		o.set("codes", codesOf(frameOf(p), it))
	}
	return o
}

func shippingInvoiceEndpoint() Endpoint {
	lines := common().with(verdict{status: http.StatusBadRequest, code: "bad_request", message: "Image too small"},
		append(undetected(), Reason(extract.KindTooSmall))...)
	return Endpoint{
		Path: "/shipping-invoice/v2", Kind: extract.ShippingInvoice, RequestID: true,
		element: shippingInvoiceElement, success: v2Success(shippingInvoiceElement),
		failure: v2Failure(lines),
	}
}

func shippingInvoiceElement(a Answer, p extract.Page, it extract.Item) any {
	return withCodes(a, style{names: shippingInvoiceNames(), table: true}, p, it)
}

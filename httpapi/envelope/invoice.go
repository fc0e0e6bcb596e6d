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
func generalInvoiceElement(_ Answer, p extract.Page, it extract.Item) any {
	s := style{table: true, iso: func(string) bool { return true },
		names: []string{"shipping_from_address", "type_doc", "seller_address", "buyer_phone_number"}}
	return s.fields(frameOf(p), it)
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

func shippingInvoiceElement(_ Answer, p extract.Page, it extract.Item) any {
	return style{names: shippingInvoiceNames(), table: true}.fields(frameOf(p), it)
}

package envelope

import (
	"net/http"

	"lensd/extract"
)

func bankV2Endpoint() Endpoint {
	lines := common().
		with(verdict{status: http.StatusBadRequest, code: "bad_request", message: "Image too small"}, Reason(extract.KindTooSmall)).
		with(verdict{status: http.StatusBadRequest, code: "bad_request", message: "Fail to process table extraction"}, undetected()...).
		with(verdict{status: http.StatusBadRequest, code: "bad_request"}, Reason(extract.KindPassword))
	return Endpoint{
		Path: "/bank-statement/v2", Kind: extract.BankStatement, RequestID: true,
		Options: []string{"return_statement_summary", "return_datetime_iso", "pdf_password"},
		element: bankElement, success: bankV2Success,
		failure: v2Failure(lines),
	}
}

// bankV2Success adds an error entry for each row that does not add up. The rows were read all the same, so that it stays a
// success unless a page is missing.
func bankV2Success(a Answer) (int, any) {
	status, body := v2Success(bankElement)(a)
	b := body.(v2Body)
	for _, p := range a.Result.Pages {
		for _, w := range p.Warnings {
			b.Error = append(b.Error, errorObject{"error", unbalanced, w.Error()})
		}
	}
	return status, b
}

// unbalanced is the code of rows that do not add up.
const unbalanced = "unbalanced"

// summaryNames stand beside account_name when the caller asked for the summary.
func summaryNames() []string {
	return []string{"sum_withdraw", "count_withdraw", "sum_deposit", "count_deposit"}
}

func bankElement(a Answer, p extract.Page, it extract.Item) any {
	s := style{names: []string{"account_name", "bank_name", "date_range"}, table: true}
	if a.Options.ReturnStatementSummary {
		s.names = append(s.names, summaryNames()...)
	} else {
		it.Fields = without(it.Fields, summaryNames())
	}
	if a.Options.ReturnDatetimeISO {
		s.iso = func(name string) bool { return name != "bank_name" }
	}
	return s.fields(frameOf(p), it)
}

// without drops the fields of the given names.
func without(fields []extract.Field, names []string) []extract.Field {
	var out []extract.Field
	for _, f := range fields {
		keep := true
		for _, n := range names {
			keep = keep && f.Name != n
		}
		if keep {
			out = append(out, f)
		}
	}
	return out
}

package envelope

import "lensd/extract"

// OwnPath is where the kinds stand that the owner of a box declared.
const OwnPath = "/v1/kinds/"

// OwnEndpoint is the path of a declared kind. It answers in the envelope of the v2 endpoints: each declared field is always
// present, {} when it was not read, and a date carries datetime_iso.
func OwnEndpoint(k extract.OwnKind) Endpoint {
	s := style{}
	dates := map[string]bool{}
	for _, f := range k.Fields {
		s.names = append(s.names, f.Name)
		dates[f.Name] = f.Date
	}
	s.iso = func(name string) bool { return dates[name] }
	element := func(_ Answer, p extract.Page, it extract.Item) any { return s.fields(frameOf(p), it) }
	return Endpoint{Path: OwnPath + string(k.Name), Kind: k.Name, RequestID: true, element: element,
		success: v2Success(element), failure: v2Failure(common())}
}

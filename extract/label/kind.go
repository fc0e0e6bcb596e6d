package label

import (
	"bytes"
	_ "embed"

	tables "lensd/extract/caption"
	"lensd/extract/find"
	"lensd/extract/find/tag"
)

//go:embed captions.tsv
var captions []byte

//go:embed others.tsv
var others []byte

// The sender is found beside the receiver, so that one competes with the other for the page's names.
const (
	senderName    = "sender_name"
	senderAddress = "sender_address"
	senderPhone   = "sender_phone_number"
)

// Declare returns the kind: what a parcel label says, as the field finder wants it.
func Declare(model *find.Model, tagger *tag.Net) (find.Kind, error) {
	table, err := tables.Parse(bytes.NewReader(captions))
	if err != nil {
		return find.Kind{}, err
	}
	foreign, err := tables.Parse(bytes.NewReader(others))
	if err != nil {
		return find.Kind{}, err
	}
	to := []string{"receiver", "receiver_name", "receiver_address", "receiver_phone"}
	from := []string{"sender", "sender_name", "sender_address", "sender_phone", "return"}
	return find.Kind{
		Fields: []find.Field{
			{Name: FieldName, Type: find.Name, Keys: []string{"name", "receiver_name"}, Party: to, Lines: 4},
			{Name: FieldAddress, Type: find.Address, Keys: []string{"address", "receiver_address"}, Party: to, Lines: 7},
			{Name: FieldPhone, Type: find.Phone, Keys: []string{"phone", "receiver_phone"}, Party: to},
			{Name: senderName, Type: find.Name, Keys: []string{"name", "sender_name"}, Party: from, Lines: 4},
			{Name: senderAddress, Type: find.Address, Keys: []string{"address", "sender_address"}, Party: from, Lines: 7},
			{Name: senderPhone, Type: find.Phone, Keys: []string{"phone", "sender_phone"}, Party: from},
		},
		Captions: table,
		Others:   foreign,
		Model:    model,
		Parties:  true,
		Tagger:   tagger,
	}, nil
}

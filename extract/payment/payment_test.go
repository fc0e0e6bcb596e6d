package payment

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
)

// tlv writes an element; code closes a text with its checksum.
func tlv(tag, value string) string { return fmt.Sprintf("%s%02d%s", tag, len(value), value) }

func code(tag, text string) string {
	text += tag + "04"
	return text + fmt.Sprintf("%04X", checksum(text))
}

func TestTheChecksumIsThatOfTheStandard(t *testing.T) {
	assert.Equal(t, uint16(0x29B1), checksum("123456789"), "the check value of CRC-16/CCITT-FALSE")
}

func TestPaymentsAreRead(t *testing.T) {
	transferred := code("63", tlv("00", "01")+tlv("01", "12")+tlv("29", tlv("00", transfer)+tlv("01", "0066812345678"))+tlv("53", "764")+tlv("54", "1250.50")+tlv("58", "TH"))
	billed := code("63", tlv("00", "01")+tlv("01", "11")+tlv("30", tlv("00", bill)+tlv("01", "010555812345100")+tlv("02", "INV250017")+tlv("03", "C412015"))+tlv("53", "764")+tlv("54", "1070.00")+tlv("58", "TH")+tlv("59", "SIAM EXAMPLE"))
	slip := code("91", tlv("00", tlv("00", "000001")+tlv("01", "004")+tlv("02", "0150914412345XYZ"))+tlv("51", "TH"))
	foreign := code("63", tlv("00", "01")+tlv("26", tlv("00", "com.example")+tlv("01", "77"))+tlv("53", "702")+tlv("54", "5"))
	for text, want := range map[string]map[string]string{
		transferred: {Scheme: "promptpay", To: "0066812345678", Amount: "1250.50", Currency: "764"},
		billed:      {Scheme: "bill-payment", To: "010555812345100", Reference: "INV250017", Second: "C412015", Amount: "1070.00", Currency: "764", Merchant: "SIAM EXAMPLE"},
		slip:        {Scheme: "slip", Bank: "004", Reference: "0150914412345XYZ"},
		foreign:     {Scheme: "emvco", Amount: "5", Currency: "702"},
	} {
		got, ok := Parse(text)
		assert.True(t, ok, text)
		assert.Equal(t, want, got)
	}
}

func TestOtherCodesAskForNothing(t *testing.T) {
	good := code("63", tlv("00", "01")+tlv("29", tlv("00", transfer)+tlv("01", "0066812345678"))+tlv("54", "1250.50"))
	for _, text := range []string{"", "0", "https://etax.example/verify?id=1", "5374534616", good[:len(good)-1] + "?", good[:40] + "9" + good[41:], "00020101", "630", code("91", tlv("00", "x-y")+tlv("51", "TH")+tlv("52", "a")), code("91", tlv("00", tlv("00", "1")+tlv("01", "2"))+tlv("51", "TH"))} {
		_, ok := Parse(text)
		assert.False(t, ok, text)
	}
}

func FuzzParse(f *testing.F) {
	f.Add(code("63", tlv("00", "01")+tlv("54", "5")))
	f.Fuzz(func(t *testing.T, text string) {
		if says, ok := Parse(text); ok && says[Scheme] == "" {
			t.Fatal("a payment without a scheme")
		}
	})
}

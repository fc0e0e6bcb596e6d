package passport

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestTheStrokeBetweenTwoMonthsMayBeMisread(t *testing.T) {
	for text, want := range map[string]string{"14 JAN` /JAN 13": "14 JAN/JAN 13", "01 JAN 7JAN 85": "01 JAN/JAN 85", "01 JAN 2013": "01 JAN 2013", "03 MAR 7JUN 85": "03 MAR 7JUN 85"} {
		assert.Equal(t, want, stroked(text))
	}
	for text, want := range map[string]int{"1JAN": 1, "/FEB": 2, "JAN` /JAN": 1, "14": 0, "14 JAN": 0} {
		assert.Equal(t, want, monthOf(text), text)
	}
}

func TestADateOfIssueLiesBetweenBirthAndExpiryAndNoLifetimeBeforeIt(t *testing.T) {
	for printed, want := range map[string]string{"15 JUN 2020": "15/06/2020", "12 APR 1985": "", "07 MAY 1985": "", "15 JUN 2031": ""} {
		got := read(t, evidence(t, somchai(), thaiPage().with("15 JUN 2020", printed, 0.97)))
		assert.Equal(t, want, got["date_of_issue"].Value, printed)
	}
}

func TestFiguresForTheLetterO(t *testing.T) {
	for text, want := range map[string]string{"OO037341619": "00037341619", "ZO1234567": "ZO1234567", "1234567": "1234567", "OOO1": "OOO1"} {
		assert.Equal(t, want, figured(text))
	}
}

package latin_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"lensd/extract/latin"
)

func TestBareDropsAccentsOnly(t *testing.T) {
	for in, want := range map[string]string{
		"Őzike Próbafi, Fő út 4/a": "Ozike Probafi, Fo ut 4/a", "Łódź": "Lodz", "İSTANBUL ışık": "ISTANBUL isik",
		"Søren Đorđe Ærø": "Soren Dorde Æro", "Straße": "Straße", "น้ำ 12": "น้ำ 12", "plain": "plain", "": "",
	} {
		assert.Equal(t, want, latin.Bare(in))
	}
}

func TestSkeletonIsWhatReadingsShare(t *testing.T) {
	assert.Equal(t, latin.Skeleton("Wzor Sp.z o.o., 12"), latin.Skeleton("Wzór Sp. z o.o. 12"))
	assert.NotEqual(t, latin.Skeleton("Wzor 12"), latin.Skeleton("Wzor 13"))
}

package passport

import (
	_ "embed"
	"maps"
	"slices"
	"strings"
	"unicode"

	"lensd/extract/thai"
)

// label is a printed caption. Several members can share a caption's words, so each has its own list.
type label string

// The captions, named after the member whose value they announce.
const (
	labelType       label = "type"
	labelCountry    label = "country_code"
	labelNumber     label = "passport_number"
	labelSurname    label = "surname_en"
	labelGiven      label = "title_name_en"
	labelThaiName   label = "title_name_surname_th"
	labelNation     label = "nationality"
	labelBirth      label = "date_of_birth"
	labelPersonal   label = "identification_number"
	labelSex        label = "sex"
	labelHeight     label = "height"
	labelPlace      label = "place_of_birth"
	labelIssue      label = "date_of_issue"
	labelExpiry     label = "date_of_expiry"
	labelAuthority  label = "issuing_authority"
	labelSignature  label = "holder_signature"
	labelOther      label = "other" // captions of what the interface does not know
	leastLabel            = 0.75
	leastShortLabel       = 0.86 // of words with fewer than eight letters
)

// captions lists the words of every caption, without accents: the languages of Doc 9303 (English, French, Spanish) and
// those of the states whose pages were met, Thai among them.
func captions() map[label][]string {
	return map[label][]string{
		labelType:    {"type", "tipo", "typ", "ประเภท"},
		labelCountry: {"country code", "code du pays", "code of issuing state", "issuing country", "pays emetteur", "code pays", "codigo do pais", "codigo del pais", "kod/code", "รหัสประเทศ"},
		labelNumber: {"passport no", "passport number", "passeport no", "no du passeport", "n de passeport", "document no", "numero de pasaporte", "pasaporte no", "passaporte no", "pass-nr", "reisepass nr",
			"หนังสือเดินทางเลขที่"},
		labelSurname:  {"surname", "family name", "last name", "nom", "apellidos", "apelido", "nachname", "prijmeni", "นามสกุล"},
		labelGiven:    {"given names", "given name", "first name", "forenames", "prenoms", "prenom", "nombres", "nomes", "vornamen", "title name", "ชื่อ"},
		labelThaiName: {"ชื่อภาษาไทย", "ชื่อและนามสกุล"},
		labelNation:   {"nationality", "nationalite", "nacionalidad", "nacionalidade", "staatsangehorigkeit", "citizenship", "สัญชาติ"},
		labelBirth:    {"date of birth", "date de naissance", "fecha de nacimiento", "data de nascimento", "geburtsdatum", "datum narozeni", "วันเกิด"},
		labelPersonal: {"personal no", "personal number", "no personnel", "n personnel", "identification no", "identity no", "personal identification", "numero personal", "numero pessoal", "personalnummer",
			"rodne cislo", "เลขประจำตัวประชาชน"},
		labelSex:       {"sex", "sexe", "sexo", "geschlecht", "เพศ"},
		labelHeight:    {"height", "taille", "estatura", "altura", "grosse", "ส่วนสูง"},
		labelPlace:     {"place of birth", "lieu de naissance", "lugar de nacimiento", "local de nascimento", "geburtsort", "misto narozeni", "สถานที่เกิด"},
		labelIssue:     {"date of issue", "date de delivrance", "fecha de expedicion", "data de emissao", "ausstellungsdatum", "issue date", "วันที่ออก", "วันออกหนังสือเดินทาง"},
		labelExpiry:    {"date of expiry", "date d expiration", "fecha de caducidad", "data de validade", "valid until", "gultig bis", "expiry date", "วันที่หมดอายุ", "วันหมดอายุ"},
		labelAuthority: {"authority", "autorite", "autoridad", "autoridade", "issuing authority", "issued by", "issuing office", "ausstellende behorde", "ออกให้โดย"},
		labelSignature: {"holder's signature", "signature of bearer", "signature du titulaire", "firma del titular", "assinatura do titular", "unterschrift", "signature of holder", "ลายมือชื่อ"},
		labelOther: {"profession", "occupation", "residence", "domicile", "address", "observations", "endorsements", "eye colour", "colour of eyes", "couleur des yeux", "also known as", "หนังสือเดินทาง",
			"fake document", "specimen", "republic", "republique", "national status"},
	}
}

// foreignCaptions lists the captions of further states, without accents, one member a line: what the passports of Europe,
// Turkey and Southeast Asia print in Latin letters beside the languages of the standard.
//
//go:embed captions.txt
var foreignCaptions string

// phrasing is one wording of a caption. Foreign ones are only compared with texts that have some of their pairs of letters:
// there are too many to compare them all.
type phrasing struct {
	of      label
	words   string
	foreign bool
	pairs   []string // of foreign ones
}

// book lists all wordings with their pairs.
func book() []phrasing {
	out := phrasings()
	for i := range out {
		if out[i].foreign {
			out[i].pairs = pairsOf(out[i].words)
		}
	}
	return out
}

// phrasings lists all wordings.
func phrasings() []phrasing {
	var out []phrasing
	all := captions()
	for _, l := range slices.Sorted(maps.Keys(all)) { // in order: of two that fit as well, the first is taken
		for _, words := range all[l] {
			out = append(out, phrasing{of: l, words: words})
		}
	}
	for _, line := range strings.Split(strings.TrimSpace(foreignCaptions), "\n") {
		member, list, _ := strings.Cut(line, " ")
		for _, words := range strings.Split(list, ";") {
			out = append(out, phrasing{of: label(member), words: words, foreign: true})
		}
	}
	return out
}

// pairsOf returns the neighbouring letters of a text.
func pairsOf(text string) []string {
	t := strings.ToLower(squeeze(text))
	var out []string
	for i := 0; i+2 <= len(t); i++ {
		out = append(out, t[i:i+2])
	}
	return out
}

// leastPairs is the share of a foreign caption's pairs of letters that a text must have to be compared with it.
const leastPairs = 0.45

// mayBeIn reports that a text with these pairs of letters may hold the wording.
func (p phrasing) mayBeIn(pairs map[string]bool) bool {
	n := 0
	for _, x := range p.pairs {
		if pairs[x] {
			n++
		}
	}
	return float64(n) >= leastPairs*float64(len(p.pairs))
}

// found is what a text holds of captions.
type found struct {
	score map[label]float64 // the best score of each
	cover float64           // share of the text's letters that belong to captions
}

// captionOf returns which of the captions a text holds; a text in three languages holds one three times.
func captionOf(text string, all []phrasing) found {
	out := found{score: map[label]float64{}}
	folded := []rune(thai.Digits(thai.Fold(plain(text))))
	used := make([]bool, len(folded))
	pairs := map[string]bool{}
	for _, x := range pairsOf(text) {
		pairs[x] = true
	}
	for _, c := range all {
		if !c.mayBeIn(pairs) {
			continue
		}
		n := len([]rune(c.words))
		least := leastLabel
		if n < 8 {
			least = leastShortLabel
		}
		f, ok := thai.FindLabel(string(folded), []string{c.words}, least)
		// A caption's word inside a much longer word is chance: NOM in ECONOMY.
		if !ok || (n < 6 || c.foreign) && !standsAlone(folded, f.Start, f.End) {
			continue
		}
		for i := f.Start; i < f.End && i < len(used); i++ {
			used[i] = true
		}
		// Longer captions are better evidence than short ones at the same score.
		if s := f.Score * (1 - 0.6/float64(n)); s > out.score[c.of] {
			out.score[c.of] = s
		}
	}
	count, in := 0, 0
	for i, r := range folded {
		if unicode.IsLetter(r) {
			count++
			if used[i] {
				in++
			}
		}
	}
	if count > 0 {
		out.cover = float64(in) / float64(count)
	}
	return out
}

// ofCaptions reports that every word of a text is one that captions use: the scrap of a caption. Names of offices use such
// words, too.
func ofCaptions(text string) bool {
	words := strings.FieldsFunc(strings.ToLower(plain(text)), func(r rune) bool { return !unicode.IsLetter(r) })
	if len(words) == 0 || len(words) > 3 || office(text) {
		return false
	}
	known := map[string]bool{}
	for _, c := range phrasings() {
		for _, w := range strings.Fields(c.words) {
			known[w] = known[w] || c.of != labelOther
		}
	}
	long := false
	for _, w := range words {
		if !known[w] {
			return false
		}
		long = long || len(w) > 2
	}
	return long
}

// standsAlone reports that runes [start, end) are not part of a longer word.
func standsAlone(rs []rune, start, end int) bool {
	letter := func(i int) bool { return i >= 0 && i < len(rs) && unicode.IsLetter(rs[i]) }
	return !letter(start-1) && !letter(end)
}

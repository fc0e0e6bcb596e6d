package passport

import "strings"

// provinces lists the provinces of Thailand by the Royal Thai General System: places of birth on Thai passports.
func provinces() []string {
	return strings.Split(`AMNAT CHAROEN,ANG THONG,BANGKOK,BUENG KAN,BURI RAM,CHACHOENGSAO,CHAI NAT,CHAIYAPHUM,CHANTHABURI,CHIANG MAI,CHIANG RAI,CHON BURI,CHUMPHON,KALASIN,KAMPHAENG PHET,KANCHANABURI,KHON KAEN,KRABI,LAMPANG,LAMPHUN,LOP BURI,LOEI,MAE HONG SON,MAHA SARAKHAM,MUKDAHAN,NAKHON NAYOK,NAKHON PATHOM,NAKHON PHANOM,NAKHON RATCHASIMA,NAKHON SAWAN,NAKHON SI THAMMARAT,NAN,NARATHIWAT,NONG BUA LAM PHU,NONG KHAI,NONTHABURI,PATHUM THANI,PATTANI,PHANGNGA,PHATTHALUNG,PHAYAO,PHETCHABUN,PHETCHABURI,PHICHIT,PHITSANULOK,PHRA NAKHON SI AYUTTHAYA,PHRAE,PHUKET,PRACHIN BURI,PRACHUAP KHIRI KHAN,RANONG,RATCHABURI,RAYONG,ROI ET,SA KAEO,SAKON NAKHON,SAMUT PRAKAN,SAMUT SAKHON,SAMUT SONGKHRAM,SARABURI,SATUN,SI SA KET,SING BURI,SONGKHLA,SUKHOTHAI,SUPHAN BURI,SURAT THANI,SURIN,TAK,TRANG,TRAT,UBON RATCHATHANI,UDON THANI,UTHAI THANI,UTTARADIT,YALA,YASOTHON`, ",")
}

// leastProvince is how alike print and a province's name must be; short names must be equal.
const leastProvince = 0.88

// province is the piece of a Thai page that names a province and that nothing else explains, below the names and above the
// zone: the captions of Thai pages are small, and often only scraps of them are read.
func (f *form) province() *piece {
	if f.record.Issuer != "THA" {
		return nil
	}
	for _, p := range f.board.pieces {
		if p.taken || p.isLabel() || p.Box.Y0 < 34 || letters(p.Text.Value) < 3 {
			continue
		}
		name := squeeze(p.Text.Value)
		for _, known := range provinces() {
			known = squeeze(known)
			if name == known || len(known) > 5 && alike(name, known) >= leastProvince {
				return p
			}
		}
	}
	return nil
}

"""Labels for training alone that say what no list of few words holds: coined firms, institutions, families, departments, captions put
together from words of forty languages, addresses of twenty lands. wide(Label) is that class with such words; how it arranges them stays.
What is held out stays so: no caption and no word of the halves that arrange.py and vocabulary.py hold out is drawn here.
"""
import arrange, vocabulary

# The receiver, the sender and others in words beyond those of arrange.py.
TO = {"th": "ชื่อและที่อยู่ผู้รับ|ที่อยู่ผู้รับ|ที่อยู่จัดส่ง|ข้อมูลผู้รับ|ส่งถึงคุณ|ส่งให้|ลูกค้า|ผู้ซื้อ|ผู้สั่งซื้อ|ผู้รับของ|ถึงผู้รับ|สถานที่จัดส่ง|จัดส่งถึง|ชื่อลูกค้า|นามผู้รับ|ผู้รับปลายทาง|ที่อยู่ปลายทาง|จ่าหน้าถึง|ชื่อ-ที่อยู่ผู้รับ|ผู้รับมอบ|รับที่|ส่งไปที่|ข้อมูลจัดส่ง|ส่งของที่",
      "en": "Ship-To|Ship to party|Consignee name and address|Receiver name / address|Goods to|Final recipient|For|Bound for|Dispatch to|Despatch to|Mail to|Addressed to|Receiving party|Destination address|Client|Buyer|Purchaser|Guest|Member|Patient|End customer|Customer details|Delivery details|Shipping details|Shipping information|Shipping address|Ship to location|Recipient information|Receiver info|"
            "Recipient's address|Consignee details|Packed for|Attn|Attention|Destination|Delivered to|Deliver at|Courier to|Postal address|Delivery point|Customer name|Hand to|Order for|To the attention of|Receiver details|Recipient details|Drop at|Dest.|Rcvr|Cnee|Shipped to|Sold to / Ship to",
      "world": "Lieferadresse|Lieferanschrift|Empfängeradresse|Warenempfänger|Lieferung an|Versand an|Kunde|Livrer à|Adresse de livraison|À l'attention de|Client|Livraison|Entregar a|Dirección de entrega|Consignatario|Cliente|Enviar a|Indirizzo di consegna|Spett.le|Consegnare a|Morada de entrega|Entrega|Afleveradres|Bezorgadres|Geadresseerde|Leveransadress|Leverans till|Leveringsadresse|"
               "Leveres til|Toimitusosoite|Vastaanottaja|Saaja|Adres dostawy|Dostawa do|Adresat|Doručovací adresa|Adresát|Komu|Prejemnik|Primatelj|Primalac|Szállítási cím|Destinatar|Livrare la|Teslimat adresi|Gönderilen|Alamat penerima|Tujuan|Người nhận|Địa chỉ nhận|Saņēmējs|Gavėjas|Viðtakandi|Marrësi|Mpokeaji|Ontvanger adres|Kime|Til|Aan de heer / mevrouw"}
FROM = {"th": "ที่อยู่ผู้ส่ง|ข้อมูลผู้ส่ง|ชื่อและที่อยู่ผู้ส่ง|ส่งโดย|จัดส่งโดย|ร้าน|ผู้ขาย|ชื่อร้าน|ชื่อร้านค้า|คลังสินค้า|จากร้าน|ที่อยู่ร้านค้า|ผู้ส่งต้นทาง|นามผู้ส่ง|ชื่อผู้ฝาก|ที่อยู่ต้นทาง|จำหน่ายโดย|ผู้จัดจำหน่าย|มาจาก",
        "en": "Ship-From|Ship from party|Shipper name and address|Sender name / address|Goods from|Dispatched by|Despatched from|Mailed by|Sold by|Supplier|Vendor|Merchant|Seller|Store|Origin|Origin address|Pick up from|Collected from|Sender information|Sender details|Shipper details|Return to sender|Return addr.|Fulfilled by|Shipped by|Packed by|Originator|Sending party|"
              "Exporter|Warehouse|Shop|Consignor details|Sndr|Shpr|Posted by|Sender's address|Shipping from|Shipped via / from|Manufacturer|Issued by",
        "world": "Absenderadresse|Versender|Versand durch|Lieferant|Verkäufer|Rücksendeadresse|Envoyé par|Adresse d'expédition|Adresse de l'expéditeur|Vendeur|Fournisseur|Enviado por|Dirección del remitente|Proveedor|Vendedor|Indirizzo mittente|Spedito da|Fornitore|Morada do remetente|Afzenderadres|Verzonden door|Leverancier|Avsändaradress|Leverantör|Afsenderadresse|"
                 "Avsenderadresse|Lähettäjä|Adres nadawcy|Nadano przez|Adresa odesílatele|Odosielateľ|Kdo|Pošiljatelj|Pošiljalac|Feladó címe|Expeditor|Gönderen|Gönderen adresi|Alamat pengirim|Asal|Người gửi|Sūtītājs|Siuntėjas|Sendandi|Dërguesi|Mtumaji|Herkomst|Origine|Origen"}
THIRD = {"th": "ที่อยู่สำหรับออกใบกำกับภาษี|ศูนย์กระจายสินค้า|สาขาปลายทาง|พนักงานนำส่ง|ผู้ผลิต|ผู้นำเข้า|จุดส่งคืน", "en": "Notify party|Invoice to|Billing address|Customs broker|Importer|Manufactured by|Drop-off point|Delivery branch|Sorting centre|Delivered by|Courier|Return hub|Pickup location|Ordered by|Forwarder|Collect at|Parcel shop|Alternative address",
         "world": "Rechnung an|Rechnungsadresse|Facturer à|Adresse de facturation|Facturar a|Fatturare a|Factuuradres|Fakturaadress|Importeur|Point de retrait|Punto de recogida|Afhaalpunt|Pakkeshop|Punkt odbioru|Agentur|Bureau distributeur"}
NAME = {"th": ["ชื่อผู้ติดต่อ:", "ชื่อลูกค้า :", "นาม:", "คุณ :", "ชื่อ/สกุล", "ติดต่อคุณ"], "en": ["Contact:", "Customer:", "Company:", "Attention:", "Person:", "Contact person:", "Company name:", "NAME", "Full Name", "First / last name:", "Name of recipient:"], "world": ["Nachname, Vorname:", "Ansprechpartner:", "Contact:", "Société:", "Nome:", "Nazwa:", "Jméno:", "Név:", "Ad Soyad:", "Nama:", "Navn:", "Nimi:", "Contactpersoon:", "Empresa:"]}
ADDRESS = {"th": ["บ้านเลขที่/ถนน:", "ที่อยู่จัดส่ง :", "สถานที่:", "ที่ตั้ง:"], "en": ["Street Address:", "ADDRESS", "Addr", "Address line 1:", "Location:", "Full address:", "Street / No.:"], "world": ["Straße, Nr.:", "Rue:", "Calle:", "Via:", "Straat:", "Gata:", "Ulica:", "Adresa:", "Cím:", "Alamat:", "Endereço:", "Osoite:", "Adresse postale:"]}
PHONE = {"th": ["มือถือ:", "เบอร์:", "ติดต่อ:", "โทร.ผู้รับ", "โทรฯ", "หมายเลขโทรศัพท์:"], "en": ["Phone No.:", "Tel No.", "Cell:", "Contact no:", "TEL", "PH:", "Phone number:", "Mob.", "Call:", "M:", "Telephone:"], "world": ["Téléphone:", "Teléfono:", "Telefono:", "Telefoon:", "Mobiltel.:", "Handy:", "GSM:", "Puh.:", "Telefonszám:", "No. HP:", "SĐT:", "Telemóvel:"]}
ROOMS = ("Human Resources|IT Department|Finance Dept.|Procurement|Logistics|Stores|Service Centre|Customer Service|Returns Department|Quality Control|R&D|Laboratory|Lab {n}|Ward {n}|Pharmacy|Kitchen|Front Desk|Loading Bay {n}|Dock {n}|Hall {n}|Halle {n}|Block {b}|Wing {b}|Level {n}|Suite {n}{n}|Unit {n}|Room {n}0{n}|Rm. {n}|Basement|Ground Floor|Annex {b}|Plant {n}|Zone {b}{n}|Bay {n}|Store {n}|Cubicle {n}|"
         "Marketing|Legal Dept.|Engineering|Maintenance|Workshop|Library|Student Office|Registrar|Faculty of Science|Dept. of Physics|School of Medicine|Central Stores|Spare Parts|Export Office|Import Desk|Poststelle|Zentrale|Empfang|Lager {n}|Etage {n}|Hinterhaus|Aufgang {b}|Personalabteilung|Buchhaltung|Vertrieb|Service Technique|Comptabilité|Magasin|Bâtiment {b}|Escalier {b}|Étage {n}|Recepción|Almacén {n}|"
         "Planta {n}|Ufficio Acquisti|Magazzino|Scala {b}|Afdeling Inkoop|Magazijn|Inköp|Lager|Ekonomi|Dział zakupów|Magazyn {n}|Recepcja|c/o Reception|Building {b}{n}|Tower {b}|2nd Floor|3rd floor, left|Apt. {n}|Apartment {n}{b}|#{n}0{n}|P.O. Box {n}{n}{n}|Locker {n}|Stand {b}{n}|Counter {n}|Pickup Desk")
FORMS = " GmbH| AG| KG| e.K.| GmbH & Co. KG| UG| S.A.| SARL| SAS| S.L.| S.r.l.| S.p.A.| B.V.| N.V.| AB| AS| ApS| Oy| Sp. z o.o.| s.r.o.| Kft.| d.o.o.| Ltd| Ltd.| LLP| plc| Inc| Inc.| Corp.| Corporation| LLC| Co.| Co., Ltd.| Company Limited| Pte Ltd| Sdn Bhd| Pty Ltd| K.K.| Group| & Co.| & Sons| Bros.| Holding| International| Lda.| S.A.S.| OÜ| JSC|||||".split("|")
SORTS = "Shop|Store|Studio|Books|Bikes|Garage|Bakery|Café|Hotel|Clinic|Hospital|School|University|Museum|Church|Library|Pharmacy|Market|Gallery|Salon|Works|Labs|Media|Tech|Solutions|Parts|Tools|Sports|Toys|Garden|Fashion|Kids|Home|Audio|Camera|Computers|Office Supply|Outdoor|Music|Records|Design|Lighting|Seafood|Coffee|Brewery|Farm|Vet|Dental|Optik|Apotheke|Buchhandlung|Metallbau|Elektro|Autohaus|Gärtnerei|Boulangerie|Librairie|Taller|Ferretería|Officina|Fietsen|Bygg|Verkstad".split("|")
THAI_SORTS = "ร้าน|โรงพยาบาล|โรงเรียน|วัด|เทศบาลตำบล|สำนักงาน|คลินิก|โรงแรม|อู่|ตลาด|มหาวิทยาลัย|ธนาคาร|สถานีตำรวจ|ศูนย์|คาเฟ่|ฟาร์ม|สวน|บ้าน|ไปรษณีย์|โกดัง".split("|")
SYLLABLES = "ba be bi bo ca ce co da de di do fa fe fi ga go ha he ja jo ka ke ki ko la le li lo lu ma me mi mo mu na ne ni no nu pa pe pi po ra re ri ro ru sa se si so su ta te ti to tu va ve vi vo wa we xa xe ya yo za ze zi zo tra ster lin dor mex tron sys com net bri gra sto fle".split()
LOCALES = "en_US en_GB en_CA en_AU en_NZ en_IE en_IN en_PH de_DE de_AT de_CH fr_FR fr_CA fr_CH es_ES es_MX it_IT pt_PT pt_BR nl_NL nl_BE sv_SE no_NO da_DK fi_FI pl_PL cs_CZ sk_SK hu_HU ro_RO hr_HR sl_SI tr_TR id_ID et_EE lt_LT lv_LV".split()
HONOURS = "Dr. |Prof. |Herr |Frau |Herrn |M. |Mme |Sr. |Sra. |Sig. |Sig.ra |Dhr. |Mevr. |Pan |Paní |Ing. |Miss |Capt. |Mag. |Khun |K. ".split("|")
THAI_HONOURS = "คุณ|คุณ |ด.ช.|ด.ญ.|ดร.|ผศ.ดร.|นพ.|พญ.|ร.ต.อ.|ส.อ.|พ.ต.ท.|อาจารย์|ครู|พี่|ป้า|ลุง|เจ๊|หมอ".split("|")
NICKS = "เอ บี นก ปลา แนน ฝน เมย์ บอย ต้น โอ๋ แป้ง นิว เจน กิ๊ฟ บาส มิ้นท์ พลอย หนึ่ง อ้อม จอย ปุ๊ก เล็ก ใหญ่ แอน หมู กบ ตาล".split()


def plain(s):
    return "".join(c.lower() for c in s if c.isalnum())


HELD = {plain(w) for words in (arrange.TO, arrange.FROM, arrange.THIRD) for ws in words.values() for w in arrange.half(ws, True)}
HELD_WORDS = {plain(w) for w in vocabulary.EN_WORDS[1::2] + vocabulary.EN_TRADES[1::2] + arrange.TRIAL[1::2] + arrange.ROOMS[1::2]}


class Vocabulary(vocabulary.Vocabulary):
    """Draws what vocabulary.Vocabulary does in many more words and forms; of what is held out it has none."""

    def coined(self):
        r = self.r
        w = "".join(r.choice(SYLLABLES) for _ in range(r.choice([2, 2, 3])))
        w = w + r.choice(["", "", "x", "n", "s", "r", "tec", "soft", "med", "ia", "ix"])
        return r.choice([w.capitalize(), w.capitalize(), w.upper(), w[:r.randrange(2, 5)].upper(), f"{w.capitalize()[:5]}{r.choice(SYLLABLES).capitalize()}"])

    def any(self):
        return self.faker(self.r.choice(LOCALES))

    def someone(self):
        f = self.any()
        return f"{f.first_name()} {f.last_name()}"

    def person(self, lang="th"):
        r = self.r
        if r.random() < 0.35:
            return super().person(lang)
        if lang == "th":
            f = self.faker("th_TH")
            a, b, h = f.first_name(), f.last_name(), r.choice(THAI_HONOURS)
            return r.choice([f"{h}{a} {b}", f"{h}{a}", f"{a} {b}", f"{a} ({r.choice(NICKS)})", f"คุณ{r.choice(NICKS)}", f"{a} {b} ({r.choice(NICKS)})", f"{h}{a}  {b}", self.roman(), f"คุณ {a}", f"{a} {b[:1]}."])
        f = self.any()
        a, b = f.first_name(), f.last_name()
        return r.choice([f"{a} {b}", f"{a} {b}", f"{a} {b}", f"{r.choice(HONOURS)}{a} {b}", f"{a[0]}. {b}", f"{b}, {a}", f"{b} {a}", f"{a} {r.choice('ABCDEFGHJKLMPRST')}. {b}", f"{a} {f.first_name()} {b}", f"{a} & {f.first_name()} {b}", f"{r.choice(['Familie', 'Family', 'Familia', 'Fam.'])} {b}", f"{a} {b}-{f.last_name()}", self.roman(), a, f"{r.choice(HONOURS)}{b}", f"{a} {b} / {self.coined()}"])

    def phone(self, lang="th"):
        """Numbers of all countries, two of five as they are typed into a form: digits alone, or grouped as anybody likes."""
        r = self.r
        if lang == "th" or r.random() < 0.3:
            return super().phone(lang)
        one = r.choice([x for x in LOCALES if x != "en_PH"])  # of which Faker knows no telephones
        said = self.faker(one).phone_number().split("x")[0].strip()
        if r.random() < 0.4:
            return said
        n = "".join(c for c in said if c.isdigit())
        if r.random() < 0.5:
            return r.choice(["", "", "+"]) + n
        sep, first, step = r.choice(" -./"), r.randrange(2, 5), r.choice([2, 3, 4])
        rest = [n[i:i + step] for i in range(first, len(n), step)]
        return r.choice(["", "", "+"]) + sep.join([n[:first]] + ([*rest[:-2], rest[-2] + rest[-1]] if len(rest) > 1 and len(rest[-1]) == 1 else rest))

    def roman(self):
        """A Thai name in Latin letters."""
        r = self.r
        part = lambda n: "".join(r.choice("k kh ng ch s t th n b p ph m r l w h y d j kr pr tr sr".split()) + r.choice("a aa i ee u oo e ae o ai ao ia ua or am an in on at it ap ak".split()) for _ in range(n)).capitalize()
        return f"{r.choice(['', '', 'Mr. ', 'Ms. ', 'Khun ', 'Mr.', 'K.'])}{part(r.choice([2, 2, 3]))} {part(r.choice([2, 3, 4]))}"

    def firm(self, lang="th"):
        r = self.r
        for _ in range(20):
            name = super().firm(lang) if r.random() < 0.2 else self.thai_firm() if lang == "th" and r.random() < 0.75 else self.latin_firm()
            if not HELD_WORDS & {plain(w) for w in name.split()}:
                return name
        return self.coined()

    def thai_firm(self):
        r, f = self.r, self.faker("th_TH")
        core = r.choice([f.last_name, f.first_name, lambda: "".join(f.last_name() for _ in range(2)), lambda: r.choice(self._places)[r.randrange(3)]])()
        return r.choice(["บริษัท {} จำกัด", "บจก.{}", "บจก. {}", "หจก.{}", "{} จำกัด", "บริษัท {} เซ็นเตอร์ จำกัด", "บริษัท {} กรุ๊ป จำกัด (สำนักงานใหญ่)", r.choice(THAI_SORTS) + "{}", r.choice(THAI_SORTS) + "{}", r.choice(THAI_SORTS) + "{} " + r.choice(["พานิช", "การยาง", "มอเตอร์", "โอสถ", "บิวตี้", "เบเกอรี่", "สาขา 2"]), "{} ช็อป", "{} (ประเทศไทย) จำกัด"]).format(core)

    def latin_firm(self):
        r, f = self.r, self.any()
        core = r.choice([lambda: self.coined(), lambda: self.coined(), lambda: f"{self.coined()} {self.coined()}", f.last_name, lambda: f"{f.last_name()} & {f.last_name()}", lambda: f"{f.last_name()} {r.choice(SORTS)}", lambda: f"{self.coined()} {r.choice(SORTS)}", lambda: f"{f.city()} {r.choice(SORTS)}",
                         lambda: f"{r.choice(SORTS)} {f.last_name()}", lambda: f"{r.choice(['The', 'Das', 'La', 'Le', 'El', 'Die'])} {self.coined()} {r.choice(SORTS)}", f.company, lambda: f"{self.coined()}.{r.choice(['com', 'de', 'co.th', 'eu', 'shop', 'net', 'nl'])}", lambda: f"{r.choice(SORTS)} of {f.city()}", lambda: f"{self.coined()}_{r.choice(['shop', 'official', 'store', 'th'])}"])()
        return core if core[-1] == "." or "." in core[-4:] or "_" in core else core + r.choice(FORMS)

    def address(self, lang="th"):
        r = self.r
        if lang == "th" or r.random() < 0.4:
            return super().address(lang)
        f = self.any()
        parts = [q.strip() for q in f.address().split("\n") if q.strip()]
        if r.random() < 0.15:
            parts.insert(r.choice([0, 1]), r.choice([f"{r.randrange(1, 30)}. {r.choice(['OG', 'Stock', 'Etage', 'emelet', 'th', 'tv'])}", f"Apt {r.randrange(1, 400)}", f"Unit {r.randrange(1, 99)}{r.choice('ABC')}", f"PO Box {r.randrange(1, 9999)}", f"Postfach {r.randrange(10, 9999)}", f.street_name(), f"{f.last_name()} {r.choice(['House', 'Building', 'Tower', 'Industrial Estate', 'Business Park', 'Centre'])}"]))
        return parts + ([r.choice([f.current_country, f.country])().upper() if r.random() < 0.5 else f.current_country()] if r.random() < 0.5 else [])


def wide(label):
    """The class of labels with such words."""

    class Wide(label):
        def __init__(self, seed, held=False):
            super().__init__(seed, held)
            assert not held, "what is held out says only what it always said"
            self.v = Vocabulary(seed, held)

        def written(self, w):
            """A caption as it may be printed."""
            r = self.r
            w = r.choice([w, w, w.upper(), w.lower() if len(w) > 3 else w, w.title()])
            return r.choice([w] * 8 + [f"{r.randrange(1, 9)}. {w}", f"({w})", f"{w} -", f"{w} »", f"→ {w}", f"{w} >>", f"[{w}]", f"* {w}", f"{r.choice('ABCDE')}) {w}", f"{w}：", f"-- {w} --", f"{r.randrange(1, 9)} {w}"])

        def caption(self, role):
            r = self.r
            more = {"receiver": TO, "sender": FROM, "third": THIRD}[role]
            for _ in range(20):
                one = r.choice(more[self.caps].split("|")) if r.random() < 0.75 else super().caption(role)
                if r.random() < 0.15:
                    other = r.choice(more[r.choice(["th", "en", "en", "world"])].split("|"))
                    one = r.choice(["{} / {}", "{} ({})", "{} {}", "{}/{}", "{} | {}"]).format(one, other)
                if plain(one) not in HELD:
                    return self.written(one)
            return super().caption(role)

        def key(self, what):
            r = self.r
            more = {id(arrange.NAME): NAME, id(arrange.ADDRESS): ADDRESS, id(arrange.PHONE): PHONE}[id(what)]
            return r.choice(more[self.caps]) if r.random() < 0.6 else super().key(what)

        def room(self):
            r = self.r
            if r.random() < 0.15:
                return super().room()
            return r.choice(ROOMS.split("|")).format(n=r.randrange(1, 30), b=r.choice("ABCDEFG"))

    return Wide

"""What papers print beside their fields, drawn by a random of its own: with share 0 a seed gives the page that it always gave.

Departments and second names under a firm's, a sender's line over the receiver, banks, registers, letters' sentences, rates of tax in a
table of their own, sums side by side, captions that nobody knows, colons printed ahead of values. Lists are (trained on, held out)."""
import html as markup
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "page"))

from vocabulary import Vocabulary  # noqa: E402

OFFICES = {
    "th": (["ฝ่ายบัญชี", "แผนกจัดซื้อ", "ฝ่ายขาย", "แผนกบัญชีเจ้าหนี้", "โรงงาน", "ศูนย์กระจายสินค้า"], ["ฝ่ายธุรการ", "แผนกการเงิน", "คลังสินค้า", "ฝ่ายพัสดุ"]),
    "en": (["Accounts Payable", "Accounting", "Purchasing Department", "Sales Office", "Warehouse 2", "Regional Office", "Billing", "Central Services", "Works", "European Branch"],
           ["Accounts Department", "Procurement", "Payables", "Main Depot", "Logistics", "Administration", "Customer Care", "Building B"]),
    "de": (["Buchhaltung", "Einkauf", "Abteilung Vertrieb", "Zentrale", "Niederlassung Süd", "Werk 2"], ["Rechnungswesen", "Rechnungsprüfung", "Kreditorenbuchhaltung", "Geschäftsstelle"]),
    "fr": (["Service comptabilité", "Service achats", "Agence Nord"], ["Comptabilité fournisseurs", "Direction financière"]),
    "nl": (["Crediteurenadministratie", "Afdeling inkoop", "Vestiging Zuid"], ["Boekhouding", "Financiële administratie"]),
    "es": (["Departamento de compras", "Contabilidad", "Delegación Norte"], ["Administración", "Cuentas a pagar"]),
    "it": (["Ufficio acquisti", "Contabilità", "Filiale Nord"], ["Amministrazione", "Ufficio fatture"])}
CARE = {"th": (["เรียน ", "ผู้ติดต่อ ", "c/o "], ["ติดต่อ ", "ถึง "]), "en": (["Attn: ", "Attn. ", "c/o ", "FAO "], ["For the attention of ", "Care of "]), "de": (["z. Hd. ", "zu Händen "], ["c/o ", "Frau/Herrn "]),
        "fr": (["à l'attention de ", "c/o "], ["A l'attn de "]), "nl": (["t.a.v. "], ["T.a.v. de heer "]), "es": (["A la atención de "], ["Att. "]), "it": (["c.a. "], ["Alla c.a. di "])}
REGISTER = {"th": (["ทะเบียนเลขที่", "ทะเบียนพาณิชย์"], ["เลขทะเบียน"]), "en": (["Company No.", "Reg. No.", "Registered in England No.", "ABN"], ["Company Registration", "Co. Reg."]),
            "de": (["Handelsregister HRB", "Amtsgericht", "Steuernummer"], ["Registergericht", "St.-Nr."]), "fr": (["SIRET", "RCS"], ["APE"]), "nl": (["KvK", "KvK-nummer"], ["Handelsregister"]), "es": (["Registro Mercantil"], ["Hoja"]), "it": (["REA", "C.F."], ["Iscr. Trib."])}
BANK = {"th": (["ชื่อบัญชี", "ธนาคาร", "เลขที่บัญชี"], ["บัญชี", "สาขา", "หมายเลขบัญชี"]), "en": (["Account name", "Bank", "Account number"], ["Beneficiary", "Bank name", "IBAN"]), "de": (["Kontoinhaber", "Bank", "IBAN"], ["Empfänger", "Kreditinstitut", "Konto"]),
        "fr": (["Titulaire", "Banque", "IBAN"], ["Compte", "Domiciliation", "RIB"]), "nl": (["Ten name van", "Bank", "IBAN"], ["t.n.v.", "Bankrelatie", "Rekening"]), "es": (["Titular", "Banco", "IBAN"], ["Beneficiario", "Entidad", "Cuenta"]), "it": (["Intestatario", "Banca", "IBAN"], ["Beneficiario", "Istituto", "Conto"])}
RATES = {"th": (["อัตราภาษี", "มูลค่า", "ภาษี", "รวม"], ["อัตรา", "ฐานภาษี", "ภาษีมูลค่าเพิ่ม", "รวมภาษี"]), "en": (["Rate", "Net", "VAT", "Gross"], ["Tax rate", "Taxable", "Tax", "Incl. tax"]), "de": (["Satz", "Netto", "MwSt.", "Brutto"], ["Steuersatz", "Nettobetrag", "Steuerbetrag", "Summe"]),
         "fr": (["Taux", "Base HT", "TVA", "TTC"], ["Taux TVA", "Montant HT", "Montant TVA", "Total"]), "nl": (["Tarief", "Grondslag", "BTW", "Totaal"], ["BTW %", "Exclusief", "Bedrag", "Inclusief"]), "es": (["Tipo", "Base", "Cuota", "Total"], ["% IVA", "Base imponible", "IVA", "Importe"]), "it": (["Aliquota", "Imponibile", "IVA", "Totale"], ["% IVA", "Base", "Imposta", "Lordo"])}
ALL_TAX = {"th": (["รวมภาษี", "รวมภาษีมูลค่าเพิ่ม"], ["ภาษีรวม"]), "en": (["Total VAT", "Total tax"], ["VAT total"]), "de": (["Summe MwSt.", "Steuer gesamt"], ["MwSt. gesamt"]), "fr": (["Total TVA"], ["TVA totale"]), "nl": (["Totaal BTW"], ["BTW totaal"]), "es": (["Total IVA"], ["IVA total"]), "it": (["Totale IVA"], ["IVA totale"])}
NOTHING = {"th": (["ส่วนลด", "มัดจำ", "ค่าขนส่ง"], ["หักมัดจำ"]), "en": (["Discount", "Shipping", "Paid to date", "Deposit", "Previous balance", "Credits", "Adjustments"], ["Handling", "Less deposit", "Brought forward", "Prepaid"]), "de": (["Rabatt", "Versandkosten", "Anzahlung"], ["Skonto", "Fracht"]),
           "fr": (["Remise", "Frais de port", "Acompte"], ["Escompte"]), "nl": (["Korting", "Verzendkosten"], ["Aanbetaling"]), "es": (["Descuento", "Portes"], ["Anticipo"]), "it": (["Sconto", "Spese di trasporto"], ["Acconto"])}
PERIOD = {"th": (["งวดวันที่", "วันที่ส่งของ"], ["ช่วงเวลา"]), "en": (["Service period", "Date of supply", "Order date", "Period"], ["Tax point", "Shipped on"]), "de": (["Leistungszeitraum", "Lieferdatum"], ["Leistungsdatum"]), "fr": (["Période", "Date de livraison"], ["Date de commande"]),
          "nl": (["Periode", "Leverdatum"], ["Besteldatum"]), "es": (["Período", "Fecha de entrega"], ["Fecha de pedido"]), "it": (["Periodo", "Data consegna"], ["Data ordine"])}
LOCALES = {"th": "th_TH", "en": "en_US", "de": "de_DE", "fr": "fr_FR", "nl": "nl_NL", "es": "es_ES", "it": "it_IT"}
SYLLABLES = "ba ko ri tan mel os ver du lin sa pro nex tal or im fen gra tu vol ner ast quo".split()
ACROSS = ["across", "across_rules"], ["across_below"]  # sums side by side, captions over or, held out, under them


def esc(s):
    return markup.escape(str(s))


class Beside:
    """content: the page's Content. share: on how many pages there is any of it; each kind of it then is drawn by lot."""

    def __init__(self, content, seed, share):
        self.c, self.v = content, Vocabulary(seed + 5000011, content.held)
        self.r = self.v.r
        self.on = self.r.random() < share
        self.lang = "th" if content.lang == "bi" and content.text == "th" else "en" if content.lang == "bi" else content.lang
        self.often = self.r.choice([0.1, 0.25, 0.5])
        if not self.on:
            return
        if self.r.random() < 0.06:
            content.number = "#" + content.number
        if content.ship_to and self.r.random() < 0.5:
            content.ship_to = (content.buyer["name"], content.ship_to[1])
        if content.remit_to and self.r.random() < 0.5:
            content.remit_to = (content.seller["name"], content.remit_to[1])

    def lot(self, times=1):
        return self.on and self.r.random() < self.often * times

    def word(self, table):
        """One of a table's words, from the held-out part too where pages are for measuring."""
        first, second = table.get(self.lang, table["en"])
        return self.r.choice(second if self.c.held and second and self.r.random() < 0.5 else first)

    def name(self):
        """A caption that no table knows."""
        w = "".join(self.r.sample(SYLLABLES, self.r.choice([2, 3])))
        return self.r.choice([w, w.title(), w.upper()]) + self.r.choice(["", "", " No.", " ID", " code", "-Nr."])

    def sentence(self):
        text = self.v.faker(LOCALES[self.lang]).sentence(nb_words=self.r.choice([4, 8, 14]))
        if self.r.random() < 0.3:  # with what could be a field
            k = self.r.randrange(3, len(text))
            text = text[:k] + " " + self.r.choice([self.c.money(self.c.grand), self.c.days[0], self.c.number, self.c.seller["name"], self.c.due or self.c.date, self.v.firm(self.c.text)]) + " " + text[k:].lstrip()
        return text

    def office(self, party):
        """Lines between a firm's name and its address that belong to neither: a department, a second name, somebody's."""
        if not self.lot():
            return ""
        out, short = [], " ".join(w for w in party["name"].split()[:1])
        for _ in range(self.r.choice([1, 1, 2])):
            office = self.word(OFFICES)
            out.append(self.r.choice([office, office, f"{short} {office}" if self.c.text != "th" else office, self.word(CARE) + self.v.person(self.c.text), self.word(CARE) + office]))
        return "".join(f"<div>{esc(x)}</div>" for x in out)

    def sender_line(self):
        """The sender in small print over the receiver's address, for windows of envelopes."""
        if not self.lot(0.5):
            return ""
        gap = self.r.choice([" · ", " - ", ", ", " | ", " * "])
        return f'<div style="font-size:.65em;{self.r.choice(["text-decoration:underline", "border-bottom:1px solid #777", ""])}">{esc(gap.join([self.c.seller["name"]] + self.c.seller["address"]))}</div>'

    def particulars(self):
        """Further lines of a party: numbers of registers, fax, the web."""
        if not self.lot():
            return []
        v, r = self.v, self.r
        line = lambda a, b: f"{a}{r.choice([':', ' ', ': ', '.: '])} {b}"
        lines = [line(self.word(REGISTER), v.shape(r.choice(["######", "HRB #####", "## ### ###", "@@ ######"]))), line(r.choice(["Fax", "Fax:", "F"]), v.phone("th" if self.c.text != "world" else "world")),
                 r.choice(["www.", "https://www."]) + "".join(r.sample(SYLLABLES, 3)) + r.choice([".example", ".com", ".de", ".co.th"]), line(r.choice(["E-Mail", "Email", "mail"]), "".join(r.sample(SYLLABLES, 2)) + "@example.com"), line(self.name(), v.shape(r.choice(["####", "##-####", "@@###"]))), v.person(self.c.text)]
        return [esc(x) for x in r.sample(lines, r.choice([1, 2, 2, 3]))]

    def meta(self):
        """Further pairs: dates and numbers that are no field, under captions known and unknown."""
        out = []
        while self.lot() and len(out) < 4:
            r, v = self.r, self.v
            out.append(r.choice([(self.word(PERIOD), r.choice(self.c.days)), (self.word(PERIOD), " - ".join(r.sample(self.c.days, 2))), (self.name(), v.shape(r.choice(["####", "######", "@@-####", "##########"]))),
                                 (self.name(), v.person(self.c.text)), (self.name(), r.choice(self.c.days)), (self.name(), self.c.money(v.satang())), (self.name(), self.word(OFFICES))]))
        return [(a, esc(b)) for a, b in out]

    def letter(self):
        """A few sentences, as over a table of goods or at a page's foot."""
        if not self.lot():
            return ""
        style = self.r.choice(["", "font-size:.85em", "font-style:italic", "color:#555;font-size:.8em", "border:1px solid #aaa;padding:4px"])
        parts = [self.sentence() for _ in range(self.r.choice([1, 2, 3, 5]))]
        return f'<div style="margin:8px 0;{style}">{self.r.choice([" ", "<br>"]).join(esc(p) for p in parts)}</div>'

    def rates(self):
        """What the sums are made of, rate by rate, in a table of its own; half of the time beside the sum over all."""
        if not self.lot() or self.c.plain_receipt:
            return ""
        c, r, m = self.c, self.r, self.c.money.plain
        heads = RATES.get(self.lang, RATES["en"])[1 if c.held and r.random() < 0.5 else 0]
        part = c.sub * r.choice([0, 1, 2]) // 4
        shares = [(c.rate, c.sub - part, c.vat)] + ([(0, part, 0)] if part else [])
        rows = [[f"{n}{r.choice(['%', ' %', '.00%'])}", m(a), m(b), m(a + b)] for n, a, b in shares]
        if r.random() < 0.4:
            rows.append(["", m(c.sub), m(c.vat), m(c.sub + c.vat)])
        keep = [0, 1, 2] + ([3] if r.random() < 0.6 else [])
        if r.random() < 0.3:
            keep = keep[1:] + keep[:1]
        line = r.choice(["", "border:1px solid #888;", "border-bottom:1px solid #bbb;"])
        table = "".join("<tr>" + "".join(f'<td style="{line}padding:2px 8px;text-align:{"left" if i == 0 else "right"}">{esc(row[i])}</td>' for i in keep) + "</tr>" for row in [list(heads)] + rows)
        return f'<table style="border-collapse:collapse;font-size:{r.choice([".85em", "1em"])};margin:6px 0">{table}</table>'

    def tax_rows(self, pairs):
        """The rows of sums with VAT printed rate by rate ahead of its sum, and rows of nothing."""
        c, r, out = self.c, self.r, []
        split = self.lot(0.7) and c.vat > 2000
        for a, b in pairs:
            if 'data-f="vat"' in b and split:
                one, rate = c.vat * r.randrange(1, 9) // 10, r.choice([3, 5, 6, 10, 12, 15])
                out += [(a, esc(c.money(c.vat - one))), (r.sample([a, self.word(RATES)], 1)[0].replace(str(c.rate), str(rate)), esc(c.money(one)))]
                a = self.word(ALL_TAX)
            if self.lot(0.25):
                out.append((self.word(NOTHING), esc(c.money(0))))
            out.append((a, b))
        return out

    def bank(self):
        if not self.lot():
            return ""
        r, v, c = self.r, self.v, self.c
        a, b, d = (BANK.get(self.lang, BANK["en"]))[1 if c.held and r.random() < 0.5 else 0]
        rows = [(a, c.seller["name"]), (b, v.firm(c.text).split(",")[0] + r.choice(["", " Bank"])), (d, v.shape(r.choice(["@@## #### #### #### ####", "###-#-#####-#", "########"]))), ("BIC", v.shape("@@@@@@##"))][r.randrange(2):]
        join = r.choice(["</div><div>", "</div><div>", " &nbsp; ", ", "])
        return f'<div style="margin-top:8px;font-size:{r.choice([".8em", ".9em", "1em"])}"><div>{join.join(esc(x) + r.choice([": ", " "]) + esc(y) for x, y in rows)}</div></div>'

    def columns(self):
        """A foot of several columns: the firm once more, how to reach it, its bank."""
        if not self.lot(0.6):
            return ""
        s = self.c.seller
        blocks = [[s["name"]] + s["address"], [markup.unescape(x) for x in self.particulars()] or [s["phone"]], [self.word(REGISTER) + " " + self.v.digits(6), self.v.person(self.c.text)]]
        cells = "".join(f'<div style="flex:1">{"<br>".join(esc(x) for x in b)}</div>' for b in self.r.sample(blocks, self.r.choice([2, 3])))
        return f'<div style="display:flex;gap:20px;border-top:1px solid #999;margin-top:24px;padding-top:4px;font-size:{self.r.choice([".7em", ".8em"])};color:{self.r.choice(["#000", "#666"])}">{cells}{self.bank()}</div>'

    def across(self, rows, style):
        """Sums side by side: a column each, its caption as the column's head or, held out, at its foot."""
        head = "".join(f'<td style="{style[0]};padding:3px 8px;font-size:.9em;text-align:{self.r.choice(["left", "right", "center"])}">{esc(a)}</td>' for a, _ in rows)
        body = "".join(f'<td style="{style[1]};padding:3px 8px;text-align:{self.r.choice(["left", "right", "right"])}">{b}</td>' for _, b in rows)
        first, second = (body, head) if style[2] else (head, body)
        return f'<table style="border-collapse:collapse;width:{self.r.choice(["100%", "70%", "auto"])};margin-left:{self.r.choice(["0", "auto"])}"><tr>{first}</tr><tr>{second}</tr></table>'

    def sums_across(self, rows):
        """The rows of sums side by side, or "" where they stay under each other."""
        if not self.lot(0.7) or len(rows) > 6:
            return ""
        kind = self.r.choice(ACROSS[1] if self.c.held and self.r.random() < 0.3 else ACROSS[0])
        line = "border:1px solid #777" if kind == "across_rules" or self.r.random() < 0.3 else ""
        return self.across(rows, (line + self.r.choice(["", ";background:#e9e9e9", ";font-weight:700"]), line + self.r.choice(["", ";font-weight:700"]), kind == "across_below"))

    def abreast(self):
        """Whether the parties stand abreast of each other, the sender's with a caption."""
        return self.lot(0.6) and self.c.kind != "receipt"

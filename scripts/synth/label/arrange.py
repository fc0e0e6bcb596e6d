"""One random parcel label as HTML for scripts/synth/page: order, columns, frames, bars, tabs, captions, faces and what else is
printed are drawn, none is chosen from a list of labels. A family is an arrangement, a set of captions and a set of faces;
held=True draws from those (and from the names, words and places) that nothing is trained or tuned on.
"""
import html, os, random, sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "page"))
import faces, vocabulary

# Where a party's caption stands. Held out: some places that are met in training only in other forms.
STYLES = ["bar", "bar", "chip", "inline", "above", "above", "cell", "tabL", "tabR", "tabW", "left", "none", "own", "light", "keyed"]
HELD_STYLES = STYLES + ["barR", "circle", "split"]
TO = {"th": ["ผู้รับ", "ผู้รับ (TO)", "ผู้รับ:", "ผู้รับ (To):", "ถึง :", "กรุณาส่ง", "ส่งถึง", "ผู้รับสินค้า", "นำส่ง", "จัดส่งที่", "ผู้รับพัสดุ", "เรียน", "ผู้รับ / To", "ผู้รับ Receiver", "ปลายทาง", "TO ผู้รับ"],
      "en": ["TO", "To:", "SHIP TO", "Ship To:", "Deliver To", "DELIVER TO:", "Recipient", "RECIPIENT:", "Receiver", "Consignee", "Consignee:", "Send to", "Addressee", "Delivery to", "SHIP TO ADDRESS", "Delivery Address", "Customer:"],
      "world": ["Empfänger", "An:", "Destinataire", "Destinataire :", "Destinatario", "Para:", "Ontvanger", "Mottagare", "Till:", "Odbiorca", "Příjemce", "Címzett", "Alıcı", "Modtager", "Mottaker", "Aan:", "Empfänger / Consignee", "To / Destinataire", "MOTTAKER", "Kepada:", "Penerima", "Destinatário"]}
FROM = {"th": ["ผู้ส่ง", "ผู้ส่ง (FROM)", "ผู้ส่ง:", "ผู้ส่ง (From):", "จาก :", "ส่งจาก", "ผู้จัดส่ง", "ต้นทาง", "ผู้ส่งสินค้า", "ผู้ฝากส่ง", "ผู้ส่ง / From", "ผู้ส่ง Sender", "ร้านค้า", "FROM ผู้ส่ง", "ผู้ส่งพัสดุ"],
        "en": ["FROM", "From:", "SHIP FROM", "Sender", "SENDER:", "Shipper", "Shipper:", "Sent by", "Return Address", "SHIPPED FROM", "Consignor", "Seller:", "From (Shipper)", "If undelivered, return to:", "Sender Address"],
        "world": ["Absender", "Von:", "Expéditeur", "Remitente", "De:", "Mittente", "Afzender", "Avsändare", "Från:", "Nadawca", "Odesílatel", "Feladó", "Gönderici", "Afsender", "Avsender", "Van:", "Absender / Shipper", "From / Expéditeur", "AVSENDER", "Dari:", "Pengirim", "Remetente"]}
NAME = {"th": ["ชื่อ:", "ชื่อ :", "ชื่อ", "ชื่อ-สกุล:", "Name:"], "en": ["Name:", "Name", "Full name:", "Contact name:", "Attn:"], "world": ["Name:", "Nom:", "Nombre:", "Naam:", "Namn:", "Firma:"]}
ADDRESS = {"th": ["ที่อยู่:", "ที่อยู่ :", "ที่อยู่", "Address:"], "en": ["Address:", "Address", "Addr.:", "Street:"], "world": ["Adresse:", "Address:", "Dirección:", "Adres:", "Anschrift:", "Indirizzo:"]}
PHONE = {"th": ["โทร:", "โทร.", "โทร ", "เบอร์โทร:", "Tel:", "โทรศัพท์ ", "เบอร์ติดต่อ:"], "en": ["Tel:", "Tel.", "Phone:", "Phone: ", "Mobile:", "T:", "Contact:", "Ph."], "world": ["Tel.:", "Tél:", "Telefon:", "Tlf.", "Phone:", "Mobil:"]}
CARRIERS = ["ด่วนจริง ขนส่ง", "BlueLine Parcel", "ส่งทันใจ EXPRESS", "Quick Crate", "NORDPAK", "พัสดุไว", "RedKite Logistics", "GreenVan", "PAKET EINS", "Swift&Sons", "ขนส่งสี่ภาค", "Kuriren"]
EXTRA = {"th": ["COD {m} บาท", "เก็บเงินปลายทาง ฿{m}", "น้ำหนัก {w} kg", "Order ID: {o}", "เลขที่คำสั่งซื้อ {o}", "วันที่ {d}", "หมายเหตุ: ระวังแตก", "จำนวน: {n}", "รายการสินค้า: เสื้อยืดคอกลม x{n}", "ขนาด 20x15x10", "ห้ามโยน", "ไม่ต้องเก็บเงินปลายทาง", "พัสดุ {n}/{n}", "ชำระเงินแล้ว", "ส่งคืนหากไม่มีผู้รับ", "สาขา {s}"],
         "en": ["COD: {m} THB", "Weight: {w} kg", "Order No: {o}", "Ref: {o}", "Date: {d}", "Handle with care", "Note: leave at reception", "Qty: {n}", "Contents: T-shirt x{n}", "Dim: 20x15x10 cm", "Piece {n} of {n}", "Service: EXPRESS", "Customer ref. {o}", "Prepaid", "Route {s}", "Account {o}", "FRAGILE", "Signature required"],
         "world": ["Gewicht: {w} kg", "Weight {w} kg", "Bestellnummer {o}", "Ref.: {o}", "Datum {d}", "Paket {n} von {n}", "Poids {w} kg", "Service: Standard", "Ordernr {o}", "Nachnahme {m} EUR", "Inhalt: Bücher", "Hinweis: Nicht stapeln", "Depot {s}", "Contenu: vêtements", "Peso {w} kg", "Kundennummer {o}", "Kolli {n}/{n}"]}
ADVERTS = {"th": ["ขอบคุณที่อุดหนุนค่ะ", "รีวิว 5 ดาวรับส่วนลด 10%", "แอดไลน์ @shop รับโปรโมชั่น", "ติดตามพัสดุได้ที่ www.example.co.th", "สายด่วน {p}", "ศูนย์บริการลูกค้า โทร {p}"], "en": ["Thank you for your order!", "Follow us @example", "Track your parcel at www.example.com", "Call Center {p}", "Scan for a discount", "Terms and conditions apply"],
           "world": ["Vielen Dank für Ihren Einkauf!", "www.example.eu", "Merci de votre confiance", "Hotline {p}", "CO2 neutral delivery", "Tack för din beställning"]}
THIRD = {"th": ["ที่อยู่ส่งคืน", "จุดรับสินค้า", "สาขารับสินค้า"], "en": ["Return to:", "Collection point", "Pickup point:", "Service Point", "Bill to"], "world": ["Rücksendung an:", "Retoure an:", "Point relais", "Utlämningsställe", "Paketshop", "Returadresse"]}
# Labels made for trials and shops' samples say whom they are for in words of this kind.
TRIAL = "Test Sample Demo Example Mock Trial Specimen Dummy Muster Prueba Essai Proef Provning".split()
WHO = {"reciever": "Receiver Recipient Customer Person User Name Consignee Client Buyer Addressee Empfänger Kunde".split(), "sender": "Sender Merchant Shipper Shop Store Company Seller Warehouse Supplier Absender".split(), "third": "Store Shop Point Office".split()}
ROOMS = ["Sales Department", "Shipping Department {c}", "Goods In", "Receiving Dock {n}", "Warehouse {n}", "Accounts Payable", "Purchasing Dept.", "Floor {n}", "Gate {n}", "Office {n}", "Abteilung Einkauf", "Einkauf {c}", "Service après-vente", "Service achats", "Reception", "Building {n}", "Wareneingang", "Tor {n}", "DEPT {n}", "Mailroom"]
LANDS = ["(US)", "(USA)", "[DE]", "(FR)", "GB", "US", "(TH)", "(SE)", "TH", "DE"]
# Share of the parties that are people: shops and firms send, mostly to people. Without captions that is most of what tells them apart.
PERSONS = {"reciever": 0.7, "sender": 0.3, "third": 0.5}
TRIALS = ["**TEST LABEL - DO NOT SHIP**", "*** SAMPLE ***", "- NOT FOR SHIPPING -", "TEST LABEL ONLY", "(DEMO DATA)", "*** MUSTER ***"]
SERVICES = ["PRIORITY MAIL", "GROUND", "EXPRESS WORLDWIDE", "STANDARD", "UPS GROUND", "ECONOMY SELECT", "NEXT DAY AIR", "HOME DELIVERY", "SIGNATURE REQUIRED", "PAGE 1 OF 1", "1 OF 1", "SAVER", "PARCEL SELECT", "INTERNATIONAL", "POSTAGE PAID", "eVS", "BUSINESS PARCEL", "Tracked 24", "P.P.", "NON MACHINABLE", "DDP", "PAKET", "COLISSIMO",
            "DO NOT BEND", "BILLING: P/P", "TRACKING #", "WAYBILL", "Shipping Label", "CARTON {n} OF {n}", "PKG {n}/{n}", "LTR", "{w} KG", "{w} LBS", "DWT: {n},{n},{n}", "{d}", "{d} 14:02", "V {n}.{n}.0", "({n}L) {o}", "{o}", "ID {o}", "+{o}+", "www.example.com"]
ROMAN = dict(zip("กขคฆงจฉชซญดตถทธนบปผฝพฟภมยรลวศษสหอฮ", ["k", "kh", "kh", "kh", "ng", "ch", "ch", "ch", "s", "y", "d", "t", "th", "th", "th", "n", "b", "p", "ph", "f", "ph", "f", "ph", "m", "y", "r", "l", "w", "s", "s", "s", "h", "o", "h"]))


def esc(s):
    return html.escape(s, quote=True)


def half(words, held):
    """Every second caption is held out, but a language must keep some."""
    return words[1::2] if held else words[0::2]


class Label:
    persons = PERSONS

    def __init__(self, seed, held=False):
        self.r = r = random.Random(seed)
        self.v = vocabulary.Vocabulary(seed, held)
        self.held = held
        self.lang = r.choice(["th", "th", "th", "en", "en", "world"])
        self.caps = self.lang if r.random() < 0.8 else r.choice(["th", "en"])
        self.base = r.uniform(11, 17)
        self.style = r.choice(HELD_STYLES if held else STYLES)
        if self.lang != "th" and r.random() < 0.2:
            self.style = "none"
        self.trial = r.random() < 0.16
        self.services = self.lang != "th" and r.random() < 0.5
        self.also = self.style if r.random() < 0.75 else r.choice(STYLES)
        self.own = self.style in ("own", "keyed") or r.random() < 0.3
        self.colon = r.choice(["", "", ":", " :"])

    def latin(self):
        """A Thai place in Latin letters, as English labels of Thailand print it."""
        r = self.r

        def word(t):
            s = "".join(ROMAN.get(c, r.choice("aeiou") if c in "ะาิีึืุูเแโใไัำ" else "") for c in t)
            out, last = "", True
            for c in s:
                vowel = c in "aeiou"
                if not vowel and not last and r.random() < 0.6:
                    out += r.choice("aaoeiu")
                out, last = out + c, vowel
            return out.capitalize()[:r.randrange(6, 14)]
        s, d, p, code = r.choice(self.v._places)
        first = r.choice([f"{r.randrange(1, 999)}/{r.randrange(1, 99)}", f"{r.randrange(1, 999)}", f"No. {r.randrange(1, 500)}"])
        parts = [first + r.choice(["", f" Moo {r.randrange(1, 15)}", f" Soi {word(d)} {r.randrange(1, 40)}", f" {word(s)} Road", f" {word(p)} Village", f" {word(d)} Tower Fl. {r.randrange(2, 30)}"]) + r.choice([",", ",", ""])]
        pre = r.choice([("", "", ""), ("", "", ""), ("Tambon ", "Amphoe ", ""), ("T. ", "A. ", "")])
        return parts + [pre[0] + word(s) + ",", pre[1] + word(d) + ",", pre[2] + word(p), code]

    def party(self, tag="reciever"):
        r, v = self.r, self.v
        lang = self.lang if r.random() < 0.9 else "en"
        person = r.random() < self.persons[tag]
        name = v.person(lang) if person else v.firm(lang)
        if lang == "en" and r.random() < 0.6:
            parts = self.latin()
        else:
            parts = v.address(lang)
        if self.trial and lang != "th":
            t = r.choice(half(TRIAL, self.held))
            name = r.choice([f"{t} {r.choice(half(WHO[tag], self.held))}", f"{t} {r.choice(half(WHO[tag], self.held))}", f"{v.person(lang).split()[-1]} {t}er", f"{t} {v.firm(lang)}", "A. " + r.choice(WHO[tag]), r.choice(["John Doe", "Jane Doe", "Max Mustermann", "Erika Muster", "Joe Bloggs", "Kari Nordmann", "Jan Novák"])])
            if r.random() < 0.6:
                parts = [r.choice([f"{t} {r.choice(['Street', 'Road', 'Lane', 'Avenue'])} {r.randrange(1, 99)}", f"{r.randrange(1, 999)} {t} {r.choice(['St', 'Rd', 'Street'])}", f"{t}{r.choice(['strasse', 'straat', 'gatan', 'vej'])} {r.randrange(1, 99)}"])] + parts[1:]
        lines, cur, most = [], "", r.choice([22, 30, 38, 50, 80])
        for p in parts:
            if cur and len(cur) + len(p) > most:
                lines.append(cur)
                cur = p
            else:
                cur = f"{cur} {p}" if cur else p
        lines.append(cur)
        if lang == "world" or lang == "en" and r.random() < 0.5 and len(parts) < 4:
            lines = parts if r.random() < 0.8 else [", ".join(parts)]
        phone = v.phone(lang) if r.random() < 0.75 else ""
        if phone and r.random() < 0.25 and lang != "world":
            d = "0" + r.choice("689") + v.digits(8)
            phone = r.choice([d[:3] + "****" + d[-3:], "(+66)" + d[1:3] + "******" + d[-2:], d[:2] + "******" + d[-2:], "+66" + d[1:3] + "*****" + d[-2:]])
        if r.random() < (0.06 if lang == "th" else 0.3):
            name = name.upper()
            lines = [x.upper() for x in lines]
        if lang != "th" and r.random() < (0.12 if person else 0.35):
            lines = self.beneath(lang, person) + lines
        if lang != "th" and r.random() < 0.06:
            lines[-1] += " " + r.choice(half(LANDS, self.held))
        if self.trial and r.random() < 0.06:
            lines = lines[:-1] + [r.choice(half(TRIALS, self.held))] + lines[-1:] if len(lines) > 1 else lines
        return name, lines, phone

    def beneath(self, lang, person):
        """What stands between a name and its street and belongs to the address: whom to ask for, a department, a house's firm. A
        person without "c/o" stands under a firm only: under another person nobody could tell whose name is whose."""
        r, v = self.r, self.v
        room = self.room()
        if person:
            return [r.choice([v.firm(lang), "c/o " + v.person(lang), "c/o " + v.firm(lang), room])]
        who = r.choice([v.person(lang), v.person(lang), "c/o " + v.person(lang), "Attn " + v.person(lang), v.firm(lang)])
        return r.choice([[who], [who], [room], [room, who], [who, room]])

    def room(self):
        return self.r.choice(half(ROOMS, self.held)).format(n=self.r.randrange(1, 20), c=self.v.shape("@##-##"))

    def caption(self, role):
        """What announces a party."""
        words = {"receiver": TO, "sender": FROM, "third": THIRD}[role][self.caps]
        return self.r.choice(half(words, self.held) or words)

    def key(self, what):
        """What announces a name, an address or a phone."""
        return self.r.choice(half(what[self.caps], self.held))

    def field(self, role, what, text):
        return f'<span data-f="{role}_{what}">{esc(text)}</span>'

    def body(self, role, who, keyed):
        """The lines of a party with or without captions of their own, in some order."""
        r = self.r
        name, address, phone = who
        tag = {"receiver": "reciever", "sender": "sender", "third": "third"}[role]
        cap = lambda words: f'<span style="{self.small()}">{esc(self.key(words))}</span> ' if keyed else ""
        big = self.base * (r.uniform(0.85, 1.6) if role == "receiver" else r.uniform(0.75, 1.1))
        bold = r.choice(["font-weight:700;", "", ""])
        n = f'<div style="{bold}font-size:{big * r.uniform(1, 1.25):.1f}px">{cap(NAME)}{self.field(tag, "name", name)}</div>'
        apart = keyed and r.random() < 0.15  # the caption over its value
        lead = f"<div>{cap(ADDRESS)}</div>" if apart else cap(ADDRESS)
        sep = "<br>" if r.random() < 0.8 else " "
        if keyed and len(address) > 1 and self.lang != "th" and r.random() < 0.3:
            town = esc(r.choice(["City:", "Town:", "City", "PLZ Ort:", "Ville:"])) + " "
            a = f'<div style="font-size:{big:.1f}px">{lead}' + f'<span data-f="{tag}_address" data-i="0">' + "<br>".join(map(esc, address[:-1])) + f'</span><br>{town}<span data-f="{tag}_address" data-i="0">{esc(address[-1])}</span></div>'
        else:
            a = f'<div style="font-size:{big:.1f}px">{lead}<span data-f="{tag}_address">{sep.join(map(esc, address))}</span></div>'
        if not address:  # it stands elsewhere: points.py
            a = ""
        number = f'<span style="white-space:nowrap">{self.field(tag, "phone_number", phone)}</span>'
        p = f'<div style="font-size:{big:.1f}px">{cap(PHONE) if keyed or r.random() < 0.5 else ""}{number}</div>' if phone else ""
        if phone and not keyed and r.random() < 0.3:
            p = f'<div style="font-size:{big:.1f}px">{esc(self.key(PHONE))} {number}</div>'
        where = r.random()
        if phone and where < 0.25:  # beside the name
            n = f'<div style="display:flex;justify-content:{r.choice(["space-between", "flex-start;gap:1.5em"])};align-items:baseline">{n}{p}</div>'
            return n + a
        if phone and where < 0.3:
            return n.replace("</div>", "") + " " + number + "</div>" + a
        order = [n, a, p] if where < 0.7 else [n, p, a] if where < 0.95 else [p, n, a]
        return "".join(order)

    def small(self):
        return f"font-size:{self.base * self.r.uniform(0.55, 1):.1f}px"

    def block(self, role, who, style):
        r = self.r
        cap = esc(self.caption(role))
        keyed = self.own if role != "third" else r.random() < 0.3
        rest = self.body(role, who, keyed)
        size = f"font-size:{self.base * r.uniform(0.6, 1.1):.1f}px"
        pad = f"padding:{r.randrange(2, 9)}px {r.randrange(3, 12)}px"
        weight = r.choice(["font-weight:700", "font-weight:400"])
        dark = "background:#000;color:#fff" if r.random() < 0.8 else f"background:{r.choice(['#c00', '#036', '#333', '#e60', '#060'])};color:#fff"
        tint = f"background:{r.choice(['#ddd', '#eee', '#fe8', '#cdf'])}"
        upright = r.choice(["writing-mode:vertical-rl", "writing-mode:vertical-rl;transform:rotate(180deg)"])
        tab = f"{upright};{size};{weight};text-align:center;padding:4px 3px"
        bar = f'<div style="{size};{weight};padding:2px 8px;'
        inner = f'<div style="{pad};flex:1">{rest}</div>'
        if style == "bar":
            return f'{bar}{dark}">{cap}</div>{inner}'
        if style == "barR":
            return f'{bar}{dark};text-align:{r.choice(["right", "center"])}">{cap}</div>{inner}'
        if style == "light":
            return f'{bar}{tint}">{cap}</div>{inner}'
        if style in ("chip", "circle"):
            round_ = "border-radius:9px;" if style == "circle" else ""
            return f'<div style="{pad}"><span style="{size};{weight};{dark};{round_}padding:1px 6px">{cap}</span>{rest}</div>'
        if style == "inline":
            return f'<div style="{pad}">' + rest.replace(">", f'><span style="{size};{weight}">{cap}{self.colon}</span> ', 1) + "</div>"
        if style in ("above", "own") and who[2] and self.lang != "th" and r.random() < 0.12:  # the phone behind the caption
            number = self.field({"receiver": "reciever", "sender": "sender", "third": "third"}[role], "phone_number", who[2])
            return f'<div style="{pad}"><div style="{size};{weight}">{cap}{self.colon} {number}</div>{self.body(role, (who[0], who[1], ""), keyed)}</div>'
        if style in ("above", "own"):
            return f'<div style="{pad}"><div style="{size};{weight}">{cap}{self.colon}</div>{rest}</div>'
        if style == "cell":
            return f'<div style="display:flex"><div style="{size};{weight};padding:4px;border-right:1px solid #000;width:{r.randrange(50, 90)}px">{cap}</div>{inner}</div>'
        if style == "left":
            return f'<div style="display:flex"><div style="{size};{weight};padding:4px;width:{r.randrange(60, 120)}px">{cap}{self.colon}</div>{inner}</div>'
        if style in ("tabL", "tabR", "tabW"):
            look = dark if style != "tabW" or r.random() < 0.2 else r.choice(["border-right:1px solid #000", "border-left:1px solid #000", tint])
            t = f'<div style="{tab};{look}">{cap}</div>'
            return f'<div style="display:flex">{t}{inner}</div>' if style == "tabL" or style == "tabW" and r.random() < 0.5 else f'<div style="display:flex">{inner}{t}</div>'
        if style == "split":  # the caption at the right edge
            return f'<div style="{pad}"><div style="float:right;{size};{weight}">{cap}</div>{rest}</div>'
        if style == "keyed":
            own = {"receiver": {"th": "ชื่อผู้รับ:", "en": "Recipient:", "world": "Empfänger:"}, "sender": {"th": "ชื่อผู้ส่ง:", "en": "Sender:", "world": "Absender:"}}.get(role, {}).get(self.caps, cap)
            for w in NAME[self.caps]:
                rest = rest.replace(">" + esc(w) + "<", ">" + own + "<", 1)
            return f'<div style="{pad}">{rest}</div>'
        return f'<div style="{pad}">{rest}</div>'

    def extra(self, n):
        r, out = self.r, []
        for _ in range(n):
            t = r.choice(EXTRA[self.caps])
            out.append(t.format(m=f"{r.randrange(90, 4000)}.00", w=f"{r.uniform(0.1, 20):.1f}", o=self.v.shape(r.choice(["##########", "@@-#####", "##############", "#####"])), d=self.v.date_style(self.lang)(self.v.day()), n=r.randrange(1, 5), s=self.v.shape(r.choice(["@##", "@@@", "#-@", "##@@"]))))
        return "".join(f'<div style="{self.small()}">{esc(t)}</div>' for t in out)

    def code(self):
        """A bar code's stripes (they carry nothing) with its number."""
        r, x, bars = self.r, 0, ""
        n, h = r.randrange(40, 90), r.randrange(36, 80)
        for _ in range(n):
            w, g = r.choice([1, 1, 2, 3]), r.choice([1, 1, 2, 3])
            bars += f'<rect x="{x}" width="{w}" height="{h}"/>'
            x += w + g
        number = self.v.shape(r.choice(["TH############", "@@#########TH", "################", "@@@##########@", "#### #### #### ####"]))
        return f'<div style="text-align:{r.choice(["center", "center", "left"])};padding:4px 8px"><svg width="{x}" height="{h}">{bars}</svg><div style="font-size:{self.base * r.uniform(0.7, 1.1):.1f}px">{number}</div></div>'

    def square(self):
        r = self.r
        cells = "".join(f'<rect x="{3 * i}" y="{3 * j}" width="3" height="3"/>' for i in range(21) for j in range(21) if r.random() < 0.5 or i < 7 and j < 7 and (i in (0, 6) or j in (0, 6)))
        return f'<div style="padding:6px"><svg width="63" height="63">{cells}</svg></div>'

    def head(self):
        r = self.r
        a = f'<div style="font-size:{self.base * r.uniform(1, 1.8):.1f}px;font-weight:700;padding:3px 8px">{esc(r.choice(CARRIERS))}</div>'
        b = f'<div style="font-size:{self.base * r.uniform(1, 2.6):.1f}px;padding:3px 8px">{self.v.shape(r.choice(["@##", "@@@", "#-@", "##@@", "@-@@@-@#", "@##-@"]))}</div>'
        return f'<div style="display:flex;justify-content:space-between">{a}{b if r.random() < 0.8 else ""}</div>'

    def html(self):
        """The label as one <div class="page">."""
        r = self.r
        to, by = self.party(), self.party("sender")
        frame = r.choice(["1px solid #000", "2px solid #000", "1px dashed #000", "1px solid #888", "0", "0"])
        parts = []
        a, b = self.block("receiver", to, self.style), self.block("sender", by, self.also)
        missing = r.random()
        if missing < 0.12:
            b = ""
        elif missing < 0.2:  # the sender printed across, at the side
            b = f'<div style="writing-mode:vertical-rl;{r.choice(["", "transform:rotate(180deg);"])}font-size:{self.base * 0.7:.1f}px;max-height:300px">{self.block("sender", by, r.choice(["none", "above", "inline"]))}</div>'
            a, b = f'<div style="display:flex;justify-content:space-between"><div>{a}</div>{b}</div>', ""
        wrap = lambda s, more="": f'<div style="border-bottom:{frame if r.random() < 0.8 else 0};{more}">{s}</div>' if s else ""
        if b and r.random() < 0.3:  # side by side
            order = [a, b] if r.random() < 0.5 else [b, a]
            w = r.uniform(0.42, 0.58)
            order = [f'<div style="zoom:{r.uniform(0.7, 0.9):.2f}">{x}</div>' for x in order]
            parts.append(f'<div style="display:flex;border-bottom:{frame}"><div style="width:{w * 100:.0f}%;border-right:{frame}">{order[0]}</div><div style="width:{100 - w * 100:.0f}%">{order[1]}</div></div>')
        elif not b or r.random() < (0.12 if self.style == self.also == "none" else 0.5):  # without captions the sender comes first
            parts += [wrap(a), wrap(b)]
        else:
            parts += [wrap(b), wrap(a)]
        if r.random() < 0.15:
            parts.insert(r.randrange(len(parts) + 1), wrap(self.block("third", self.party("third"), r.choice(["above", "inline", "bar", "light", "cell"]))))
        info = self.extra(r.randrange(0, 6))
        if r.random() < 0.3:
            info = f'<div style="display:flex">{self.square()}<div>{info}</div></div>' if r.random() < 0.5 else f'<div style="display:flex;justify-content:space-between"><div>{info}</div>{self.square()}</div>'
        if info:
            parts.insert(r.randrange(len(parts) + 1), wrap(f'<div style="padding:4px 8px">{info}</div>'))
        for _ in range(r.randrange(1, 6) if self.services else 0):
            t = r.choice(SERVICES).format(m="", w=f"{r.uniform(0.1, 40):.1f}", o=self.v.shape(r.choice(["##########", "@@ #### ####", "#### #### #### ####", "###-#######", "#####-####", "########"])), d=self.v.date_style(self.lang)(self.v.day()), n=r.randrange(1, 9))
            parts.insert(r.randrange(len(parts) + 1), f'<div style="font-size:{self.base * r.uniform(0.6, 2.4):.1f}px;font-weight:{r.choice([400, 700])};padding:1px 8px;text-align:{r.choice(["left", "left", "center", "right"])}">{esc(t)}</div>')
        for _ in range(r.choice([0, 1, 1, 1, 2])):
            parts.insert(r.randrange(len(parts) + 1), wrap(self.code()))
        if r.random() < 0.75:
            parts.insert(0, wrap(self.head()))
        for _ in range(r.choice([0, 0, 1])):
            s = esc(r.choice(ADVERTS[self.caps]).format(p=self.v.phone()))
            parts.insert(r.randrange(len(parts) + 1), f'<div style="{self.small()};padding:2px 8px;text-align:{r.choice(["left", "center"])}">{s}</div>')
        stamp = ""
        if r.random() < 0.06:
            stamp = f'<div style="position:absolute;left:{r.randrange(20, 200)}px;top:{r.randrange(40, 300)}px;font-size:70px;color:rgba(120,120,120,.35);transform:rotate(-{r.randrange(10, 50)}deg)">{r.choice(["SPECIMEN", "MUSTER", "DEMO", "TEST"])}</div>'
        if r.random() < 0.07:  # a sheet with instructions around
            words = "".join(f'<div style="padding:1px 8px">{esc(self.v.faker(r.choice(["en_US", "de_DE", "fr_FR"])).sentence(nb_words=r.randrange(4, 14)))}</div>' for _ in range(r.randrange(2, 9)))
            parts.insert(r.choice([0, len(parts)]), f'<div style="{self.small()}">{words}</div>')
        w = r.choice([380, 400, 420, 480, 560, 620])
        lead = r.uniform(1.15, 1.7)
        return (f'<div class="page" style="width:{w}px;height:auto;background:#fff;color:#000;font-family:{esc(faces.pick(r, self.held, "th" if self.lang == "th" else "en"))};font-size:{self.base:.1f}px;line-height:{lead:.2f}">'
                f'<div style="margin:{r.randrange(3, 14)}px;border:{frame}">{"".join(parts)}</div>{stamp}</div>')

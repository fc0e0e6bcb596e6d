"""Labels as shops print them on office paper: sheet(label) is that label on a part of a page, beside instructions, a receipt, a list of
goods, a form for returns, another copy of itself, or nothing. held=True draws the kinds of pages and the captions that are held out.
"""
import re

import arrange
from arrange import esc, half

KINDS = ["instructions", "goods", "copies", "blank", "receipt", "instructions", "bill", "copies"]
HELD_KINDS = ["instructions", "goods", "copies", "receipt", "bill", "returns", "columns"]
STEPS = {"th": ["วิธีใช้งาน", "ขั้นตอนการส่ง", "ข้อควรทราบ", "คำแนะนำ", "โปรดอ่าน", "เงื่อนไข"], "en": ["Instructions", "How to ship", "Please note", "Before you post", "What to do next", "Important"], "world": ["Hinweise", "So geht es", "Instructions", "Mode d'emploi", "Instrucciones", "Anvisningar"]}
GOODS = {"th": ["รายการสินค้า", "ใบจัดสินค้า", "รายละเอียดคำสั่งซื้อ", "สินค้าในกล่อง"], "en": ["Packing slip", "Packing list", "Order summary", "Contents", "Items in this box", "Your order"], "world": ["Lieferschein", "Packliste", "Bon de livraison", "Albarán", "Pakbon", "Följesedel"]}
COLUMNS = {"th": ["ลำดับ", "รายการ", "จำนวน", "ราคา"], "en": ["SKU", "Description", "Qty", "Price"], "world": ["Art.", "Bezeichnung", "Menge", "Preis"]}
BILL = {"th": ["ออกใบเสร็จในนาม", "ที่อยู่ใบกำกับภาษี", "ผู้ชำระเงิน", "ผู้สั่งซื้อ"], "en": ["Bill to", "Billing address", "Invoice to", "Ordered by", "Payer"], "world": ["Rechnung an", "Adresse de facturation", "Facturar a", "Besteller"]}
RECEIPT = {"th": ["ใบเสร็จ", "สำเนาลูกค้า", "หลักฐานการฝากส่ง"], "en": ["Customer receipt", "Sender's copy", "Proof of posting", "Payment receipt"], "world": ["Einlieferungsbeleg", "Reçu client", "Recibo", "Kvitto"]}
RETURNS = {"th": ["เหตุผลการคืนสินค้า", "ใบส่งคืน"], "en": ["Return form", "Reason for return", "Returns slip"], "world": ["Retourenschein", "Bon de retour"]}
KEYS = {"th": ["วันที่", "เลขที่", "ยอดรวม", "ค่าจัดส่ง", "น้ำหนัก", "ชำระโดย", "บริการ", "สาขา"], "en": ["Date", "Number", "Total", "Postage", "Weight", "Paid by", "Service", "Branch", "Transaction", "Card", "Authorisation", "Order no."], "world": ["Datum", "Nummer", "Summe", "Porto", "Gewicht", "Zahlung", "Service", "Filiale", "Montant", "Poids"]}
LOCALES = {"th": ["th_TH"], "en": ["en_US", "en_GB"], "world": ["de_DE", "fr_FR", "es_ES", "sv_SE", "nl_NL", "pl_PL"]}


class Matter:
    """What else stands on the paper."""

    def __init__(self, label):
        self.label, self.r, self.v, self.held = label, label.r, label.v, label.held
        self.caps = label.caps
        self.locale = self.r.choice(LOCALES[self.caps])

    def title(self, words):
        r = self.r
        return f'<div style="font-size:{r.uniform(13, 22):.0f}px;font-weight:700;margin:6px 0">{esc(r.choice(half(words[self.caps], self.held)))}</div>'

    def sentence(self):
        return esc(self.v.faker(self.locale).sentence(nb_words=self.r.randrange(5, 18)))

    def number(self):
        return self.v.shape(self.r.choice(["##########", "@@-#####", "#### #### ####", "#####", "@@@#######"]))

    def steps(self, most):
        r, mark = self.r, self.r.choice(["{}. ", "{}) ", "• ", "", "– "])
        lines = "".join(f'<div style="margin:3px 0">{mark.format(i + 1)}{self.sentence()}</div>' for i in range(r.randrange(3, most)))
        return self.title(STEPS) + f'<div style="font-size:{r.uniform(9, 14):.1f}px">{lines}</div>'

    def keys(self, title):
        r = self.r
        row = lambda k: f'<div style="display:flex;margin:2px 0"><div style="width:{gap}px">{esc(k)}{colon}</div><div>{r.choice([self.number(), f"{r.uniform(1, 900):.2f}", self.v.date_style("en")(self.v.day()), "VISA", self.v.phone()])}</div></div>'
        gap, colon = r.randrange(90, 200), r.choice(["", ":"])
        rows = "".join(row(k) for k in r.sample(KEYS[self.caps], r.randrange(3, len(KEYS[self.caps]))))
        return self.title(title) + f'<div style="font-size:{r.uniform(9, 14):.1f}px">{rows}</div>'

    def goods(self):
        r, border = self.r, self.r.choice(["border-bottom:1px solid #999", "border:1px solid #000", ""])
        cells = lambda ws, w: "<tr>" + "".join(f'<td style="padding:2px 8px;font-weight:{w};{border}">{esc(str(x))}</td>' for x in ws) + "</tr>"
        rows = "".join(cells([self.v.shape("@@-###"), " ".join(self.v.faker(self.locale).words(r.randrange(1, 5))), r.randrange(1, 9), f"{r.uniform(1, 400):.2f}"], 400) for _ in range(r.randrange(1, 9)))
        return self.title(GOODS) + f'<table style="border-collapse:collapse;font-size:{r.uniform(10, 14):.1f}px">{cells(COLUMNS[self.caps], 700)}{rows}</table>'

    def bill(self):
        """Who pays: the same receiver or somebody else, not on the label."""
        r, v = self.r, self.v
        name = v.person(self.label.lang) if r.random() < 0.6 else v.firm(self.label.lang)
        who = "".join(f"<div>{esc(x)}</div>" for x in [name, *v.address(self.label.lang)])
        return self.title(BILL) + f'<div style="font-size:{r.uniform(10, 15):.1f}px">{who}</div>'

    def html(self, kind):
        if kind == "blank":
            return ""
        if kind == "goods":
            return self.goods() + (self.steps(5) if self.r.random() < 0.4 else "")
        if kind == "receipt":
            return self.keys(RECEIPT)
        if kind == "bill":
            return self.bill() + self.r.choice([self.goods, lambda: self.keys(RECEIPT)])()
        if kind == "returns":
            return self.goods() + self.keys(RETURNS)
        if kind == "columns":
            return f'<div style="display:flex"><div style="width:50%;padding-right:14px">{self.steps(8)}</div><div style="width:50%">{self.keys(RECEIPT)}</div></div>'
        return self.steps(12)


def again(inner, k):
    """Another copy, whose fields are values of their own."""
    return re.sub(r'data-f="([a-z_]+)"', rf'data-f="\1" data-i="copy{k}"', inner)


def sheet(label):
    """The HTML of a label's page."""
    r = label.r
    inner = label.html()
    width = int(re.search(r"width:(\d+)px", inner).group(1))
    inner = inner.replace('class="page"', "", 1).replace("style=\"", 'style="position:relative;', 1)
    kind = r.choice(HELD_KINDS if label.held else KINDS)
    m = Matter(label)
    zoom = r.uniform(0.6, 1)
    if r.random() < 0.5:  # by the edge where it is cut off
        inner = f'<div style="border:{r.choice(["1px dashed #555", "1px solid #000", "0"])}">{inner}</div>'
    part = lambda s, w: f'<div style="zoom:{zoom:.2f};width:{w}px;flex:none">{s}</div>'
    pad = r.randrange(10, 50)
    space = f"margin:{r.randrange(0, 60)}px {r.randrange(0, 40)}px"
    rule = r.choice(["", "", f'<div style="border-top:2px dashed #444;margin:{r.randrange(5, 40)}px 0"></div>', '<div style="border-top:1px solid #000;margin:12px 0"></div>'])
    if kind == "copies":
        copies = [inner if k == 0 else again(inner, k) for k in range(r.choice([2, 2, 2, 3, 4]))]
        side = r.random() < 0.6
        body = f'<div style="display:flex;flex-direction:{"row" if side else "column"};gap:{r.randrange(16, 80)}px">{"".join(part(c, width) for c in copies)}</div>'
        w = int(zoom * width * (len(copies) if side else 1)) + 80 * len(copies) + 2 * pad
    else:
        other = m.html(kind)
        w = r.choice([794, 794, 816, 700, 1123])
        beside = w - zoom * width - 3 * pad
        if beside > 240 and r.random() < 0.6:
            two = [part(inner, width), f'<div style="flex:1;{space}">{other}</div>']
            body = f'<div style="display:flex;gap:{pad}px">{"".join(two if r.random() < 0.6 else two[::-1])}</div>'
        else:
            place = f'<div style="display:flex;justify-content:{r.choice(["flex-start", "center", "flex-end"])}">{part(inner, width)}</div>'
            below = f'<div style="{space}">{other}</div>'
            body = place + rule + below if r.random() < 0.65 else below + rule + place
        if kind != "blank" and r.random() < 0.3:
            body += rule + f'<div style="{space}">{m.steps(6)}</div>'
    tail = r.randrange(0, 500) if kind == "blank" or r.random() < 0.4 else 0
    return f'<div class="page" style="width:{w}px;height:auto;background:#fff;color:#000;line-height:1.3;font-family:{r.choice(["sans-serif", "serif", "Liberation Sans", "Loma", "DejaVu Sans"])}"><div style="padding:{pad}px {pad}px {pad + tail}px">{body}</div></div>'

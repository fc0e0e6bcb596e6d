"""Random parcel labels in the manner of carriers and marketplaces: stacked bands with thick rules, a small sender strip, a receiver
that hangs behind its caption, large sort codes, much code, cash on delivery, goods, waybill grids. Like arrange.py, everything is
drawn and none is copied from a label; held=True draws from skeletons, faces and captions that nothing is trained on.
"""
import random

import arrange, faces
from arrange import PHONE, esc, half

SKELETONS = ["bands", "bands", "bands", "market", "market", "pair", "waybill", "listed", "aside"]
HELD_SKELETONS = ["bands", "market", "pair", "listed", "envelope", "envelope", "square", "square", "wide", "wide"]
LETTERHEADS = 0.1  # share of labels that begin like a letter
LOOKS = ["hang", "hang", "flush", "over", "over", "none", "frame", "bracket", "key", "block", "block"]
HELD_LOOKS = LOOKS + ["behind", "thin"]
TAGS = {"receiver": "reciever", "sender": "sender", "third": "third"}
TITLES = ["Shipping Label", "PARCEL LABEL", "Packing Label", "ใบปะหน้าพัสดุ", "Versandschein", "Frachtbrief", "Delivery note", "WAYBILL", "Consignment note", "ใบนำส่งสินค้า", "Return label", "Air Waybill"]
KEYS = ["Ref", "Ref 1:", "Ref No.", "INV:", "PO:", "P.O.", "DEPT:", "Order:", "Order ID", "Order No.", "ACT WGT:", "Weight", "DIMS:", "CAD:", "BILL", "Account", "Acct No.", "Ship date:", "Date", "Service", "Pieces", "Zone", "Route", "Depot", "Product", "Payment", "เลขที่คำสั่งซื้อ", "วันที่", "น้ำหนัก", "จำนวน",
        "Shop", "Content", "Value", "Insured", "Bag", "Wave", "Stop", "Hub", "Gate", "Batch"]
GOODS = {"th": ["เสื้อยืด", "กางเกง", "สบู่", "รองเท้า", "เคสโทรศัพท์", "หูฟัง", "ครีมกันแดด", "กระเป๋า", "ขนม", "ของเล่น", "หมอน", "แก้วน้ำ"], "en": ["T-Shirt", "Phone case", "Cable USB-C", "Soap", "Shoes", "Sun cream", "Bag", "Mug", "Pillow", "Toy car", "Notebook", "Lamp"]}
SMALL = ["Carrier's liability is limited", "This label is valid for 7 days", "Do not fold or cover the bar code", "Subject to the conditions of carriage", "Printed {d}", "v{n}.{n}.{n} {o}", "เงื่อนไขเป็นไปตามที่บริษัทกำหนด", "กรุณาถ่ายวิดีโอขณะเปิดพัสดุ", "Keine Haftung bei Falschadressierung", "Page {n} of {n}", "https://example.com/t/{o}"]


class Stack(arrange.Label):
    """One label; style names its skeleton."""

    def __init__(self, seed, held=False):
        super().__init__(seed, held)
        r = self.r
        self.skeleton = r.choice(HELD_SKELETONS if held else SKELETONS)
        if random.Random(seed * 11 + 5).random() < LETTERHEADS:  # drawn apart, so that other seeds keep their labels
            self.skeleton = "letterhead"
        self.heavy = r.choice([1, 2, 3, 4, 6])
        self.looks = HELD_LOOKS if held else LOOKS
        if self.skeleton == "market" and r.random() < 0.7:
            self.lang = self.caps = "th"
        elif r.random() < 0.35:
            self.lang, self.caps = "en", "en"
        self.style = self.skeleton

    # Small parts.

    def rule(self, html, k=None):
        k = self.heavy if k is None else k
        return f'<div style="border-bottom:{k}px solid #000">{html}</div>'

    def px(self, low, high):
        return f"font-size:{self.base * self.r.uniform(low, high):.1f}px"

    def sort(self, low=1.6, high=4.5):
        """A sort code or the like, large."""
        r = self.r
        text = self.v.shape(r.choice(["@##", "@#@ #@#", "@@-@@@-@@@", "@-@@@-@#", "@@@ ###-#", "##@", "#####", "@@ @@@@", "#", "@", "@@@", "##-#", "@@-@-###", "@#", "####-####", "@@-####"]))
        dark = r.random() < 0.25
        return f'<div style="{self.px(low, high)};font-weight:{r.choice([400, 700, 700])};line-height:1.1;padding:1px 6px;text-align:{r.choice(["left", "center", "right"])};{"background:#000;color:#fff" if dark else ""}">{text}</div>'

    def note(self, low=0.55, high=0.9, words=None):
        r = self.r
        t = r.choice(words or arrange.SERVICES + SMALL)
        t = t.format(w=f"{r.uniform(0.1, 40):.1f}", o=self.v.shape(r.choice(["##########", "@@ #### ####", "#### #### #### ####", "###-#######", "########"])), d=self.v.date_style(self.lang)(self.v.day()), n=r.randrange(1, 9))
        return f'<div style="{self.px(low, high)};line-height:1.2">{esc(t)}</div>'

    def service(self):
        """The name of a service: a bar across, between heavy rules, or beside a letter in a box."""
        r = self.r
        t = esc(r.choice(arrange.SERVICES[:24] + arrange.CARRIERS))
        size = f"{self.px(1.1, 2.4)};font-weight:700;line-height:1.15;padding:3px 8px;text-align:{r.choice(['left', 'center'])}"
        x = r.random()
        if x < 0.4:
            return f'<div style="{size};background:{r.choice(["#000", "#000", "#124", "#a00"])};color:#fff">{t}</div>'
        if x < 0.7:
            return self.rule(f'<div style="{size}">{t}</div>')
        return self.rule(f'<div style="display:flex"><div style="font-size:{self.base * r.uniform(3, 6):.0f}px;font-weight:700;padding:0 14px;line-height:1;border-right:{self.heavy}px solid #000">{r.choice("PEGFXC12")}</div><div style="{size};flex:1">{t}{self.note()}</div><div style="border:1px solid #000;margin:5px;padding:3px">{"".join(self.note() for _ in range(r.randrange(1, 4)))}</div></div>')

    def stripes(self, low=40, high=120):
        """A bar code across the label, its number over or under it."""
        r, x, bars = self.r, 0, ""
        h, wide = r.randrange(low, high), r.choice([1, 1, 1.5])
        for _ in range(r.randrange(45, 100)):
            w, g = wide * r.choice([1, 1, 2, 3]), wide * r.choice([1, 1, 2, 3])
            bars += f'<rect x="{x}" width="{w}" height="{h}"/>'
            x += w + g
        x = min(x, 540)
        number = self.v.shape(r.choice(["TH############", "@@#########TH", "#### #### #### #### ####", "(##) #### #####", "JD## #### #### ####", "1Z ### ### ## #### ####", "@@@##########@", "###-###-###"]))
        n = f'<div style="{self.px(0.7, 1.3)};{r.choice(["", "font-weight:700;", "letter-spacing:2px;"])}">{r.choice(["", "", "TRACKING #: ", "WAYBILL ", "เลขพัสดุ "])}{number}</div>'
        svg = f'<svg width="{x:.0f}" height="{h}">{bars}</svg>'
        return f'<div style="text-align:{r.choice(["center", "center", "left"])};padding:4px 8px">{n + svg if r.random() < 0.3 else svg + n}</div>'

    def cells(self, px):
        """A two-dimensional code that carries nothing, about px wide."""
        r, n = self.r, self.r.choice([21, 25, 29, 33])
        k = max(2, round(px / n))
        eye = lambda i, j: any(max(abs(i - a), abs(j - b)) in (0, 1, 3) for a, b in ((3, 3), (n - 4, 3), (3, n - 4)))
        near = lambda i, j: any(max(abs(i - a), abs(j - b)) <= 4 for a, b in ((3, 3), (n - 4, 3), (3, n - 4)))
        body = "".join(f'<rect x="{k * i}" y="{k * j}" width="{k}" height="{k}"/>' for i in range(n) for j in range(n) if (eye(i, j) if near(i, j) else r.random() < 0.5))
        return f'<div style="padding:6px"><svg width="{k * n}" height="{k * n}">{body}</svg></div>'

    def table(self, n):
        """Keys and their values, in a grid or as lines."""
        r, out = self.r, []
        line = r.random() < 0.5
        for _ in range(n):
            v = r.choice([lambda: self.v.shape(r.choice(["######", "@@####", "##.# KG", "#/#", "##x##x## CM", "###.## THB"])), lambda: self.v.date_style(self.lang)(self.v.day()), lambda: self.v.shape("##########")])()
            k = f'<span style="{self.px(0.5, 0.8)}">{esc(r.choice(KEYS))}</span>'
            out.append(f"<div>{k} {v}</div>" if line else f'<div style="border-right:1px solid #000;padding:1px 5px;flex:1">{k}<div>{v}</div></div>')
        return f'<div style="{self.px(0.6, 0.95)};padding:2px 6px;{"" if line else "display:flex"}">{"".join(out)}</div>'

    def cash(self):
        r = self.r
        amount = f"{r.randrange(50, 9000):,}" + r.choice(["", ".00", ".-"])
        return f'<div style="{r.choice(["border:2px solid #000;", "", "background:#000;color:#fff;"])}margin:4px;padding:2px 8px;text-align:center"><div style="{self.px(0.8, 1.4)};font-weight:700">{r.choice(["COD", "COD", "เก็บเงินปลายทาง", "C.O.D.", "Nachnahme", "ยอดเก็บเงิน"])}</div><div style="{self.px(1.2, 2.6)};font-weight:700">{r.choice(["฿", "THB ", "", "EUR "])}{amount}</div></div>'

    def goods(self):
        r = self.r
        rows = "".join(f"<tr><td>{i + 1}</td><td>{esc(r.choice(GOODS['th' if self.caps == 'th' else 'en']))} {self.v.shape(r.choice(['', '@@-###', 'สีดำ', 'L', 'size @']))}</td><td>{r.randrange(1, 9)}</td></tr>" for i in range(r.randrange(1, 5)))
        head = r.choice(["<tr><td>#</td><td>Product Name</td><td>Qty</td></tr>", "<tr><td>ลำดับ</td><td>ชื่อสินค้า</td><td>จำนวน</td></tr>", "<tr><td></td><td>SKU</td><td>Qty</td></tr>", ""])
        return f'<table style="{self.px(0.55, 0.8)};border-collapse:collapse;width:100%" border="{r.choice([0, 1])}">{head}{rows}</table>'

    # The parties.

    def lines(self, role, who):
        """A party's lines: (html, what) in the order in which they stand."""
        r, tag = self.r, TAGS[role]
        name, address, phone = who
        number = f'<span style="white-space:nowrap">{self.field(tag, "phone_number", phone)}</span>'
        lead = r.choice(["", "", "PHONE: ", "Tel. ", "T: ", "☎ "]) if self.caps != "th" or r.random() < 0.3 else r.choice(half(PHONE["th"], self.held))
        group = r.randrange(2) == 0
        a = [f'<span data-f="{tag}_address" data-i="0">{esc(x)}</span>' for x in address]
        if role == "receiver" and r.random() < 0.3 and len(a) > 1:  # the town's line, or all but the name, larger
            a[-1] = f'<span style="font-size:{r.uniform(1.1, 1.7):.2f}em;font-weight:700">{a[-1]}</span>'
        out = [f'<span style="{r.choice(["", "font-weight:700"])}">{self.field(tag, "name", name)}</span>'] + a
        if not phone:
            return out
        p = f"{lead}{number}"
        x = r.random()
        if x < 0.45:
            return out + [p]
        if x < 0.6:
            return out[:1] + [p] + out[1:]
        if x < 0.8:  # behind the name
            return [out[0] + f'<span style="margin-left:{r.uniform(1, 4):.1f}em">{p}</span>'] + out[1:]
        return out[:-1] + ([out[-1], p] if group else [out[-1] + f'<span style="margin-left:2em">{p}</span>'])

    def party_of(self, role, who, low, high):
        """A party in one of the looks."""
        r = self.r
        look = r.choice(self.looks)
        if look == "block":
            return self.block(role, who, self.r.choice(arrange.HELD_STYLES if self.held else arrange.STYLES))
        cap = esc(self.caption(role)) + r.choice(["", ":", ""])
        small = f'<span style="{self.px(0.55, 1.1)};{r.choice(["", "font-weight:700"])}">{cap}</span>'
        ls = self.lines(role, who)
        text = "".join(f"<div>{x}</div>" for x in ls)
        size = f"{self.px(low, high)};line-height:{r.uniform(1.0, 1.35):.2f}"
        if look == "hang":
            return f'<div style="{size};display:flex;padding:4px 8px;gap:{r.randrange(4, 30)}px"><div style="min-width:{r.randrange(0, 70)}px">{small}</div><div>{text}</div></div>'
        if look == "behind":  # the caption to the right of the first line
            return f'<div style="{size};padding:4px 8px;display:flex;justify-content:space-between"><div>{text}</div><div>{small}</div></div>'
        if look == "flush":
            return f'<div style="{size};padding:4px 8px"><div>{small} {ls[0]}</div>{"".join(f"<div>{x}</div>" for x in ls[1:])}</div>'
        if look == "none":
            return f'<div style="{size};padding:{r.randrange(4, 20)}px {r.randrange(8, 90)}px">{text}</div>'
        if look == "frame":
            return f'<div style="{size};border:{r.choice([1, 2, 3])}px {r.choice(["solid", "solid", "dashed"])} #000;margin:5px;padding:4px 8px">{small}{text}</div>'
        if look == "bracket":
            k = "position:absolute;width:14px;height:14px"
            edge = "".join(f'<div style="{k};{a}:0;{b}:0;border-{a}:2px solid #000;border-{b}:2px solid #000"></div>' for a in ("top", "bottom") for b in ("left", "right"))
            return f'<div style="{size};display:flex;padding:4px 8px;gap:8px"><div>{small if r.random() < 0.7 else ""}</div><div style="position:relative;padding:6px 12px;flex:1">{edge}{text}</div></div>'
        if look == "key":
            return f'<div style="{size};padding:2px 8px">{small}{self.body(role, who, True)}</div>'
        if look == "thin":
            return f'<div style="{size};padding:4px 8px;letter-spacing:1px"><div style="border-bottom:1px solid #000">{small}</div>{text}</div>'
        return f'<div style="{size};padding:4px 8px"><div>{small}</div>{text}</div>'

    def sender(self, who):
        """The sender small, often beside dates and weights."""
        r = self.r
        s = self.party_of("sender", who, *(0.55, 0.95) if r.random() < 0.85 else (1.1, 1.9))  # now and then like a letter's head
        if r.random() < 0.4:
            meta = "".join(self.note(0.5, 0.8) for _ in range(r.randrange(1, 5)))
            s = f'<div style="display:flex;justify-content:space-between"><div style="max-width:70%">{s}</div><div style="padding:3px 6px">{meta}</div></div>'
        return s

    # Skeletons. Each returns the label's parts.

    def bands(self, to, by):
        r = self.r
        mid = [self.sender(by) if r.random() < 0.9 else "", self.party_of("receiver", to, 0.85, 1.7)]
        if r.random() < 0.15:
            mid.reverse()
        rest = [self.stripes(), self.sort(), self.table(r.randrange(2, 5))] + [r.choice([self.stripes, self.sort, lambda: self.note(), lambda: self.cells(r.randrange(60, 170)), lambda: self.beside(self.stripes(30, 60), self.cells(70)), lambda: self.beside(self.sort(), self.sort())])() for _ in range(r.randrange(0, 3))]
        r.shuffle(rest)
        top = [self.service()] if r.random() < 0.7 else [self.head()]
        cut = r.choice([0, 0, 0, 1, 1, 2])
        return top + rest[:cut] + mid + rest[cut:]

    def beside(self, a, b, rule=True):
        w = self.r.uniform(0.35, 0.65)
        line = f"border-right:{self.heavy}px solid #000" if rule else ""
        return f'<div style="display:flex"><div style="width:{w * 100:.0f}%;{line}">{a}</div><div style="flex:1">{b}</div></div>'

    def market(self, to, by):
        r = self.r
        top = self.beside(self.head(), self.sort()) if r.random() < 0.5 else self.head()
        codes = self.beside(self.sort(), self.sort()) if r.random() < 0.6 else ""
        a, b = self.party_of("receiver", to, 0.85, 1.3), self.party_of("sender", by, 0.6, 1)
        who = [b, a] if r.random() < 0.6 else [a, b]
        if r.random() < 0.25:
            who = [self.beside(*who)]
        elif r.random() < 0.3:  # a code at their side
            who = [f'<div style="display:flex"><div style="flex:1">{"".join(self.rule(x, 1) for x in who)}</div><div style="border-left:1px solid #000">{self.cells(r.randrange(60, 110))}{self.sort(1, 1.8)}</div></div>']
        foot = [self.cash() if r.random() < 0.6 else self.table(2), self.goods() if r.random() < 0.6 else self.extra(r.randrange(1, 4))]
        if r.random() < 0.4:
            foot = [self.beside(*foot)]
        return [top, self.stripes(), codes] + who + foot

    def pair(self, to, by):
        r = self.r
        a, b = self.party_of("receiver", to, 0.75, 1.05), self.party_of("sender", by, 0.6, 0.95)
        two = self.beside(b, a) if r.random() < 0.6 else self.beside(a, b)
        rest = [self.stripes(), self.table(3), self.sort(), self.service()]
        r.shuffle(rest)
        k = r.randrange(0, 3)
        return rest[:k] + [two] + rest[k:r.randrange(k + 1, 5)]

    def waybill(self, to, by):
        """A grid whose cells carry small captions in their corners."""
        r = self.r
        cell = lambda role, who: f'<div style="padding:2px 6px"><div style="{self.px(0.5, 0.7)}">{r.randrange(1, 9)} {esc(self.caption(role))}</div><div style="{self.px(0.75, 1.1)};line-height:1.2">{"".join(f"<div>{x}</div>" for x in self.lines(role, who)) if r.random() < 0.6 else self.body(role, who, True)}</div></div>'
        a, b = cell("receiver", to), cell("sender", by)
        more = self.table(3) + self.goods()
        grid = [self.beside(b, more), self.beside(a, self.cash() + self.cells(80))] if r.random() < 0.5 else [self.beside(b, a), self.beside(more, self.table(4))]
        return [self.beside(self.head(), self.stripes(30, 60))] + grid + [self.note(), self.note()]

    def listed(self, to, by):
        """A shop's own label: a title and lines with keys."""
        r = self.r
        own = self.own
        self.own = True
        t = f'<div style="{self.px(1.2, 2)};font-weight:{r.choice([400, 700])};padding:4px 8px">{esc(r.choice(TITLES))}</div>'
        a, b = (self.block(role, who, r.choice(["keyed", "keyed", "above", "light"])) for role, who in (("receiver", to), ("sender", by)))
        self.own = own
        body = [self.table(r.randrange(1, 4)), a, b if r.random() < 0.5 else ""]
        if r.random() < 0.4:
            r.shuffle(body)
        code = self.stripes(30, 60) if r.random() < 0.6 else self.cells(r.randrange(60, 200))
        return [t] + body + [code, self.note()] if r.random() < 0.7 else [t, self.beside("".join(body), code, False)]

    def aside(self, to, by):
        """A strip down one side that holds print read across."""
        r = self.r
        turn = r.choice(["", "transform:rotate(180deg);"])
        side = "".join(r.choice([lambda: self.note(0.7, 1.4), lambda: self.sort(1, 2), lambda: self.party_of("sender", by, 0.5, 0.7)])() for _ in range(r.randrange(1, 3)))
        side = f'<div style="writing-mode:vertical-rl;{turn}max-height:420px;border:0 solid #000;border-left-width:2px">{side}</div>'
        given = 'data-f="sender_' in side
        main = "".join(self.rule(x, 1) for x in [self.service(), "" if given else self.sender(by), self.party_of("receiver", to, 0.9, 1.4), self.sort(), self.stripes()] if x)
        parts = [f'<div style="flex:1">{main}</div>', side]
        return [f'<div style="display:flex">{"".join(parts if r.random() < 0.5 else parts[::-1])}</div>']

    def envelope(self, to, by):
        """The sender in the upper left corner, postage in the right one, the receiver low and to the right."""
        r = self.r
        top = f'<div style="display:flex;justify-content:space-between"><div>{self.party_of("sender", by, 0.6, 0.85)}</div><div style="border:1px solid #000;margin:6px;padding:4px">{"".join(self.note() for _ in range(r.randrange(2, 5)))}</div></div>'
        return [top, f'<div style="padding:{r.randrange(10, 60)}px 0 {r.randrange(10, 40)}px {r.randrange(20, 200)}px">{self.party_of("receiver", to, 1, 1.5)}</div>', self.stripes(30, 60) if r.random() < 0.6 else self.note()]

    def letterhead(self, to, by):
        """The sender's name and place as a letter begins, larger than the receiver's, mostly both without a caption."""
        r = self.r
        who = self.lines("sender", (by[0], by[1], by[2] if r.random() < 0.3 else ""))
        mark = r.choice(["", f'<div style="width:{r.randrange(40, 100)}px;height:{r.randrange(40, 100)}px;background:{r.choice(["#000", "#444", "#124"])};border-radius:{r.choice([0, 0, 50])}%"></div>', f'<div style="{self.px(3, 5)};font-weight:700;line-height:1;padding:4px">{esc(by[0][:1])}</div>'])
        text = f'<div style="{self.px(1.4, 2.6)};font-weight:{r.choice([400, 700])};line-height:1.1">{who[0]}</div>' + f'<div style="{self.px(0.9, 1.5)}">{"".join(f"<div>{x}</div>" for x in who[1:])}</div>'
        text = f'<div style="text-align:{r.choice(["center", "right"]) if self.held else "left"};flex:1">{text}</div>'
        row = [text, mark] if self.held else [mark, text]
        head = f'<div style="display:flex;gap:{r.randrange(8, 40)}px;padding:{r.randrange(6, 24)}px">{"".join(row)}</div>'
        looks, self.looks = self.looks, self.looks if r.random() < 0.3 else ["none"]
        to_ = self.party_of("receiver", to, 0.8, 1.3)
        self.looks = looks
        if r.random() < 0.5:
            box = f'<div style="border:{r.choice([1, 2, 3])}px solid #000;margin:8px;padding:8px;text-align:center">{"".join(self.note(0.7, 1.1) for _ in range(r.randrange(1, 4)))}</div>'
            to_ = f'<div style="display:flex"><div style="flex:1">{to_}</div>{box}</div>'
        foot = [self.stripes(), self.beside(self.table(r.randrange(2, 5)), self.sort())] if r.random() < 0.6 else [self.table(3), self.stripes()]
        return [head, to_] + foot[: r.choice([1, 2, 2])]

    def square(self, to, by):
        """A large two-dimensional code, and little else."""
        r = self.r
        code = self.cells(r.randrange(170, 320))
        a, b = self.party_of("receiver", to, 0.8, 1.2), self.party_of("sender", by, 0.55, 0.8) if r.random() < 0.6 else ""
        x = r.random()
        if x < 0.4:
            return [f'<div style="display:flex">{code}<div>{self.sort(2, 4)}{self.note()}{self.table(2)}</div></div>', a, b]
        if x < 0.7:
            return [self.head(), a, f'<div style="text-align:center">{code}{self.note(1, 1.4)}</div>', b]
        return [b, f'<div style="display:flex"><div style="flex:1">{a}</div>{code}</div>', self.stripes(30, 50)]

    def wide(self, to, by):
        """Broader than high, in three columns."""
        r = self.r
        columns = [self.sender(by) + self.table(2), self.party_of("receiver", to, 0.8, 1.2) + self.sort(), self.cells(90) + self.cash() if r.random() < 0.5 else self.sort() + self.cells(110)]
        if r.random() < 0.4:
            columns[0], columns[1] = columns[1], columns[0]
        body = "".join(f'<div style="flex:{w};border-right:{self.heavy}px solid #000">{c}</div>' for c, w in zip(columns, (3, 4, 2)))
        return [self.service() if r.random() < 0.5 else self.head(), f'<div style="display:flex">{body}</div>', self.stripes(30, 60)]

    def html(self):
        """The label as one <div class="page">."""
        r = self.r
        parts = getattr(self, self.skeleton)(self.party(), self.party("sender"))
        if r.random() < 0.12:
            parts.insert(r.randrange(1, len(parts) + 1), self.party_of("third", self.party("third"), 0.6, 0.9))
        for _ in range(r.choice([0, 0, 1, 2])):
            parts.append(f'<div style="padding:1px 8px">{self.note(0.45, 0.75, SMALL)}</div>')
        loose = r.random() < 0.2
        body = "".join(f'<div style="padding:{r.randrange(2, 14)}px 0">{p}</div>' if loose else self.rule(p, r.choice([0, 1, self.heavy])) for p in parts if p)
        frame = f"{r.choice([1, 2, self.heavy])}px solid #000" if r.random() < 0.6 else "0"
        w = r.choice([560, 620, 660]) if self.skeleton == "wide" else r.choice([384, 400, 420, 460, 500])
        stamp = ""
        if r.random() < 0.08:
            stamp = f'<div style="position:absolute;left:{r.randrange(10, 140)}px;top:{r.randrange(60, 320)}px;font-size:{r.randrange(50, 100)}px;font-weight:700;color:rgba(90,90,90,.3);transform:rotate(-{r.randrange(10, 55)}deg)">{r.choice(["SPECIMEN", "MUSTER", "DEMO", "TEST", "SAMPLE"])}</div>'
        face = faces.pick(r, self.held, "th" if self.lang == "th" else "en")
        return (f'<div class="page" style="width:{w}px;height:auto;background:#fff;color:#000;font-family:{esc(face)};font-size:{self.base:.1f}px;line-height:{r.uniform(1.05, 1.4):.2f};overflow-wrap:break-word">'
                f'<div style="margin:{r.randrange(3, 16)}px;border:{frame}">{body}</div>{stamp}</div>')

"""Labels of parcels that are collected: at a shop, a locker, a station, whose address stands in a block of its own, and who collects
it in another. point(Label) is that class with such a receiver. Without an address of the receiver's own the point's is the parcel's,
its name included; else the point is a third party and the receiver's own address counts."""
import random

import arrange
from arrange import esc, half

WHERE = {"th": ["จุดรับพัสดุ", "รับที่ร้าน", "ตู้รับพัสดุ", "รับสินค้าที่", "สาขาปลายทาง", "จุดบริการ", "รับพัสดุที่", "ร้านค้าปลายทาง"],
         "en": ["Pickup point", "Parcel locker", "Collect from", "Pick-up at:", "Collection point:", "Locker", "Deliver to store", "Access point:", "Service point", "Parcel shop:", "Station", "Hold at location"],
         "world": ["Abholstation", "Paketshop", "Abholung bei:", "Point de retrait", "Relais", "Consigne :", "Punto de recogida", "Punto di ritiro", "Afhaalpunt", "Servicepunkt", "Ombud", "Pakkeboks", "Hentested", "Punkt odbioru", "Výdejní místo", "Noutopiste", "Csomagpont", "Ponto de recolha"]}
PLACES = {"th": ["ร้าน{f}", "{f} สาขา{s}", "ตู้ {c}", "จุดรับ {f}", "{k} {s}", "ปั๊ม{f}"],
          "en": ["{f} {s}", "Locker {c}", "{k} Locker {s}", "{f}", "{k} Point {c}", "Kiosk {f}", "{f} Mini Mart", "{k} Station {n}"],
          "world": ["{f} {s}", "Packstation {n}", "{k} Box {c}", "{f}", "Kiosk {f}", "Tabac {f}", "{k} {s}", "Station {n}", "{f} Supermarkt"]}
BACK = {"th": ["ที่อยู่ส่งคืน"], "en": ["Return to:", "Bill to"], "world": ["Rücksendung an:", "Retoure an:", "Returadresse"]}  # third parties that are no point
# How its caption stands; the last, none at all, is not for third parties.
LOOKS = ["over", "over", "left", "bar", "tab", "flush", "none"]
HELD_LOOKS = ["over", "centre", "frame", "tab", "right", "none"]
SEATS = ["under", "under", "under", "parted", "beside", "over"]
HELD_SEATS = ["under", "parted", "beside", "beside", "framed"]
OWN, TWICE, BY_NAME = 0.4, 0.35, 0.8  # shares: receivers with an address of their own, whose name the point's block says too, who are people


def point(label):
    """The class of labels whose receiver collects the parcel."""

    class Point(label):
        by_name = BY_NAME

        def __init__(self, seed, held=False):
            super().__init__(seed, held)
            self.at = random.Random(seed * 13 + 11)  # apart, so that the label is arranged as without the point
            self.placed = False

        def party(self, tag="reciever"):
            name, address, phone = super().party(tag)
            if tag == "reciever" and self.at.random() < self.by_name:
                name = self.v.person(self.lang)
            return name, address, phone

        def caption(self, role):
            return self.at.choice(BACK[self.caps]) if role == "third" else super().caption(role)

        def block(self, role, who, style):
            return self.collected(role, who, lambda w: super(Point, self).block(role, w, style))

        def party_of(self, role, who, low, high):
            return self.collected(role, who, lambda w: super(Point, self).party_of(role, w, low, high))

        def collected(self, role, who, draw):
            """The receiver and the point, which is drawn once however deep a party's parts are nested."""
            if role != "receiver" or self.placed:
                return draw(who)
            self.placed = True
            r, (name, address, phone) = self.at, who
            if r.random() < OWN:
                there = [self.field("third", "name", self.place())] + [self.field("third", "address", x) for x in self.v.address(self.lang)]
                said = f'<span data-f="reciever_name" data-i="point" style="font-size:{r.uniform(1, 1.6):.1f}em">{esc(name)}</span>' if r.random() < TWICE else ""
                return self.seated(self.where(there, said, True), draw(who))
            there = [f'<span data-f="reciever_address" data-i="0">{esc(x)}</span>' for x in [self.place()] + address]
            return self.seated(self.where(there, "", False), draw((name, [], phone)))

        def place(self):
            r = self.at
            form = r.choice(half(PLACES[self.lang], self.held))
            return form.format(f=self.v.firm(self.lang), k=r.choice(arrange.CARRIERS), s=r.choice(self.v._places)[0] if self.lang == "th" else self.v.person("en").split()[-1], c=self.v.shape("@@@##"), n=r.randrange(100, 999))

        def where(self, there, said, third):
            """The point's block: its caption, its lines, what else is told of it, and the receiver's name where it is said here too. A
            third party's says what it is: nobody could tell it otherwise."""
            r = self.at
            words = WHERE if third or r.random() < 0.65 else arrange.TO
            cap = esc(r.choice(half(words[self.caps], self.held)))
            text = "".join(f"<div>{x}</div>" for x in there)
            if r.random() < 0.2:
                text += f"<div>{esc(r.choice(half(arrange.PHONE[self.caps], self.held)))} {esc(self.v.phone(self.lang))}</div>"
            if said:
                text += f'<div style="margin-top:{r.randrange(2, 30)}px"><div>{esc(r.choice(half(arrange.TO[self.caps], self.held)))}</div>{said}</div>'
            small = f"font-size:{r.uniform(0.6, 1.1):.2f}em;{r.choice(['', 'font-weight:700'])}"
            size = f'font-size:{self.base * r.uniform(0.75, 1.3):.1f}px;{r.choice(["", "", "font-weight:700"])}'
            inner = f'<div style="padding:{r.randrange(2, 8)}px {r.randrange(3, 12)}px;flex:1;line-height:{r.uniform(1.05, 1.8):.2f}">{text}</div>'
            return f'<div style="{size}">{self.captioned(r.choice((HELD_LOOKS if self.held else LOOKS)[:-1 if third else None]), cap, small, inner)}</div>'

        def captioned(self, look, cap, small, inner):
            r = self.at
            row = '<div style="display:flex">{}{}</div>'
            if look == "left":
                return row.format(f'<div style="{small};padding:3px;width:{r.randrange(50, 110)}px">{cap}</div>', inner)
            if look == "right":
                return row.format(inner, f'<div style="{small};padding:3px">{cap}</div>')
            if look == "tab":
                return row.format(f'<div style="writing-mode:vertical-rl;{r.choice(["", "transform:rotate(180deg);"])}{small};padding:3px;{r.choice(["border-right:1px solid #000", "background:#000;color:#fff"])}">{cap}</div>', inner)
            if look == "bar":
                return f'<div style="background:#000;color:#fff;padding:1px 6px;{small}">{cap}</div>{inner}'
            if look == "flush":
                return inner.replace("<div>", f'<div><span style="{small}">{cap}</span> ', 1)
            if look == "none":
                return inner
            edge = "border:1px solid #000;margin:4px;" if look == "frame" else ""
            return f'<div style="{edge}"><div style="{small};padding:2px 6px;text-align:{"center" if look == "centre" else "left"}">{cap}</div>{inner}</div>'

        def seated(self, there, who):
            """The two blocks one under the other, or side by side, now and then with other matter between them."""
            r = self.at
            seat = r.choice(HELD_SEATS if self.held else SEATS)
            edge = f"{r.choice([1, 1, 2, 3])}px solid #000"
            if seat == "beside":
                a, b = (there, who) if r.random() < 0.5 else (who, there)
                return f'<div style="display:flex"><div style="width:{r.uniform(42, 58):.0f}%;border-right:{edge}">{a}</div><div style="flex:1">{b}</div></div>'
            if seat == "over":
                return f'{who}<div style="border-top:{edge}">{there}</div>'
            if seat == "framed":
                return f'{there}<div style="border:{edge};margin:{r.randrange(2, 8)}px {r.randrange(2, 8)}px 2px {r.choice([4, 4, r.randrange(10, 140)])}px">{who}</div>'
            between = f'<div style="border:0 solid #000;border-width:1px 0;padding:2px 6px">{self.extra(r.randrange(1, 4))}</div>' if seat == "parted" else ""
            return f'{there}{between}<div style="border-top:{r.choice([edge, "0"])}">{who}</div>'

    return Point

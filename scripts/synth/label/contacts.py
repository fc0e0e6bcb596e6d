"""Labels that say in a box of its own whom to ask for and where to call: under a party's address, beside it, or in a line of it.
contact(Label) is that class with such a box; how it arranges the rest stays. The party's own lines then have no phone."""
import random

import arrange
from arrange import esc, half

ASK = {"th": ["ผู้ติดต่อ", "ติดต่อ:", "ชื่อผู้ติดต่อ", "ผู้ประสานงาน:", "ติดต่อ", "ผู้ติดต่อ:"],
       "en": ["Contact", "Contact person", "Contact:", "Attention:", "Contact name", "Ask for:", "Attn.", "Person to call:"],
       "world": ["Kontakt", "Ansprechpartner:", "Kontakt:", "Contacto:", "Contact", "Contatto:", "Kontaktperson", "Contactpersoon:"]}
MORE = [("Ref", "######"), ("Info", ""), ("E-mail", "mail"), ("Floor", "#"), ("Order", "@@-#####"), ("Note", "Call before"), ("Code", "####"), ("Ref 2", "@@####"), ("Hours", "8-17"), ("Dept.", "@##")]
SHARE = {"reciever": 0.85, "sender": 0.35}  # of the parties with a phone, those whose box says it
FORMS = ["keys", "keys", "keys", "keys", "line", "after", "behind"]
HELD_FORMS = ["keys", "keys", "cells", "over", "after"]
PLACES = ["under", "under", "under", "ruled", "ruled", "beside"]
HELD_PLACES = ["under", "ruled", "beside", "framed", "framed"]
TAGS = {"receiver": "reciever", "sender": "sender", "third": "third"}


def contact(label):
    """The class of labels with such boxes."""

    class Contact(label):
        def __init__(self, seed, held=False):
            super().__init__(seed, held)
            self.own_draws = random.Random(seed * 13 + 7)  # apart, so that the label is arranged as without the box
            self.apart = {}

        def party(self, tag="reciever"):
            name, address, phone = super().party(tag)
            if not phone or self.own_draws.random() >= SHARE.get(tag, 0):
                return name, address, phone
            self.apart[tag] = name, phone
            return name, address, ""

        def block(self, role, who, style):
            return self.joined(role, super().block(role, who, style))

        def party_of(self, role, who, low, high):
            return self.joined(role, super().party_of(role, who, low, high))

        def joined(self, role, party):
            """A party with its box, which it gets once however deep its parts are nested."""
            if TAGS[role] not in self.apart:
                return party
            r = self.own_draws
            box = self.box(TAGS[role], *self.apart.pop(TAGS[role]))
            place = r.choice(HELD_PLACES if self.held else PLACES)
            edge = f"{r.choice([1, 1, 2, 3])}px solid #000"
            if place == "beside":
                return f'<div style="display:flex"><div style="flex:{r.uniform(1.2, 2):.1f}">{party}</div><div style="flex:1;align-self:{r.choice(["flex-end", "flex-start", "center"])}">{box}</div></div>'
            if place == "ruled":
                return f'{party}<div style="border-top:{edge}">{box}</div>'
            if place == "framed":
                return f'{party}<div style="border:{edge};margin:{r.randrange(2, 8)}px">{box}</div>'
            return f'{party}<div style="margin-left:{r.choice([0, 0, 0, r.randrange(20, 160)])}px">{box}</div>'

        def box(self, tag, name, phone):
            r = self.own_draws
            who = r.choice([name, name, self.v.person(self.lang), self.v.person("en" if self.lang == "th" else self.lang)])
            number = f'<span style="white-space:nowrap">{self.field(tag, "phone_number", phone)}</span>'
            ask, call = (esc(r.choice(half(words[self.caps], self.held))) for words in (ASK, arrange.PHONE))
            size = f"font-size:{self.base * r.uniform(0.55, 1):.1f}px;padding:{r.randrange(1, 7)}px {r.randrange(3, 10)}px"
            form = r.choice(HELD_FORMS if self.held else FORMS)
            if form == "line":
                inner = f"{ask} {esc(who)}{r.choice([', ', ' ', ' / ', '&emsp;'])}{call} {number}"
            elif form == "after":  # who, and behind the name where to call
                inner = f"{esc(who)} {number}"
            elif form == "behind":
                inner = f"{call} {number} ({esc(who)})"
            elif form == "cells":
                cell = f"flex:1;border-right:1px solid #000;padding:0 4px"
                inner = f'<div style="display:flex"><div style="{cell}">{ask}<div>{esc(who)}</div></div><div style="{cell}">{call}<div>{number}</div></div></div>'
            elif form == "over":
                inner = f"<div>{ask} {esc(who)}</div><div>{call}</div><div>{number}</div>"
            else:
                inner = self.keyed(self.rows(ask, who, call, number))
            return f'<div style="{size};{r.choice(["", "", "font-weight:700"])}">{inner}</div>'

        def rows(self, ask, who, call, number):
            """Keys and what they are for: whom to ask for, where to call, now and then more."""
            r = self.own_draws
            rows = [(ask, esc(who))] if r.random() < 0.8 else []
            rows.insert(len(rows) if r.random() < 0.85 else 0, (call, number))
            for key, form in r.sample(MORE, r.choice([0, 0, 1, 1, 2, 3])):
                said = self.v.shape("@@@").lower() + "@example.com" if form == "mail" else self.v.shape(form)
                rows.insert(r.randrange(1, len(rows) + 1), (key, esc(said)))
            return rows

        def keyed(self, rows):
            r = self.own_draws
            if r.random() < 0.4:
                return "".join(f"<div>{k} {v}</div>" for k, v in rows)
            gap, small = r.randrange(4, 40), f"font-size:{r.uniform(0.7, 1):.2f}em;font-weight:400"
            return "<table>" + "".join(f'<tr><td style="padding:0 {gap}px 0 0;{small}">{k}</td><td>{v}</td></tr>' for k, v in rows) + "</table>"

    return Contact

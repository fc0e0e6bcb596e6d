"""Lays a Content out as HTML: order, columns, frames, captions, faces are drawn; nothing is a template. Some arrangements
(HELD) occur on measuring pages only."""
import html as markup

import words
from content import pick

HELD = {"head": ["title_band", "footer"], "meta": ["inline", "boxes"], "totals": ["rows", "left"], "buyer": ["right", "table"]}
OPEN = {"head": ["left_right", "right_left", "centre", "title_first", "title_centre_below"], "meta": ["list", "table", "strip", "grid", "below"], "totals": ["right", "box", "wide"], "buyer": ["above", "beside", "inside", "frame", "none"]}


def esc(s):
    return markup.escape(str(s))


def f(name, value, extra=""):
    """value marked as a field."""
    return f'<span data-f="{name}"{extra}>{esc(value)}</span>'


class Drawer:
    def __init__(self, content, beside):
        self.c, self.r, self.beside = content, content.r, beside
        r, held = self.r, content.held
        self.choice = {k: r.choice(OPEN[k] + HELD[k] * 2 if held else OPEN[k]) for k in OPEN}
        self.colon = r.choice([":", " :", "", ""])
        self.size = r.choice([11, 12, 12, 13, 14])
        self.ink = r.choice(["#1b4f8a", "#7a1f1f", "#2f6b3a", "#444", "#222", "#0b3d5c"])
        self.light = r.choice(["#eef2f7", "#f3f0e8", "#e9e9e9", "#dfeaf3"])
        self.space, self.abreast = r.choice([2, 4, 6]), beside.abreast()
        self.ahead = beside.r.choice([": ", ":", ": "]) if beside.lot(0.4) else ""  # colons in the column of values
        if self.ahead:
            self.colon = ""

    def cap(self, name):
        return self.c.caption(name)

    def pair(self, caption, value):
        return f'{esc(caption)}{self.colon} {self.ahead}{value}' if caption else value

    def lines(self, parts, width=None):
        """Address parts, joined or one line each."""
        sep = ", " if self.c.text != "th" and self.r.random() < 0.6 else " " if self.c.text == "th" else "<br>"
        k = self.r.randrange(1, len(parts)) if len(parts) > 2 and self.r.random() < 0.5 and sep != "<br>" else 0
        if not k:
            return sep.join(esc(p) for p in parts)
        comma = "," if sep == ", " else ""
        return sep.join(esc(p) for p in parts[:k]) + comma + "<br>" + sep.join(esc(p) for p in parts[k:])

    def seller(self):
        s, c, r = self.c.seller, self.c, self.r
        big = r.choice([1, 1.2, 1.4, 1.8])
        rows = [f'<div style="font-size:{big}em;font-weight:{r.choice([400, 700])}">{f("seller_name", s["name"])}</div>']
        if r.random() < 0.08 or self.abreast:
            rows.insert(0, f'<div style="color:#777">{esc(self.cap("seller"))}</div>')
        rest = [self.beside.office(s), f'<div><span data-f="seller_address">{self.lines(s["address"])}</span></div>']
        phone = f'<div>{self.pair(self.cap("phone"), esc(s["phone"]))}{r.choice(["", " " + esc(s["mail"])])}</div>' if r.random() < 0.7 else ""
        tax = self.pair(self.cap("tax_id"), f("seller_tax_id_no", s["tax"])) if s["tax"] else ""
        branch = f("branch_seller", s["branch"]) if s["branch"] else ""
        joined = r.choice([" ", ", ", " / ", "</div><div>"])
        tail = [x for x in (phone, f"<div>{joined.join(x for x in (tax, branch) if x)}</div>" if tax or branch else "") if x]
        if r.random() < 0.3:
            tail.reverse()
        for x in self.beside.particulars():
            tail.insert(self.beside.r.randrange(len(tail) + 1), f"<div>{x}</div>")
        return "".join(rows + rest + tail)

    def title(self):
        r = self.r
        s = f'<span style="font-size:{r.choice([1.2, 1.6, 2, 2.4])}em;font-weight:{r.choice([400, 700, 700])};color:{r.choice(["#000", self.ink])}">{f("type_doc", self.c.title)}</span>'
        if r.random() < 0.25:
            s += f'<div style="color:#555">{r.choice(["ต้นฉบับ", "สำเนา", "Original", "(Copy)", "ต้นฉบับ / ORIGINAL"])}</div>'
        return s

    def logo(self):
        r = self.r
        return f'<div style="width:{r.randrange(40, 90)}px;height:{r.randrange(30, 60)}px;background:{self.ink};border-radius:{r.choice([0, 8, 40])}px;float:{r.choice(["left", "none"])};margin-right:10px"></div>' if r.random() < 0.35 else ""

    def head(self):
        t, s, k = self.title(), self.seller(), self.choice["head"]
        if self.abreast:
            self.side_seller = s
            return f'<div style="text-align:{self.beside.r.choice(["left", "center", "right"])}">{self.logo()}{t}</div>'
        if k == "centre":
            return f'<div style="text-align:center">{self.logo()}{s}</div><div style="text-align:center;margin:10px">{t}</div>'
        if k == "title_first":
            return f'<div style="margin-bottom:12px">{t}</div><div>{s}</div>'
        if k == "title_centre_below":
            return f'<div>{self.logo()}{s}</div><div style="clear:both;text-align:center;margin:8px">{t}</div>'
        if k == "title_band":
            return f'<div style="background:{self.ink};color:#fff;padding:8px"><span style="font-size:1.5em">{f("type_doc", self.c.title)}</span></div><div style="margin-top:8px">{s}</div>'
        if k == "footer":
            self.foot_seller = s
            return f'<div style="text-align:right">{t}</div>'
        a, b = (s, t) if k == "left_right" else (t, s)
        return f'<div style="display:flex;justify-content:space-between;gap:20px"><div style="max-width:58%">{self.logo() if a is s else ""}{a}</div><div style="text-align:{self.r.choice(["right", "left"])};max-width:50%">{b}</div></div>'

    def buyer(self):
        b, c, r, k = self.c.buyer, self.c, self.r, self.choice["buyer"]
        cap = self.cap("buyer")
        name, addr = f("buyer_name", b["name"]), f'<span data-f="buyer_address">{self.lines(b["address"])}</span>'
        office, over = self.beside.office(b), self.beside.sender_line()
        tail = []
        if b["tax"]:
            t = self.pair(self.cap("tax_id"), f("buyer_tax_id_no", b["tax"]))
            tail.append(t + (" " + esc(b["branch"]) if b["branch"] else ""))
        if b["phone"]:
            tail.append(self.pair(self.cap("phone"), f("buyer_phone_number", b["phone"])))
        if b["contact"]:
            tail.append(self.pair(r.choice(["Attn", "ผู้ติดต่อ" if c.lang in ("th", "bi") else "Contact"]), esc(b["contact"])))
        if b["mail"]:
            tail.insert(r.randrange(len(tail) + 1), self.pair(r.choice(["", "", "Email", "อีเมล" if c.lang == "th" else "E-mail"]), esc(b["mail"])))
        for x in self.beside.particulars()[:1]:
            tail.insert(self.beside.r.randrange(len(tail) + 1), x)
        rest = "".join(f"<div>{x}</div>" for x in tail)
        if k == "beside" or k == "table":
            line = "border:1px solid #999;" if k == "table" else ""
            rows = [(cap, name + office), (r.choice([self.cap("address"), self.cap("address"), ""]), addr)]
            cells = "".join(f'<tr><td style="{line}padding:1px 10px 1px 4px;vertical-align:top;white-space:nowrap">{esc(a)}{self.colon if a else ""}</td><td style="{line}padding:1px 4px">{self.ahead if a else ""}{x}</td></tr>' for a, x in rows)
            return f'<table style="border-collapse:collapse">{cells}</table>{rest}'
        if k == "inside":
            return f'{over}<div>{self.pair(cap, name)}</div>{office}<div>{self.pair(self.cap("address"), addr) if r.random() < 0.5 else addr}</div>{rest}'
        if k == "none":
            return f"{over}<div>{name}</div>{office}<div>{addr}</div>{rest}"
        frame = f"border:1px solid {self.ink};padding:6px;border-radius:{r.choice([0, 8])}px" if k == "frame" else ""
        style = r.choice(["font-weight:700", "color:#777", f"background:{self.light};padding:2px", f"background:{self.ink};color:#fff;padding:2px", ""])
        return f'<div style="{frame}"><div style="{style}">{esc(cap)}{r.choice(["", self.colon])}</div>{over}<div>{name}</div>{office}<div>{addr}</div>{rest}</div>'

    def meta_pairs(self):
        c, r = self.c, self.r
        out = [(self.cap("invoice_no"), f("invoice_no", c.number)), (self.cap("invoice_date"), f("invoice_date", c.date))]
        if r.random() < 0.4:
            out.reverse()
        if c.due:
            out.append((self.cap("due_date"), f("due_date", c.due)))
        if c.customer:
            out.insert(r.randrange(len(out) + 1), (self.cap("customer_id"), f("customer_id", c.customer)))
        names = words.OTHER_META.get(c.lang, words.OTHER_META["th" if c.lang == "bi" else "en"])
        for n in r.sample(names, r.randrange(0, min(4, len(names)))):
            low = n.lower()
            v = c.days[0] if "date" in low or "datum" in low or "วันที่" in n else f"{r.choice([7, 15, 30, 60])} {r.choice(['days', 'วัน']) if c.lang in ('th', 'bi', 'en') else ''}" if "term" in low or "เงื่อนไข" in n else "1/1" if low in ("page", "หน้า") else c.v.person(c.text) if low in ("salesperson", "contact", "พนักงานขาย", "ผู้ติดต่อ", "ansprechpartner") else c.money.code if low == "currency" else c.v.shape(r.choice(["PO-#####", "QT-#####", "SO########", "######"]))
            out.insert(r.randrange(1, len(out) + 1), (n, esc(v)))
        for pair in self.beside.meta():
            out.insert(self.beside.r.randrange(len(out) + 1), pair)
        return out

    def meta(self, pairs, key="meta"):
        r, k = self.r, self.choice[key] if key in self.choice else key
        if k == "list":
            return "".join(f'<div>{self.pair(a, b)}</div>' for a, b in pairs)
        if k in ("table", "grid"):
            line = r.choice(["", "border:1px solid #888;", f"border-bottom:1px solid {self.ink};"])
            bg = f"background:{self.light};" if r.random() < 0.3 else ""
            return '<table style="border-collapse:collapse">' + "".join(f'<tr><td style="{line}{bg}padding:{self.space / 2}px 12px {self.space / 2}px 4px">{esc(a)}{self.colon}</td><td style="{line}padding:{self.space / 2}px 4px;text-align:{r.choice(["left", "left", "right"])}">{self.ahead}{b}</td></tr>' for a, b in pairs) + "</table>"
        if k == "boxes":
            return '<div style="display:flex;flex-wrap:wrap;gap:4px">' + "".join(f'<div style="border:1px solid #777;padding:2px 6px;min-width:100px"><div style="font-size:.75em;color:#555">{esc(a)}</div><div>{b}</div></div>' for a, b in pairs) + "</div>"
        if k == "below":  # the value above its caption
            return '<div style="display:flex;gap:18px;flex-wrap:wrap">' + "".join(f'<div><div>{b}</div><div style="font-size:.7em;color:#777;border-top:1px dotted #999">{esc(a)}</div></div>' for a, b in pairs) + "</div>"
        if k == "inline":
            return "<div>" + r.choice([" &nbsp; ", " | ", "  "]).join(self.pair(a, b) for a, b in pairs) + "</div>"
        head = f"background:{r.choice([self.light, self.ink + ';color:#fff', '#fff'])}"
        line = r.choice(["border:1px solid #888", "border:0"])
        return '<table style="border-collapse:collapse;width:100%"><tr>' + "".join(f'<td style="{head};{line};padding:2px 5px;font-size:.9em">{esc(a)}</td>' for a, _ in pairs) + "</tr><tr>" + "".join(f'<td style="{line};padding:3px 5px">{b}</td>' for _, b in pairs) + "</tr></table>"

    def middle(self):
        r, pairs = self.r, self.meta_pairs()
        b, wide = self.buyer(), self.choice["meta"] in ("strip", "boxes", "below", "inline")
        for side in ("ship_to", "ship_from", "remit_to"):
            there = getattr(self.c, side)
            if there:
                lines = there if side == "ship_from" else there[1]
                text = f'<span data-f="shipping_from_address">{self.lines(lines)}</span>' if side == "ship_from" else f"<div>{esc(there[0])}</div>{self.lines(lines)}"
                b = f'<div style="display:flex;gap:24px"><div style="flex:1">{b}</div><div style="flex:1"><div style="font-weight:700">{esc(self.cap(side))}</div>{text}</div></div>'
        m = self.meta(pairs)
        if self.abreast:
            sides = [self.side_seller, b] if self.beside.r.random() < 0.7 else [b, self.side_seller]
            b = f'<div style="display:flex;gap:24px">' + "".join(f'<div style="flex:1">{x}</div>' for x in sides) + "</div>"
            wide = wide or self.beside.r.random() < 0.5
        if wide:
            out = [b, m] if r.random() < 0.6 else [m, b]
            return "".join(f'<div style="margin:8px 0">{x}</div>' for x in out)
        parts = [(b, r.choice([1.2, 1.5, 1.8])), (m, 1)]
        if self.choice["buyer"] == "right":
            parts.reverse()
        return '<div style="display:flex;gap:24px;margin:10px 0">' + "".join(f'<div style="flex:{w}">{x}</div>' for x, w in parts) + "</div>"

    def shipment(self):
        c, r = self.c, self.r
        pairs = [(self.cap("pol"), f("pol", c.pol)), (self.cap("pod"), f("pod", c.pod))]
        if r.random() < 0.3:
            pairs.insert(0, (self.cap("vessel_voy"), f("vessel", c.ship[0]) + r.choice([" ", " / ", " "]) + f("voy", c.ship[1])))
        else:
            pairs = [(self.cap("vessel"), f("vessel", c.ship[0])), (self.cap("voy"), f("voy", c.ship[1]))] + pairs
        names = words.OTHER_SHIP["th" if c.lang == "th" else "en"]
        for n in r.sample(names, r.randrange(1, 5)):
            v = c.days[1] if n in ("ETD", "ETA") else r.choice(words.PORTS[0]) if n.startswith("Place") else c.v.shape("@@@@#######")
            pairs.insert(r.randrange(len(pairs) + 1), (n, esc(v)))
        k = r.choice(["strip", "table", "list", "pairs", "pairs"] + ["boxes"] * c.held)
        if k == "pairs":
            line = r.choice(["", "border:1px solid #999;"])
            rows = [pairs[i:i + 2] for i in range(0, len(pairs), 2)]
            return f'<table style="border-collapse:collapse;width:100%;margin:8px 0">' + "".join("<tr>" + "".join(f'<td style="{line}padding:2px 4px">{esc(a)}{self.colon}</td><td style="{line}padding:2px 4px">{b}</td>' for a, b in row) + "</tr>" for row in rows) + "</table>"
        if k == "strip" and len(pairs) > 5:
            return self.meta(pairs[:4], "strip") + self.meta(pairs[4:], "strip")
        return f'<div style="margin:8px 0">{self.meta(pairs, k)}</div>'

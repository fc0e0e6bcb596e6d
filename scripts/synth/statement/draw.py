"""Draws a statement's arrangement and its pages in HTML. Nothing is a template: every choice is drawn for itself. Held-out
families: header styles "cards" and "tail", rules "double" and "boxes", orders that begin with the balance, a time below its
date, amounts with a decimal comma, the words and faces that wording.py, vocabulary.py and faces.py hold out."""
import datetime, html

import account, faces, wording

PORTRAIT, LANDSCAPE = (794, 1123), (1123, 794)
RULES = ["grid", "hlines", "vlines", "dots", "zebra", "plain", "head"]
HELD_RULES = ["double", "boxes", "plain", "grid"]
HEADERS = ["pairs", "below", "address", "bar"]
HELD_HEADERS = ["cards", "tail", "pairs"]


def esc(s):
    return html.escape(s, quote=False)


class Arrangement:
    """One drawn way to print a statement."""

    def __init__(self, r, voc, held):
        self.r, self.voc, self.held = r, voc, held
        self.lang = r.choice(["th", "th", "en", "bi"])
        self.text = "th" if self.lang == "th" or self.lang == "bi" and r.random() < 0.6 else "en"
        self.face = faces.pick(r, held, self.lang)
        self.size = r.uniform(9.5, 13)
        self.pad = r.uniform(1.5, 7)
        self.rules = r.choice(HELD_RULES if held else RULES)
        self.header = r.choice(HELD_HEADERS if held else HEADERS)
        self.color = r.choice(["#111", "#111", "#1a237e", "#004d40", "#4a148c", "#333"])
        self.money = r.choice(["point"] * 12 + ["plain"]) if not held or self.text == "th" else r.choice(["point", "point", "point", "comma"])
        self.kind = r.choice(["two", "two", "two", "signed", "mark", "chain"])
        self.zero = r.choice(["", "", "", "", "0.00", "-"]) if self.kind == "two" else ""
        self.sign = r.choice(["+-", "-", "()", "tail"])
        self.marks = r.choice(wording.MARKS[:4])
        self.newest = r.random() < 0.12
        self.once = r.random() < 0.08  # the date once a day
        self.date = voc.date_style("th" if self.text == "th" else "en")
        self.clock = r.choice(["", "", "cell", "column"] + (["below"] if held else []))
        self.heads = r.choice(["all", "all", "all", "all", "first", "none"])
        self.opening = r.choice(["row", "row", "box", "none"])
        self.closing = r.choice(["row", "box", "none", "none"])
        self.totals = r.choice(["box", "row", "none", "none"])
        self.carry = r.random() < 0.2
        self.advert = r.random() < 0.25
        self.valign = r.choice(["top", "middle"])
        self.columns = self._columns()
        self.landscape = len(self.columns) > 7 or r.random() < 0.25
        self.paper = LANDSCAPE if self.landscape else PORTRAIT

    def _columns(self):
        r = self.r
        money = {"two": r.choice([["out", "in"], ["out", "in"], ["in", "out"]]), "signed": ["amt"], "chain": ["amt"], "mark": ["amt", "mark"] if r.random() < 0.8 else ["mark", "amt"]}[self.kind]
        left = ["date"] + [c for c, p in (("vdate", .2), ("code", .2), ("chq", .12)) if r.random() < p]
        if self.clock == "column":
            left.insert(1, "time")
        right = [c for c, p in (("chan", .4), ("ref", .25), ("note", .15)) if r.random() < p]
        r.shuffle(right)
        order = r.random()
        if self.held and order < 0.25:
            out = ["bal"] + money + left + ["desc"] + right
        elif order < 0.6:
            out = left + ["desc"] + money + ["bal"] + right
        elif order < 0.75:
            out = left + money + ["bal", "desc"] + right
        elif order < 0.87:
            out = left + ["desc", "bal"] + money + right
        else:
            out = left + right[:1] + ["desc"] + money + ["bal"] + right[1:]
        return (["no"] if r.random() < 0.12 else []) + out

    def caption(self, name, table=wording.CAPTIONS):
        """As printed: one language, or both side by side."""
        th, en = (self.r.choice(wording.part(table[name][k], self.held)) for k in ("th", "en"))
        if self.lang == "bi":
            return self.r.choice([f"{th} / {en}", f"{th} {en}", f"{en} {th}"])
        return th if self.lang == "th" else en

    def heading(self, name):
        """The lines of a heading."""
        th, en = (self.r.choice(wording.part(wording.HEADINGS[name][k], self.held)) for k in ("th", "en"))
        if self.lang == "bi":
            return [th, en] if self.r.random() < 0.8 else [f"{th}/{en}"]
        return [th if self.lang == "th" else en]

    def print(self, v):
        return account.satang(v, self.money)

    def movement(self, m):
        """Cells of a movement by column."""
        v, cells = self.print(m["printed"]), {}
        if self.kind == "two":
            cells = {"in": v if m["in"] else self.zero, "out": self.zero if m["in"] else v}
        elif self.kind == "signed":
            cells["amt"] = {"+-": ("+" if m["in"] else "-") + v, "-": v if m["in"] else "-" + v, "()": v if m["in"] else f"({v})", "tail": v if m["in"] else v + "-"}[self.sign]
        else:
            cells["amt"] = v
            if self.kind == "mark":
                cells["mark"] = self.marks[1 if m["in"] else 0]
        return cells

    def cells(self, m, number, shown):
        """A transaction's cells by column, as printed. shown: whether its date is."""
        r, voc = self.r, self.voc
        day = self.date(m["day"]) if shown else ""
        clock = m["time"].strftime("%H:%M")
        if self.clock in ("cell", "below") and day:
            day += " " + clock
        minus = self.print(m["balance"]) if m["balance"] >= 0 else "-" + self.print(m["balance"])
        c = {"no": str(number), "date": day, "time": clock, "vdate": self.date(m["day"]), "desc": m["text"], "code": voc.shape("@@" if r.random() < 0.7 else "@#"),
             "ref": voc.digits(10), "chq": voc.digits(7) if r.random() < 0.15 else "", "bal": minus, "chan": r.choice(wording.CHANNELS[self.text]),
             "note": r.choice(["", "", "", voc.person(self.text)])}
        return {k: v for k, v in (c | self.movement(m)).items() if k in self.columns}

    def plain(self, name, balance, day=None):
        """A row with a balance only."""
        c = dict.fromkeys(self.columns, "")
        c["desc"], c["bal"] = self.caption(name).split(" / ")[0], self.print(balance)
        if day and self.r.random() < 0.5:
            c["date"] = self.date(day)
        return c


def style(a):
    line = {"grid": "td,th{border:1px solid %s}", "hlines": "td{border-bottom:1px solid #999}th{border-bottom:2px solid %s}", "vlines": "td,th{border-left:1px solid %s;border-right:1px solid %s}",
            "dots": "td{border-bottom:1px dotted #777}", "zebra": "tr:nth-child(even) td{background:#eee}", "plain": "", "head": "th{border-top:1px solid %s;border-bottom:1px solid %s}",
            "double": "td{border-bottom:3px double #777}", "boxes": "table{border:2px solid %s}td{border:1px solid #ddd}"}[a.rules].replace("%s", a.color)
    fill = a.r.choice(["", "", f"th{{background:{a.color};color:#fff}}", "th{background:#ddd}"])
    align = a.r.choice(["left", "center", "right"])
    return (f"<style>.page{{font-family:{a.face};font-size:{a.size:.1f}px;padding:34px {a.r.randrange(24, 60)}px;color:#111}}table{{border-collapse:collapse;width:100%}}"
            f"td,th{{padding:{a.pad:.1f}px {a.r.randrange(4, 9)}px;vertical-align:{a.valign};text-align:left}}th{{text-align:{align};font-weight:{a.r.choice([400, 700])}}}"
            f"td.m{{text-align:right;white-space:nowrap}}td.k,td.c{{white-space:nowrap}}td.c{{text-align:center}}{line}{fill}"
            ".pair{display:inline-block;width:49%;vertical-align:top;margin:2px 0}.pair b{display:inline-block;font-weight:inherit;min-width:130px}.below b{display:block;color:#555}"
            ".card{display:inline-block;border:1px solid #999;border-radius:6px;padding:6px 12px;margin:3px 8px 3px 0}.card b{display:block;font-weight:inherit}</style>")


def table(a, rows, heads):
    """rows: (kind, cells); kind is row, advert."""
    out = ["<table>"]
    if heads:
        out.append("<tr>" + "".join("<th>" + "<br>".join(map(esc, h)) + "</th>" for h in heads) + "</tr>")
    for kind, cells in rows:
        if kind == "advert":
            out.append(f'<tr><td colspan="{len(a.columns)}" style="text-align:center">{esc(cells)}</td></tr>')
            continue
        tds = []
        for c in a.columns:
            text = esc(cells.get(c, ""))
            if c == "date" and a.clock == "below":
                text = text[::-1].replace(" ", ">rb<", 1)[::-1] if ":" in text else text
            k = "m" if c in ("out", "in", "amt", "bal") else "c" if c in ("mark", "no") else "k" if c in ("date", "time", "vdate", "ref", "code", "chq") else ""
            tds.append(f'<td class="{k}">{text}</td>')
        out.append("<tr>" + "".join(tds) + "</tr>")
    return "".join(out) + "</table>"


def span(name, value):
    return f'<span data-f="{name}">{esc(value)}</span>'


def header(a, fields, number, pages):
    """The top of a page: bank, title, captions with their values."""
    r = a.r
    bank = f'<div style="font-size:{r.uniform(1.2, 2.0):.2f}em;font-weight:{r.choice([400, 700])};text-align:{r.choice(["left", "left", "center", "right"])}">{span("bank_name", fields["bank_name"])}</div>'
    if a.header == "bar":
        bank = f'<div style="background:{a.color};color:#fff;padding:6px 10px">{bank}</div>'
    title = f'<div style="text-align:{r.choice(["left", "center", "right"])};font-size:1.1em">{esc(r.choice(wording.TITLES[a.text]))}</div>'
    pairs = [(a.caption(k), span(k, fields[k])) for k in ("account_name", "date_range") if not (k == "account_name" and a.header == "address")]
    pairs += [(a.caption("account_no"), fields["account_no"]), (a.caption("printed"), fields["printed"])]
    pairs += [(a.caption(k), v) for k, v in (("branch", fields["branch"]), ("currency", "THB"), ("type", fields["type"])) if r.random() < 0.6]
    r.shuffle(pairs)
    colon = r.choice([":", " :", "", ""])
    if a.header in ("below",):
        body = "".join(f'<div class="pair below"><b>{esc(c)}</b>{v}</div>' for c, v in pairs)
    elif a.header == "cards":
        body = "".join(f'<div class="card"><b>{esc(c)}</b>{v}</div>' for c, v in pairs)
    else:
        wide = r.choice(["49%", "98%"])
        body = "".join(f'<div class="pair" style="width:{wide}"><b>{esc(c)}{colon}</b> {v}</div>' for c, v in pairs)
    address = "<br>".join(map(esc, fields["address"]))
    if a.header == "address":
        body = f'<div style="margin:8px 0">{span("account_name", fields["account_name"])}<br>{address}</div>' + body
    page = f'<div style="text-align:right">{"หน้า" if a.text == "th" else "Page"} {number}/{pages}</div>' if r.random() < 0.7 else ""
    parts = [bank, title, page]
    return "".join(parts) + f'<div style="margin:8px 0 10px">{body}</div>'

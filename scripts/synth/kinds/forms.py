"""Random forms of any kind, each with a declaration of its own: what the generic model of kinds of one's own learns from.

Which fields a form has, how they are captioned (Thai, English, both), where they stand (lists, grids, heads over values, frames
with small captions), whom groups of them belong to and what else is on the page is drawn. held=True draws half of the fields
from concepts, and all arrangements and faces from ones, that no training page has."""
import html, os, sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "page"))
import faces, vocabulary

HERE = os.path.dirname(os.path.abspath(__file__))
TYPES = ["text", "name", "address", "phone", "email", "date", "amount", "number", "code", "tax_id"]  # as extract/find counts them
GROUPS = [("Ship to", "ส่งถึง"), ("Customer", "ลูกค้า"), ("From", "จาก"), ("Bill to", "ออกบิลให้"), ("Owner", "เจ้าของ"), ("Supplier", "ผู้ขาย"), ("Insured", "ผู้เอาประกัน"), ("Applicant", "ผู้ยื่นคำขอ")]
TITLES = [("Service report", "ใบรายงานบริการ"), ("Booking form", "ใบจอง"), ("Job sheet", "ใบงาน"), ("Test certificate", "ใบรับรองผลการทดสอบ"), ("Rental agreement", "สัญญาเช่า"), ("Gate pass", "ใบผ่าน"), ("Registration", "ใบลงทะเบียน")]
CODES = ["@@-######", "####/####", "@@######", "########", "@#####", "##-@@-####", "@@@-####-##", "#####", "@@/##/####", "############", "#@@@#####"]
WORDS = [["passed", "in use", "new", "urgent", "cash", "30 days", "A", "B", "O", "sales", "workshop", "northern line", "pick-up", "sedan", "XR-200", "type 4", "none", "see overleaf"],
         ["ผ่าน", "ใช้งาน", "ใหม่", "ด่วน", "เงินสด", "30 วัน", "เอ", "บี", "โอ", "ฝ่ายขาย", "โรงซ่อม", "สายเหนือ", "กระบะ", "เก๋ง", "แบบ 4", "ไม่มี", "ดูด้านหลัง"]]


def concepts():
    out = []
    for line in open(os.path.join(HERE, "concepts.tsv"), encoding="utf-8"):
        kind, en, th = line.rstrip("\n").split("\t")
        out.append((kind, en.split("|"), th.split("|")))
    return out


class Form:
    """.html to be drawn, .kind as the finder is told of it."""

    def __init__(self, seed, held=False):
        self.v = vocabulary.Vocabulary(seed, held)
        self.r, self.held = self.v.r, held
        r = self.r
        self.lang = r.choice(["th", "th", "en", "en", "bi"])
        self.face = faces.pick(r, held, "th")
        self.kind = {"fields": [], "captions": []}
        self.colon = r.choice([":", ":", " :", "", " ", " ....."])
        self.money = r.choice(["{}", "{}", "{} บาท", "THB {}", "฿{}"])
        self.date = self.v.date_style("th" if self.lang != "en" or r.random() < 0.2 else "en")
        self.number = 0
        self.html = self.page()

    def draw(self):
        """Concepts of this page: those held out are every fourth."""
        every = concepts()
        mine = [c for i, c in enumerate(every) if (i % 4 == 0) == (self.held and self.r.random() < 0.5)] if self.held else [c for i, c in enumerate(every) if i % 4]
        self.r.shuffle(mine)
        return mine[:self.r.randrange(6, 17)]

    def value(self, kind):
        r, v = self.r, self.v
        lang = "th" if self.lang == "th" or self.lang == "bi" and r.random() < 0.6 else "en"
        if kind == "text":
            return r.choice(WORDS[lang == "th"]) + (f" {r.choice(WORDS[lang == 'th'])}" if r.random() < 0.3 else "")
        if kind == "name":
            return v.person(lang) if r.random() < 0.6 else v.firm(lang)
        if kind == "address":
            return ("" if lang == "th" and r.random() < 0.3 else " ").join(v.address(lang)) if lang == "th" else ", ".join(v.address(lang))
        if kind == "phone":
            return v.phone("th")
        if kind == "email":
            return v.shape(r.choice(["@@@@##", "info", "sale@@"])).lower() + r.choice(["@example.com", "@example.co.th", "@mail.example"])
        if kind == "date":
            return self.date(v.day())
        if kind == "amount":
            return self.money.format(f"{v.satang() / 100:,.2f}")
        if kind == "number":
            return r.choice([str(r.randrange(1, 60)), f"{r.uniform(0.5, 90):.1f}", f"{r.randrange(1000, 200000):,}", f"{r.randrange(1, 900)} {r.choice(['kg', 'กก.', 'ชิ้น', 'pcs'])}"])
        if kind == "tax_id":
            d = v.tax_id(r.choice([0, 0, 1, 3]))
            return d[0] if isinstance(d, (list, tuple)) else d
        return v.shape(r.choice(CODES))

    def say(self, en, th):
        pick = self.r.choice
        if self.lang == "bi":
            return pick([f"{th} / {en}", f"{th} {en}", f"{th}/{en}", th])
        return th if self.lang == "th" else en

    def field(self, concept, group=None):
        """(caption as printed, HTML of the value); declares the field unless it is left as a stranger's."""
        kind, en, th = concept
        r = self.r
        cap, value = self.say(r.choice(en), r.choice(th)), self.value(kind)
        n, self.number = self.number, self.number + 1
        if r.random() < 0.2:  # not wanted; told of as such or not
            if r.random() < 0.5:
                self.kind["captions"] += [{"Key": "other", "Language": "", "Text": t} for t in en + th]
            return cap, html.escape(value)
        name, key = f"f{n}", f"field f{n}"
        self.kind["fields"].append({"Name": name, "Type": TYPES.index(kind), "Keys": [key], "Party": [group] if group else None, "Lines": {"address": 4, "name": 2, "text": 2}.get(kind, 1)})
        told = en + th if r.random() < 0.7 else (th if self.lang == "th" else en if self.lang == "en" else en + th)
        self.kind["captions"] += [{"Key": key, "Language": "", "Text": t} for t in told]
        return cap, f"<span data-f={name}>{html.escape(value)}</span>"

    def block(self, cells):
        r = self.r
        style = r.choice(["pairs4", "heads", "dotted", "right"]) if self.held else r.choice(["list", "list", "grid", "frames", "heads", "row"])
        rule = r.choice(["g", "g", "hl", "p"])
        if style == "list":
            return f"<div style='columns:{r.choice([1, 1, 2])}'>" + "".join(f"<div style=break-inside:avoid>{c}{self.colon} {x}</div>" for c, x in cells) + "</div>"
        if style == "dotted":
            return "".join(f"<div>{c} .... {x} ....</div>" for c, x in cells)
        if style == "grid":
            return f"<table class='{rule} wide'>" + "".join(f"<tr><td style='width:{r.choice([24, 34, 45])}%'>{c}{self.colon}</td><td>{x}</td></tr>" for c, x in cells) + "</table>"
        if style == "right":
            return "".join(f"<div style='display:flex;justify-content:space-between;width:60%'><span>{c}{self.colon}</span><span>{x}</span></div>" for c, x in cells)
        if style == "pairs4":
            return f"<table class='{rule} wide'>" + "".join("<tr>" + "".join(f"<td>{c}</td><td>{x}</td>" for c, x in cells[k:k + 2]) + "</tr>" for k in range(0, len(cells), 2)) + "</table>"
        if style == "frames":
            return "<div style='display:flex;flex-wrap:wrap;gap:5px'>" + "".join(f"<div style='border:1px solid #777;padding:3px 6px;flex:1 0 28%'><div style='font-size:.75em;color:#444'>{c}</div>{x}</div>" for c, x in cells) + "</div>"
        if style == "row":
            return "<div>" + " &nbsp; &nbsp; ".join(f"{c}{self.colon} {x}" for c, x in cells) + "</div>"
        return "".join(f"<table class='{rule} wide'><tr>{''.join(f'<th>{c}</th>' for c, _ in part)}</tr><tr>{''.join(f'<td>{x}</td>' for _, x in part)}</tr></table>" for part in (cells[k:k + 4] for k in range(0, len(cells), 4)))

    def group(self, n):
        """A party: a name, and what belongs to it, under its head."""
        r = self.r
        en, th = GROUPS[n]
        key = f"group {n}"
        self.kind["captions"] += [{"Key": key, "Language": "", "Text": t} for t in (en, th)]
        rows = []
        for kind, e, t in (("name", ["Name"], ["ชื่อ"]), ("address", ["Address"], ["ที่อยู่"]), ("phone", ["Tel.", "Phone"], ["โทร", "โทรศัพท์"]), ("tax_id", ["Tax ID"], ["เลขประจำตัวผู้เสียภาษี"])):
            if kind == "name" or r.random() < 0.7:
                rows.append(self.field((kind, e, t), key))
        bare = r.random() < 0.4
        body = "".join(f"<div>{x if bare else f'{c}{self.colon} {x}'}</div>" for c, x in rows)
        return f"<div style='flex:1;{r.choice(['border:1px solid #555;padding:6px', ''])}'><b>{self.say(en, th)}</b>{body}</div>"

    def page(self):
        r, v = self.r, self.v
        parts = []
        if r.random() < 0.6:
            parts.append("<div style='display:flex;gap:20px'>" + "".join(self.group(n) for n in r.sample(range(len(GROUPS)), r.choice([1, 2, 2]))) + "</div>")
        cells = [self.field(c) for c in self.draw()]
        k = r.randrange(0, len(cells)) if r.random() < 0.6 else 0
        parts += [self.block(p) for p in (cells[:k], cells[k:]) if p]
        if r.random() < 0.5:
            rows = "".join(f"<tr><td>{n + 1}</td><td>{html.escape(self.value('text'))}</td><td style='text-align:right'>{r.randrange(1, 40)}</td><td style='text-align:right'>{v.satang() / 100:,.2f}</td></tr>" for n in range(r.randrange(1, 6)))
            parts.append(f"<table class='{r.choice(['g', 'hl'])} wide'><tr><th>{self.say('No.', 'ลำดับ')}</th><th>{self.say('Description', 'รายการ')}</th><th>{self.say('Qty', 'จำนวน')}</th><th>{self.say('Amount', 'จำนวนเงิน')}</th></tr>{rows}</table>")
        r.shuffle(parts)
        title = f"<div style='text-align:{r.choice(['center', 'left', 'right'])};font-size:1.4em'><b>{self.say(*r.choice(TITLES))}</b></div>"
        head = f"<div><b>{html.escape(v.firm('th' if self.lang == 'th' else 'en'))}</b><div style='font-size:.85em'>{html.escape(' '.join(v.address('th' if self.lang == 'th' else 'en')))} โทร. {v.phone('th')}</div></div>" if r.random() < 0.7 else ""
        sign = f"<div style='margin-top:30px'>{self.say('Signature', 'ลงชื่อ')} ......................</div>" if r.random() < 0.6 else ""
        css = (f".page{{font-family:{self.face};font-size:{r.choice([11, 12, 13, 14])}px;line-height:{r.choice([1.35, 1.5, 1.7])};padding:{r.choice([28, 40, 56])}px}}.page>*{{margin:{r.choice([5, 9, 14])}px 0}}table{{border-collapse:collapse}}td,th{{padding:{r.choice([2, 4, 6])}px;text-align:left;vertical-align:top}}.wide{{width:100%}}"
               ".g td,.g th{border:1px solid #333}.hl tr{border-bottom:1px solid #555}")
        return f"<style>{css}</style><div class=page>{''.join(r.sample([head, title], 2))}{''.join(parts)}{sign}</div>"

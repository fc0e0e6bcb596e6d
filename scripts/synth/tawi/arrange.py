"""Draws withholding certificates (form 50 bis) as accounting programs print them. Nothing is a template: the order of parts and
columns, captions, frames, rules, the way of numbers, ticks and sums are drawn. Held-out pages (held=True) use captions, ways to
set the parties and the table, faces and words that no page for tuning has."""
import datetime
import html
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "page"))
import faces
import vocabulary

FORMS = ["ภ.ง.ด.1ก", "ภ.ง.ด.1ก พิเศษ", "ภ.ง.ด.2", "ภ.ง.ด.3", "ภ.ง.ด.2ก", "ภ.ง.ด.3ก", "ภ.ง.ด.53"]
INCOMES = ["1. เงินเดือน ค่าจ้าง เบี้ยเลี้ยง โบนัส ฯลฯ ตามมาตรา 40 (1)", "2. ค่าธรรมเนียม ค่านายหน้า ฯลฯ ตามมาตรา 40 (2)", "3. ค่าแห่งลิขสิทธิ์ ฯลฯ ตามมาตรา 40 (3)",
           "4. (ก) ดอกเบี้ย ฯลฯ ตามมาตรา 40 (4) (ก)", "4. (ข) เงินปันผล เงินส่วนแบ่งกำไร ฯลฯ ตามมาตรา 40 (4) (ข)",
           "5. การจ่ายเงินได้ที่ต้องหักภาษี ณ ที่จ่าย ตามคำสั่งกรมสรรพากรที่ออกตามมาตรา 3 เตรส", "6. อื่น ๆ (ระบุ)"]
NOTES = ["ค่าบริการ", "ค่าเช่า", "ค่าขนส่ง", "ค่าโฆษณา", "ค่าจ้างทำของ", "ค่าที่ปรึกษา"]
RATES = [1, 2, 3, 5, 10, 15]
# Each caption: for tuning, for measuring; "/" parts the English of bilingual pages.
CAPTIONS = {
    "payer": (["ผู้มีหน้าที่หักภาษี ณ ที่จ่าย/Withholding Agent", "ผู้จ่ายเงิน (ผู้มีหน้าที่หักภาษี ณ ที่จ่าย)/Payer"], ["ผู้หักภาษี ณ ที่จ่าย/Tax Withholder", "ผู้มีหน้าที่หักภาษี ณ ที่จ่าย :-/Withheld by"]),
    "payee": (["ผู้ถูกหักภาษี ณ ที่จ่าย/Taxpayer", "ผู้มีเงินได้ (ผู้ถูกหักภาษี ณ ที่จ่าย)/Payee"], ["ผู้รับเงิน (ผู้ถูกหักภาษี ณ ที่จ่าย)/Income Recipient", "ผู้ถูกหักภาษี ณ ที่จ่าย :-/Withheld from"]),
    "name": (["ชื่อ/Name", "นาม/Name"], ["ชื่อ-สกุล/Name", "ชื่อบริษัท/บุคคล/Full name"]),
    "address": (["ที่อยู่/Address"], ["ที่อยู่/Address", "สถานที่ติดต่อ/Address"]),
    "id": (["เลขประจำตัวผู้เสียภาษีอากร/Tax ID", "เลขประจำตัวผู้เสียภาษี/Tax ID No."], ["เลขประจำตัวผู้เสียภาษี (13 หลัก)/Taxpayer ID", "เลขที่ผู้เสียภาษี/TIN"]),
    "income": (["ประเภทเงินได้พึงประเมินที่จ่าย/Type of income", "ประเภทเงินได้/Type of income"], ["ประเภทของเงินได้ที่จ่าย/Description of income", "รายการเงินได้/Income type"]),
    "date": (["วัน เดือน ปี ที่จ่าย/Date paid", "วันที่จ่ายเงิน/Payment date"], ["วันเดือนปี ที่จ่ายเงิน/Date of payment", "จ่ายเมื่อวันที่/Paid on"]),
    "amount": (["จำนวนเงินที่จ่าย/Amount paid", "จำนวนเงินได้/Amount"], ["จำนวนเงินที่จ่าย (บาท)/Income paid", "ยอดเงินที่จ่าย/Gross amount"]),
    "tax": (["ภาษีที่หักและนำส่งไว้/Tax withheld", "ภาษีที่หัก/WHT"], ["ภาษีหัก ณ ที่จ่าย/Tax deducted", "จำนวนภาษีที่หักไว้/Withholding tax"]),
    "rate": (["อัตราภาษี/Rate", "ร้อยละ/%"], ["อัตรา %/Tax rate"]),
    "total": (["รวมเงินที่จ่ายและภาษีที่หักนำส่ง/Total", "รวมทั้งสิ้น/Total"], ["รวมเป็นเงินทั้งสิ้น/Grand total", "รวม/Total"]),
    "words": (["รวมเงินภาษีที่หักนำส่ง (ตัวอักษร)/Total tax in words", "จำนวนเงินภาษี (ตัวอักษร)/In words"], ["รวมภาษีที่หัก (ตัวหนังสือ)/Amount in words", "(ตัวอักษร)/In words"]),
    "issued": (["ออกให้ ณ วันที่/Issued on", "วันที่/Date"], ["ลงวันที่/Date of issue"]),
}


class Certificate:
    """One random certificate: .html to be drawn and .seed's truth by data-f attributes."""

    def __init__(self, seed, held=False):
        self.v = vocabulary.Vocabulary(seed, held)
        self.r, self.held = self.v.r, held
        self.lang = self.r.choice(["th", "th", "th", "bi"])
        self.face = faces.pick(self.r, held, "th")
        self.size = self.r.choice([11, 12, 12, 13, 14])
        self.thai_digits = self.r.random() < 0.08
        self.html = self.page()

    def digits(self, s):
        return s.translate(vocabulary.THAI_DIGITS) if self.thai_digits else s

    def caption(self, key, sep=" "):
        th, _, en = self.r.choice(CAPTIONS[key][1 if self.held else 0]).rpartition("/")
        return f"{th}{sep}<span style='font-size:.85em'>{en}</span>" if self.lang == "bi" and en else th

    def f(self, name, value, i=None):
        at = f" data-i={i}" if i is not None else ""
        return f"<span data-f={name}{at}>{html.escape(value)}</span>"

    def number(self, name):
        """A tax number: plain, in groups, or a figure in each box."""
        d = vocabulary.thai_id(self.r, self.r.choice([0, 0, 1, 3]))
        groups = [d[0], d[1:5], d[5:10], d[10:12], d[12]]
        if self.id_style == "boxes":
            gap = self.r.choice([0, 4])
            box = "".join("<span style='margin-right:%dpx;white-space:nowrap'>%s</span>" % (gap, "".join(
                f"<span style='display:inline-block;width:1.35em;text-align:center;border:1px solid #333;margin-left:-1px;line-height:1.45em'>{c}</span>" for c in g)) for g in groups)
            return f"<span data-f={name} data-solid=1>{box}</span>"
        return self.f(name, self.digits({"plain": d, "dash": "-".join(groups), "space": " ".join(groups)}[self.id_style]))

    def party(self, who):
        """The box of payer or payee."""
        r = self.r
        field = "tax_witholder" if who == "payer" else "tax_payer"
        name = self.v.firm() if who == "payer" or r.random() < 0.6 else self.v.person()
        rows = [("name", self.f(field, name)), ("address", html.escape(" ".join(self.v.address()))), ("id", self.number(field + "_id_number"))]
        order = {0: [0, 1, 2], 1: [2, 0, 1], 2: [0, 2, 1]}[self.party_order]
        rows = [rows[k] for k in order]
        head = self.heads[who]
        cap = lambda k: self.row_captions[k]
        if self.party_style == "lines":
            body = "".join(f"<div style='padding-left:{self.indent}px'>{cap(k)}{self.colon} {v}</div>" for k, v in rows)
            return f"<div style='{self.frame};margin:6px 0;padding:3px'><b>{head}</b>{body}</div>"
        if self.party_style == "grid":
            body = "".join(f"<tr><td style='width:{self.cap_width}px'>{cap(k)}</td><td>{v}</td></tr>" for k, v in rows)
            return f"<table class={self.grid} style='margin:6px 0;width:100%'><tr><td colspan=2 class=h><b>{head}</b></td></tr>{body}</table>"
        if self.party_style == "left":  # the head in a column of its own
            body = "".join((f"<tr><td rowspan=3 style='width:150px'><b>{head}</b></td>" if n == 0 else "<tr>") + f"<td style='width:{self.cap_width}px'>{cap(k)}</td><td>{v}</td></tr>" for n, (k, v) in enumerate(rows))
            return f"<table class={self.grid} style='margin:6px 0;width:100%'>{body}</table>"
        first = [v for k, v in rows if k == "name"][0]  # the name right behind the head
        body = "".join(f"<div style='padding-left:{self.indent}px'>{cap(k)}{self.colon} {v}</div>" for k, v in rows if k != "name")
        return f"<div style='{self.frame};margin:6px 0;padding:3px'><b>{head}</b>{self.colon} {first}{body}</div>"

    def box(self, ticked):
        """A box to be ticked, drawn, with one of the marks that programs print."""
        s = self.tick_size
        mark = {"check": f"<path d='M{.2 * s} {.5 * s} L{.42 * s} {.78 * s} L{.85 * s} {.15 * s}' stroke=#111 stroke-width=1.8 fill=none />",
                "cross": f"<path d='M{.2 * s} {.2 * s} L{.8 * s} {.8 * s} M{.8 * s} {.2 * s} L{.2 * s} {.8 * s}' stroke=#111 stroke-width=1.6 />",
                "over": f"<path d='M{.1 * s} {.4 * s} L{.4 * s} {.85 * s} L{1.2 * s} {-.25 * s}' stroke=#114 stroke-width=2 fill=none />"}[self.mark] if ticked else ""
        return f"<svg width={s + 1} height={s + 1} style='overflow:visible;vertical-align:-2px;margin:0 4px 0 2px'><rect x=.5 y=.5 width={s - .5} height={s - .5} fill=none stroke=#222 stroke-width={self.line} />{mark}</svg>"

    def form_type(self):
        r, k = self.r, self.form
        seq = f"ลำดับที่ {r.randrange(1, 400)}"
        if self.type_style == "plain":
            return f"<div style='margin:5px 0'>{r.choice(['ยื่นตามแบบ', 'แบบยื่นรายการ', 'แบบที่ยื่น'])} {self.f('form_type', FORMS[k])} &nbsp; {seq}</div>"
        shown = sorted(set(range(7)) if r.random() < 0.6 else {k} | set(r.sample(range(7), 3)))
        gap = r.choice([12, 20, 28])
        parts = []
        for i in shown:
            name = self.f("form_type", FORMS[i]) if i == k else FORMS[i]
            box = self.box(i == k)
            parts.append(f"<span style='margin-right:{gap}px;white-space:nowrap'>" + (f"({i + 1}) {name} {box}" if self.tick_right else f"{box}({i + 1}) {name}") + "</span>")
        return f"<div style='margin:5px 0;line-height:1.9'>{seq} ในแบบ &nbsp; {' '.join(parts)}</div>"

    def sums(self, satang, field=None):
        """Cells of an amount: one, or baht and satang."""
        text = self.digits(f"{satang // 100:,}"), self.digits(f"{satang % 100:02d}")
        attr = f" data-f={field}" if field else ""
        if self.split:
            return f"<td class=n{attr}>{text[0]}</td><td class=s{attr}>{text[1]}</td>"
        return f"<td class=n{attr}>{text[0]}.{text[1]}</td>"

    def table(self):
        r = self.r
        n = 1 if r.random() < 0.7 else r.choice([2, 3])
        kinds = sorted(r.sample(range(6), n))
        shown = {"only": kinds, "all": range(7), "few": sorted(set(kinds) | set(r.sample(range(7), 2)))}[r.choice(["only", "all", "few"])]
        day = self.v.day()
        style = self.v.date_style("th")
        columns = r.choice([["income", "date", "amount", "tax"], ["date", "income", "amount", "tax"]] if not self.held else [["income", "date", "rate", "amount", "tax"], ["date", "income", "amount", "rate", "tax"], ["income", "date", "amount", "tax"]])
        if not self.held and r.random() < 0.3:
            columns.insert(r.choice([2, 3]), "rate")
        double = {"amount", "tax"} if self.split else set()
        head = "".join(f"<th{' colspan=2' if c in double else ''}>{self.caption(c, r.choice([' ', '<br>']))}</th>" for c in columns)
        body, paid, tax, first = "", 0, 0, True
        for k in shown:
            cells = ""
            rate = r.choice(RATES)
            amount = self.v.satang(500, 300000)
            held = round(amount * rate / 100)
            for c in columns:
                if c == "income":
                    cells += f"<td>{html.escape(INCOMES[k])}{' ' + r.choice(NOTES) if k == 5 and r.random() < .5 else ''}</td>"
                elif k not in kinds:
                    cells += "<td></td>" * (2 if c in double else 1)
                elif c == "date":
                    text = html.escape(self.digits(style(day)))
                    cells += f"<td style='text-align:center;white-space:nowrap'><span{' data-f=date_witholding_tax' if first else ''}>{text}</span></td>"
                elif c == "rate":
                    cells += f"<td style='text-align:center'>{self.digits(str(rate))}{r.choice(['%', ''])}</td>"
                else:
                    cells += self.sums(amount if c == "amount" else held)
            if k in kinds:
                paid, tax, first = paid + amount, tax + held, False
            body += f"<tr>{cells}</tr>"
        lead = sum(1 for c in columns if c not in ("amount", "tax")) if columns[-3] != "rate" and columns.index("tax") == columns.index("amount") + 1 else columns.index("amount")
        between = "<td></td>" * (columns.index("tax") - columns.index("amount") - 1)
        total = f"<tr><td colspan={lead} style='text-align:right'><b>{self.caption('total')}</b></td>{self.sums(paid, 'total_amount_paid')}{between}{self.sums(tax, 'total_tax_withheld')}</tr>"
        words = vocabulary.baht_words(tax)
        words = f"({words})" if r.random() < .5 else words
        return (f"<table class={self.rules} style='width:100%;margin:6px 0'><tr>{head}</tr>{body}{total}</table>"
                f"<div style='margin:4px 0;{self.r.choice(['', 'background:#ddd;padding:3px', 'border:1px solid #444;padding:3px'])}'>{self.caption('words')} &nbsp; {words}</div>"), day

    def page(self):
        r = self.r
        self.id_style = r.choice(["plain", "dash", "space", "boxes"])
        self.party_style = r.choice(["left", "behind"] if self.held else ["lines", "grid"])
        if self.held and r.random() < 0.4:
            self.party_style = r.choice(["lines", "grid"])
        self.party_order, self.indent, self.cap_width = r.randrange(3), r.choice([0, 10, 24]), r.choice([110, 160, 210])
        self.colon, self.frame = r.choice([":", "", " :"]), r.choice(["", "border:1px solid #333", "border:1px solid #777;border-radius:6px"])
        self.grid, self.rules = r.choice(["g", "hl", "p"]), r.choice(["g", "hl", "vl", "p"])
        self.heads = {"payer": self.caption("payer"), "payee": self.caption("payee")}
        self.row_captions = {k: self.caption(k) for k in ("name", "address", "id")}
        self.tick_size, self.mark, self.line = self.size + r.choice([-1, 0, 2, 4]), r.choice(["check", "cross", "over"]), r.choice([.8, 1, 1.3])
        self.tick_right = self.held and r.random() < 0.2
        self.form, self.type_style, self.split = r.randrange(7), r.choice(["plain", "ticks", "ticks"]), r.random() < 0.4
        table, day = self.table()
        side = r.random() < 0.2 and self.id_style != "boxes"
        parties = self.party("payer"), self.party("payee")
        parties = f"<div style='display:flex;gap:14px'><div style='flex:1'>{parties[0]}</div><div style='flex:1'>{parties[1]}</div></div>" if side else "".join(parties)
        copy = "<div style='font-size:.8em'>ฉบับที่ 1 (สำหรับผู้ถูกหักภาษี ณ ที่จ่าย ใช้แนบพร้อมกับแบบแสดงรายการภาษี)</div>" if r.random() < .7 else ""
        number = f"<div style='text-align:right'>เลขที่ {self.v.shape(r.choice(['WT####-###', '##/####', 'WHT########']))}</div>"
        title = f"<div style='text-align:center'><b style='font-size:1.4em'>หนังสือรับรองการหักภาษี ณ ที่จ่าย</b>{'<div>Withholding Tax Certificate</div>' if self.lang == 'bi' else ''}<div>ตามมาตรา 50 ทวิ แห่งประมวลรัษฎากร</div></div>"
        pay = f"<div style='margin:5px 0'>{r.choice(['ผู้จ่ายเงิน', 'การออกภาษี', 'เงื่อนไข'])} &nbsp; {self.box(True)}(1) หัก ณ ที่จ่าย &nbsp; {self.box(False)}(2) ออกให้ตลอดไป &nbsp; {self.box(False)}(3) ออกให้ครั้งเดียว</div>"
        later = day + datetime.timedelta(days=r.choice([0, 0, 1, 5]))
        sign = (f"<div style='margin:24px 20px;text-align:right'>ขอรับรองว่าข้อความและตัวเลขดังกล่าวข้างต้นถูกต้องตรงกับความจริงทุกประการ<br><br>ลงชื่อ ........................................ ผู้จ่ายเงิน<br>"
                f"{self.caption('issued')} {later.day} {vocabulary.THAI_MONTHS[later.month - 1]} {later.year + 543}</div>")
        kind = self.form_type()
        middle = [kind, table] if r.random() < .85 else [table, kind]
        css = (f".page{{font-family:{self.face};font-size:{self.size}px;line-height:{r.choice([1.35, 1.5, 1.7])};padding:{r.choice([28, 40, 56])}px;color:#111}}table{{border-collapse:collapse}}td,th{{padding:{r.choice([2, 4, 6])}px;vertical-align:{r.choice(['top', 'middle'])}}}"
               f".g td,.g th{{border:1px solid #333}}.hl tr{{border-bottom:1px solid #555}}.vl td,.vl th{{border-left:1px solid #444;border-right:1px solid #444}}.vl{{border:1px solid #444}}.n{{text-align:right;white-space:nowrap}}.s{{width:2.6em;text-align:center}}th{{background:{r.choice(['none', '#eee', '#dde'])}}}.h{{background:{r.choice(['none', '#eee'])}}}")
        return f"<style>{css}</style><div class=page>{copy}{number}{title}{parties}{''.join(middle)}{pay}{sign}</div>"

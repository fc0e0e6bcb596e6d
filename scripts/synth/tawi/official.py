"""Draws the filled official form 50 bis at its official measures, which extract/tawi/official.tsv has in points."""
import html
import os

from arrange import INCOMES, faces, vocabulary

HERE = os.path.dirname(os.path.abspath(__file__))
PX = 96 / 72  # CSS pixels a point
ROWS = [(535.4, "1. เงินเดือน ค่าจ้าง เบี้ยเลี้ยง โบนัส ฯลฯ ตามมาตรา 40 (1)", 0), (520.9, "2. ค่าธรรมเนียม ค่านายหน้า ฯลฯ ตามมาตรา 40 (2)", 0), (506.4, "3. ค่าแห่งลิขสิทธิ์ ฯลฯ ตามมาตรา 40 (3)", 0),
        (492.0, "4. (ก) ดอกเบี้ย ฯลฯ ตามมาตรา 40 (4) (ก)", 0), (433.9, "(1.1) อัตราร้อยละ 30 ของกำไรสุทธิ", 60), (419.4, "(1.2) อัตราร้อยละ 25 ของกำไรสุทธิ", 60),
        (361.4, "(2.1) กำไรสุทธิของกิจการที่ได้รับยกเว้นภาษีเงินได้นิติบุคคล", 60), (216.5, "ทำของ ค่าโฆษณา ค่าเช่า ค่าขนส่ง ค่าบริการ ค่าเบี้ยประกันวินาศภัย ฯลฯ", 12), (202.0, "6. อื่น ๆ (ระบุ)", 0)]


def measures():
    out = {}
    for line in open(os.path.join(HERE, "..", "..", "..", "extract", "tawi", "official.tsv"), encoding="utf-8"):
        parts = line.rstrip("\n").split("\t")
        if len(parts) == 5:
            out.setdefault(parts[0], []).append([float(v) for v in parts[1:]])
    return out


class Official:
    """One filled official form; the hand that fills it, its size and the way of dates and ticks are drawn."""

    def __init__(self, seed, held=False):
        self.v = vocabulary.Vocabulary(seed, held)
        self.r, self.parts = self.v.r, []
        self.print_face, self.face = '"Norasi", "Laksaman"', faces.pick(self.r, held, "th")
        self.size = self.r.choice([10, 11, 12])
        self.draw()
        self.html = f"<div class=page style='font-family:{self.face};color:{self.r.choice(['#111', '#113', '#222'])}'>{''.join(self.parts)}</div>"

    def at(self, x, y, text, size=9.5, style="", attr=""):
        """Prints text with its baseline y points above the lower edge."""
        self.parts.append(f"<div {attr} style='position:absolute;white-space:nowrap;left:{x * PX:.1f}px;top:{(842 - y - size) * PX:.1f}px;font-size:{size * PX:.1f}px;line-height:1.25;{style}'>{text}</div>")

    def label(self, x, y, text, size=9, bold=False):
        self.at(x, y, text, size, f"font-family:{self.print_face};{'font-weight:bold' if bold else ''}")

    def rect(self, x0, y0, x1, y1, width=1.0):
        self.parts.append(f"<div style='position:absolute;left:{x0 * PX:.1f}px;top:{(842 - y1) * PX:.1f}px;width:{(x1 - x0) * PX:.1f}px;height:{(y1 - y0) * PX:.1f}px;border:{width}px solid #222'></div>")

    def fill(self, x, y, field, text, style=""):
        self.at(x, y, html.escape(text), self.size * .95, style, f"data-f={field}")

    def right(self, x, y, text, field=None):
        """Prints text that ends at x."""
        self.at(x - 100, y, text, self.size * .95, f"width:{100 * PX:.0f}px;text-align:right", f"data-f={field}" if field else "")

    def draw(self):
        m, r = measures(), self.r
        self.rect(28.6, 57.4, 567.1, 798.2)
        for b in ([35.8, 694.3, 560.6, 761.3], [35.8, 577.4, 560.6, 692.6], [35.5, 157.4, 561.4, 576.0]):
            self.rect(*b)
        self.label(215, 781, "หนังสือรับรองการหักภาษี ณ ที่จ่าย", 14, True)
        self.label(228, 767, "ตามมาตรา 50 ทวิ แห่งประมวลรัษฎากร", 10)
        self.label(30, 815, "ฉบับที่ 1 (สำหรับผู้ถูกหักภาษี ณ ที่จ่าย ใช้แนบพร้อมกับแบบแสดงรายการภาษี)", 8)
        self.label(498, 780, f"เล่มที่ {r.randrange(1, 99):03d}", 9)
        for who, top, field in (("payer", 744.5, "tax_witholder"), ("payee", 675.8, "tax_payer")):
            self.label(38, top + 2, "ผู้มีหน้าที่หักภาษี ณ ที่จ่าย :-" if who == "payer" else "ผู้ถูกหักภาษี ณ ที่จ่าย :-", 10, True)
            self.at(239, top + 2, "เลขประจำตัวผู้เสียภาษีอากร (13 หลัก)*", 9, f"font-family:{self.print_face};font-weight:bold;left:auto;right:{(595.5 - 369.3) * PX:.1f}px")
            y = top - 18 if who == "payer" else top - 22
            self.label(38, y, "ชื่อ", 9, True)
            self.label(318, y, "เลขประจำตัวผู้เสียภาษีอากร", 9)
            self.label(60, y - 11, "(ให้ระบุว่าเป็น บุคคล นิติบุคคล บริษัท สมาคม หรือคณะบุคคล)", 6.5)
            self.label(38, y - 24, "ที่อยู่", 9, True)
            self.fill(56, y + 1, field, self.v.firm() if who == "payer" or r.random() < .5 else self.v.person())
            self.at(60, y - 23, html.escape(" ".join(self.v.address())), self.size * .9)
            self.number(m[who + "_number"], field)
            for x0, y0, x1, y1 in m["square"]:
                if abs(y0 - (728.4 if who == "payer" else 656.9)) < 1:
                    self.rect(x0, y0, x1, y1)
        self.types(m)
        self.table(m)

    def number(self, groups, field):
        d = vocabulary.thai_id(self.r, self.r.choice([0, 0, 1, 3]))
        k = 0
        for (x0, y0, x1, y1), n in zip(groups, [1, 4, 5, 2, 1]):
            self.rect(x0, y0, x1, y1)
            w = (x1 - x0) / n
            for i in range(n):
                if i:
                    self.parts.append(f"<div style='position:absolute;left:{(x0 + i * w) * PX:.1f}px;top:{(842 - y1) * PX:.1f}px;height:{(y1 - y0) * PX:.1f}px;border-left:1px dotted #666'></div>")
                self.at(x0 + i * w, y0 + 3, d[k], self.size * .95, f"width:{w * PX:.1f}px;text-align:center", f"data-f={field}_id_number data-solid=1")
                k += 1

    def tick(self, x0, y0, x1, y1):
        s = (x1 - x0) * PX
        path = self.r.choice([f"M{.1 * s} {.5 * s} L{.4 * s} {.85 * s} L{1.1 * s} {-.1 * s}", f"M{.15 * s} {.15 * s} L{.85 * s} {.85 * s} M{.85 * s} {.15 * s} L{.15 * s} {.85 * s}"])
        self.parts.append(f"<svg style='position:absolute;overflow:visible;left:{x0 * PX:.1f}px;top:{(842 - y1) * PX:.1f}px' width={s:.0f} height={s:.0f}><path d='{path}' stroke=#111 stroke-width=2.4 fill=none /></svg>")

    def types(self, m):
        names = ["(1) ภ.ง.ด.1ก", "(2) ภ.ง.ด.1ก พิเศษ", "(3) ภ.ง.ด.2", "(4) ภ.ง.ด.3", "(5) ภ.ง.ด.2ก", "(6) ภ.ง.ด.3ก", "(7) ภ.ง.ด.53"]
        self.form = self.r.randrange(7)
        self.label(38, 604, "ลำดับที่", 9, True)
        self.label(142, 604, "ในแบบ", 9)
        for i, b in enumerate(m["form"]):
            self.rect(*b)
            self.label(b[2] + 5, b[1] + 2, names[i], 9, i < 4)
        self.tick(*m["form"][self.form])
        for i, (x0, y0, x1, y1) in enumerate([b for b in m["square"] if b[1] < 130]):
            self.rect(x0, y0, x1, y1)
            self.label(x1 + 5, y0 + 2, ["(1) หัก ณ ที่จ่าย", "(2) ออกให้ตลอดไป", "(3) ออกให้ครั้งเดียว", "(4) อื่น ๆ (ระบุ)"][i], 9)
            if i == 0:
                self.tick(x0, y0, x1, y1)

    def table(self, m):
        r = self.r
        for x in (327.4, 404.9, 475.0, 489.8, 546.5):
            self.parts.append(f"<div style='position:absolute;left:{x * PX:.1f}px;top:{(842 - 576) * PX:.1f}px;height:{(576 - 182) * PX:.1f}px;border-left:1px solid #222'></div>")
        for y in (549.4, 198, 180):
            self.parts.append(f"<div style='position:absolute;left:{35.5 * PX:.1f}px;top:{(842 - y) * PX:.1f}px;width:{525 * PX:.1f}px;border-top:1px solid #222'></div>")
        for x, t in ((120, "ประเภทเงินได้พึงประเมินที่จ่าย"), (340, "วัน เดือน หรือปีภาษี"), (412, "จำนวนเงินที่จ่าย"), (500, "ภาษีที่หัก")):
            self.label(x, 560, t, 9, True)
        self.label(240, 185, "รวมเงินที่จ่ายและภาษีที่หักนำส่ง", 9, True)
        day, style, paid, held = self.v.day(), self.v.date_style("th"), 0, 0
        chosen = set(r.sample(range(len(ROWS)), 1 if r.random() < .8 else 2))
        first = True
        for i, (y, text, indent) in enumerate(ROWS):
            self.label(40 + indent, y + 3, text, 8.5)
            if i not in chosen:
                continue
            amount = self.v.satang(500, 900000)
            tax = round(amount * r.choice([1, 3, 5, 10, 15]) / 100)
            self.at(330, y + 3, html.escape(style(day)), min(self.size * .95, 9.5), f"width:{74 * PX:.0f}px;text-align:center", "data-f=date_witholding_tax" if first else "")
            self.sum(y + 3, amount, tax)
            paid, held, first = paid + amount, held + tax, False
        self.sum(185, paid, held, ("total_amount_paid", "total_tax_withheld"))
        self.label(50, 162, "รวมเงินภาษีที่หักนำส่ง (ตัวอักษร)", 9, True)
        self.at(200, 162, vocabulary.baht_words(held), self.size * .95)
        self.label(38, 123, "ผู้จ่ายเงิน", 9, True)
        self.label(300, 100, "ลงชื่อ.............................................ผู้จ่ายเงิน", 9)
        self.at(340, 77, f"{day.day} &nbsp; {vocabulary.THAI_MONTHS[day.month - 1]} &nbsp; {day.year + 543}", self.size * .95)

    def sum(self, y, paid, tax, fields=(None, None)):
        for x, satang, field in ((473, paid, fields[0]), (544.5, tax, fields[1])):
            self.right(x, y, f"{satang // 100:,}", field)
            self.right(x + 14, y, f"{satang % 100:02d}", field)

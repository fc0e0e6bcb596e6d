#!/usr/bin/env python3
"""Pages that are no parcel labels, as the field finder's training reads them: others.py OUT.jsonl -n 600 -seed 1 [-held]

Identity papers, receipts, letters, plates and desks with next to nothing on them, as lines of text at random places: what stands
on them is drawn, how they look is not. Invoices, statements and forms have generators of their own.
"""
import argparse, json, os, random, sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "page"))
import engine, vocabulary

CARD = ["Surname", "Given names", "Nationality", "Date of birth", "Sex", "Place of birth", "Passport No.", "Date of issue", "Date of expiry", "Authority", "Type", "Country code", "ชื่อ", "นามสกุล", "เลขประจำตัวประชาชน", "วันเกิด", "Name", "Last name", "เกิดวันที่", "ที่อยู่", "Holder's signature", "Personal No.", "Height"]
SHOP = ["TOTAL", "SUBTOTAL", "CASH", "CHANGE", "VAT 7%", "รวม", "เงินสด", "เงินทอน", "Table 5", "Cashier: 03", "RECEIPT", "ใบเสร็จรับเงิน", "TAX INVOICE (ABB)", "Thank you, please come again", "ขอบคุณที่ใช้บริการ", "Item", "Qty", "Price"]
PLATE = ["m3", "kWh", "Q3=2.5", "IP68", "50Hz", "230V", "3x5(60)A", "Cl. 1", "MID", "CE M18 0102", "made in", "1000 imp/kWh", "No.", "PN16", "T30", "x0.001"]


class Page:
    def __init__(self, seed, held):
        self.v = vocabulary.Vocabulary(seed, held)
        self.r = self.v.r
        self.w, self.h = self.r.randrange(500, 1600), self.r.randrange(500, 2000)
        self.lines, self.y, self.x, self.size = [], self.r.uniform(5, 120), self.r.uniform(5, 200), self.r.uniform(12, 34)

    def line(self, text, x=None, size=None):
        s = size or self.size
        x = self.x if x is None else x
        text = "".join(engine.misread(text, self.r.choice([0, 0, 0.01, 0.05]), self.r)[0])
        if not text.strip():
            return
        w = 0.5 * s * len(text)
        q = [{"x": round(a, 1), "y": round(b, 1)} for a, b in ((x, self.y), (x + w, self.y), (x + w, self.y + s), (x, self.y + s))]
        self.lines.append({"Quad": q, "Block": 0, "Height": 0.7 * s, "Area": -1, "Text": {"Value": text, "Confidence": round(max(0.05, 1 - abs(self.r.gauss(0, 0.2))), 3)}})

    def down(self, k=1.4):
        self.y += k * self.size * self.r.uniform(0.9, 1.6)

    def card(self):
        v, r = self.v, self.r
        lang = r.choice(["en", "th", "world"])
        for _ in range(r.randrange(5, 16)):
            self.line(r.choice(CARD), size=0.7 * self.size)
            self.down(1)
            x = self.x + r.choice([0, 0, 200])
            self.line(r.choice([lambda: v.person(lang), lambda: v.person(lang).upper(), lambda: v.date_style(lang)(v.day(1960, 60)), lambda: v.shape("@@#######"), lambda: v.tax_id()[0], lambda: r.choice("MF"), lambda: " ".join(v.address(lang)), lambda: v.faker("en_US").country().upper()])(), x)
            self.down()
        if r.random() < 0.5:
            for _ in range(2):
                self.line("".join(r.choice("P<THAABCDEFGH0123456789<<<<<<") for _ in range(44)))
                self.down()

    def shop(self):
        v, r = self.v, self.r
        lang = r.choice(["en", "th"])
        self.line(v.firm(lang))
        self.down()
        if r.random() < 0.7:
            for p in (" ".join(v.address(lang)), "Tel " + v.phone(lang)):
                self.line(p, size=0.8 * self.size)
                self.down()
        for _ in range(r.randrange(4, 20)):
            self.line(r.choice([r.choice(SHOP), v.faker("en_US").word(), v.date_style(lang)(v.day())]))
            self.line(f"{v.satang() / 100:,.2f}", self.x + 380)
            self.down()

    def letter(self):
        v, r = self.v, self.r
        f = v.faker(r.choice(["en_US", "de_DE", "fr_FR", "th_TH"]))
        for _ in range(r.randrange(3, 30)):
            self.line(f.sentence(nb_words=r.randrange(3, 14)))
            self.down()
            if r.random() < 0.08:
                self.line(r.choice([v.person("en"), v.phone("en"), v.date_style("en")(v.day())]))
                self.down()

    def plate(self):
        v, r = self.v, self.r
        for _ in range(r.randrange(0, 12)):
            self.x, self.y = r.uniform(0, self.w * 0.8), r.uniform(0, self.h * 0.9)
            self.line(r.choice([r.choice(PLATE), v.digits(r.randrange(1, 9)), r.choice(engine.JUNK), engine.garbled("x" * r.randrange(3, 12), r), v.firm("world")]), size=r.uniform(8, 60))

    def row(self, seed):
        self.r.choice([self.card, self.shop, self.letter, self.plate])()
        h = int(max([self.h] + [q["Quad"][2]["y"] + 20 for q in self.lines]))
        w = int(max([self.w] + [q["Quad"][2]["x"] + 20 for q in self.lines]))
        return {"File": str(seed), "Number": 1, "Width": w, "Height": h, "Lines": self.lines, "truth": []}


def main():
    a = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    a.add_argument("out")
    a.add_argument("-n", type=int, default=600)
    a.add_argument("-seed", type=int, default=1)
    a.add_argument("-held", action="store_true")
    o = a.parse_args()
    with open(o.out, "w", encoding="utf-8") as out:
        for i in range(o.n):
            seed = o.seed * 1000003 + i
            out.write(json.dumps(Page(seed, o.held).row(seed), ensure_ascii=False) + "\n")


main()

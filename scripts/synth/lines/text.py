"""Text for synthetic lines: what documents in Thailand and abroad print, plus random strings so that codes are read letter by letter.

Words, names and addresses come from the folders given on the command line (CC0 word list, MIT address table, CC BY-SA name list) and from
Debian's wamerican list. A fixed tenth of the words (by hash) is held out: it appears only when `held` is set.
"""
import csv
import hashlib
import json
import os
import random
import unicodedata

MONTHS = "มกราคม กุมภาพันธ์ มีนาคม เมษายน พฤษภาคม มิถุนายน กรกฎาคม สิงหาคม กันยายน ตุลาคม พฤศจิกายน ธันวาคม".split()
SHORT = "ม.ค. ก.พ. มี.ค. เม.ย. พ.ค. มิ.ย. ก.ค. ส.ค. ก.ย. ต.ค. พ.ย. ธ.ค.".split()
ENGLISH = "January February March April May June July August September October November December".split()
THAI_DIGITS = str.maketrans("0123456789", "๐๑๒๓๔๕๖๗๘๙")
TERMS = """ที่อยู่ โทร โทร. โทรศัพท์ แฟกซ์ ผู้รับ ผู้ส่ง ชื่อ-สกุล ลงชื่อ วันที่ เลขที่ จำนวนเงิน รวมเงิน รวมทั้งสิ้น ยอดรวม ภาษีมูลค่าเพิ่ม 7% ส่วนลด หน่วยละ ราคา
รายการ จำนวน หมายเหตุ ใบกำกับภาษี ใบเสร็จรับเงิน ใบแจ้งหนี้ ต้นฉบับ สำเนา บริษัท บจก. หจก. จำกัด (มหาชน) สาขา สำนักงานใหญ่ ธนาคาร เลขที่บัญชี ยอดคงเหลือ ถอน ฝาก โอนเงิน
ค่าธรรมเนียม ดอกเบี้ย กรมธรรม์ ทะเบียนรถ เลขตัวถัง ยี่ห้อรถ รุ่น ทุนประกัน เบี้ยประกัน ผู้เอาประกันภัย ระยะเวลา เริ่มต้น สิ้นสุด ภาษีหัก เงินได้ ฯลฯ กรุงเทพฯ พ.ศ. ค.ศ. น. บาท สตางค์ ถ้วน
ไปรษณีย์ พัสดุ เก็บเงินปลายทาง ค่าน้ำ ค่าไฟ ชำระแล้ว ทั้งนี้ ตามมาตรา แห่งประมวลรัษฎากร กิโลกรัม ชิ้น กล่อง คัน เดือน ปี งวด นาย นาง นางสาว น.ส. ด.ช. ด.ญ.""".split()
TERMS_EN = """Invoice Receipt Tax Total Subtotal Amount Qty Description Unit Price Discount VAT Date Due No. Ref. PO Box Account Balance Deposit Withdrawal Statement Page of
Ship To From Tel: Fax: Email Street Road Soi Moo District Province Thailand Bangkok Co., Ltd. Inc. GmbH Corp. Weight kg lbs TRACKING # Order ID Customer Address City ZIP USA Express Priority
Bill Net Gross Freight Container Vessel Port USD EUR THB Payment Terms Bank SWIFT Code Branch Signature Company Name Item Rate Year Mean Std. Table Figure p< n= N/A""".split()
PLACES = "San Francisco,New York,London,Berlin,Paris,Tokyo,Singapore,Los Angeles,Chicago,München,Zürich,São Paulo,Kraków,Göteborg,Málaga,Montréal,København,Reykjavík,Łódź,Plzeň".split(",")
FIRST = "James Mary Robert Patricia John Jennifer Michael Linda David Elizabeth José François Jürgen Søren Zoë Renée Łukasz Björn Peña Müller Smith Johnson Brown Garcia Miller Davis Nguyen Lee Chen".split()


def held_out(word):
    return hashlib.md5(word.encode()).digest()[0] % 10 == 0


# Letters that are another with a stroke, by that letter; those with a mark are told by their decomposition.
STROKED = dict(zip("đłıøŁØĐðÞþæœßÆŒ", "dlioLODdPpaosAO"))
# Of Faker's names and addresses, in Latin letters with marks.
LOCALES = "cs_CZ da_DK de_DE es_ES et_EE fi_FI fr_FR hr_HR hu_HU is_IS lt_LT lv_LV no_NO pl_PL pt_PT ro_RO sk_SK sl_SI sv_SE tr_TR".split()

# Shares of texts written in Thai digits: in documents they are rare, but each of the ten must be read as surely as its Arabic neighbour.
THAI_AMOUNTS, THAI_DATES, THAI_CODES, THAI_FIGURES = 0.15, 0.35, 0.18, 0.35


def plain(c):
    """The letter that c is with a mark or a stroke; c itself where it is none such."""
    return STROKED.get(c) or unicodedata.normalize("NFD", c)[0]


def marked(alphabet):
    """The letters of an alphabet that have a mark or a stroke, by the plain ones."""
    out = {}
    for c in alphabet:
        if c > "\x7f" and c.isalpha() and plain(c).isascii():
            out.setdefault(plain(c), []).append(c)
    return out


def accented(r, text, marks):
    """text, three of ten of whose letters have a mark by lot: half of these one that the letter may have, half are any marked letter."""
    cases = {up: [m for them in marks.values() for m in them if m.isupper() == up] for up in (False, True)}
    other = lambda c: c if not c.isalpha() or r.random() > 0.3 else r.choice(marks[c] if c in marks and r.random() < 0.5 else cases[c.isupper()])
    return "".join(map(other, text))


class Texts:
    """A seeded stream of line texts; `held` draws words from the held-out tenth."""

    def __init__(self, words, address, alphabet, seed=0, held=False, only=None):
        self.r, self.only = random.Random(seed), only
        read = lambda name: open(os.path.join(words, name), encoding="utf8").read().split("\n")
        keep = lambda ws: [w.strip() for w in ws if w.strip() and held_out(w.strip()) == held]
        ok = set(alphabet)
        clean = lambda ws: [w for w in keep(ws) if set(w) <= ok]
        self.words = clean(read("words_th.txt"))
        self.syllables = clean(read("syllables_th.txt"))
        self.family = clean(read("family_names_th.txt"))
        self.given = clean(read("person_names_male_th.txt") + read("person_names_female_th.txt"))
        self.provinces = [row[0] for row in csv.reader(open(os.path.join(words, "thailand_provinces_th.csv"), encoding="utf8")) if row]
        self.places = json.load(open(os.path.join(address, "tg_geography.json"), encoding="utf8"))
        self.english = [w for w in clean(open("/usr/share/dict/american-english", encoding="utf8").read().split("\n")) if not w.endswith("'s")]
        self.alphabet = alphabet
        self.latin = "".join(c for c in alphabet if c > " " and not "\u0e00" <= c <= "\u0e7f")
        self.ascii = "".join(c for c in alphabet if " " < c < "\x7f")
        self.cons = "".join(c for c in alphabet if "ก" <= c <= "ฮ")
        self.held, self.seed, self.fakers = held, seed, {}
        self.marked = marked(alphabet)

    def digits(self, n):
        return "".join(self.r.choice("0123456789") for _ in range(n))

    def thai_words(self):
        r = self.r
        parts = [r.choice(self.words) if r.random() < 0.72 else r.choice(TERMS) if r.random() < 0.6 else r.choice(self.syllables) for _ in range(r.choice((1, 1, 2, 2, 3, 4, 5, 7)))]
        text = parts[0]
        for p in parts[1:]:
            text += ("" if r.random() < 0.8 else " ") + p
        if r.random() < 0.08:
            text += r.choice((":", " :", ".", "ๆ", "ฯ", " ๆ", ")", "*", " -", ","))
        if r.random() < 0.07:
            text = r.choice(("1. ", "2) ", "(3) ", "- ", "• ", "(ก) ", "๑. ", "* ", "☐ ", '"', "(")).replace("☐ ", "") + text
        return text

    def thai_name(self):
        r = self.r
        if r.random() < 0.3:
            return r.choice(("บริษัท ", "บจก. ", "ห้างหุ้นส่วนจำกัด ", "หจก.", "ร้าน", "บมจ. ", "ธนาคาร")) + r.choice(self.given + self.words) + r.choice(self.words) + r.choice(("", " จำกัด", " จำกัด (มหาชน)", " (สำนักงานใหญ่)", " แอนด์ ซันส์ จำกัด"))
        title = r.choice(("", "", "นาย", "นาง", "นางสาว", "น.ส.", "ด.ช.", "คุณ", "คุณ ", "ดร.", "พ.ต.อ. "))
        return title + r.choice(self.given) + r.choice((" ", " ", "  ")) + r.choice(self.family)

    def thai_address(self):
        r, p = self.r, self.r.choice(self.places)
        no = r.choice((f"{r.randint(1, 999)}", f"{r.randint(1, 999)}/{r.randint(1, 99)}", f"{r.randint(1, 99)}/{r.randint(1, 999)} ม.{r.randint(1, 15)}", f"เลขที่ {r.randint(1, 999)} หมู่ {r.randint(1, 15)}", f"{r.randint(1,400)} ซ.{r.choice(self.words)} {r.randint(1,60)}"))
        bkk = p["provinceCode"] == 10
        t, a, j = ("แขวง", "เขต", "") if bkk else r.choice((("ต.", "อ.", "จ."), ("ตำบล", "อำเภอ", "จังหวัด"), ("ต. ", "อ. ", "จ. ")))
        parts = [no, r.choice(("ถ.", "ถนน", "ถนน ")) + r.choice(self.words + self.family), t + p["subdistrictNameTh"], a + p["districtNameTh"], j + p["provinceNameTh"], str(p["postalCode"])]
        i = r.randint(0, 4)
        return " ".join(parts[i:i + r.randint(1, 4)])

    def english_text(self):
        r = self.r
        kind = r.random()
        if kind < 0.5:
            text = " ".join(r.choice(self.english) if r.random() < 0.7 else r.choice(TERMS_EN) for _ in range(r.choice((1, 1, 2, 3, 4, 6, 8))))
        elif kind < 0.65:
            text = r.choice(FIRST + self.english).title() + " " + r.choice(FIRST + self.english).title()
        elif kind < 0.85:
            p = r.choice(self.places)
            text = r.choice((f"{r.randint(1, 9999)} {r.choice(self.english).title()} {r.choice(('St', 'Street', 'Ave', 'Blvd.', 'Rd', 'Lane', 'Dr'))}", f"{r.choice(PLACES)}, {r.choice('CA NY TX FL WA IL'.split())} {self.digits(5)}",
                             f"{r.randint(1, 999)}/{r.randint(1, 99)} Moo {r.randint(1, 12)}, {p['subdistrictNameEn']}", f"{p['districtNameEn']}, {p['provinceNameEn']} {p['postalCode']}", f"{r.choice(PLACES)} {self.digits(4)}-{self.digits(3)}", f"D-{self.digits(5)} {r.choice(PLACES)}"))
        else:
            text = r.choice(TERMS_EN) + r.choice((": ", " ", ". ", "- ", " (", "/", " & ")) + r.choice(self.english + TERMS_EN)
        case = r.random()
        text = text.upper() if case < 0.25 else text.title() if case < 0.4 else text
        return text + (r.choice((".", ",", ":", ";", "!", "?", ")", "'s")) if r.random() < 0.15 else "")

    def faker(self, locale):
        """Faker of a locale, made when it is first asked for."""
        if locale not in self.fakers:
            from faker import Faker
            self.fakers[locale] = Faker(locale)
            self.fakers[locale].seed_instance(self.seed)
        return self.fakers[locale]

    def abroad(self):
        """A name, street, town or company of another country, whose letters are all in the alphabet."""
        while True:
            f = self.faker(self.r.choice(LOCALES))
            text = " ".join(self.r.choice((f.name, f.name, f.street_address, f.city, f.company))().split())
            if set(text) <= set(self.alphabet) and held_out(text) == self.held:
                return text.upper() if self.r.random() < 0.3 else text

    def accented(self):
        """Words, each of whose letters may have any mark: those of rare languages are met as often as others."""
        r = self.r
        text = " ".join(r.choice(self.english) for _ in range(r.choice((1, 1, 2, 3))))
        case = r.random()
        text = text.upper() if case < 0.3 else text.title() if case < 0.6 else text
        text = accented(r, text, self.marked)
        return text + (r.choice("†‡") if r.random() < 0.05 and "†" in self.alphabet else "")

    def accents(self):
        return self.r.choice((self.abroad, self.abroad, self.accented))()

    def amount(self):
        r = self.r
        v = r.choice((r.random() * 100, r.random() * 1e4, r.random() * 1e6, r.random() * 1e8))
        s = r.choice((f"{v:,.2f}", f"{v:.2f}", f"{v:,.0f}", f"{v:,.3f}", f"{v:,.2f}".replace(",", " ") if r.random() < 0.3 else f"{v:,.1f}", f"{v:,.2f}".translate(str.maketrans(",.", ".,")) if r.random() < 0.3 else f"{v:,.2f}"))
        s = s.translate(THAI_DIGITS) if r.random() < THAI_AMOUNTS else s
        return r.choice(("", "", "", "", "฿", "฿ ", "$", "€", "-", "+", "(", "THB ", "US$", "£", "¥", "รวม ")) + s + r.choice(("", "", "", "", "", " บาท", " บาท", ".-", "-", " THB", " EUR", ")", "%", " %", " kg", " CR", " DR", " กก."))

    def date(self):
        r = self.r
        d, m, y = r.randint(1, 31), r.randint(1, 12), r.randint(1960, 2039)
        by = y + 543
        time = f"{r.randint(0, 23):02d}{r.choice(':.')}{r.randint(0, 59):02d}"
        forms = (f"{d} {MONTHS[m-1]} {by}", f"{d} {MONTHS[m-1]} พ.ศ. {by}", f"{d} {SHORT[m-1]} {by}", f"{d} {SHORT[m-1]} {by % 100:02d}", f"{d:02d}/{m:02d}/{by}", f"{d:02d}/{m:02d}/{y}", f"{d}/{m}/{by % 100:02d}",
                 f"{d:02d}-{m:02d}-{y}", f"{y}-{m:02d}-{d:02d}", f"{d:02d} {ENGLISH[m-1][:3].upper()} {y}", f"{ENGLISH[m-1]} {d}, {y}", f"{d} {ENGLISH[m-1][:3]} {y % 100:02d}", f"{d:02d}.{m:02d}.{y}", f"{ENGLISH[m-1][:3]}-{y % 100:02d}",
                 f"{time} น.", f"{d} {SHORT[m-1]} {by} เวลา {time} น.", f"{d:02d}/{m:02d}/{y % 100:02d} {time}", time, f"วันที่ {d} เดือน {MONTHS[m-1]} พ.ศ. {by}", f"{SHORT[m-1]}{by % 100:02d}", f"ปีภาษี {by}", f"{time}:{r.randint(0,59):02d}")
        s = r.choice(forms)
        return s.translate(THAI_DIGITS) if r.random() < THAI_DATES else s

    def code(self):
        r, A = self.r, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
        al = lambda n: "".join(r.choice(A) for _ in range(n))
        mix = lambda n: "".join(r.choice(A + "0123456789" * 2) for _ in range(n))
        t = self.digits(13)
        forms = (t, f"{t[0]}-{t[1:5]}-{t[5:10]}-{t[10:12]}-{t[12]}", f"{t[0]} {t[1:5]} {t[5:10]} {t[10:12]} {t[12]}", f"0{self.digits(2)}-{self.digits(3)}-{self.digits(4)}", f"0{self.digits(9)}", f"02-{self.digits(3)}-{self.digits(4)}", f"+66 {self.digits(2)} {self.digits(3)} {self.digits(4)}",
                 f"({self.digits(3)}) {self.digits(3)}-{self.digits(4)}", al(2) + self.digits(9) + al(2), "1Z" + mix(6) + self.digits(10), "TH" + mix(12), mix(17), f"{self.digits(3)}-{self.digits(1)}-{self.digits(5)}-{self.digits(1)}", self.digits(r.randint(1, 20)), f"INV-{self.digits(4)}/{self.digits(3)}", f"#{self.digits(6)}", al(3) + "-" + self.digits(5),
                 r.choice("123456789") + r.choice(self.cons) + r.choice(self.cons) + " " + self.digits(r.randint(1, 4)), r.choice(self.cons) + r.choice(self.cons) + " " + self.digits(r.randint(1, 4)) + " " + r.choice(self.provinces), f"{r.choice(self.english)}{r.choice(('@', '.'))}{r.choice(self.english)}.{r.choice(('com', 'co.th', 'net', 'org'))}".lower(), f"www.{r.choice(self.english)}.com".lower(),
                 f"{self.digits(4)} {self.digits(4)} {self.digits(4)} {self.digits(4)}", f"XXX-X-X{self.digits(4)}-X", f"{r.randint(0,99)}.{r.randint(0,99)}±{r.randint(0,9)}.{r.randint(0,9)}", f"{r.randint(0,9)}.{self.digits(r.randint(1,4))}", f"{r.randint(1,99)}x{r.randint(1,99)}x{r.randint(1,99)} cm", f"-{r.randint(0,99)}.{self.digits(2)}", f"[{r.randint(1,99)}]", f"{r.randint(1,99)}/{r.randint(1,99)}", mix(r.randint(4, 12)))
        s = r.choice(forms)
        return s.translate(THAI_DIGITS) if r.random() < THAI_CODES else s

    def scrambled(self):
        """Random strings: no language to lean on."""
        r = self.r
        k = r.random()
        n = r.choice((1, 2, 3, 4, 6, 8, 12, 16))
        if k < 0.35:
            return "".join(r.choice(self.ascii) for _ in range(n))
        if k < 0.55:
            return "".join(r.choice(self.latin) for _ in range(n))
        if k < 0.7:
            return self.digits(n).translate(THAI_DIGITS)
        out = ""
        for _ in range(n):  # Thai clusters in writing order: (lead) consonant (vowel above or below) (tone) (follow)
            out += r.choice("เแโใไ") if r.random() < 0.2 else ""
            out += r.choice(self.cons)
            out += r.choice("ิีึืุูั็") if r.random() < 0.35 else ""
            out += r.choice("่้๊๋์่้") if r.random() < 0.3 else ""
            out += r.choice("ะาำาๅ") if r.random() < 0.2 else ""
            out += r.choice("ๆฯ ฿") if r.random() < 0.04 else ""
        for bad in "ัุูิีึื็":
            out = out.replace(bad + "ำ", "ำ")
        return out.strip()

    def mixed(self):
        r = self.r
        pick = (self.thai_words, self.english_text, self.amount, self.date, self.code, self.thai_name)
        return r.choice((" ", " ", ": ", " : ", " (", "/", " - ")).join(f() for f in r.sample(pick, 2))

    def figures(self):
        """Short table cells: figures with their signs, in either script's digits."""
        r = self.r
        n = r.choice((1, 1, 2, 2, 3, 3, 4, 5, 6, 8))
        s = r.choice((self.digits(n), f"{r.randint(0, 99)}.{self.digits(r.randint(1, 3))}", f"{r.randint(0, 999)},{self.digits(3)}", f"{r.randint(0, 100)}%", f"{r.randint(0, 99)}.{self.digits(2)} ({r.randint(0, 9)}.{self.digits(2)})", f"{self.digits(n)}-{self.digits(n)}", f"-{self.digits(n)}",
                      f"({self.digits(n)})", f"{r.randint(0, 9999):,}", f"{self.digits(2)}/{self.digits(2)}", f"{self.digits(2)}:{self.digits(2)}", "-", "0.00", f"{self.digits(1)}.{self.digits(1)}-{self.digits(1)}.{self.digits(1)}", f"{self.digits(2)} {self.digits(3)}", f"+{self.digits(n)}"))
        return s.translate(THAI_DIGITS) if r.random() < THAI_FIGURES else s

    def measured(self):
        """What tables of studies and statistics print: shares, ranges, deviations, stars of significance, short terms."""
        r = self.r
        n, m = r.randint(0, 9999), r.randint(0, 99)
        x, y, z = (f"{r.uniform(0, 10 ** r.randint(0, 3)):.{r.randint(0, 3)}f}" for _ in range(3))
        dash, word, star = r.choice("–––—-"), r.choice(self.english), "*" * r.choice((1, 1, 2, 3))
        forms = (f"{n} ({x}%)", f"{n} ({x})", f"{m} ({m}%)", f"{x} ± {y}", f"{x}±{y}", f"{x}{dash}{y}", f"({x}{dash}{y})", f"{x} ({y}{dash}{z})", f"{x} ({y})", f"{x} ({y}, {z})", f"[{x}, {y}]", f"{x} to {y}", f"{x}%", f"−{x}".replace("−", r.choice("–-")), f"{x}{star}",
                 star, f"{n}{star} ({m}%)", "–", "—", f"p < {x}", f"p={x}", f"< {x}", f"≤{n}", f"≥ {n}", f"n = {n}", f"(n = {n})", f"{x}E{r.choice('+-')}0{r.randint(1, 9)}", f"{n} {r.choice(('µM', 'mg', 'mm', 'kg', 'years', 'min', 'ml', 'km²', '°C', 'cm³'))}", f"{m}{dash}{m + 9}", r.choice(("yes", "no", "Yes", "No", "NS", "N/A", "na", "ref", "All", "Total", "Mean", "SD", "OR", "CI", "abc")),
                 f"{word}/{r.choice(self.english)}", f"{word}-{r.choice(self.english)}", f"{word}’s {r.choice(self.english)}", f"“{word}”", f"{word}, n (%)", f"{word} ({x})", f"{m}. {word} {r.choice(self.english)}", f"{word} {r.choice(self.english)}", f"{r.randint(1, 31)} {r.choice(ENGLISH)}", f"{word} †".replace("†", star), f"{m}·{m}", f"{n:,}", f"${n:,}", f"{star}{n:,}")
        s = r.choice(forms)
        return s[0].upper() + s[1:] if r.random() < 0.5 else s

    def thai_digits(self):
        """A date, an amount, a number or a figure in Thai digits only."""
        while True:
            s = self.r.choice((self.date, self.amount, self.code, self.figures))().translate(THAI_DIGITS)
            if any("๐" <= c <= "๙" for c in s) and not any(c.isascii() and c.isalpha() for c in s):
                return s

    def line(self, longest):
        """One line of at most `longest` characters."""
        kinds = ((self.figures, 25), (self.measured, 30), (self.amount, 15), (self.date, 10), (self.code, 15), (self.scrambled, 5)) if self.only == "numeric" else ((self.thai_digits, 1),) if self.only == "thai-digits" else ((self.accents, 1),) if self.only == "accents" else ((self.thai_words, 20), (self.thai_name, 12), (self.thai_address, 10), (self.english_text, 17), (self.amount, 8), (self.measured, 6), (self.date, 9), (self.code, 9), (self.scrambled, 10), (self.mixed, 8))
        fs, ws = zip(*kinds)
        while True:
            t = " ".join(self.r.choices(fs, ws)[0]().split())
            t = "".join(c for c in t if c in self.alphabet)
            if len(t) > longest:
                cut = t[:longest]
                t = cut.rsplit(" ", 1)[0] if " " in cut else ""
            if t and not "\u0e31" == t[-1]:
                return t

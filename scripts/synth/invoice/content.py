"""What a random invoice says, before it is laid out: parties, numbers, items, sums that add up."""
import datetime, os, sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "page"))
from vocabulary import baht_words

import words

SMALL = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split()
TENS = "- - twenty thirty forty fifty sixty seventy eighty ninety".split()


def english(n):
    if n < 20:
        return SMALL[n].title()
    if n < 100:
        return TENS[n // 10].title() + ("-" + SMALL[n % 10].title() if n % 10 else "")
    for size, name in ((10 ** 6, "Million"), (1000, "Thousand"), (100, "Hundred")):
        if n >= size:
            return english(n // size) + " " + name + (" " + english(n % size) if n % size else "")


def in_words(r, satang, lang):
    if lang == "th" or lang == "bi" and r.random() < 0.6:
        w = baht_words(satang)
    else:
        baht, rest = divmod(satang, 100)
        w = english(baht) + " Baht" + (f" and {english(rest)} Satang" if rest else "") + " Only"
        if r.random() < 0.25:
            w = "Baht " + english(baht) + (f" and {english(rest)} Satang" if rest else "") + " Only"
        if r.random() < 0.3:
            w = w.upper()
    return f"({w})" if r.random() < 0.4 else w


class Money:
    """One way to print sums for a whole document."""

    def __init__(self, r, lang):
        self.thousands, self.point = r.choice([(",", "."), (",", "."), (",", "."), ("", ".")]) if lang not in words.LANGUAGES else r.choice([(".", ","), (".", ","), (" ", ","), ("", ",")])
        self.whole = False
        sign = {"th": ["THB {}", "{} บาท", "฿{}"], "bi": ["THB {}", "{} THB"], "en": ["${}", "$ {}", "USD {}", "{} USD", "£{}", "THB {}"]}.get(lang, ["{} €", "EUR {}", "€ {}", "{} EUR"])
        if lang == "en" and r.random() < 0.3:
            sign = words.CURRENCIES
        self.form = r.choice(sign) if r.random() < (0.3 if lang in ("th", "bi") else 0.6) else "{}"
        self.whole = sign is words.CURRENCIES and (self.form.startswith(("Rp", "¥", "JPY")) or r.random() < 0.1)  # sums without decimals
        self.in_cells = r.random() < 0.3
        self.code = r.choice(["THB", "THB", "USD"]) if lang not in words.LANGUAGES else "EUR"

    def plain(self, satang):
        whole, rest = divmod(abs(satang), 100)
        s = f"{whole:,}".replace(",", "\0").replace("\0", self.thousands) + ("" if self.whole else self.point + f"{rest:02d}")
        return ("-" if satang < 0 else "") + s

    def __call__(self, satang):
        return self.form.format(self.plain(satang))


def pick(r, pair, held):
    """A caption: from the trained part, or from either when measuring."""
    return r.choice(pair[1]) if held and r.random() < 0.5 and pair[1] else r.choice(pair[0])


class Content:
    """kind: general, shipping, receipt. lang: th, en, bi (Thai captions or both, mixed content) or one of words.LANGUAGES."""

    def __init__(self, v, kind, lang):
        self.v, self.kind, self.lang, self.r, self.held = v, kind, lang, v.r, v.held
        r = self.r
        self.money = Money(r, lang)
        self.text = "world" if lang in words.LANGUAGES else "th" if lang == "th" or lang == "bi" and r.random() < 0.5 else "en"
        self.thai = lang in ("th", "bi") or r.random() < 0.6 and lang == "en"  # a Thai firm: 13-digit number, branch, VAT of 7 %
        self.parties()
        self.numbers()
        self.items = self.draw_items()
        self.sums()

    def caption(self, name, lang=None):
        r, table = self.r, words.CAPTIONS[name]
        lang = lang or self.lang
        if lang == "bi":
            th, en = pick(r, table["th"], self.held), pick(r, table["en"], self.held)
            return r.choice([f"{th} / {en}", f"{th}/{en}", f"{th} {en}", th, en]) if th and en and th != en else th or en
        return pick(r, table.get(lang, table["en"]), self.held)

    def tax_number(self, first=0):
        r = self.r
        if self.thai:
            return self.v.tax_id(first)[0]
        if self.lang in words.LANGUAGES:
            return self.v.shape({"de": "DE#########", "fr": "FR## #########", "nl": "NL#########B##", "es": "ES@########", "it": "IT###########"}[self.lang])
        return self.v.shape(r.choice(["##-#######", "GB ### #### ##", "GB#########", "## ### ### ###"]))

    def branch(self):
        r, n = self.r, f"{self.r.randrange(1, 40):05d}"
        if r.random() < 0.45:
            return r.choice(["สำนักงานใหญ่", "สำนักงานใหญ่", "สนญ.", "สำนักงานใหญ่ (00000)"]) if self.text == "th" else r.choice(["Head Office", "HEAD OFFICE", "Head office"])
        return r.choice([f"สาขาที่ {n}", f"สาขา {n}", f"สาขาที่ {n}"]) if self.text == "th" else r.choice([f"Branch {n}", f"Branch No. {n}", f"Branch No: {n}"])

    def firm(self):
        name = self.v.firm(self.text)
        if self.text != "th" and self.r.random() < 0.3:  # shops and small firms: no legal form, or that of another country
            name = words.plain_firm(self.v)
        return name.upper() if self.text != "th" and self.r.random() < 0.2 else name

    def parties(self):
        r, v = self.r, self.v
        self.seller = {"name": self.firm(), "address": v.address(self.text), "phone": v.phone("th" if self.text != "world" else "world"), "tax": self.tax_number() if r.random() < 0.9 or self.kind == "shipping" else "",
                       "branch": self.branch() if self.thai and r.random() < 0.7 else "", "mail": r.choice(["", "info@example.com", "www.example.com"])}
        person = r.random() < (0.25 if self.kind == "general" else 0.05)
        self.buyer = {"name": v.person(self.text) if person else self.firm(), "address": v.address(self.text), "phone": v.phone("th") if r.random() < 0.45 else "",
                      "tax": self.tax_number(3 if person else 0) if r.random() < 0.65 else "", "branch": self.branch() if self.thai and r.random() < 0.3 else "", "contact": v.person(self.text) if r.random() < 0.15 else "",
                      "mail": v.shape(r.choice(["info##", "accounts#", "@@@@#"])).lower() + r.choice(["@example.com", "@example.co.th", "@mail.example"]) if r.random() < 0.25 else ""}
        self.ship_from = v.address(self.text) if r.random() < 0.08 and self.kind == "general" and self.lang in ("th", "en", "bi") else None
        self.ship_to = (self.firm(), v.address(self.text)) if r.random() < 0.15 and self.kind == "general" else None
        self.remit_to = (self.seller["name"] if r.random() < 0.6 else self.firm(), v.address(self.text)) if r.random() < 0.1 else None
        titles = words.SHIP_TITLES if self.kind == "shipping" else words.TITLES
        self.title = pick(r, titles["th"], self.held) + " / " + pick(r, titles["en"], self.held) if self.lang == "bi" and r.random() < 0.6 else pick(r, titles.get(self.lang if self.lang != "bi" else "th", titles["en"]), self.held)

    def numbers(self):
        r, v = self.r, self.v
        day = v.day()
        style = v.date_style(self.lang if self.lang in ("th", "bi") else "en")
        if self.lang in words.LANGUAGES:
            style = r.choice([lambda d: d.strftime("%d.%m.%Y"), lambda d: d.strftime("%d/%m/%Y"), lambda d: d.strftime("%d-%m-%Y"), lambda d: d.strftime("%Y-%m-%d")])
        elif self.lang == "en" and not self.thai and r.random() < 0.4:
            style = lambda d: f"{d.month}/{d.day}/{d.year}"
        self.date = style(day)
        self.due = style(day + datetime.timedelta(days=r.choice([7, 14, 15, 30, 45, 60]))) if r.random() < 0.6 else ""
        self.days = [style(day - datetime.timedelta(days=r.randrange(1, 60))) for _ in range(4)]
        self.number = v.shape(r.choice(["INV-####-####", "IV########", "INV########", "TX######-###", "RE#######", "########", f"{day.year}-####", "BKK####/#####", "@@#######", "###-######", "SI######-###", "#####", "INV/2025/#####", "#@@###-##"]))
        self.customer = v.shape(r.choice(["C#####", "CUS-####", "AR####", "#######", "@#####", "C-###"])) if r.random() < 0.5 else ""
        self.biller = ""
        if self.thai and r.random() < (0.4 if self.kind == "shipping" else 0.08):
            self.biller = v.digits(15) if r.random() < 0.4 else "".join(c for c in self.seller["tax"] if c.isdigit()).ljust(13, "0") + "00"
        self.others = []
        if self.kind == "shipping":
            ship = f"{pick(r, words.SHIPS[0], self.held)} {pick(r, words.SHIPS[1], self.held)}"
            voyage = r.choice(["V.", "", "", ""]) + v.shape(r.choice(["###@", "####@", "###", "##@##"])).replace("@", "NSEW"[r.randrange(4)])
            self.ship = (ship, voyage)
            self.pol, self.pod = r.sample(words.PORTS[0] + (words.PORTS[1] if self.held else []), 2)
            if r.random() < 0.2:
                self.pol, self.pod = self.pol.title(), self.pod.title()

    def draw_items(self):
        r, out = self.r, []
        for i in range(r.choice([1, 2, 2, 3, 3, 4, 5, 6, 8, 10])):
            qty = r.choice([1, 1, 2, 3, 5, 10, 12, 24, 45])
            if self.kind == "shipping":
                goods, qty = r.choice(words.CHARGES), r.choice([1, 1, 1, 2])
            else:
                goods = r.choice(words.GOODS[self.text if self.text == "th" else "en"]) + r.choice(["", "", "", f" S/N {self.v.digits(6)}", f" {self.v.shape('##')} mm"])
            price = self.v.satang(20, 20000)
            if self.money.whole:
                price = price // 100 * 100 + 100
            cut = price * qty // 1000 * 100 if r.random() < 0.1 and self.kind == "general" else 0
            out.append({"text": goods, "code": self.v.shape(r.choice(["P-####", "@###", "@@###-##", "######"])), "qty": qty, "unit": r.choice(words.UNITS["th" if self.text == "th" else "en"]), "price": price, "discount": cut, "amount": price * qty - cut})
        return out

    def sums(self):
        r = self.r
        self.rate = 7 if self.thai else {"de": 19, "fr": 20, "nl": 21, "es": 21, "it": 22}.get(self.lang, r.choice([5, 8, 10, 20]))
        self.goods = sum(i["amount"] for i in self.items)
        self.discount = self.goods // 20 if r.random() < 0.12 else 0
        self.sub = self.goods - self.discount
        if self.kind == "shipping":  # a part of the charges bears VAT
            for i in self.items:
                i["vat"] = round(i["amount"] * self.rate / 100) if i["text"] != "OCEAN FREIGHT" else 0
            self.vat = sum(i["vat"] for i in self.items)
        else:
            self.vat = (self.sub * self.rate + 50) // 100
        if self.money.whole:
            self.discount, self.vat = self.discount // 100 * 100, (self.vat + 50) // 100 * 100
            self.sub = self.goods - self.discount
        self.total = self.sub + self.vat
        self.wht = round(self.sub * r.choice([0.01, 0.03, 0.03, 0.05])) if self.thai and r.random() < (0.5 if self.kind == "shipping" else 0.2) else 0
        self.extras(r)
        self.grand = self.total - self.wht + self.extra - self.paid + self.rounded
        self.plain_receipt = r.random() < 0.08 and not self.wht and self.kind != "shipping"  # nothing but a total
        self.words = in_words(r, self.grand, self.lang) if self.thai and self.grand > 0 and r.random() < 0.7 else ""

    def extras(self, r):
        """What moves the sum that is paid beyond VAT: a charge, what was paid before, a rounding."""
        step = 100 if self.money.whole else 1
        free = not self.wht and self.kind != "shipping"
        self.extra = max(step, self.sub * r.choice([2, 5, 8, 10]) // 100 // step * step) if free and self.text != "th" and r.random() < 0.15 else 0
        self.paid = self.total // r.choice([2, 3, 5]) // step * step if free and not self.extra and self.kind == "general" and r.random() < 0.05 else 0
        self.rounded = 0
        if self.kind == "receipt" and not self.extra and not self.money.whole and r.random() < 0.25:
            self.rounded = (self.total + 2) // 5 * 5 - self.total

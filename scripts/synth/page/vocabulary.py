"""What random pages say: people, firms, addresses, numbers, dates, amounts. Everything is drawn, nothing is anybody's.
Vocabulary(seed, held=True) draws from the half of names and words that nothing is trained or tuned on."""
import datetime, functools, gzip, os, random

from faker import Faker

HERE = os.path.dirname(os.path.abspath(__file__))
PLACES = os.path.join(HERE, "..", "..", "..", "extract", "thai", "address", "thai.txt.gz")
THAI_MONTHS = "มกราคม กุมภาพันธ์ มีนาคม เมษายน พฤษภาคม มิถุนายน กรกฎาคม สิงหาคม กันยายน ตุลาคม พฤศจิกายน ธันวาคม".split()
THAI_SHORT = "ม.ค. ก.พ. มี.ค. เม.ย. พ.ค. มิ.ย. ก.ค. ส.ค. ก.ย. ต.ค. พ.ย. ธ.ค.".split()
MONTHS = "January February March April May June July August September October November December".split()
THAI_DIGITS = str.maketrans("0123456789", "๐๑๒๓๔๕๖๗๘๙")
FIRM_WORDS = ("สยาม ไทย เอเชีย กรุงเทพ ล้านนา อีสาน ทักษิณ บูรพา รุ่งเรือง เจริญ มั่นคง พัฒนา ทรัพย์ ศิริ อุดม ชัย มงคล ทวี โชค พร นที ภูผา ตะวัน ดารา เพชร ทอง เงิน มณี ธารา วนา "
              "สหะ เอก รวม กิจ ไพศาล สากล นคร ธนา วัฒนา สุข เกษม ประเสริฐ อนันต์ ปัญญา วิศวะ").split()
FIRM_TRADES = ("การค้า อุตสาหกรรม ขนส่ง โลจิสติกส์ ก่อสร้าง วัสดุภัณฑ์ อิเล็กทรอนิกส์ เคมีภัณฑ์ ฟู้ดส์ การพิมพ์ บรรจุภัณฑ์ ออโต้พาร์ท เทคโนโลยี เมดิคอล เฟอร์นิเจอร์ พลาสติก สตีล เกษตร ประมง บริการ "
               "เอ็นจิเนียริ่ง ซัพพลาย เทรดดิ้ง ดีไซน์ คอนซัลแตนท์").split()
EN_WORDS = ("Siam Andaman Lotus Orchid Mekong Jade Golden Silver Northern Pacific Summit Harbour River Cedar Maple Falcon Atlas Nova Vertex Delta Orion Amber Coral Granite Meridian Horizon Beacon Anchor "
            "Crescent Willow Sterling Apex Zenith Quarry Ember Lagoon Prairie Tundra Boreal Cobalt").split()
EN_TRADES = ("Trading Logistics Shipping Industries Foods Chemicals Textiles Motors Engineering Supply Consulting Packaging Electronics Pharma Metals Furniture Printing Services Freight Export Systems "
             "Farms Ceramics Optics").split()
DIGIT = ["", "หนึ่ง", "สอง", "สาม", "สี่", "ห้า", "หก", "เจ็ด", "แปด", "เก้า"]
UNIT = ["", "สิบ", "ร้อย", "พัน", "หมื่น", "แสน"]


@functools.cache
def places():
    """(subdistrict, district, province, postcode) of every place in the product's table."""
    out, p, d = [], "", ""
    for line in gzip.open(PLACES, "rt", encoding="utf-8"):
        line = line.rstrip("\n")
        if line.startswith("P "):
            p = line[2:]
        elif line.startswith("D "):
            d = line[2:]
        else:
            s, *codes = line.split(" ")
            out += [(s, d, p, c) for c in codes]
    return out


def _read(n):
    """Thai words of a number below a million."""
    s, out = str(n), ""
    for i, c in enumerate(s):
        d, place = int(c), len(s) - 1 - i
        if d == 0:
            continue
        if place == 1 and d <= 2:
            out += ["", "สิบ", "ยี่สิบ"][d]
        elif place == 0 and d == 1 and len(s) > 1:
            out += "เอ็ด"
        else:
            out += DIGIT[d] + UNIT[place]
    return out


def baht_words(satang):
    """An amount in satang (an integer) in Thai words, as printed on cheques and invoices."""
    baht, rest = divmod(satang, 100)
    high, low = divmod(baht, 10 ** 6)
    text = (_read(high) + "ล้าน" if high else "") + _read(low)
    text = text + "บาท" if text else ""
    if not rest:
        return (text or "ศูนย์บาท") + "ถ้วน"
    return text + _read(rest) + "สตางค์"


def thai_id(r, first=None):
    """13 digits with a right check digit."""
    d = [first if first is not None else r.randrange(1, 9)] + [r.randrange(10) for _ in range(11)]
    return "".join(map(str, d)) + str((11 - sum((13 - i) * x for i, x in enumerate(d)) % 11) % 10)


class Vocabulary:
    """Draws words; all from one random.Random, so that a seed gives the same page again."""

    def __init__(self, seed, held=False):
        self.r = random.Random(seed)
        self.half = lambda words: words[1 if held else 0::2]
        self._places = self.half(places())
        self._faker = {}
        self.held = held

    def faker(self, locale):
        if locale not in self._faker:
            f = Faker(locale)
            f.seed_instance(self.r.randrange(1 << 30) * 2 + self.held)
            self._faker[locale] = f
        return self._faker[locale]

    def digits(self, n):
        return "".join(str(self.r.randrange(10)) for _ in range(n))

    def shape(self, pattern):
        """'#' a digit, '@' a capital, other characters themselves."""
        return "".join(str(self.r.randrange(10)) if c == "#" else self.r.choice("ABCDEFGHJKLMNPQRSTUVWXYZ") if c == "@" else c for c in pattern)

    def person(self, lang="th"):
        r = self.r
        if lang == "th":
            f = self.faker("th_TH")
            return f"{r.choice(['', '', 'คุณ', 'นาย', 'นาง', 'นางสาว', 'น.ส.', 'คุณ '])}{f.first_name()} {f.last_name()}"
        f = self.faker(r.choice(["en_US", "en_GB", "en_US", "de_DE", "fr_FR", "es_ES", "it_IT", "nl_NL", "sv_SE", "pl_PL"]) if lang == "world" else "en_US")
        return f"{r.choice(['', '', '', 'Mr. ', 'Ms. ', 'Mrs. ', 'Mr ', 'MR. '])}{f.first_name()} {f.last_name()}"

    def firm(self, lang="th"):
        r = self.r
        if lang == "th":
            name = "".join(r.sample(self.half(FIRM_WORDS), r.choice([1, 2, 2]))) + r.choice(["", " "]) + r.choice(self.half(FIRM_TRADES))
            form = r.choice(["บริษัท {} จำกัด", "บริษัท {} จำกัด", "บริษัท {} จำกัด (มหาชน)", "บจก. {}", "หจก. {}", "ห้างหุ้นส่วนจำกัด {}", "ร้าน{}", "บริษัท {} (ประเทศไทย) จำกัด", "บมจ. {}"])
            return form.format(name)
        if lang == "world" and r.random() < 0.5:
            return self.faker(r.choice(["de_DE", "fr_FR", "es_ES", "it_IT", "nl_NL", "sv_SE", "pl_PL", "en_GB"])).company()
        name = " ".join(r.sample(self.half(EN_WORDS), r.choice([1, 1, 2])) + [r.choice(self.half(EN_TRADES))])
        return name + r.choice([" Co., Ltd.", " Ltd.", " Inc.", " PCL", " (Thailand) Co., Ltd.", " Limited", " LLC", "", " Public Company Limited", " GmbH", " B.V.", " Pte. Ltd."])

    def address(self, lang="th"):
        """A list of parts between which a line may break; the last holds the postcode."""
        r = self.r
        s, d, p, code = r.choice(self._places)
        if lang == "th":
            city, short = p == "กรุงเทพมหานคร", r.random() < 0.5
            f = self.faker("th_TH")
            parts = [r.choice(["", "", "เลขที่ ", "บ้านเลขที่ "]) + f"{r.randrange(1, 999)}" + r.choice(["", f"/{r.randrange(1, 150)}"])]
            if r.random() < 0.5:
                parts.append(f"{r.choice(['ม.', 'หมู่ ', 'หมู่ที่ '])}{r.randrange(1, 15)}")
            if r.random() < 0.35:
                parts.append(r.choice(["หมู่บ้าน", "อาคาร", "คอนโด", "ตึก"]) + "".join(r.sample(self.half(FIRM_WORDS), 2)) + r.choice(["", f" ชั้น {r.randrange(1, 40)}", f" ห้อง {r.randrange(101, 2999)}"]))
            if r.random() < 0.5:
                parts.append(f"{r.choice(['ซอย', 'ซ.'])}{f.last_name()} {r.randrange(1, 90)}")
            if r.random() < 0.7:
                parts.append(f"{r.choice(['ถนน', 'ถ.', 'ถนน'])}{f.last_name()}")
            if city:
                return parts + [r.choice(["แขวง", "แขวง "]) + s, "เขต" + d, r.choice(["กทม.", "กรุงเทพมหานคร", "กรุงเทพฯ"]), code]
            a, b, c = ("ต.", "อ.", "จ.") if short else ("ตำบล", "อำเภอ", "จังหวัด")
            return parts + [a + s, b + d, c + p, code]
        f = self.faker(r.choice(["en_US", "en_GB", "de_DE", "fr_FR", "es_ES", "it_IT", "nl_NL", "sv_SE", "pl_PL", "en_CA", "en_AU"]) if lang == "world" else r.choice(["en_US", "en_GB"]))
        parts = f.address().split("\n")
        return [q.strip() for q in parts if q.strip()] + ([f.current_country()] if r.random() < 0.4 else [])

    def phone(self, lang="th"):
        r = self.r
        if lang == "world":
            return self.faker(r.choice(["en_US", "en_GB", "de_DE", "fr_FR"])).phone_number()
        n = "0" + (r.choice("689") + self.digits(8) if r.random() < 0.7 else "2" + self.digits(7))
        k = len(n) - 7
        forms = [n, f"{n[:k]}-{n[k:k + 3]}-{n[k + 3:]}", f"{n[:k]} {n[k:k + 3]} {n[k + 3:]}", f"{n[:k]}-{n[k:]}", "+66" + n[1:], f"+66 {n[1:k]} {n[k:k + 3]} {n[k + 3:]}", f"(+66){n[1:]}", f"({n[:k]}) {n[k:k + 3]}-{n[k + 3:]}"]
        return r.choice(forms)

    def tax_id(self, first=0):
        """(as printed, the 13 digits)"""
        d = thai_id(self.r, first)
        return self.r.choice([d, d, "-".join([d[0], d[1:5], d[5:10], d[10:12], d[12]]), " ".join([d[0], d[1:5], d[5:10], d[10:12], d[12]])]), d

    def day(self, start=2018, years=8):
        return datetime.date(start, 1, 1) + datetime.timedelta(days=self.r.randrange(365 * years))

    def date_style(self, lang="th"):
        """A function from a datetime.date to its print, one style for a document."""
        r = self.r
        be = lang == "th" and r.random() < 0.75 or lang == "bi" and r.random() < 0.4
        year = (lambda d: d.year + 543) if be else (lambda d: d.year)
        sep = r.choice(["/", "/", "/", "-", "."])
        styles = [lambda d: f"{d.day:02d}{sep}{d.month:02d}{sep}{year(d)}", lambda d: f"{d.day}{sep}{d.month}{sep}{year(d)}", lambda d: f"{d.day:02d}{sep}{d.month:02d}{sep}{year(d) % 100:02d}"]
        if lang in ("th", "bi"):
            styles += [lambda d: f"{d.day} {THAI_MONTHS[d.month - 1]} {d.year + 543}", lambda d: f"{d.day} {THAI_SHORT[d.month - 1]} {d.year + 543}", lambda d: f"{d.day} {THAI_SHORT[d.month - 1]} {(d.year + 543) % 100}"]
        if lang != "th":
            styles += [lambda d: f"{d.day:02d}-{MONTHS[d.month - 1][:3]}-{d.year}", lambda d: f"{d.day} {MONTHS[d.month - 1]} {d.year}", lambda d: f"{MONTHS[d.month - 1]} {d.day}, {d.year}",
                       lambda d: f"{d.day:02d} {MONTHS[d.month - 1][:3]} {d.year}", lambda d: f"{d.day:02d}-{MONTHS[d.month - 1][:3].upper()}-{d.year % 100:02d}", lambda d: d.isoformat()]
        return r.choice(styles)

    def satang(self, low=10, high=200000):
        """An amount in satang; small ones are likelier, half are whole baht."""
        v = int(10 ** self.r.uniform(len(str(low)) - 1, len(str(high)) - 1 + self.r.random() * 0.9) * 100)
        return v // 100 * 100 if self.r.random() < 0.5 else v

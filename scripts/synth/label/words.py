"""Who lives where: invented people, shops and addresses for labels. No name or address is anybody's."""
import gzip, os

HERE = os.path.dirname(os.path.abspath(__file__))
TABLE = os.path.join(HERE, "..", "..", "..", "extract", "thai", "address", "thai.txt.gz")


def places():
    """(subdistrict, district, province, postcode) of every place in the embedded table."""
    out, p, d = [], "", ""
    for line in gzip.open(TABLE, "rt", encoding="utf-8"):
        line = line.rstrip("\n")
        if line.startswith("P "):
            p = line[2:]
        elif line.startswith("D "):
            d = line[2:]
        else:
            s, *codes = line.split(" ")
            out += [(s, d, p, c) for c in codes]
    return out


FIRST = "กมล กาญจนา เกษม ขวัญใจ จันทร์เพ็ญ จิราภรณ์ ชยุต ชัยวัฒน์ ณัฐวุฒิ ดวงใจ ทวีศักดิ์ ธนพร นภัสสร นันทนา บุญส่ง ปกรณ์ ประเสริฐ ปิยะดา พรทิพย์ ภัทรพล มนตรี ยุพิน รุ่งโรจน์ ลลิตา วราภรณ์ ศิริพร สุดารัตน์ อรุณ อุษา เอกชัย".split()
LAST = "ลองพิมพ์ ใช้ทดลอง มิใช่คนจริง สร้างขึ้น ของเทียม เพื่อทดสอบ นามสมมติ ไม่มีตัวตน แบบจำลอง ทดลองงาน".split()
TITLES = ["", "", "คุณ", "นาย", "นางสาว", "นาง", "น.ส."]
SHOPS = ["ร้านลองของ", "ห้างหุ้นส่วนจำกัด ทดลองค้า", "บริษัท ไม่จริง จำกัด", "TESTA SHOP", "Mock Fashion Store", "ร้าน จำลองแก็ดเจ็ต"]
ROADS = ["ถนนทดลอง", "ถนนแบบร่าง 4", "ถ.ลองเดิน", "ถ.จำลองสุข"]
LANES = ["ซอยลองดู 7", "ซ.ทดลอง 15", "ซ.แบบร่าง 2/1", "ซอยจำลอง 9"]
HOMES = ["หมู่บ้านลองอยู่", "คอนโดแบบร่าง ชั้น 8", "อาคารจำลอง ห้อง 402", "หอพักทดลองสุข"]
EN_FIRST = "Alma Bruno Carla Dario Edith Felix Greta Hugo Irma Jonas Klara Linus Mona Nils Olga Petra Rufus Selma Tilda Viktor".split()
EN_LAST = "Testmann Sampleson Mockwell Dummett Proofer Draftson Trialova Fictivelt Specimenov".split()
EN_FIRMS = ["Mock Traders Ltd", "Sample & Sons GmbH", "Trial Goods Inc.", "Draft Supply AB"]
STREETS = ["Sample Road", "Trial Street", "Mock Avenue", "Testweg", "Draft Lane", "Proof Boulevard"]
TOWNS = [("Springmock", "TN 3{d4}", "United States"), ("Testingham", "TE{d} {d}ST", "United Kingdom"), ("Mockstadt", None, "Germany"),
         ("Trialville", None, "France"), ("Probeby", None, "Sweden"), ("Draftford", "ON K{d}A {d}B{d}", "Canada")]


def digits(r, n):
    return "".join(str(r.randrange(10)) for _ in range(n))


def phone_th(r):
    n = "0" + r.choice("689") + digits(r, 8)
    style = r.randrange(7)
    if style == 0:
        return f"{n[:3]}-{n[3:6]}-{n[6:]}"
    if style == 1:
        return f"{n[:3]} {n[3:6]} {n[6:]}"
    if style == 2:
        return "+66" + n[1:]
    if style == 3:
        return f"{n[:3]}-{n[3:]}"
    if style == 4:
        return n[:2] + "******" + n[-2:]
    if style == 5:
        return f"(+66){n[1:3]}******{n[-2:]}"
    return n


def person_th(r):
    return f"{r.choice(TITLES)}{r.choice(FIRST)} {r.choice(LAST)}".strip()


def address_th(r, table):
    """Address as a list of parts that may be broken between them."""
    s, d, p, code = r.choice(table)
    short, city = r.random() < 0.5, p == "กรุงเทพมหานคร"
    no = f"{r.randrange(1, 999)}/{r.randrange(1, 99)}"
    parts = [no if r.random() < 0.6 else f"บ้านเลขที่ {no}"]
    if not city and r.random() < 0.7:
        parts.append(f"{r.choice(['ม.', 'หมู่ ', 'หมู่ที่ '])}{r.randrange(1, 15)}")
    if r.random() < 0.5:
        parts.append(r.choice(HOMES))
    if r.random() < 0.6:
        parts.append(r.choice(LANES))
    if r.random() < 0.6:
        parts.append(r.choice(ROADS))
    if city:
        parts += [f"แขวง{s}", f"เขต{d}", r.choice(["กทม.", "กรุงเทพมหานคร", "กรุงเทพฯ"])]
    elif short:
        parts += [f"ต.{s}", f"อ.{d}", f"จ.{p}"]
    else:
        parts += [f"ตำบล{s}", f"อำเภอ{d}", f"จังหวัด{p}"]
    return parts + [code], code


def address_en(r):
    town, code, country = r.choice(TOWNS)
    street = f"{r.randrange(1, 400)} {r.choice(STREETS)}" if r.random() < 0.6 else f"{r.choice(STREETS)} {r.randrange(1, 90)}"
    if code:
        while "{d" in code:
            code = code.replace("{d4}", digits(r, 4), 1).replace("{d}", digits(r, 1), 1)
        last = f"{town} {code}"
    else:
        last = f"{r.randrange(10000, 99999)} {town}"
    return [street, last] + ([country] if r.random() < 0.7 else [])


def tracking(r):
    kind = r.randrange(4)
    if kind == 0:
        n = digits(r, 8)
        c = 11 - sum(int(a) * b for a, b in zip(n, (8, 6, 4, 2, 3, 5, 9, 7))) % 11
        return f"E{r.choice('ABCDEF')}{n}{ {10: 0, 11: 5}.get(c, c) }TH"
    if kind == 1:
        return "TH" + digits(r, 2) + "".join(r.choice("0123456789ABCDEF") for _ in range(11))
    if kind == 2:
        return "LEXPU" + digits(r, 10)
    return "8" + digits(r, 11)

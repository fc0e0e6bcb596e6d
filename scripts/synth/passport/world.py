"""Pages of any number of invented states: captions in the languages of real passports, and everything else by chance.

Columns, line pitch, type faces, sizes, ways of writing dates, order of members, security print, ghost portraits and stamps
are drawn anew for each page. What a reader gains on such pages it owes to no layout in particular.
"""
import datetime
import os
import unicodedata

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

import page
import people

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = "/usr/share/fonts/"
# Regular and bold of one family; those of the values and of the captions are drawn apart.
FACES = [(ROOT + a, ROOT + b) for a, b in (
    ("truetype/liberation/LiberationSans-Regular.ttf", "truetype/liberation/LiberationSans-Bold.ttf"), ("truetype/liberation/LiberationSerif-Regular.ttf", "truetype/liberation/LiberationSerif-Bold.ttf"),
    ("truetype/liberation/LiberationMono-Regular.ttf", "truetype/liberation/LiberationMono-Bold.ttf"), ("truetype/dejavu/DejaVuSans.ttf", "truetype/dejavu/DejaVuSans-Bold.ttf"),
    ("truetype/dejavu/DejaVuSansCondensed.ttf", "truetype/dejavu/DejaVuSansCondensed-Bold.ttf"), ("truetype/dejavu/DejaVuSerif.ttf", "truetype/dejavu/DejaVuSerif-Bold.ttf"),
    ("truetype/crosextra/Carlito-Regular.ttf", "truetype/crosextra/Carlito-Bold.ttf"), ("truetype/crosextra/Caladea-Regular.ttf", "truetype/crosextra/Caladea-Bold.ttf"),
    ("opentype/urw-base35/NimbusSans-Regular.otf", "opentype/urw-base35/NimbusSans-Bold.otf"), ("opentype/urw-base35/NimbusSansNarrow-Regular.otf", "opentype/urw-base35/NimbusSansNarrow-Bold.otf"),
    ("opentype/courier-prime/Courier Prime.otf", "opentype/courier-prime/Courier Prime Bold.otf"))]
HANDS = (ROOT + "truetype/tlwg/Purisa.ttf", ROOT + "opentype/urw-base35/Z003-MediumItalic.otf")
SURNAMES = "MÜLLER SØRENSEN GARCÍA ŁUKASIEWICZ ŽIVKOVIĆ LINDSTRÖM DUBOIS O'CONNOR SMITH-JONES DE VRIES TAMM BĒRZIŅŠ KOVÁCS POPESCU YILMAZ PERERA NGUYEN HOXHA BLANC JÓNSDÓTTIR FERNÁNDEZ WEISS HAUSER NOVÁK".replace("DE VRIES", "DE_VRIES").split()
GIVEN = "ANNA JÜRGEN MARIE-CLAIRE PEDRO ŁUCJA ÅSA DENIS ELENA MARTIN SÓLEY IVO KATRIN NIAMH JOSÉ BIANCA EMRE LINH ARDIT FLORENCE TERESA GUSTAV".split()
TOWNS = "NORDHAVEN,SAINT-MORIN,VILLA REALE,OBERSTEIN,KRAVOGRAD,PORT ALMA,LESNÁ,SZENTVÁR,RIVERTON,ÖSTERSKÄR,MONTCLAIR,TARGU VECHI,PUERTO CLARO,HALMSBURG".split(",")
NATIONS = "BORAVIAN,SYLDONIAN,TRESCANA,MARVELOISE,KARELSK,LUTHANIAN,VESPERIAN,ORLANDSK,NARVONNAISE,DALMORIAN,ESTROVIANA,GRENZLÄNDER".split(",")
OFFICES = "MINISTRY OF THE INTERIOR,PASSPORT AGENCY,CITY OF NORDHAVEN,POLICE RIVERTON,PREFECTURE DE MONTCLAIR,STADT OBERSTEIN,COMUNE DI VILLA REALE,DEPARTMENT OF STATE,KRAVOGRAD,LESNÁ,DIRECCIÓN NACIONAL,HOME AFFAIRS".split(",")
MEMBERS = "type country_code passport_number surname_en title_name_en nationality date_of_birth identification_number sex height place_of_birth date_of_issue date_of_expiry issuing_authority holder_signature".split()


def languages():
    out = {}
    for line in open(os.path.join(HERE, "captions.txt"), encoding="utf-8"):
        if not line.startswith("#") and ":" in line:
            code, words = line.strip().split(": ", 1)
            out[code] = dict(zip(MEMBERS, words.split("|")))
    return out


def bare(text):
    """A name in the letters of a zone."""
    for a, b in (("Ü", "UE"), ("Ö", "OE"), ("Ä", "AE"), ("Ø", "OE"), ("Å", "AA"), ("Ł", "L"), ("Đ", "D"), ("Þ", "TH"), ("Æ", "AE"), ("'", ""), ("-", " "), ("_", " ")):
        text = text.replace(a, b)
    return "".join(c for c in unicodedata.normalize("NFD", text) if not "\u0300" <= c <= "\u036f")


def written(r, day, style):
    if style == "dots":
        return day.strftime("%d.%m.%Y")
    if style == "slashes":
        return day.strftime("%d/%m/%Y")
    if style == "spaces":
        return day.strftime("%d %m %Y")
    if style == "iso":
        return day.strftime("%Y-%m-%d")
    month = people.MONTHS[day.month - 1]
    if style == "pair":
        return "%02d %s/%s %04d" % (day.day, people.FRENCH[day.month - 1], month, day.year)
    if style == "short":
        return "%02d %s / %s %02d" % (day.day, month, month, day.year % 100)
    return "%02d %s %04d" % (day.day, month, day.year)


def holder(r):
    surname, given = r.choice(SURNAMES).replace("_", " "), " ".join(r.sample(GIVEN, r.choice((1, 1, 2))))
    code = "".join(r.choices("QXYZ", k=1) + r.choices("ABDEFGHKMNPRTUV", k=2))
    birth = datetime.date(r.randint(1945, 2005), r.randint(1, 12), r.randint(1, 28))
    issue = datetime.date(r.randint(2008, 2025), r.randint(1, 12), r.randint(1, 28))
    expiry = issue.replace(year=issue.year + r.choice((5, 10, 10))) - datetime.timedelta(days=r.choice((0, 1, 1)))
    sex, style = r.choice("MF"), r.choice(("dots", "slashes", "spaces", "iso", "pair", "short", "words", "words"))
    number = "".join(r.choices("ABCEHKLXZ", k=r.choice((0, 1, 2)))) + "%07d" % r.randint(0, 9999999)
    personal = "%0*d" % (r.choice((8, 10, 11)), r.randint(0, 99999999)) if r.random() < 0.6 else ""
    case = (lambda s: s.title()) if r.random() < 0.15 else (lambda s: s)
    fields = {"type": "P", "country_code": code, "passport_number": number, "surname_en": case(surname), "title_name_en": case(given), "nationality": case(r.choice(NATIONS)),
              "date_of_birth": written(r, birth, style), "sex": sex, "place_of_birth": case(r.choice(TOWNS)), "date_of_issue": written(r, issue, style),
              "date_of_expiry": written(r, expiry, style), "issuing_authority": case(r.choice(OFFICES))}
    if personal:
        fields["identification_number"] = personal
    if r.random() < 0.35:
        fields["height"] = r.choice(("1.%02d M", "1,%02d m", "1%02d CM")) % r.randint(48, 92)
    if r.random() < 0.6:
        fields["holder_signature"] = r.choice((given.split()[0].title() + " " + surname.title(), given[0] + ". " + surname.title(), surname.title()))
    mrz = people.zone(code, bare(surname), bare(given), number, birth, sex, expiry, personal)
    return mrz, fields


def layout(r, fields):
    """Where captions stand: one column of rows, in some of which a second or third member stands beside."""
    x, pitch, second = r.uniform(37, 48), r.uniform(5.4, 6.6), r.uniform(76, 92)
    rows = [["type", "country_code", "passport_number"], ["surname_en"], ["title_name_en"], ["nationality"], ["date_of_birth"], ["sex", "place_of_birth"], ["date_of_issue"], ["date_of_expiry"]]
    for member, into in (("identification_number", r.choice((3, 4))), ("height", r.choice((5, 4))), ("issuing_authority", r.choice((6, 7)))):
        if member in fields:
            rows[into].append(member)
    if r.random() < 0.3:  # the dates side by side, the authority under them
        rows[6], rows[7] = ["date_of_issue", "date_of_expiry"], ["issuing_authority"]
    if r.random() < 0.3:
        rows[4], rows[5] = ["date_of_birth", "sex"] + rows[4][1:], [m for m in rows[5] if m != "sex"]
    y, out = r.uniform(7.5, 11.5), {}
    for row in rows:
        stops = {1: [x], 2: [x, second if row[0] != "sex" else r.uniform(x + 14, x + 22)], 3: [x, (x + second) / 2 - 4, second], 4: [x, x + 24, x + 36, 110]}[len(row)]
        for member, at in zip(row, stops):
            out[member] = (at, y)
        y += pitch
    if "holder_signature" in fields:
        out["holder_signature"] = (second, min(y - pitch, 57.0)) if "issuing_authority" not in rows[7] else (second, min(y, 58.0))
    return out


def decorate(r, rng, img):
    """Coloured lines, emblems and a ghost portrait over the tinted paper."""
    h, w = img.shape[:2]
    for _ in range(r.choice((0, 1, 2, 3))):
        c = (int(r.uniform(0.2, 1) * w), int(r.uniform(0, 0.7) * h))
        layer = np.zeros((h, w), np.float32)
        for k in range(r.randint(6, 26)):
            cv2.ellipse(layer, c, (int((k + 1) * r.uniform(9, 14)), int((k + 1) * r.uniform(7, 14))), r.uniform(0, 180), 0, 360, 1.0, r.choice((1, 2)), cv2.LINE_AA)
        img -= layer[..., None] * rng.uniform(5, 70, 3)
    if r.random() < 0.35:
        page.portrait(rng, img, (100, 40, 114, 58))
        y0, x0 = 40 * page.DENSITY, 100 * page.DENSITY
        ghost = img[y0:58 * page.DENSITY, x0:114 * page.DENSITY]
        ghost += (235 - ghost) * r.uniform(0.6, 0.85)


MONO = [ROOT + name for name in ("truetype/liberation/LiberationMono-Bold.ttf", "truetype/liberation/LiberationMono-Regular.ttf", "truetype/dejavu/DejaVuSansMono-Bold.ttf", "truetype/freefont/FreeMonoBold.ttf")]


def foreign_code(r, img, mrz):
    """The zone in a face that is no OCR-B, each character in the middle of its cell, as some states print it."""
    layer = Image.fromarray(np.clip(img, 0, 255).astype(np.uint8)[..., ::-1].copy())
    draw, face = ImageDraw.Draw(layer), ImageFont.truetype(r.choice(MONO), round(r.uniform(3.0, 3.7) * page.DENSITY))
    boxes, left, ink = {}, 6 + r.uniform(-0.7, 0.7), (r.randint(10, 50),) * 3
    for key, text, mid in (("mrz_1", mrz[0], page.HEIGHT - 15.75), ("mrz_2", mrz[1], page.HEIGHT - 9.4)):
        for i, c in enumerate(text):
            draw.text(((left + (i + 0.5) * 2.54) * page.DENSITY, (mid + 1.25) * page.DENSITY), c, font=face, fill=ink, anchor="ms")
        boxes[key] = [[left, mid - 1.3, left + 44 * 2.54, mid + 1.3]]
    img[:] = np.asarray(layer).astype(np.float32)[..., ::-1]
    return boxes


def overprint(r, img):
    """SPECIMEN across the page and stamps over captions and values, lighter or darker than what they cover."""
    h, w = img.shape[:2]
    for _ in range(r.choice((1, 1, 2))):
        layer = Image.new("L", (w, h))
        draw = ImageDraw.Draw(layer)
        if r.random() < 0.6:
            face = ImageFont.truetype(r.choice(FACES)[1], round(r.uniform(7, 16) * page.DENSITY))
            draw.text((r.uniform(0.35, 0.65) * w, r.uniform(0.25, 0.6) * h), r.choice(("SPECIMEN", "MUSTER", "SPÉCIMEN", "SAMPLE", "VOID")), font=face, fill=255, anchor="mm",
                      stroke_width=0 if r.random() < 0.5 else 1)
            layer = layer.rotate(r.uniform(-35, 35))
        else:
            c, a = (r.uniform(0.3, 0.95) * w, r.uniform(0.1, 0.75) * h), r.uniform(8, 14) * page.DENSITY
            for k in (1, 0.93, 0.6):
                draw.ellipse((c[0] - a * k, c[1] - a * k, c[0] + a * k, c[1] + a * k), outline=255, width=r.choice((3, 5)))
            face = ImageFont.truetype(r.choice(FACES)[0], round(2.4 * page.DENSITY))
            draw.text(c, r.choice(OFFICES)[:14], font=face, fill=255, anchor="mm")
        cover = np.asarray(layer).astype(np.float32)[..., None] / 255 * r.uniform(0.2, 0.5)
        img += (np.array([r.uniform(40, 200), r.uniform(20, 120), r.uniform(60, 230)]) - img) * cover


def compose(r, rng, worn=False):
    """Returns mrz, fields, BGR floats and boxes in millimetres. worn: with overprint, half of the zones in a face that is no OCR-B."""
    mrz, fields = holder(r)
    img = page.ground(rng)
    decorate(r, rng, img)
    boxes = foreign_code(r, img, mrz) if worn and r.random() < 0.5 else page.code_lines(rng, img, mrz)
    boxes["face"] = [page.portrait(rng, img, (4 + r.uniform(-1, 2), 14 + r.uniform(-2, 6), 35 + r.uniform(-3, 1), 56 + r.uniform(-4, 2)))]
    layer = Image.fromarray(np.clip(img, 0, 255).astype(np.uint8)[..., ::-1].copy())
    draw = ImageDraw.Draw(layer)
    own, every = r.choice([v for k, v in languages().items() if k != "en"]), languages()
    tongues = r.choice(([own, every["en"]], [own, every["en"]], [own, every["en"], every["fr"]], [every["en"]], [every["en"], every["fr"]]))
    stroke, numbers = r.choice(("/", " / ", "/ ", " - ")), r.random() < 0.25
    small, values = r.choice(FACES)[r.random() < 0.15], r.choice(FACES)[r.random() < 0.4]
    caption_size, size = r.uniform(1.3, 1.8), r.uniform(2.4, 3.1)
    grey, ink = tuple(int(v) for v in rng.integers(20, 130, 3)), tuple(int(v) for v in rng.integers(0, 60, 3))

    def at(path, mm):
        return ImageFont.truetype(path, round(mm * page.DENSITY))
    page.put(draw, boxes, None, "PASSPORT", 5, 3.0, at(values, 3.4), grey)
    page.put(draw, boxes, None, r.choice(TOWNS) + " REPUBLIC", 52, 2.5, at(values, 3.4), grey)
    drop, places = r.uniform(0.2, 0.7), layout(r, fields)
    ends = sorted(places.items(), key=lambda kv: (kv[1][1], kv[1][0]))
    for i, (member, (x, y)) in enumerate(ends):
        room = (ends[i + 1][1][0] - x if i + 1 < len(ends) and ends[i + 1][1][1] == y else 123 - x) - 0.8
        names = list(dict.fromkeys(t[member] for t in tongues))
        text = ("(%d) " % (i + 1) if numbers else "") + stroke.join(names)
        face = at(small, caption_size)
        while draw.textlength(text, font=face) > room * page.DENSITY and len(names) > 1:
            names = names[-1:] if len(names) == 2 else names[:-1]
            text = stroke.join(names)
        page.put(draw, boxes, None, text, x, y, face, grey)
        hand, fitting = member == "holder_signature", size
        while draw.textlength(fields[member], font=at(values, fitting)) > room * page.DENSITY and fitting > 1.7:
            fitting -= 0.1
        page.put(draw, boxes, member, fields[member], x + r.uniform(0, 0.8), y + caption_size + drop, at(r.choice(HANDS), 3.6) if hand else at(values, fitting), (20, 20, 70) if hand else ink)
    img = np.asarray(layer).astype(np.float32)[..., ::-1].copy()
    if worn:
        overprint(r, img)
    return mrz, fields, img, boxes


def scanned(r, img):
    """As a specimen in a leaflet or on a page of the web: trimmed, small, compressed. Returns picture and map."""
    h, w = img.shape[:2]
    cut = [int(r.uniform(-1.5, 2) * page.DENSITY) for _ in range(4)]
    k = r.choice((420, 500, 600, 600, 700, 900, 1250)) / w
    m = np.array([[k, 0, cut[0] * k], [0, k, cut[1] * k], [0, 0, 1.0]])
    size = (int((w + cut[0] + cut[2]) * k), int((h + cut[1] + cut[3]) * k))
    out = cv2.warpAffine(cv2.GaussianBlur(img, (0, 0), max(0.3, 0.45 / k)), m[:2], size, flags=cv2.INTER_LINEAR, borderValue=(255, 255, 255))
    return np.clip(out, 0, 255).astype(np.uint8), m

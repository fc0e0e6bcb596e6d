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

import looks
import page
import people

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = looks.ROOT
HANDS = (ROOT + "truetype/tlwg/Purisa.ttf", ROOT + "opentype/urw-base35/Z003-MediumItalic.otf")
# What pages print; the second of each pair is for held-out pages, as are every fourth language and the faces of looks.FACES.
SURNAMES = (
    "MÜLLER SØRENSEN GARCÍA ŁUKASIEWICZ ŽIVKOVIĆ LINDSTRÖM DUBOIS O'CONNOR SMITH-JONES DE_VRIES TAMM BĒRZIŅŠ KOVÁCS POPESCU YILMAZ PERERA NGUYEN HOXHA BLANC JÓNSDÓTTIR FERNÁNDEZ WEISS HAUSER NOVÁK".split(),
    "KÖNIG ÅKERLUND IBÁÑEZ WIŚNIEWSKA ŠIMŪNAS LEFÈVRE D'ANGELO MAC_BRIDE HORVÁTH IONESCU ÖZTÜRK SUPARMAN TRAN GJONI ÞORVALDSDÓTTIR BRITO-LIMA ROSSI VAN_DAM KASK OZOLIŅA DVOŘÁK EGGER".split())
GIVEN = ("ANNA JÜRGEN MARIE-CLAIRE PEDRO ŁUCJA ÅSA DENIS ELENA MARTIN SÓLEY IVO KATRIN NIAMH JOSÉ BIANCA EMRE LINH ARDIT FLORENCE TERESA GUSTAV".split(),
         "RENÉE BJÖRN ZOFIA SAULĖ IKER AGNÈS PAOLO SIOBHÁN ZOLTÁN MIHAELA CEM DEWI THUY ERJON ÖSP JEAN-LUC INÊS RUBEN LIIS ILZE MATĚJ".split())
TOWNS = ("NORDHAVEN,SAINT-MORIN,VILLA REALE,OBERSTEIN,KRAVOGRAD,PORT ALMA,LESNÁ,SZENTVÁR,RIVERTON,ÖSTERSKÄR,MONTCLAIR,TARGU VECHI,PUERTO CLARO,HALMSBURG".split(","),
         "WESTERHOLM,BELLERIVE,SÃO TORCATO,GROSSENFELD,VYSOKÁ,PORT ELLIS,GORZYNA,KISFALU,ASHFORD MILLS,SUNDVIK,VALDORO,SATU NOU,RIO SECO,KALNIŠKĖ".split(","))
NATIONS = ("BORAVIAN,SYLDONIAN,TRESCANA,MARVELOISE,KARELSK,LUTHANIAN,VESPERIAN,ORLANDSK,NARVONNAISE,DALMORIAN,ESTROVIANA,GRENZLÄNDER".split(","),
           "CALDERIAN,OSTRAVIENNE,MONTALBANA,HELVARSK,TUSKARIAN,PELLUSIANA,ARVONIAN,SORDLÄNDER,BELMARIAN,ISLANDAISE,KURZEMIAN,RIVANESE".split(","))
OFFICES = ("MINISTRY OF THE INTERIOR,PASSPORT AGENCY,CITY OF NORDHAVEN,POLICE RIVERTON,PREFECTURE DE MONTCLAIR,STADT OBERSTEIN,COMUNE DI VILLA REALE,DEPARTMENT OF STATE,KRAVOGRAD,LESNÁ,DIRECCIÓN NACIONAL,HOME AFFAIRS,"
           "MINISTRY OF\nFOREIGN AFFAIRS,POLICE / POLITI\nNORDHAVEN,KRAVOGRAD 3,PP LESNÁ (12)".split(","),
           "MINISTÈRE DE L'INTÉRIEUR,IDENTITY OFFICE,TOWN OF BELLERIVE,POLIS SUNDVIK,LANDRAT GROSSENFELD,VYSOKÁ,MUNICIPIO DE RIO SECO,IMMIGRATION BUREAU,GORZYNA,KALNIŠKĖ,REGISTRO CIVIL,STATE CHANCELLERY,"
           "DEPARTMENT OF\nHOME AFFAIRS,POLIISI / POLISEN\nWESTERHOLM,GORZYNA 1,VYSOKÁ PP (7)".split(","))
MEMBERS = "type country_code passport_number surname_en title_name_en nationality date_of_birth identification_number sex height place_of_birth date_of_issue date_of_expiry issuing_authority holder_signature".split()


def languages(held=0):
    """Captions by language, English with all; every fourth of the others is held out."""
    out = {}
    for line in open(os.path.join(HERE, "captions.txt"), encoding="utf-8"):
        if not line.startswith("#") and ":" in line:
            code, words = line.strip().split(": ", 1)
            out[code] = dict(zip(MEMBERS, words.split("|")))
    return {code: words for i, (code, words) in enumerate(out.items()) if code in ("en", "fr") or (i % 4 == 3) == bool(held)}


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
    if style == "apart":
        return "%02d %s /%s %02d" % (day.day, month, people.FRENCH[day.month - 1], day.year % 100)
    if style == "short":
        return "%02d %s / %s %02d" % (day.day, month, month, day.year % 100)
    return "%02d %s %04d" % (day.day, month, day.year)


def nation(r, held):
    """A nationality as pages name it: one word, two around a stroke, or the state's name in two languages."""
    a, b = r.sample(NATIONS[held], 2)
    form = r.random()
    if form < 0.72:
        return a
    return a + r.choice(("/", " / ")) + (a[:-2] + b[-4:] if form < 0.92 else a[:-2] + " REPUBLIC")


def birthplace(r, held):
    """A town, in some states with the code of its land or a figure."""
    town = r.choice(TOWNS[held])
    return town if r.random() < 0.82 else town + r.choice((" ", ", ", " / ")) + r.choice(("CAN", "QBA", "XYD", "SVK", "LTU"))


def validity(r, issue):
    """The day of expiry: five or ten years mostly, to the day or one before it; some states count in other ways."""
    years = r.choice((5, 10, 10)) if r.random() < 0.9 else r.choice((2, 3, 4, 6, 7))
    expiry = issue.replace(year=issue.year + years) - datetime.timedelta(days=r.choice((0, 1, 1)))
    return expiry if r.random() < 0.93 else expiry + datetime.timedelta(days=r.randint(20, 270))


def holder(r, held=0):
    surname, given = r.choice(SURNAMES[held]).replace("_", " "), " ".join(r.sample(GIVEN[held], r.choice((1, 1, 2))))
    code = "".join(r.choices("QXYZ", k=1) + r.choices("ABDEFGHKMNPRTUV", k=2))
    birth = datetime.date(r.randint(1945, 2005), r.randint(1, 12), r.randint(1, 28))
    issue = datetime.date(r.randint(2008, 2025), r.randint(1, 12), r.randint(1, 28))
    expiry = validity(r, issue)
    sex, style = r.choice("MF"), r.choice(("dots", "slashes", "spaces", "iso", "pair", "short", "apart", "words", "words"))
    number = "".join(r.choices("ABCEHKLXZ", k=r.choice((0, 1, 2)))) + "%07d" % r.randint(0, 9999999)
    personal = "%0*d" % (r.choice((8, 10, 11)), r.randint(0, 99999999)) if r.random() < 0.6 else ""
    case = (lambda s: s.title()) if r.random() < 0.15 else (lambda s: s)
    fields = {"type": "P", "country_code": code, "passport_number": number, "surname_en": case(surname), "title_name_en": case(given), "nationality": case(nation(r, held)),
              "date_of_birth": written(r, birth, style), "sex": sex if r.random() < 0.8 else r.choice((sex + "/" + sex, r.choice("KHVŽ") + "/" + sex, sex + " / " + sex)), "place_of_birth": case(birthplace(r, held)), "date_of_issue": written(r, issue, style),
              "date_of_expiry": written(r, expiry, style), "issuing_authority": case(r.choice(OFFICES[held]))}
    if personal:
        fields["identification_number"] = personal
    if r.random() < 0.35:
        fields["height"] = r.choice(("1.%02d M", "1,%02d m", "1%02d CM")) % r.randint(48, 92)
    if r.random() < 0.6:
        fields["holder_signature"] = r.choice((given.split()[0].title() + " " + surname.title(), given[0] + ". " + surname.title(), surname.title()))
    if r.random() < 0.03:  # a specimen whose zone tells another day
        expiry = expiry.replace(year=expiry.year - r.randint(1, 4), day=min(28, expiry.day))
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
        y += pitch + (2.2 if any("\n" in fields.get(m, "") for m in row) else 0)
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


def compose(r, rng, worn=False, held=0):
    """Returns mrz, fields, BGR floats and boxes in millimetres. worn: with overprint, half of the zones in a face that is no OCR-B.
    held: words, names, captions and faces that no other page has."""
    mrz, fields = holder(r, held)
    img = page.ground(rng)
    decorate(r, rng, img)
    boxes = foreign_code(r, img, mrz) if worn and r.random() < 0.5 else page.code_lines(rng, img, mrz)
    boxes["face"] = [page.portrait(rng, img, (4 + r.uniform(-1, 2), 14 + r.uniform(-2, 6), 35 + r.uniform(-3, 1), 56 + r.uniform(-4, 2)))]
    layer = Image.fromarray(np.clip(img, 0, 255).astype(np.uint8)[..., ::-1].copy())
    draw = ImageDraw.Draw(layer)
    every, setting = languages(held), looks.Setting(r)
    own = r.choice([v for k, v in every.items() if k != "en"])
    tongues = r.choice(([own, every["en"]], [own, every["en"]], [own, every["en"], every["fr"]], [every["en"]], [every["en"], every["fr"]]))
    stroke, numbers = r.choice(("/", " / ", "/ ", " - ")), r.random() < 0.25
    small, values = r.choice(looks.FACES[held])[r.random() < 0.15], r.choice(looks.FACES[held])[r.random() < 0.4]
    caption_size, size = r.uniform(1.3, 1.8), r.uniform(2.4, 3.1)
    grey, ink = tuple(int(v) for v in rng.integers(20, 130, 3)), tuple(int(v) for v in rng.integers(0, 60, 3))

    def at(path, mm):
        return ImageFont.truetype(path, round(mm * page.DENSITY))
    page.put(draw, boxes, None, "PASSPORT", 5, 3.0, at(values, 3.4), grey)
    page.put(draw, boxes, None, r.choice(TOWNS[held]) + " REPUBLIC", 52, 2.5, at(values, 3.4), grey)
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
        hand, fitting, longest = member == "holder_signature", size, max(fields[member].split("\n"), key=len)
        left, down = x + setting.left(r), y + caption_size + drop
        if setting.beside and not hand and draw.textlength(text, font=face) + draw.textlength(longest, font=at(values, size)) < (room - 2) * page.DENSITY:
            left, down = x + 1.2 + draw.textlength(text, font=face) / page.DENSITY, y - 0.3
        while draw.textlength(longest, font=at(values, fitting)) > (x + room - left) * page.DENSITY and fitting > 1.7:
            fitting -= 0.1
        setting.write(draw, boxes, member, fields[member], left, down, at(r.choice(HANDS), 3.6) if hand else at(values, fitting), (20, 20, 70) if hand else ink)
    img = np.asarray(layer).astype(np.float32)[..., ::-1].copy()
    looks.cover(r, rng, img, worn, held)
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

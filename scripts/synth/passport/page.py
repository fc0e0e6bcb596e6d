"""A data page in the flat: texts by millimetre, a portrait that shows nobody, security print, and the box of everything."""

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

import people  # also puts scripts/synth/mrz on the path
import ocrb
import paper

DENSITY = 11  # pixels a millimetre
WIDTH, HEIGHT = 125, 88
FONTS = "/usr/share/fonts/truetype/tlwg/"

# member: caption, x, y of the caption's top in millimetres
THAI_PAGE = {
    "type": ("ประเภท/Type", 40, 10.5), "country_code": ("รหัสประเทศ/Country code", 57, 10.5), "passport_number": ("หนังสือเดินทางเลขที่/Passport No.", 86, 10.5),
    "surname_en": ("นามสกุล/Surname", 40, 16.6), "title_name_en": ("ชื่อ/Title Name", 40, 22.7), "title_name_surname_th": ("ชื่อภาษาไทย/Name in Thai", 40, 28.8),
    "nationality": ("สัญชาติ/Nationality", 40, 35.2), "identification_number": ("เลขประจำตัวประชาชน/Identification No.", 78, 35.2),
    "date_of_birth": ("วันเกิด/Date of birth", 40, 41.3), "place_of_birth": ("สถานที่เกิด/Place of birth", 78, 41.3), "sex": ("เพศ/Sex", 40, 47.4), "height": ("ส่วนสูง/Height", 57, 47.4),
    "date_of_issue": ("วันที่ออก/Date of issue", 40, 53.5), "issuing_authority": ("ออกให้โดย/Authority", 78, 47.4), "date_of_expiry": ("วันที่หมดอายุ/Date of expiry", 40, 59.2),
    "holder_signature": ("ลายมือชื่อ/Holder's signature", 78, 57.0),
}
STANDARD_PAGE = {
    "type": ("Type/ Type", 40, 11.5), "country_code": ("Country code/ Code du pays", 56, 11.5), "passport_number": ("Passport No./ N° de passeport", 88, 11.5),
    "surname_en": ("Surname/ Nom", 40, 17.8), "title_name_en": ("Given names/ Prénoms", 40, 23.8), "nationality": ("Nationality/ Nationalité", 40, 29.8),
    "date_of_birth": ("Date of birth/ Date de naissance", 40, 35.8), "identification_number": ("Personal No./ N° personnel", 88, 35.8), "sex": ("Sex/ Sexe", 40, 41.8),
    "place_of_birth": ("Place of birth/ Lieu de naissance", 60, 41.8), "date_of_issue": ("Date of issue/ Date de délivrance", 40, 47.8), "issuing_authority": ("Authority/ Autorité", 70, 47.8),
    "date_of_expiry": ("Date of expiry/ Date d'expiration", 40, 54.0), "holder_signature": ("Holder's signature/ Signature du titulaire", 80, 55.0),
}
# Layouts that no rule was written beside, by the state's code.
HELD_OUT = {
    "ZQA": {
        "type": ("Type / Type", 44, 9.0), "country_code": ("Code of State / Code de l'État", 58, 9.0), "passport_number": ("Document No. / N° du document", 92, 9.0),
        "surname_en": ("(1) Surname / Nom", 44, 15.0), "title_name_en": ("(2) Given names / Prénoms", 44, 21.0), "nationality": ("(3) Nationality / Nationalité", 44, 27.0),
        "identification_number": ("(4) Personal number / N° personnel", 86, 27.0), "date_of_birth": ("(5) Date of birth / Date de naissance", 44, 33.0),
        "place_of_birth": ("(6) Place of birth / Lieu de naissance", 86, 33.0), "sex": ("(7) Sex / Sexe", 44, 39.0), "date_of_issue": ("(8) Date of issue / Date de délivrance", 60, 39.0),
        "issuing_authority": ("(9) Issued by / Délivré par", 86, 45.0), "date_of_expiry": ("(10) Valid until / Valable jusqu'au", 44, 45.0), "holder_signature": ("Signature", 86, 52.0)},
    "NVL": {
        "type": ("Tipo", 38, 12.0), "country_code": ("Código del país", 50, 12.0), "passport_number": ("Pasaporte No.", 80, 12.0), "surname_en": ("Apellidos", 38, 18.4), "title_name_en": ("Nombres", 38, 24.8),
        "nationality": ("Nacionalidad", 38, 31.2), "identification_number": ("Número personal", 80, 31.2), "date_of_birth": ("Fecha de nacimiento", 38, 37.6), "sex": ("Sexo", 66, 37.6),
        "place_of_birth": ("Lugar de nacimiento", 80, 37.6), "date_of_issue": ("Fecha de expedición", 38, 44.0), "date_of_expiry": ("Fecha de caducidad", 38, 50.4), "issuing_authority": ("Autoridad", 80, 44.0),
        "holder_signature": ("Firma del titular", 80, 51.0)},
    "OSM": {
        "type": ("Typ/Type", 42, 10.0), "country_code": ("Kode/Code", 55, 10.0), "passport_number": ("Pass-Nr./Passport No.", 92, 10.0), "surname_en": ("1. Name/Surname", 42, 16.0),
        "title_name_en": ("2. Vornamen/Given names", 42, 22.0), "nationality": ("3. Staatsangehörigkeit/Nationality", 42, 28.0), "date_of_birth": ("4. Geburtsdatum/Date of birth", 42, 34.0),
        "sex": ("5. Geschlecht/Sex", 84, 34.0), "place_of_birth": ("6. Geburtsort/Place of birth", 42, 40.0), "identification_number": ("Personal No.", 84, 40.0), "date_of_issue": ("7. Ausstellungsdatum/Date of issue", 42, 46.0),
        "date_of_expiry": ("8. Gültig bis/Date of expiry", 84, 46.0), "issuing_authority": ("9. Ausstellende Behörde/Authority", 42, 52.0), "holder_signature": ("10. Unterschrift/Signature", 84, 54.0)},
}
# A second set of layouts, for figures after the first was looked at.
FRESH = {
    "PMV": {
        "type": ("Tipo/Type", 41, 11.0), "country_code": ("Código do país/Country code", 54, 11.0), "passport_number": ("Passaporte N.º/Passport No.", 88, 11.0), "surname_en": ("Apelido/Surname", 41, 17.2),
        "title_name_en": ("Nome(s) próprio(s)/Given name(s)", 41, 23.4), "nationality": ("Nacionalidade/Nationality", 41, 29.6), "height": ("Altura/Height", 92, 29.6),
        "date_of_birth": ("Data de nascimento/Date of birth", 41, 35.8), "identification_number": ("N.º pessoal/Personal No.", 88, 35.8), "sex": ("Sexo/Sex", 41, 42.0),
        "place_of_birth": ("Local de nascimento/Place of birth", 62, 42.0), "date_of_issue": ("Data de emissão/Date of issue", 41, 48.2), "issuing_authority": ("Autoridade/Authority", 76, 48.2),
        "date_of_expiry": ("Válido até/Date of expiry", 41, 54.4), "holder_signature": ("Assinatura do titular/Holder's signature", 76, 54.6)},
    "LDR": {
        "type": ("Tipo. Type. Type.", 46, 10.0), "country_code": ("Codice Paese. Code of Issuing State.", 60, 10.0), "passport_number": ("Passaporto N. Passport No.", 95, 10.0),
        "surname_en": ("Cognome. Surname. Nom. (1)", 46, 15.4), "title_name_en": ("Nome. Given Names. Prénoms. (2)", 46, 20.8), "nationality": ("Cittadinanza. Nationality. Nationalité. (3)", 46, 26.2),
        "date_of_birth": ("Data di nascita. Date of birth. (4)", 46, 31.6), "identification_number": ("Codice personale. Personal No. (5)", 84, 31.6), "sex": ("Sesso. Sex. (6)", 46, 37.0),
        "place_of_birth": ("Luogo di nascita. Place of birth. (7)", 66, 37.0), "date_of_issue": ("Data di rilascio. Date of issue. (8)", 46, 42.4), "issuing_authority": ("Autorità. Authority. (10)", 84, 42.4),
        "date_of_expiry": ("Data di scadenza. Date of expiry. (9)", 46, 47.8), "holder_signature": ("Firma del titolare. Holder's signature. (11)", 80, 53.0)},
    "HVK": {
        "type": ("Tyyppi/Typ/Type", 39, 13.0), "country_code": ("Maa/Land/Code", 56, 13.0), "passport_number": ("Passin nro/Passnr/Passport No", 84, 13.0), "surname_en": ("Sukunimi/Efternamn/Surname", 39, 19.0),
        "title_name_en": ("Etunimet/Förnamn/Given names", 39, 25.0), "nationality": ("Kansalaisuus/Nationalitet/Nationality", 39, 31.0), "sex": ("Sukupuoli/Kön/Sex", 96, 31.0),
        "date_of_birth": ("Syntymäaika/Födelsetid/Date of birth", 39, 37.0), "identification_number": ("Henkilötunnus/Personnr/Personal No", 84, 37.0), "place_of_birth": ("Syntymäpaikka/Födelseort/Place of birth", 39, 43.0),
        "date_of_issue": ("Antopäivä/Utfärdat den/Date of issue", 39, 49.0), "date_of_expiry": ("Voimassa/Gäller till/Date of expiry", 84, 49.0), "issuing_authority": ("Viranomainen/Myndighet/Authority", 39, 55.0),
        "holder_signature": ("Nimikirjoitus/Signature", 84, 56.0)},
}
LATIN_FACES = ("Garuda.ttf", "Loma.ttf", "Laksaman.ttf")
OTHER_FACES = ("Umpush.ttf", "Sawasdee.ttf", "Kinnari.ttf")
FRESH_FACES = ("../crosextra/Carlito-Regular.ttf", "../liberation/LiberationSans-Regular.ttf", "../dejavu/DejaVuSansCondensed.ttf")
FRESH_THAI_FACES = ("../arundina/ArundinaSans.ttf", "Waree.ttf", "Norasi.ttf")


def bold(name):
    return name.replace("-Regular", "").replace(".ttf", "-Bold.ttf")


def font(name, mm):
    return ImageFont.truetype(FONTS + name, round(mm * DENSITY))


def portrait(rng, img, box):
    """Head, hair, shoulders and features from ellipses: enough for a face detector, nobody in particular."""
    x0, y0, x1, y1 = [int(v * DENSITY) for v in box]
    w, h = x1 - x0, y1 - y0
    tile = np.full((h, w, 3), rng.uniform(200, 240), np.float32)
    skin = np.array([120, 155, 205]) * rng.uniform(0.75, 1.15)
    hair = np.array([30, 40, 60]) * rng.uniform(0.4, 2.2)
    cx, cy, fw, fh = w // 2, int(h * 0.47), int(w * 0.25), int(h * 0.27)

    def ellipse(x, y, a, b, color, angle=0, start=0, end=360, thick=-1):
        cv2.ellipse(tile, (int(x), int(y)), (max(1, int(a)), max(1, int(b))), angle, start, end, [float(c) for c in color], thick, cv2.LINE_AA)
    ellipse(cx, h * 1.08, w * 0.46, h * 0.30, rng.uniform(20, 120, 3))
    cv2.rectangle(tile, (cx - fw // 2, cy), (cx + fw // 2, int(h * 0.86)), [float(c) * 0.9 for c in skin], -1)
    ellipse(cx, cy - fh * 0.15, fw * 1.22, fh * 1.18, hair)
    ellipse(cx, cy, fw, fh, skin)
    ellipse(cx, cy - fh * 0.75, fw * 0.98, fh * 0.42, hair)
    for side in (-1, 1):
        ex, ey = cx + side * fw * 0.42, cy - fh * 0.12
        ellipse(ex, ey, fw * 0.26, fh * 0.13, skin * 0.72)
        ellipse(ex, ey, fw * 0.19, fh * 0.07, (235, 235, 235))
        ellipse(ex, ey, fw * 0.08, fh * 0.065, (30, 30, 30))
        ellipse(ex, ey - fh * 0.2, fw * 0.25, fh * 0.07, hair, 0, 180, 360, max(2, int(fh * 0.06)))
        ellipse(cx + side * fw * 0.6, cy + fh * 0.3, fw * 0.28, fh * 0.3, skin * 1.04)
    ellipse(cx, cy + fh * 0.2, fw * 0.13, fh * 0.18, skin * 0.86)
    ellipse(cx, cy + fh * 0.52, fw * 0.36, fh * 0.09, (70, 70, 150))
    tile = cv2.GaussianBlur(tile, (0, 0), DENSITY * 0.16)
    img[y0:y1, x0:x1] = tile + rng.normal(0, 3, tile.shape)
    return [(x0 + cx - fw * 1.0) / DENSITY, (y0 + cy - fh * 0.95) / DENSITY, (x0 + cx + fw * 1.0) / DENSITY, (y0 + cy + fh * 1.0) / DENSITY]


def ground(rng):
    """Tinted paper with security print."""
    h, w = HEIGHT * DENSITY, WIDTH * DENSITY
    tint = rng.uniform(205, 250, 3)
    img = np.empty((h, w, 3), np.float32)
    img[:] = tint
    for _ in range(2):
        img -= paper.guilloche(rng, h, w)[..., None] * rng.uniform(0, 28, 3)
    return img + ((paper.clouds(rng, h, w, 160) - 0.5) * 16)[..., None]


def put(draw, boxes, key, text, x, y, face, ink):
    """Write lines of text at millimetres and keep their boxes."""
    for i, line in enumerate(text.split("\n")):
        at = (x * DENSITY, (y + 2.75 * i) * DENSITY)
        draw.text(at, line, font=face, fill=ink)
        if key:
            boxes.setdefault(key, []).append([v / DENSITY for v in draw.textbbox(at, line, font=face)])


def code_lines(rng, img, mrz):
    """The zone in OCR-B by the standard's geometry."""
    font_name, weight = ocrb.FONTS[int(rng.integers(0, 2))], float(rng.choice(ocrb.WEIGHTS[1:5]))
    boxes, left = {}, 6 + rng.uniform(-0.7, 0.7)
    for key, text, mid in (("mrz_1", mrz[0], HEIGHT - 15.75), ("mrz_2", mrz[1], HEIGHT - 9.4)):
        cover = ocrb.line_image(text, font_name, weight)
        w, h = int(44 * 2.54 * DENSITY), int(2.5 * 2.54 * DENSITY)
        cover = cv2.resize(cover, (w, h), interpolation=cv2.INTER_AREA)
        x, y = int(left * DENSITY), int(mid * DENSITY - h / 2)
        part = img[y:y + h, x:x + w]
        part += (rng.uniform(10, 50) - part) * cover[: part.shape[0], : part.shape[1], None]
        boxes[key] = [[x / DENSITY, mid - 1.3, (x + w) / DENSITY, mid + 1.3]]
    return boxes


def compose(rng, mrz, fields, header, layout, state_header, faces=LATIN_FACES):
    """Draw the page; returns BGR floats and boxes in millimetres by member, face included."""
    img = ground(rng)
    boxes = code_lines(rng, img, mrz)
    boxes["face"] = [portrait(rng, img, (5, 16.5, 36, 57))]
    layer = Image.fromarray(np.clip(img, 0, 255).astype(np.uint8)[..., ::-1].copy())
    draw = ImageDraw.Draw(layer)
    latin = str(rng.choice(faces))
    wide = 1.25 if latin == "Laksaman.ttf" else 1.0
    ink, grey = tuple(int(v) for v in rng.integers(0, 45, 3)), tuple(int(v) for v in rng.integers(40, 120, 3))
    put(draw, boxes, None, header, 5, 3.5, font(bold(latin), 3.2 * wide), grey)
    put(draw, boxes, None, state_header, 60, 3.5, font(bold(latin), 3.4 * wide), grey)
    for key, (caption, x, y) in layout.items():
        put(draw, boxes, None, caption, x, y, font(latin, 1.75 * wide), grey)
        size = 2.75 * wide
        if key == "holder_signature":
            put(draw, boxes, key, fields[key], x + 1, y + 2.2, font("Purisa.ttf", 3.0), (20, 20, 60))
            continue
        put(draw, boxes, key, fields[key], x + 0.6, y + 2.0, font(latin, size), ink)
    return np.asarray(layer).astype(np.float32)[..., ::-1].copy(), boxes

"""OCR-B glyphs and ICAO 9303 lines: the raw material of every synthetic machine-readable zone.

Glyphs come from the fonts of Debian's fonts-ocr-b, and for states that print their zones in another face from OTHERS, each
character in the middle of its cell. Stroke weight is varied on a distance field, so that a heavy or worn print keeps the
skeleton of the font.
"""
import functools
import os
import random
import string

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

ALPHABET = string.digits + string.ascii_uppercase + "<"
LOOKALIKES = "00OOQDD88BB5S2Z1I6G4AVYHKC<"
PITCH = 40  # pixels between characters in the atlas; a cell is 2.5 pitches high, as lines are apart on a page
CELL_H = 100
FONTS = ("OCRB.otf", "OCRBS.otf")
FONT_DIR = "/usr/share/fonts/opentype/ocr-b"
# Text faces of zones that are no OCR-B. Those of scripts/synth/passport/world.py are others, so that it measures unseen ones.
OTHERS = [os.path.join("/usr/share/fonts", path) for path in (
    "opentype/courier-prime/Courier Prime.otf", "opentype/courier-prime/Courier Prime Bold.otf", "opentype/urw-base35/NimbusMonoPS-Regular.otf",
    "opentype/urw-base35/NimbusMonoPS-Bold.otf", "truetype/tlwg/TlwgMono-Bold.ttf", "truetype/tlwg/TlwgTypo-Bold.ttf", "opentype/urw-base35/NimbusSans-Bold.otf",
    "truetype/open-sans/OpenSans-Semibold.ttf", "truetype/lato/Lato-Bold.ttf")]
WEIGHTS = (-1.6, -0.8, 0.0, 0.7, 1.4, 2.2)  # pixels of the atlas added to each side of a stroke


@functools.lru_cache(None)
def atlas(font, weight):
    """Coverage (0..1) of every character: array [37, CELL_H, PITCH], glyphs centred on the cap height."""
    size = 100
    probe = ImageFont.truetype(os.path.join(FONT_DIR, font), size)
    face = ImageFont.truetype(os.path.join(FONT_DIR, font), round(size * 4 * PITCH / max(probe.getlength(ch) for ch in ALPHABET)))
    top, bottom = face.getbbox("H")[1], face.getbbox("H")[3]
    cells = np.zeros((len(ALPHABET), CELL_H, PITCH), np.float32)
    for i, ch in enumerate(ALPHABET):
        im = Image.new("L", (PITCH * 4, CELL_H * 4), 0)
        y = CELL_H * 2 - (top + bottom) / 2
        ImageDraw.Draw(im).text((PITCH * 2 - face.getlength(ch) / 2, y), ch, font=face, fill=255)
        ink = (np.asarray(im) > 127).astype(np.uint8)
        field = cv2.distanceTransform(ink, cv2.DIST_L2, 5) - cv2.distanceTransform(1 - ink, cv2.DIST_L2, 5)
        cover = np.clip(0.5 + field / 4 + weight, 0, 1)
        cells[i] = cv2.resize(cover.astype(np.float32), (PITCH, CELL_H), interpolation=cv2.INTER_AREA)
    return cells


def line_image(text, font, weight):
    """Coverage of one line, CELL_H x len(text)*PITCH."""
    cells = atlas(font, weight)
    return np.concatenate([cells[ALPHABET.index(c)] for c in text], axis=1)


def check_digit(text):
    """ICAO 9303-3 section 4.9: weights 7, 3, 1, sum modulo 10."""
    return str(sum((int(c, 36) if c != "<" else 0) * (7, 3, 1)[i % 3] for i, c in enumerate(text)) % 10)


def word(rng, low=2, high=11):
    return "".join(rng.choices("AAABCDEEEFGHIIJKLMNNOOPQRRSSTTUVWXYZ", k=rng.randint(low, high)))


def date(rng):
    return "%02d%02d%02d" % (rng.randint(0, 99), rng.randint(1, 12), rng.randint(1, 28))


def name_field(rng, width):
    surname = "<".join(word(rng) for _ in range(rng.choice((1, 1, 1, 2))))
    given = "<".join(word(rng) for _ in range(rng.choice((0, 1, 1, 2, 3))))
    return (surname + "<<" + given).ljust(width, "<")[:width]


def td3(rng):
    """Two lines of 44 with right check digits; invented states and names."""
    state = rng.choice(("UTO", "VAL", "GLT", "THA", "ARN", "D<<", word(rng, 3, 3)))
    number = "".join(rng.choices(string.digits + string.ascii_uppercase[: rng.choice((0, 26))], k=rng.choice((7, 8, 9, 9)))).ljust(9, "<")
    optional = "".join(rng.choices(string.digits, k=rng.choice((0, 0, 8, 13)))).ljust(14, "<")
    first = ("P" + rng.choice("<<<<POADSE") + state + name_field(rng, 39))[:44]
    birth, expiry = date(rng), date(rng)
    body = number + check_digit(number) + state + birth + check_digit(birth) + rng.choice("MF<") + expiry + check_digit(expiry)
    seal = "<" if not optional.strip("<") and rng.random() < 0.5 else check_digit(optional)
    body += optional + seal
    return [first, body + check_digit(body[:10] + body[13:20] + body[21:43])]


def zone(rng):
    """Lines of a zone of any layout; three in ten are noise, so that no grammar is learnt by the net."""
    if rng.random() < 0.3:
        n, k = rng.choice(((44, 2), (44, 2), (36, 2), (30, 3)))
        pool = rng.choice((ALPHABET, ALPHABET, LOOKALIKES))
        lines = ["".join(rng.choices(pool, k=n)) for _ in range(k)]
        return [line[: rng.randint(n // 3, n)].ljust(n, "<") for line in lines]
    if rng.random() < 0.75:
        return td3(rng)
    width, count = rng.choice(((36, 2), (30, 3), (44, 2)))
    lines = [(rng.choice("IACV") + rng.choice("<DPRO") + word(rng, 3, 3) + name_field(rng, width))[:width]]
    while len(lines) < count:
        lines.append("".join(rng.choices(string.digits * 3 + ALPHABET, k=rng.randint(18, width))).ljust(width, "<"))
    return lines


if __name__ == "__main__":
    print("\n".join(zone(random.Random(1))))

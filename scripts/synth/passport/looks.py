"""What lies over the print of a page, and in which ways a page may set a value: looks that any page may have, by chance."""
import os

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

import page

ROOT = "/usr/share/fonts/"


def pairs(*names):
    """Regular and bold of families, from paths below ROOT with a stroke between both ends: dir/Name-{Regular,Bold}.ttf."""
    out = []
    for name in names:
        head, tail = name.split("{")
        ends, suffix = tail.split("}")
        out.append(tuple(os.path.join(ROOT, head + end + suffix) for end in ends.split(",")))
    return out


# Of the values and of the captions, drawn apart; the second list is that of held-out pages.
FACES = (
    pairs("truetype/liberation/LiberationSans-{Regular,Bold}.ttf", "truetype/liberation/LiberationSerif-{Regular,Bold}.ttf", "truetype/liberation/LiberationMono-{Regular,Bold}.ttf",
          "truetype/dejavu/DejaVuSans{,-Bold}.ttf", "truetype/dejavu/DejaVuSansCondensed{,-Bold}.ttf", "truetype/dejavu/DejaVuSerif{,-Bold}.ttf", "truetype/crosextra/Carlito-{Regular,Bold}.ttf",
          "truetype/crosextra/Caladea-{Regular,Bold}.ttf", "opentype/urw-base35/NimbusSans-{Regular,Bold}.otf", "opentype/urw-base35/NimbusSansNarrow-{Regular,Bold}.otf", "opentype/courier-prime/Courier Prime{, Bold}.otf"),
    pairs("opentype/urw-base35/P052-{Roman,Bold}.otf", "opentype/urw-base35/C059-{Roman,Bold}.otf", "opentype/urw-base35/URWGothic-{Book,Demi}.otf", "truetype/lato/Lato-{Regular,Bold}.ttf",
          "truetype/open-sans/OpenSans-{Regular,Bold}.ttf", "truetype/freefont/FreeSans{,Bold}.ttf", "truetype/freefont/FreeSerif{,Bold}.ttf", "truetype/lato/Lato-{Medium,Heavy}.ttf"))
WORDS = ("SPECIMEN", "MUSTER", "SPÉCIMEN", "SAMPLE", "VOID"), ("MUESTRA", "WZÓR", "ÖRNEK", "EXEMPLAIRE", "PRØVE", "MINTA")
STAMPS = ("MINISTRY OF THE INTERIOR,PASSPORT AGENCY,POLICE RIVERTON,PREFECTURE DE MONTCLAIR,STADT OBERSTEIN,KRAVOGRAD".split(","), "HOME OFFICE,CANTONAL BUREAU,BORDER GUARD,GOBIERNO CIVIL,AMT HOLM".split(","))


def overprint(r, img, held=0, strength=(0.2, 0.5), times=(1, 1, 2)):
    """SPECIMEN across the page and stamps over captions and values, lighter or darker than what they cover."""
    h, w = img.shape[:2]
    for _ in range(r.choice(times)):
        layer = Image.new("L", (w, h))
        draw = ImageDraw.Draw(layer)
        if r.random() < 0.6:
            face = ImageFont.truetype(r.choice(FACES[held])[1], round(r.uniform(7, 16) * page.DENSITY))
            draw.text((r.uniform(0.35, 0.65) * w, r.uniform(0.25, 0.6) * h), r.choice(WORDS[held]), font=face, fill=255, anchor="mm",
                      stroke_width=0 if r.random() < 0.5 else 1)
            layer = layer.rotate(r.uniform(-35, 35))
        else:
            c, a = (r.uniform(0.3, 0.95) * w, r.uniform(0.1, 0.75) * h), r.uniform(8, 14) * page.DENSITY
            for k in (1, 0.93, 0.6):
                draw.ellipse((c[0] - a * k, c[1] - a * k, c[0] + a * k, c[1] + a * k), outline=255, width=r.choice((3, 5)))
            face = ImageFont.truetype(r.choice(FACES[held])[0], round(2.4 * page.DENSITY))
            draw.text(c, r.choice(STAMPS[held])[:14], font=face, fill=255, anchor="mm")
        cover = np.asarray(layer).astype(np.float32)[..., None] / 255 * r.uniform(*strength)
        img += (np.array([r.uniform(40, 200), r.uniform(20, 120), r.uniform(60, 230)]) - img) * cover


def guilloche(r, img):
    """Waves in one colour over print and paper, as wide as the page or a band of it."""
    h, w = img.shape[:2]
    layer, x = np.zeros((h, w), np.float32), np.arange(0, w, 4)
    y0, y1 = sorted((r.uniform(0, 0.72) * h, r.uniform(0, 0.72) * h))
    step, rise, wave = r.uniform(0.9, 2.2) * page.DENSITY, r.uniform(1, 9) * page.DENSITY, r.uniform(15, 60) * page.DENSITY
    for k in range(int((y1 - y0) / step)):
        y = y0 + k * step + rise * np.sin(x / wave * 6.283 + k * r.uniform(0, 0.2))
        cv2.polylines(layer, [np.stack([x, y], 1).astype(np.int32)], False, 1.0, r.choice((1, 1, 2)), cv2.LINE_AA)
    cover = layer[..., None] * r.uniform(0.15, 0.5)
    img += (np.array([r.uniform(60, 220), r.uniform(60, 200), r.uniform(60, 230)]) - img) * cover


def ghost(r, rng, img):
    """A second, pale portrait that lies under or over values, anywhere right of the first."""
    w, h = r.uniform(13, 24), r.uniform(17, 30)
    x, y = r.uniform(44, 124 - w), r.uniform(10, 62 - h)
    x0, y0, x1, y1 = (int(v * page.DENSITY) for v in (x, y, x + w, y + h))
    tile = img.copy()
    page.portrait(rng, tile, (x, y, x + w, y + h))
    img[y0:y1, x0:x1] += (tile[y0:y1, x0:x1] - img[y0:y1, x0:x1]) * r.uniform(0.12, 0.4)


def cover(r, rng, img, worn, held):
    """Lays over a drawn page what its state prints or stamps on it."""
    if r.random() < 0.25:
        ghost(r, rng, img)
    if r.random() < 0.3:
        guilloche(r, img)
    if worn:
        overprint(r, img, held)
    elif r.random() < 0.25:
        overprint(r, img, held, (0.08, 0.3), (1,))


class Setting:
    """How one page sets its values: where they begin from their captions' left end, beside or below these, and their dates."""

    def __init__(self, r):
        self.indent = r.uniform(-4, 5) if r.random() < 0.15 else None  # of all values; None: close to the caption's
        self.beside = r.random() < 0.08
        self.parted = r.uniform(1.5, 4.5) if r.random() < 0.12 else 0  # white between day, month and year

    def left(self, r):
        return r.uniform(0, 0.8) if self.indent is None else self.indent + r.uniform(-0.2, 0.2)

    def write(self, draw, boxes, member, text, x, y, face, ink):
        """A value in its boxes; dates with white between their parts where the page has such."""
        parts = text.split(" ")
        if not self.parted or not member.startswith("date_") or not 3 <= len(parts) <= 4:
            page.put(draw, boxes, member, text, x, y, face, ink)
            return
        one = {}
        for part in parts:
            page.put(draw, one, member, part, x, y, face, ink)
            x = one[member][-1][2] + self.parted
        x0, y0, x1, y1 = zip(*one[member])
        boxes[member] = [[min(x0), min(y0), max(x1), max(y1)]]

"""Digit shapes for rollers and displays: system fonts, own stroke digits and seven-segment digits.

A typeface is a list of ten uint8 masks of one size (255 = ink). Own stroke digits exist because the engraved faces of
meters are in no font package: one drawing recipe with many free measures gives as many faces as a run needs.
"""
import glob
import math
import os
import zlib

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

GLYPH_H, GLYPH_W = 96, 72

# Families whose digits can stand on a roller or in print; the held-out ones are never used for training.
FONT_GLOBS = (
    "/usr/share/fonts/truetype/dejavu/DejaVuSans*.ttf",
    "/usr/share/fonts/truetype/liberation*/Liberation*.ttf",
    "/usr/share/fonts/truetype/freefont/Free*.ttf",
    "/usr/share/fonts/truetype/tlwg/*.ttf",
    "/usr/share/fonts/truetype/noto/NotoSans-*.ttf",
    "/usr/share/fonts/truetype/noto/NotoSansMono-*.ttf",
    "/usr/share/fonts/truetype/noto/NotoSansDisplay-*.ttf",
    "/usr/share/fonts/truetype/lato/Lato-*.ttf",
    "/usr/share/fonts/truetype/crosextra/*.ttf",
    "/usr/share/fonts/truetype/arundina/*.ttf",
    "/usr/share/fonts/opentype/ocr-b/OCRB.otf",
    "/usr/share/fonts/opentype/urw-base35/Nimbus*.otf",
    "/usr/share/fonts/opentype/urw-base35/URWGothic*.otf",
)
HELD_OUT_GLOBS = (
    "/usr/share/fonts/truetype/roboto/**/*.ttf",
    "/usr/share/fonts/truetype/open-sans/*.ttf",
    "/usr/share/fonts/truetype/inconsolata/*",
    "/usr/share/fonts/opentype/courier-prime/*",
)
WEAK = ("Thin", "ExtraLight", "Hairline", "Chancery", "Dingbat", "Symbol", "Condensed-Thin", "Purisa")


# Families that a further folder of fonts may bring and that stay out of training, beside one in ten of its own.
HELD_OUT_FAMILIES = ("Roboto", "OpenSans", "Inconsolata", "CourierPrime")
HAND = ("Charm", "SpecialElite", "VT323")  # script, broken type, pixels: no wheel is painted so


def family(path):
    """The family that a font's file name begins with."""
    return os.path.basename(path).split("_")[0].split("-")[0].split(".")[0]


def kept_out(path):
    """Whether a folder's font is for held-out scenes only; all weights of a family share one fate."""
    name = family(path)
    return name.startswith(HELD_OUT_FAMILIES) or zlib.crc32(name.encode()) % 10 == 0


class Fonts:
    """The fonts that a run may use. held_out picks the families that training never sees; more is a folder of further
    fonts, which widens the stroke digits' measures too."""

    def __init__(self, held_out=False, more=None):
        globs = HELD_OUT_GLOBS if held_out else FONT_GLOBS
        found = sorted({f for g in globs for f in glob.glob(g, recursive=True)})
        if more:
            found += sorted(f for f in glob.glob(os.path.join(more, "*.[to]tf")) if kept_out(f) == held_out and family(f) not in HAND)
        self.paths = [f for f in found if not any(w in f for w in WEAK)]
        self.held_out, self.wide = held_out, bool(more)
        self._cache = {}

    def load(self, path, size):
        key = (path, size)
        if key not in self._cache:
            if len(self._cache) > 400:
                self._cache.clear()
            self._cache[key] = ImageFont.truetype(path, size)
        return self._cache[key]

    def pick(self, rng, size):
        """A random font, or PIL's own where the machine has none of the families."""
        if not self.paths:
            return ImageFont.load_default()
        return self.load(self.paths[rng.integers(len(self.paths))], int(size))

    def text(self, rng, text, size):
        """The text as a tight mask of about the given letter height."""
        font = self.pick(rng, size)
        box = font.getbbox(text)
        w, h = max(1, box[2] - box[0]), max(1, box[3] - box[1])
        im = Image.new("L", (w + 2, h + 2))
        ImageDraw.Draw(im).text((1 - box[0], 1 - box[1]), text, fill=255, font=font)
        return np.asarray(im)


def typeface(rng, fonts):
    """Ten digit masks of GLYPH_H x GLYPH_W, drawn at full height."""
    # Held-out runs keep to held-out fonts and stroke measures outside the training range.
    if fonts.paths and rng.random() < 0.45:
        masks = font_digits(rng, fonts)
    else:
        masks = stroke_digits(rng, fonts.held_out, fonts.wide)
    return [soften(m, rng) for m in vary_weight(masks, rng)]


def font_digits(rng, fonts):
    font = fonts.pick(rng, 110)
    out, widest = [], 1
    for d in "0123456789":
        box = font.getbbox(d)
        im = Image.new("L", (max(1, box[2] - box[0]), max(1, box[3] - box[1])))
        ImageDraw.Draw(im).text((-box[0], -box[1]), d, fill=255, font=font)
        out.append(np.asarray(im))
        widest = max(widest, out[-1].shape[1])
    squeeze = rng.uniform(0.78, 1.0)
    masks = []
    for m in out:
        # One scale for all, so that a 1 stays narrow.
        w = max(4, int(m.shape[1] / widest * GLYPH_W * squeeze))
        g = cv2.resize(m, (w, GLYPH_H - 8), interpolation=cv2.INTER_AREA)
        full = np.zeros((GLYPH_H, GLYPH_W), np.uint8)
        x = (GLYPH_W - w) // 2
        full[4:-4, x:x + w] = g
        masks.append(full)
    return masks


def vary_weight(masks, rng):
    k = int(rng.integers(-2, 4))
    if k == 0:
        return masks
    el = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (abs(k) + 1, abs(k) + 1))
    out = []
    for m in masks:
        v = cv2.dilate(m, el) if k > 0 else cv2.erode(m, el)
        out.append(v if v.sum() > 0.4 * m.sum() else m)
    return out


def soften(mask, rng):
    """Worn paint: rounded corners now and then."""
    if rng.random() < 0.5:
        return mask
    b = cv2.GaussianBlur(mask, (0, 0), rng.uniform(1.0, 2.6)).astype(np.float32)
    return np.clip((b - 127) * 2.2 + 127, 0, 255).astype(np.uint8)


def arc(cx, cy, rx, ry, a0, a1, n, power):
    """Points of a superellipse arc; angles in degrees, 0 = right, 90 = down. power 1: ellipse, < 1: squarer."""
    t = np.radians(np.linspace(a0, a1, n))
    c, s = np.cos(t), np.sin(t)
    return np.stack([cx + rx * np.sign(c) * np.abs(c) ** power, cy + ry * np.sign(s) * np.abs(s) ** power], 1)


def stroke_measures(rng, held_out):
    lo, hi = (0.60, 0.72) if held_out else (0.72, 1.0)
    return {
        "power": rng.uniform(lo, hi) if rng.random() < 0.5 else 1.0,
        "w": rng.uniform(0.34, 0.5), "waist": rng.uniform(0.44, 0.52), "top": rng.uniform(0.86, 1.0),
        "one": rng.integers(0, 4), "four": rng.integers(0, 3), "seven": rng.integers(0, 3), "nine": rng.integers(0, 2),
        "three": rng.integers(0, 3) == 0, "bar4": rng.uniform(0.66, 0.8), "thick": rng.uniform(0.09, 0.22),
        "slant": rng.normal(0, 0.06) if rng.random() < 0.3 else 0.0, "open": rng.uniform(15, 50),
        "bowl": rng.uniform(.28, .38), "lean": rng.uniform(.3, 1.0), "two": rng.uniform(.26, .36),
    }


def strokes(d, m):
    """The pen paths of digit d in the unit square, x from 0 to 1 around 0.5."""
    w, k, p = m["w"], m["waist"], m["power"]
    wt = w * m["top"]
    up, low = k / 2, (1 + k) / 2  # centres of upper and lower bowl
    hu, hl = k / 2, (1 - k) / 2
    if d == 0:
        return [arc(.5, .5, w, .5, 0, 360, 60, p)]
    if d == 1:
        return [[(.5 + .1 * (m["one"] > 0), 0), (.5 + .1 * (m["one"] > 0), 1)]] + (
            [[(.5 - w * .6, .24), (.6, 0)]] if m["one"] > 0 else []) + ([[(.5 - w * .6, 1), (.6 + w * .5, 1)]] if m["one"] == 3 else [])
    if d == 2:
        return [np.vstack([arc(.5, m["two"], w, m["two"], 190, 375, 30, p), [(.5 - w, 1), (.5 + w, 1)]])]
    if d == 3 and m["three"]:
        return [np.vstack([[(.5 - w, 0), (.5 + w, 0), (.5, k - .06)], arc(.5, low - .03, w, hl + .03, 270, 360 + 165, 40, p)])]
    if d == 3:
        return [np.vstack([arc(.5, up, wt, hu, 180 + m["open"] / 2, 450, 30, p)]),
                arc(.5, low, w, hl, 270, 540 - m["open"] / 2, 40, p)]
    if d == 4:
        x = .5 + w * .45
        top = .5 - w * .2 if m["four"] == 1 else x
        end = [(top, 0), (.5 - w, m["bar4"]), (.5 + w, m["bar4"])]
        return [end, [(x, .35 if m["four"] == 1 else 0), (x, 1)]]
    if d == 5:
        return [[(.5 + w * .9, 0), (.5 - w * .85, 0), (.5 - w * .95, k - .02)],
                arc(.5, low - .04, w, hl + .04, 205, 540 - m["open"] / 2, 50, p)]
    if d == 6:
        b = m["bowl"]
        bowl = arc(.5, 1 - b, w, b, 0, 360, 50, p)
        if m["nine"]:
            return [bowl, np.vstack([arc(.5, .35, w, .35, 270 + m["open"], 180, 24, p), [(.5 - w, 1 - b)]])]
        return [bowl, [(.5 + w * .6 * m["lean"], 0), (.5 - w * .9, 1 - b - .1)]]
    if d == 7:
        bend = [(.5 + w, 0), (.5 - w * .1, .5), (.5 - w * .35, 1)] if m["seven"] == 1 else [(.5 + w, 0), (.5 - w * .35, 1)]
        hook = [(.5 - w, .14)] if m["seven"] == 2 else []
        return [hook + [(.5 - w, 0)] + bend]
    if d == 8:
        return [arc(.5, up, wt, hu, 0, 360, 50, p), arc(.5, low, w, hl, 0, 360, 50, p)]
    return [(1 - np.asarray(s)) for s in strokes(6, m)]


def widen(rng, m):
    """Measures further out than stroke_measures draws: thin and fat pens, tall narrow faces, long and short tails."""
    m.update(w=rng.uniform(.22, .5), waist=rng.uniform(.40, .55), thick=rng.uniform(.06, .26), open=rng.uniform(8, 75),
             bowl=rng.uniform(.25, .40), lean=rng.uniform(.1, 1.1), bar4=rng.uniform(.6, .85), top=rng.uniform(.78, 1.0))


def stroke_digits(rng, held_out=False, wide=False):
    m = stroke_measures(rng, held_out)
    if wide and rng.random() < .7:
        widen(rng, m)
    thick = max(3, int(m["thick"] * GLYPH_W * 1.1))
    ends = rng.random() < 0.3  # butt ends look engraved, round ends painted
    # A broad pen: uprights heavier than level strokes, seldom the other way.
    broad = None
    if rng.random() < .3:
        extra = int(rng.integers(3, 15))
        broad = np.ones((1, extra) if rng.random() < .8 else (extra, 1), np.uint8)
        thick = max(3, thick - extra // 4)
    out = []
    for d in range(10):
        big = np.zeros((GLYPH_H * 2, GLYPH_W * 2), np.uint8)
        pad = thick + 2
        for s in strokes(d, m):
            s = np.asarray(s, float)
            y = pad + s[:, 1] * (big.shape[0] - 2 * pad)
            x = s[:, 0] * big.shape[1] - (y - big.shape[0] / 2) * m["slant"]
            pts = np.stack([x, y], 1)
            cv2.polylines(big, [np.round(pts * 8).astype(np.int32)], False, 255, thick * 2, cv2.LINE_AA, 3)
        if broad is not None:
            big = cv2.dilate(big, broad)
        small = cv2.resize(big, (GLYPH_W, GLYPH_H), interpolation=cv2.INTER_AREA)
        if ends:
            small[:thick // 3], small[-(thick // 3) or None:] = 0, 0
        out.append(small)
    return out


SEGMENTS = ("abcdef", "bc", "abged", "abgcd", "fgbc", "afgcd", "afgedc", "abc", "abcdefg", "abcdfg")


def segment_digits(rng):
    """Seven-segment masks and the mask of all segments, which shows faintly on a real display."""
    t = rng.uniform(0.09, 0.17)
    gap = rng.uniform(0.01, 0.05)
    slant = rng.uniform(0.0, 0.16) if rng.random() < 0.6 else 0.0
    six = rng.random() < 0.2  # 6 and 9 without tails, 7 with four segments, exist too
    tables = list(SEGMENTS)
    if six and rng.random() < 0.5:
        tables[7] = "fabc"
    def draw(names):
        big = np.zeros((GLYPH_H * 2, GLYPH_W * 2), np.uint8)
        h, w = big.shape
        x0, x1, y0, y1 = .18, .82, .06, .94
        ym = .5
        ends = {"a": ((x0, y0), (x1, y0)), "g": ((x0, ym), (x1, ym)), "d": ((x0, y1), (x1, y1)),
                "f": ((x0, y0), (x0, ym)), "b": ((x1, y0), (x1, ym)), "e": ((x0, ym), (x0, y1)), "c": ((x1, ym), (x1, y1))}
        for n in names:
            (ax, ay), (bx, by) = ends[n]
            dx, dy = (gap + t / 2 * (ay == by)) * np.sign(bx - ax), (gap + t / 2 * (ax == bx) * .7) * np.sign(by - ay)
            cv2.line(big, (int((ax + dx - (ay - .5) * slant) * w), int((ay + dy) * h)),
                     (int((bx - dx - (by - .5) * slant) * w), int((by - dy) * h)), 255, max(2, int(t * w)), cv2.LINE_AA)
        return cv2.resize(big, (GLYPH_W, GLYPH_H), interpolation=cv2.INTER_AREA)
    return [draw(s) for s in tables], draw("abcdefg")

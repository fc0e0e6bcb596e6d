"""Further looks of displays: thin, fat, wide-set and uneven segments, other dot matrices, faint contrast, glow, marks among the
digits, mirrored surroundings, shadows of the opening. display.LOOKS is the share of displays that has them; where it is 0 a seed
draws what it always drew."""
import cv2
import numpy as np

from glyphs import GLYPH_H, GLYPH_W, font_digits
from segments import DOTS, ENDS, HELD_OUT_ENDS, SEGMENTS, draw, matrix, measures

WIDE_ENDS = (*ENDS, "tongue")
# Other makers' dots for some digits.
OTHER_DOTS = {0: ("0e11111111110e", "1f11111111111f"), 1: ("04040404040404", "02060a02020202"), 2: ("0e11010e10101f", "1f01011f10101f"),
              3: ("0e11010601110e", "1f01011f01011f"), 4: ("1111111f010101", "11111f01010101"), 5: ("1f10101e01110e", "1f10101f01011f"),
              6: ("0e10101e11110e", "1f10101f11111f"), 7: ("1f010102020404", "1f010101010101"), 8: ("1f11111f11111f",), 9: ("0e11110f01110e", "1f11111f01011f")}


class Strokes:
    """Ten digits of seven strokes, each drawn a little more or less dark in every place, and the same few weak everywhere."""

    def __init__(self, rng, tables, m):
        self.rng, self.tables = rng, tables
        self.strokes = {n: draw(n, m).astype(np.float32) for n in "abcdefg"}
        self.uneven = rng.uniform(0, .5) if rng.random() < .5 else 0.0
        self.weak = {n: rng.uniform(.45, .8) for n in "abcdefg" if rng.random() < .12} if rng.random() < .3 else {}

    def __getitem__(self, d):
        parts = [self.strokes[n] * self.weak.get(n, 1) * (1 - self.uneven * self.rng.random()) for n in self.tables[d]]
        return np.max(parts, 0).astype(np.uint8)


def face(rng, fonts, held_out):
    """Ten masks and the mask of all that can light up, as segments.segment_face gives them."""
    r = rng.random()
    if r < .1:
        table = [(*OTHER_DOTS[d], DOTS[d])[rng.integers(len(OTHER_DOTS[d]) + 1)] for d in range(10)]
        masks, every = matrix(rng, table)
        k = rng.uniform(.6, 1)
        return [narrowed(m, k) for m in masks], narrowed(every, k)
    if r < .16:
        return raster(rng, fonts)
    m = measures(rng, held_out)
    ends = HELD_OUT_ENDS if held_out else WIDE_ENDS
    slant = rng.uniform(0, .28) if rng.random() < .6 else 0.0
    m.update(t=rng.uniform(.045, .25 - .45 * slant), gap=rng.uniform(0, .085), slant=slant, end=ends[rng.integers(len(ends))],
             x=rng.uniform(.02, .16), upright=rng.uniform(.65, 1.5), mid=rng.uniform(.45, .54))
    tables = list(SEGMENTS)
    if rng.random() < .3:
        tables[7] = "fabc"
    if rng.random() < .2:
        tables[6], tables[9] = "fgedc", "abcfg"
    return Strokes(rng, tables, m), draw("abcdefg", m)


def narrowed(mask, k):
    out = np.zeros_like(mask)
    w = max(8, int(mask.shape[1] * k))
    x = (mask.shape[1] - w) // 2
    out[:, x:x + w] = cv2.resize(mask, (w, mask.shape[0]), interpolation=cv2.INTER_AREA)
    return out


def raster(rng, fonts):
    """A face on a coarse raster, as a graphic display shows it."""
    masks, h = font_digits(rng, fonts), int(rng.integers(9, 20))
    w = max(5, int(h * rng.uniform(.55, .8)))
    low = [cv2.resize(m, (w, h), interpolation=cv2.INTER_AREA) > rng.uniform(95, 130) for m in masks]
    return [cv2.resize(m.astype(np.uint8) * 255, (GLYPH_W, GLYPH_H), interpolation=cv2.INTER_NEAREST) for m in low], np.full((GLYPH_H, GLYPH_W), 110, np.uint8)


def faint(rng, bg, fg):
    """Little contrast, as of a liquid crystal that is cold, old, or seen askew."""
    return bg, bg + (fg - bg) * (rng.uniform(.18, .7) if rng.random() < .4 else 1)


def space(rng, boxes, w):
    """Places wider apart now and then, in groups of three, or all."""
    n, out = len(boxes), boxes.copy()
    more = w * rng.uniform(.05, .5) * (rng.random() < .3)
    group = w * rng.uniform(.15, .5) * (rng.random() < .15)
    for i in range(1, n):
        out[i:, [0, 2]] += more + group * ((n - i) % 3 == 0)
    return out


def furnish(rng, pen, boxes, decimals, gap):
    """What stands among the digits of some displays: frames around the decimals, separators, icons beside the row, a line."""
    h, w = boxes[0][3] - boxes[0][1], boxes[0][2] - boxes[0][0]
    ring = np.zeros((96, 96), np.uint8)
    cv2.rectangle(ring, (0, 0), (95, 95), 255, int(rng.integers(4, 14)))
    if decimals and rng.random() < .2:
        pad = h * rng.uniform(.02, .1)
        each = boxes[-decimals:] if rng.random() < .5 else [np.r_[boxes[-decimals][:2], boxes[-1][2:]]]
        for b in each:
            pen.on(ring, (b[0] - pad, b[1] - pad, b[2] + pad, b[3] + pad), rng.uniform(.5, 1))
    if rng.random() < .12:  # at every third place, at the foot or the head
        for i in range(len(boxes) - decimals - 3, 0, -3):
            x, r = boxes[i][0] - gap / 2, h * rng.uniform(.025, .05)
            y = boxes[i][3] if rng.random() < .6 else boxes[i][1]
            pen.on(np.full((8, 8), 255, np.uint8), (x - r, y - 2 * r, x + r + 1, y + 2 * r + 1), rng.uniform(.6, 1))
    for _ in range(int(rng.integers(1, 4)) if rng.random() < .35 else 0):
        tall = h * rng.uniform(.15, .6)
        left = rng.random() < .6
        x = boxes[0][0] - w * rng.uniform(.25, 1.2) - tall if left else boxes[-1][2] + w * rng.uniform(.1, 1.2)
        y = rng.uniform(boxes[0][1], boxes[0][3] - tall)
        pen.on(icon(rng), (x, y, x + tall * rng.uniform(.6, 1.4), y + tall), rng.uniform(.6, 1))
    if rng.random() < .08:
        y = boxes[0][3] + h * rng.uniform(.06, .2) if rng.random() < .7 else boxes[0][1] - h * rng.uniform(.06, .2)
        pen.on(np.full((8, 8), 255, np.uint8), (boxes[0][0], y, boxes[-1][2], y + h * rng.uniform(.03, .07) + 2))


def icon(rng):
    """A sign of a few strokes: arrow, cell, waves, lamp, cross."""
    m, t = np.zeros((48, 48), np.uint8), int(rng.integers(3, 8))
    kind = rng.integers(6)
    if kind == 0:
        cv2.circle(m, (24, 24), 17, 255, t if rng.random() < .6 else -1)
    elif kind == 1:
        cv2.rectangle(m, (6, 14), (40, 36), 255, t)
        cv2.rectangle(m, (10, 18), (int(rng.integers(14, 38)), 32), 255, -1)
    elif kind == 2:
        cv2.fillPoly(m, [np.array([(4, 44), (44, 44), (24, 4)])], 255)
    elif kind == 3:
        for r in (10, 20, 30):
            cv2.ellipse(m, (6, 42), (r, r), 0, 270, 360, 255, t)
    else:
        for _ in range(int(rng.integers(2, 5))):
            p, q = rng.integers(4, 44, 2), rng.integers(4, 44, 2)
            cv2.line(m, p.tolist(), q.tolist(), 255, t)
    return m


def cover(rng, pen, edge):
    """The glow of what shines, the opening's shadow, a hard-edged light on the glass, its light guide."""
    p = pen.patch
    h, w = p.shape[:2]
    if pen.fg.mean() > p.mean() and rng.random() < .6:
        s = rng.uniform(1, 9)
        p += cv2.GaussianBlur(pen.paint, (0, 0), s)[:, :, None] * pen.fg.astype(np.float32) * rng.uniform(.1, .8)
    if rng.random() < .35:
        shadow = np.ones((h, w), np.float32)
        dark = rng.uniform(.4, .9)
        shadow[:edge + int(rng.uniform(0, .3) * h)] = dark
        if rng.random() < .6:
            side = edge + int(rng.uniform(0, .12) * w)
            shadow[:, :side] = dark
            shadow = shadow[:, ::-1] if rng.random() < .5 else shadow
        p *= cv2.GaussianBlur(shadow, (0, 0), rng.uniform(.6, 6))[:, :, None]
    if rng.random() < .3:
        light = np.zeros((h, w), np.float32)
        pts = np.stack([rng.uniform(-.2, 1.2, 4) * w, rng.uniform(-.3, 1.3, 4) * h], 1)
        cv2.fillPoly(light, [cv2.convexHull(pts.astype(np.int32))], 1.0)
        k = (cv2.GaussianBlur(light, (0, 0), rng.uniform(.8, 14)) * rng.uniform(.1, .6))[:, :, None]
        p[:] = p * (1 - k) + k * rng.uniform(140, 255) * rng.uniform(.85, 1, 3).astype(np.float32)
    if rng.random() < .12:
        y = h - edge - int(rng.uniform(.01, .08) * h) - 2
        p[y:y + max(2, int(rng.uniform(.01, .05) * h))] += rng.uniform(30, 150)


def mirrored(rng, im):
    """The surroundings in the cover: a window, branches, hands, lettering, over the whole picture."""
    h, w = im.shape[:2]
    layer = np.zeros((h, w), np.float32)
    for _ in range(int(rng.integers(2, 9))):
        x, y = rng.uniform(0, w), rng.uniform(0, h)
        v, kind = float(rng.uniform(.2, 1)), rng.integers(3)
        if kind == 0:
            dx, dy = rng.uniform(.05, .5) * w, rng.uniform(.05, .6) * h
            cv2.fillPoly(layer, [(np.array([(x, y), (x + dx, y), (x + dx, y + dy), (x, y + dy)]) + rng.normal(0, .03 * w, (4, 2))).astype(np.int32)], v)
        elif kind == 1:
            cv2.ellipse(layer, (int(x), int(y)), (int(rng.uniform(.02, .3) * w) + 1, int(rng.uniform(.05, .5) * h) + 1), rng.uniform(0, 180), 0, 360, v, -1)
        else:
            cv2.line(layer, (int(x), int(y)), (int(rng.uniform(0, w)), int(rng.uniform(0, h))), v, int(rng.uniform(.005, .06) * w) + 1)
    layer = cv2.GaussianBlur(layer, (0, 0), w * rng.uniform(.002, .04))
    return im * (1 - rng.uniform(0, .3)) + layer[:, :, None] * rng.uniform(15, 130) * rng.uniform(.8, 1, 3).astype(np.float32)

"""Meters with a segment display: the glass, its light, what stands on it, and the plate around it.

draw_glass gives the row as a counter.Row whose patch is the whole glass with a part of the plate's frame; panel draws an
electricity meter's plate around it. Measures are free in wide bounds, for every maker's display has its own.
"""
import cv2
import numpy as np

import looks
import units
from counter import CELL_H, Row, gray, random_digits
from dial import background, barcode, noise, paste
from named import name_plate
from segments import segment_face

PLATE_WORDS = ("kWh", "kWh", "Static kWh Meter", "a.c. static watt-hour meter", "1 Ph 2 Wire", "3x230/400 V", "240 V 50 Hz", "5-30 A", "10(60) A",
               "5(80)A", "Cl. 1.0", "CLASS 2", "imp/kWh", "3200 imp/kWh", "1000 imp/kWh", "IS 13779", "EN 50470", "Type", "S.No.",
               "IrDA", "Ref 27 C", "Month/Year", "PROPERTY OF", "MADE IN", "kvarh", "IP 54", "2 tariff", "T1 T2", "RESET", "m3/h",
               "Qn 1.5", "Q3 2.5", "R160", "Warranty 5 Yrs", "CM/L", "POWER LTD", "ENERGY", "CT RATIO", "L1 L2 L3", "Activity")
SMALL = .45  # share of displays with decimals whose decimals are smaller, mostly with the unit over them
LOOKS = 0.0  # share of displays with the further looks of looks.py
UNITED = 0.0  # share of displays with what units.py puts beside the digits
UNITS = ("kWh", "kWh", "kWh", "kW h", "kW", "m³", "m³", "kVAh", "MWh", "gal", "l", "T1", "kvarh", "Wh")


def lights(rng):
    """Colours of ground and of segments that are on. The classes: plain liquid crystal, lit in a colour, dark glass with
    bright segments, light-emitting segments."""
    r = rng.random()
    if r < .38:  # reflecting: gray to olive, any exposure
        v = rng.uniform(45, 230)
        bg = v * np.array([rng.uniform(.6, 1.02), rng.uniform(.9, 1.1), rng.uniform(.75, 1.08)])
        return bg, bg * rng.uniform(.08, .72)
    if r < .66:  # lit green, amber, white, blue from behind
        hue = np.array([(.25, 1, .3), (.5, 1, .2), (.15, .65, 1), (.1, .85, 1), (1, 1, .95), (1, .75, .45), (.3, 1, .75)][rng.integers(7)])
        bg = np.clip(hue * np.exp(rng.normal(0, .12, 3)), 0, 1) * rng.uniform(50, 255)
        return bg, bg * rng.uniform(.03, .7)
    if r < .84:  # bright on dark glass
        fg = np.array([(255, 250, 245), (255, 220, 150), (90, 255, 120), (60, 180, 255), (255, 255, 90)][rng.integers(5)], float)
        bg = np.array([(rng.uniform(60, 220), rng.uniform(10, 90), rng.uniform(0, 40))]) if rng.random() < .4 else gray(rng, 3, 80, 8)
        return np.ravel(bg), np.clip(fg * rng.uniform(.5, 1), 0, 255)
    hue = np.array([(40, 30, 255), (60, 60, 255), (60, 255, 60), (40, 160, 255), (255, 150, 40), (255, 255, 255)][rng.integers(6)], float)
    return gray(rng, 2, 50, 5) * rng.uniform(.4, 1), np.clip(hue * rng.uniform(.55, 1.2), 0, 255)  # light-emitting


class Pen:
    """Puts places and marks on the glass: colours are blended, what is on is also kept as paint."""

    def __init__(self, rng, size, bg, fg):
        w, h = size
        self.patch, self.paint = np.empty((h, w, 3), np.float32), np.zeros((h, w), np.float32)
        self.patch[:] = bg
        self.fg, self.strength, self.unit = fg, rng.uniform(.8, 1), None
        # Seen askew, or driven too hard, what is off shows too; half as dark as what is on is still told apart.
        self.ghost = rng.uniform(.06, .42) if rng.random() < .2 else rng.uniform(0, .3) ** 2
        self.shade, self.shift = (rng.uniform(.05, .3), rng.integers(1, 6, 2)) if rng.random() < .35 else (0, (0, 0))

    def on(self, mask, box, strength=1.0, counts=False):
        x0, y0, x1, y1 = (int(v) for v in box)
        x1, y1 = min(x1, self.patch.shape[1]), min(y1, self.patch.shape[0])
        if x1 - x0 < 2 or y1 - y0 < 2 or x0 < 0 or y0 < 0:
            return
        a = cv2.resize(mask, (x1 - x0, y1 - y0), interpolation=cv2.INTER_AREA).astype(np.float32) / 255
        part = self.patch[y0:y1, x0:x1]
        if self.shade:
            s = np.roll(a, self.shift, (0, 1))[:, :, None] * self.shade * strength
            part[:] = part * (1 - s) + self.fg * s
        a = a * strength * self.strength
        part[:] = part * (1 - a[:, :, None]) + self.fg * a[:, :, None]
        if counts:
            self.paint[y0:y1, x0:x1] = np.maximum(self.paint[y0:y1, x0:x1], a)


def row_layout(rng, n, decimals):
    """Boxes of n places: integers alike, decimals alike or smaller and then at the line's foot or head."""
    h, w = CELL_H, int(CELL_H * rng.uniform(.42, .82))
    gap = w * (rng.uniform(-.08, .12) if rng.random() < .6 else rng.uniform(.1, .6))
    small = rng.uniform(.5, .85) if decimals and rng.random() < SMALL else 1.0
    foot = rng.random() < .85
    x, boxes = 0.0, []
    for i in range(n):
        dec = i >= n - decimals
        k = small if dec else 1.0
        if i == n - decimals and rng.random() < .6:
            x += w * rng.uniform(0, .3)
        y = h * (1 - k) if foot else 0
        boxes.append((x, y, x + w * k, y + h * k))
        x += w * k + gap * k
    return np.array(boxes), gap, w


def draw_glass(rng, fonts, held_out=False):
    """A display with its row, other marks and frame; blank holds the boxes of unlit places before the first digit."""
    n = int(rng.choice([4, 5, 6, 7, 8], p=[.12, .28, .3, .18, .12]))
    decimals = int(rng.choice([0, 1, 2, 3], p=[.38, .3, .17, .15])) if n > 4 else int(rng.random() < .3)
    boxes, gap, w = row_layout(rng, n, decimals)
    wide = LOOKS > 0 and rng.random() < LOOKS
    if wide:
        boxes = looks.space(rng, boxes, w)
    united = UNITED > 0 and rng.random() < UNITED
    if united:
        boxes, decimals = units.tail(rng, boxes, gap)
    digits = random_digits(rng, n)
    blanks = int(rng.integers(1, 4)) if rng.random() < .4 else 0
    if blanks:
        digits[0] = rng.integers(1, 10)
    step = boxes[1][0] - boxes[0][0] if n - decimals > 1 else w + gap
    unlit = np.array([boxes[0] - ((i + 1) * step, 0, (i + 1) * step, 0) for i in range(blanks)]).reshape(-1, 4)
    tall = CELL_H
    left = blanks * step + rng.uniform(.1, 1.6) * w
    right = rng.uniform(.1, .6) * w if rng.random() < .35 else rng.uniform(.6, 2.4) * w
    if united and rng.random() < .8:
        right = rng.uniform(.8, 4.5) * w
    top, foot = (rng.uniform(.08, .9) * tall, rng.uniform(.08, 1.1) * tall)
    edge = int(rng.uniform(0, .35) * tall) if rng.random() < .75 else 0
    shift = np.array([left + edge, top + edge] * 2)
    boxes, unlit = boxes + shift, unlit + shift
    size = (int(boxes[-1][2] + right + edge), int(boxes[0][3] + foot + edge))
    bg, fg = lights(rng)
    if wide:
        bg, fg = looks.faint(rng, bg, fg)
    pen = Pen(rng, size, bg, fg)
    face, every = looks.face(rng, fonts, held_out) if wide else segment_face(rng, held_out)
    row_ink(rng, pen, boxes, unlit, digits, face, every)
    marks(rng, pen, fonts, boxes, size, (edge, decimals, gap, united), face)
    if united:
        units.write(rng, pen, boxes, decimals, held_out)
    if wide:
        looks.furnish(rng, pen, boxes, decimals, gap)
    glass_light(rng, pen.patch)
    if wide:
        looks.cover(rng, pen, edge)
    if united and rng.random() < .12:
        units.flare(rng, pen, boxes)
    if edge:
        frame(rng, pen.patch, edge)
    row = Row(pen.patch, [tuple(int(v) for v in b) for b in boxes], list(map(int, digits)), [float(d) for d in digits], decimals, "lcd", pen.paint)
    row.unit, row.wide, row.united = pen.unit, wide, united
    row.blank = [tuple(int(v) for v in b) for b in unlit]
    return row


def row_ink(rng, pen, boxes, unlit, digits, face, every):
    """Digits, ghosts of the segments that are off, a segment that is faint now and then, the points that each place has."""
    for b in [*boxes, *unlit]:
        pen.on(every, b, pen.ghost)
    if rng.random() < .2:
        dim = rng.uniform(.03, .5)
        for b in [*boxes, *unlit]:
            r = (b[3] - b[1]) * .045
            pen.on(np.full((8, 8), 255, np.uint8), (b[2] - r, b[3] - 2 * r, b[2] + r + 1, b[3] + 1), dim)
    uneven = rng.uniform(0, .35) if rng.random() < .3 else 0
    for b, d in zip(boxes, digits):
        pen.on(face[int(d)], b, 1 - uneven * rng.random(), counts=True)


def marks(rng, pen, fonts, boxes, size, how, face):
    """The point, the unit, arrows, codes, a second line: all that is on the glass and none of the reading."""
    edge, decimals, gap, united = how
    h, n = CELL_H, len(boxes)
    if decimals and rng.random() < .85:
        b, r = boxes[n - decimals], h * rng.uniform(.04, .085)
        x, y = b[0] - gap / 2 - r * rng.uniform(.2, 1.2), boxes[0][3] - r
        dot = np.zeros((32, 32), np.uint8)
        cv2.circle(dot, (16, 16), 15, 255, -1) if rng.random() < .6 else dot.fill(255)
        pen.on(dot, (x - r, y - r, x + r + 1, y + r + 1))

    def text(s, x, y, tall, turn=False):
        m = fonts.text(rng, s, max(9, int(tall)))
        pen.on(m[::-1, ::-1] if turn else m, (x, y, x + m.shape[1], y + m.shape[0]), rng.uniform(.7, 1))

    unit = UNITS[rng.integers(len(UNITS))]
    tall = h * rng.uniform(.22, .6)
    room = boxes[-1][1] - boxes[0][1]
    if not united and room > .15 * h and rng.random() < .6:  # over the small decimals
        text(unit[:2], boxes[n - decimals][0] + rng.uniform(-.1, .3) * h, boxes[0][1] + rng.uniform(-.05, .05) * h, room * rng.uniform(.6, .95))
    if not united and rng.random() < .75:
        y = boxes[-1][3] - tall if rng.random() < .5 else rng.uniform(edge + 2, max(edge + 3, boxes[0][3] - tall))
        text(unit, boxes[-1][2] + gap + rng.uniform(.05, .4) * h, y, tall)
        pen.unit = unit
    above, below = boxes[0][1] - edge, size[1] - edge - boxes[0][3]
    for room, y in ((above, edge + 2), (below, boxes[0][3] + 3)):
        if room < .2 * h or rng.random() < .35:
            continue
        tall = rng.uniform(.45, .9) * room
        kind = rng.random()
        if kind < .35:  # a code or a date in segments of its own
            x, k = edge + rng.uniform(.02, .5) * size[0], rng.uniform(.45, .65)
            for _ in range(int(rng.integers(2, 7))):
                if tall < .75 * h:
                    pen.on(face[rng.integers(10)], (x, y, x + tall * k, y + tall), rng.uniform(.8, 1))
                x += tall * k * 1.15
        elif kind < .8:
            for x in np.sort(rng.uniform(edge, size[0] - edge, int(rng.integers(1, 5)))):
                text(["L1", "L2", "L3", "T1", "T2", "Cum", "MD", "1.8.0", "OK", "+A", "-A", "kWh", "V", "A", "TOTAL", "RATE 1"][rng.integers(16)], x, y, min(tall, .4 * h))
        else:
            arrow = np.zeros((32, 32), np.uint8)
            cv2.fillPoly(arrow, [np.array([(2, 30), (30, 30), (16, 2)])], 255)
            for x in rng.uniform(edge, size[0] - edge, int(rng.integers(1, 4))):
                pen.on(arrow, (x, y, x + tall * .6, y + tall * .6))


def glass_light(rng, p):
    """Uneven backlight, the contrast's fall with the angle, a reflection, bands of a display that is scanned."""
    h, w = p.shape[:2]
    y, x = np.mgrid[-1:1:h * 1j, -1:1:w * 1j].astype(np.float32)
    if rng.random() < .6:
        p *= np.clip(1 + rng.normal(0, .2) * x + rng.normal(0, .2) * y - rng.uniform(0, .3) * (x * x + y * y), .2, 1.8)[:, :, None]
    if rng.random() < .25:  # washed out towards one side
        a, m = rng.uniform(0, 6.28), p.mean((0, 1))
        k = np.clip((np.cos(a) * x + np.sin(a) * y + rng.uniform(-.6, .6)) * .7, 0, rng.uniform(.2, .7))[:, :, None]
        p[:] = p * (1 - k) + m * rng.uniform(.8, 1.3) * k
    if rng.random() < .3:
        p += np.clip(noise(rng, h, w, (2, 5)) - rng.uniform(0, .4), 0, 1)[:, :, None] * rng.uniform(20, 130)
    if rng.random() < .06:
        p *= (1 - rng.uniform(.1, .5) * (np.sin(y * rng.uniform(5, 25) + rng.uniform(0, 6)) > 0))[:, :, None]


def frame(rng, p, t):
    """The opening in the plate: a dark or light rim, one side in the shade."""
    h, w = p.shape[:2]
    col = gray(rng, 0, 255, 12)
    for y0, y1, x0, x1 in ((0, t, 0, w), (h - t, h, 0, w), (0, h, 0, t), (0, h, w - t, w)):
        p[y0:y1, x0:x1] = np.clip(col * rng.uniform(.6, 1.25), 0, 255)


def panel(rng, fonts, row, span):
    """A meter's plate around the glass, upright, with print, serial numbers, lamps and screws.

    span: how long the row is to be on it, px. Returns canvas, paint, cells and blank cells on it; what names units on the plate
    goes to row.told where there is one, whose boxes are then the canvas's."""
    x0, x1 = row.cells[0][0], row.cells[-1][2]
    k = span / (x1 - x0)
    glass = cv2.resize(np.clip(row.patch, 0, 255), None, fx=k, fy=k, interpolation=cv2.INTER_AREA if k < 1 else cv2.INTER_LINEAR)
    gh, gw = glass.shape[:2]
    h, w = int(gh + span * rng.uniform(.5, 3)), int(gw + span * rng.uniform(.2, 1.6))
    c = background(rng, h, w)
    px, py = rng.uniform(.02, .98) * (w - gw), rng.uniform(.1, .9) * (h - gh)
    col = gray(rng, 150, 250, 10) if rng.random() < .65 else gray(rng, 10, 220, 35)
    top, foot = rng.uniform(0, py), rng.uniform(py + gh, h)
    cv2.rectangle(c, (int(rng.uniform(-.2, .1) * px), int(top)), (int(w * rng.uniform(.93, 1.2)), int(foot)), col.tolist(), -1)
    if rng.random() < .35:  # a coloured band across the plate
        y = rng.uniform(top, foot)
        cv2.rectangle(c, (0, int(y)), (w, int(y + rng.uniform(.1, 1) * gh)), gray(rng, 20, 230, 45).tolist(), -1)
    ink = gray(rng, 0, 80) if col.mean() > 115 else gray(rng, 170, 255)
    y, x = int(py), int(px)
    if row.told:
        row.told.move(k, (x, y))
    print_plate(rng, c, fonts, (px, py, gw, gh), ink, row.told)
    if row.outside and name_plate(rng, c, fonts, row.told, (x, y, gw, gh), row.outside, ink):
        row.unit = row.outside
    c[y:y + gh, x:x + gw] = glass[:c.shape[0] - y, :c.shape[1] - x]
    paint = np.zeros((h, w), np.float32)
    paint[y:y + gh, x:x + gw] = cv2.resize(row.ink, (gw, gh), interpolation=cv2.INTER_AREA)
    quads = lambda boxes: np.array([[(a, b), (d, b), (d, e), (a, e)] for a, b, d, e in boxes], np.float64).reshape(-1, 4, 2) * k + (x, y)
    for r in row.registers:
        r["quads"] = quads(r.pop("boxes"))
    return c, paint, quads(row.cells), quads(row.blank)


def print_plate(rng, c, fonts, glass, ink, told=None):
    x, y, gw, gh = glass
    h, w = c.shape[:2]

    def free(tall):
        for _ in range(12):
            px, py = rng.uniform(0, w), rng.uniform(0, h)
            if not (x - tall < px < x + gw + tall and y - tall < py < y + gh + tall):
                break
        return px, py

    for _ in range(int(rng.integers(3, 16))):
        tall = gh * rng.uniform(.07, .35)
        if rng.random() < .25:
            s = "".join(map(str, rng.integers(0, 10, int(rng.integers(4, 10)))))
        elif rng.random() < .1:
            s = f"{rng.integers(1, 13):02d}/{rng.integers(2005, 2027)}"
        else:
            s = PLATE_WORDS[rng.integers(len(PLATE_WORDS))]
            s = told.other(rng, s) if told else s
        px, py = free(tall * 1.2)
        m = fonts.text(rng, s, max(7, int(tall)))
        if abs(px - x - gw / 2) < (m.shape[1] + gw) / 2 and abs(py - y - gh / 2) < (gh + tall) / 2 + 2:
            py = y - tall if rng.random() < .5 else y + gh + tall
        level = rng.random() < .93
        paste(c, m, px, py, ink, 0 if level else 90)
        if told:
            told.around(s, (px, py), m, level)
    if rng.random() < .35:
        barcode(rng, c, *free(gh * .3), gw * rng.uniform(.2, .7), gh * rng.uniform(.1, .35))
    for _ in range(int(rng.integers(0, 4))):
        r = gh * rng.uniform(.05, .3)
        px, py = free(r)
        cv2.circle(c, (int(px), int(py)), int(r), gray(rng, 0, 200, 30).tolist(), -1, cv2.LINE_AA)
        if rng.random() < .5:
            cv2.circle(c, (int(px), int(py)), int(r), gray(rng, 0, 255, 15).tolist(), max(1, int(r * .15)), cv2.LINE_AA)

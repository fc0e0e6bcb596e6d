"""Displays with several registers and what names them: the total with its unit, and with it power, flow, date, time, tariffs, serial
numbers and codes, of any size and in any order. draw_registers gives the total's row as display.draw_glass does."""
import numpy as np

import looks
import named
from counter import CELL_H, Row, random_digits
from display import Pen, frame, glass_light, lights, row_ink, row_layout
from segments import segment_face

TOTAL_WEIGHTS = {"kWh": 8, "m³": 6, "MWh": 3, "gal": 3, "ft³": 2, "CCF": 2, "L": 2}
NAMED = .88  # share of totals that a unit stands with
ROLES = ("power", "flow", "date", "time", "code", "serial", "tariff", "electric")
CODES = ("1.8.0", "15.8.0", "2.8.0", "1.8.1", "C.1", "01", "T1", "L1", "+A", "TOTAL", "Σ", "Cum", "A+")


class Register:
    """One row of digits: kind is its unit's, None without; k its size beside the largest."""

    def __init__(self, n, decimals, kind, k, role):
        self.n, self.decimals, self.kind, self.k, self.role = n, decimals, kind, k, role
        self.boxes, self.digits = None, None


def total(rng):
    kinds, weights = zip(*TOTAL_WEIGHTS.items())
    n = int(rng.choice([4, 5, 6, 7, 8], p=[.1, .25, .3, .2, .15]))
    kind = kinds[rng.choice(len(kinds), p=np.array(weights) / sum(weights))] if rng.random() < NAMED else None
    return Register(n, int(rng.choice([0, 1, 2, 3], p=[.4, .3, .15, .15])) if n > 4 else 0, kind, 1.0, "total")


def beside(rng, first):
    """A register that is not the total."""
    role = ROLES[rng.integers(len(ROLES))]
    k = 1.0 if rng.random() < .3 else rng.uniform(.35, .85)
    n, decimals, kind = {"power": (int(rng.integers(3, 6)), int(rng.integers(1, 4)), "kW"), "flow": (int(rng.integers(3, 6)), int(rng.integers(1, 4)), "m³/h"),
                         "date": (6, 0, None), "time": (4, 0, None), "code": (int(rng.integers(3, 5)), 0, None), "serial": (int(rng.integers(6, 10)), 0, None),
                         "tariff": (first.n, first.decimals, first.kind), "electric": (int(rng.integers(3, 5)), int(rng.integers(0, 2)), "")}[role]
    return Register(n, min(decimals, n - 1), kind, k, role)


def plan(rng):
    """The registers from the top; the total is mostly the largest."""
    first = total(rng)
    rest = [beside(rng, first) for _ in range(int(rng.choice([0, 1, 2], p=[.4, .4, .2])))]
    if rest and rng.random() < .22:
        first.k, rest[0].k = rng.uniform(.5, .85), 1.0
    rows = [first, *rest]
    return first, [rows[i] for i in rng.permutation(len(rows))]


def arrange(rng, rows):
    """Lays the rows out below each other; their unlit places before the first digit, and the glass's size and rim."""
    w = 0.0
    for r in rows:
        boxes, r.gap, wide = row_layout(rng, r.n, r.decimals)
        r.boxes, r.gap, r.wide = boxes * r.k, r.gap * r.k, wide * r.k
        w = max(w, r.boxes[-1][2])
    edge = int(rng.uniform(0, .35) * CELL_H) if rng.random() < .75 else 0
    left, right = rng.uniform(.15, 1.6) * CELL_H, rng.uniform(.7, 3.2) * CELL_H
    y, align = edge + rng.uniform(.1, .9) * CELL_H, rng.choice(["right", "left", "free"], p=[.5, .3, .2])
    for r in rows:
        slack = w - r.boxes[-1][2]
        x = edge + left + {"right": slack, "left": 0.0, "free": rng.uniform(0, slack + 1e-6)}[align]
        r.boxes = r.boxes + np.array([x, y] * 2)
        y += r.k * CELL_H * (1 + rng.uniform(.15, .7))
    return (int(edge + left + w + right + edge), int(y + rng.uniform(0, .6) * CELL_H + edge)), edge


def points(rng, pen, r):
    """The point of decimals, the signs of a date or a time."""
    at = {"date": (2, 4), "time": (2,), "code": (1, 2) if rng.random() < .6 else ()}.get(r.role, (r.n - r.decimals,) if r.decimals else ())
    h = r.boxes[0][3] - r.boxes[0][1]
    for i in at:
        if i >= r.n or rng.random() < .1:
            continue
        x, q = r.boxes[i][0] - r.gap / 2, h * rng.uniform(.04, .08)
        for y in (r.boxes[0][1] + h * .3, r.boxes[0][1] + h * .7) if r.role == "time" else (r.boxes[0][3] - q,):
            pen.on(np.full((8, 8), 255, np.uint8), (x - q, y - q, x + q + 1, y + q + 1))


def put(rng, pen, fonts, told, text, kind, corner, tall, room):
    """Writes a text with its upper left corner there, tall px high; narrowed where it would leave the room. True where it stands."""
    m = named.mask(rng, fonts, text, .5)
    wide = min(m.shape[1] * tall / m.shape[0], 5.5 * tall)
    x, y = corner
    if min(x, y) < 0 or x + wide > room[0] or y + tall > room[1] or tall < 5:
        return False
    pen.on(m, (x, y, x + wide, y + tall), rng.uniform(.75, 1))
    told.add(kind, (x, y, x + wide, y + tall), m)
    return True


def name_register(rng, pen, fonts, told, r, size, free):
    """The register's unit where makers put it: at its right, over its small decimals, over or under it. True where it found room."""
    h, last = r.boxes[0][3] - r.boxes[0][1], r.boxes[-1]
    text = named.OTHERS[rng.integers(10)] if r.kind == "" else named.printed(rng, r.kind, fonts.held_out)
    tall, top, foot = h * rng.uniform(.28, .8), r.boxes[0][1], r.boxes[0][3]
    spot = rng.random()
    if last[3] - last[1] < .9 * h and spot < .5:
        room = last[1] - top if last[1] > top + 1 else foot - last[3]
        if room > .2 * h:
            tall = room * rng.uniform(.75, .98)
            y = top if last[1] > top + 1 else foot - tall
            return put(rng, pen, fonts, told, text, r.kind, (r.boxes[-r.decimals][0] + rng.uniform(-.1, .2) * h, y), tall, size)
    if free and spot > .8:
        tall = h * rng.uniform(.22, .5)
        above = rng.random() < .5
        y = top - tall - h * rng.uniform(.04, .2) if above else foot + h * rng.uniform(.05, .2)
        return put(rng, pen, fonts, told, text, r.kind, (rng.uniform(r.boxes[0][0], last[2]), y), tall, size)
    y = rng.choice([top, foot - tall, rng.uniform(top, max(top + 1, foot - tall))])
    if rng.random() < .12 and r.kind in named.TOTALS:  # the exponent before the unit
        m = named.printed(rng, "×10", fonts.held_out)
        x = last[2] + h * rng.uniform(.08, .3)
        if put(rng, pen, fonts, told, m, "×10", (x, y), tall, size):
            return put(rng, pen, fonts, told, text, r.kind, (told.units[-1][1][2] + tall * rng.uniform(.15, .5), y), tall, size)
    return put(rng, pen, fonts, told, text, r.kind, (last[2] + h * rng.uniform(.06, .6), y), tall, size)


def others(rng, pen, fonts, told, rows, size):
    """Codes before the rows and words over and under them, which name no unit."""
    for r in rows:
        h = r.boxes[0][3] - r.boxes[0][1]
        if rng.random() < .35:
            tall = h * rng.uniform(.2, .5)
            text = CODES[rng.integers(len(CODES))]
            x = r.boxes[0][0] - tall * rng.uniform(.9, 1.1) * len(text) * .65
            put(rng, pen, fonts, told, text, "", (x, rng.uniform(r.boxes[0][1], r.boxes[0][3] - tall)), tall, size)
    low, high = rows[0].boxes[0][1], rows[-1].boxes[0][3]
    for y0, y1 in ((2, low - 3), (high + 3, size[1] - 3)):
        if y1 - y0 > .2 * CELL_H and rng.random() < .6:
            tall = min(.4 * CELL_H, (y1 - y0) * rng.uniform(.5, .9))
            x = rng.uniform(2, size[0] * .3)
            for _ in range(int(rng.integers(1, 4))):
                if put(rng, pen, fonts, told, named.OTHERS[rng.integers(len(named.OTHERS))], "", (x, rng.uniform(y0, y1 - tall)), tall, size):
                    x = told.units[-1][1][2] + tall * rng.uniform(.4, 4)


def draw_registers(rng, fonts, held_out=False):
    """The glass with its registers; the row is the total's, told what names it, registers what else can be read on it."""
    while True:
        first, rows = plan(rng)
        size, edge = arrange(rng, rows)
        if max(size) < 1600:
            break
    bg, fg = lights(rng)
    wide = rng.random() < .4
    if wide:
        bg, fg = looks.faint(rng, bg, fg)
    pen, told = Pen(rng, size, bg, fg), named.Told()
    face, every = looks.face(rng, fonts, held_out) if wide else segment_face(rng, held_out)
    for r in rows:
        r.digits = random_digits(rng, r.n)
        counting = pen.paint
        pen.paint = counting if r is first else np.zeros_like(counting)  # legibility is the total's
        row_ink(rng, pen, r.boxes, np.zeros((0, 4)), r.digits, face, every)
        pen.paint = counting
        points(rng, pen, r)
    for r in rows:
        r.told = r.kind is not None and name_register(rng, pen, fonts, told, r, size, len(rows) == 1)
    if len(rows) == 1 or rng.random() < .6:
        others(rng, pen, fonts, told, rows, size)
    glass_light(rng, pen.patch)
    if wide:
        looks.cover(rng, pen, edge)
    if edge:
        frame(rng, pen.patch, edge)
    boxes = lambda r: [tuple(int(v) for v in b) for b in r.boxes]
    row = Row(pen.patch, boxes(first), list(map(int, first.digits)), [float(d) for d in first.digits], first.decimals, "lcd", pen.paint)
    row.wide, row.united, row.blank, row.told = wide, True, [], told
    row.unit = first.kind if first.told else None
    row.outside = first.kind if first.kind and not first.told else None
    row.registers = [{"digits": "".join(map(str, r.digits)), "decimals": r.decimals, "unit": (r.kind or None) if r.told else None, "role": r.role, "boxes": boxes(r)} for r in rows]
    return row

"""The counter row: wheels or display digits in their windows on a plate, upright, with exact cells."""
import cv2
import numpy as np

from glyphs import segment_digits, typeface
from roller import Wheel, positions, wheel_style

CELL_H = 72  # window height in pixels of the patch; scenes shrink it


class Row:
    """A drawn counter. cells: (x0, y0, x1, y1) in the patch; decimals: how many cells at the right stand after the point;
    ink: where the digits' paint is, 0..1, of the patch's size, or None where nobody knows (crops)."""

    def __init__(self, patch, cells, digits, pos, decimals, kind, ink=None):
        self.patch, self.cells, self.digits, self.pos = patch, cells, digits, pos
        self.decimals, self.kind, self.ink = decimals, kind, ink
        self.fill = 1.0  # of a cell's width, that its digit takes
        self.unit = None  # as printed beside the digits
        self.wide = False  # has the further looks of looks.py
        self.united = False  # a display with what units.py puts beside its digits
        self.told, self.registers, self.outside = None, [], None  # of registers.py: what names it, all rows, the unit that the plate shall bear


def gray(rng, lo, hi, tint=8):
    return np.clip(rng.uniform(lo, hi) + rng.normal(0, tint, 3), 0, 255).astype(np.float32)


def red(rng):
    """BGR of a red wheel or red ink, from orange to wine."""
    return np.array([rng.uniform(10, 80), rng.uniform(10, 75), rng.uniform(120, 245)], np.float32)


def palette(rng, dial=None):
    """Ground and ink of integer and decimal wheels, plate colour. The classes are the ones seen on real meters.

    dial is the colour of the face: on many meters the windows are cut into it without any plate."""
    r = rng.random()
    dark, light = gray(rng, 5, 70), gray(rng, 170, 255)
    c = {"plate": gray(rng, 180, 255), "frame": None}
    if r < 0.42:  # white on black
        c.update(bg=dark, fg=light)
    elif r < 0.9:  # black on white
        c.update(bg=light, fg=dark)
    else:  # coloured paint
        c.update(bg=gray(rng, 30, 220, 30), fg=gray(rng, 0, 255, 30))
        if np.abs(c["bg"] - c["fg"]).mean() < 70:
            c["fg"] = 255 - c["bg"] if abs(c["bg"].mean() - 127) > 40 else light
    d = rng.random()
    if d < 0.45:  # red wheel, light ink
        c.update(dbg=red(rng), dfg=light)
    elif d < 0.75:  # red ink on the light ground
        c.update(dbg=light if c["bg"].mean() > 120 or rng.random() < .7 else c["bg"], dfg=red(rng))
    else:  # only a red frame
        c.update(dbg=c["bg"], dfg=c["fg"], frame=red(rng))
    if rng.random() < 0.25 and c["frame"] is None:
        c["frame"] = red(rng)
    p = rng.random()
    if dial is not None and rng.random() < 0.4:
        c["plate"] = dial * rng.uniform(.93, 1.03)
        if c["bg"].mean() > 150 and rng.random() < .5:
            c["bg"] = np.clip(dial * rng.uniform(.85, 1.05), 0, 255)
    elif p < 0.35:
        c["plate"] = gray(rng, 0, 70)
    elif p < 0.5:
        c["plate"] = gray(rng, 70, 180, 15)
    return c


def draw_counter(rng, fonts, digits=None, decimals=None, pos=None, dial=None):
    """A counter with 4 to 8 wheels; digits, decimals and positions are drawn at random where not given."""
    n = len(digits) if digits is not None else int(rng.choice([4, 5, 6, 7, 8], p=[.06, .34, .14, .16, .30]))
    if digits is None:
        digits = random_digits(rng, n)
    if decimals is None:
        decimals = int(rng.choice([0, 1, 2, 3], p=[.35, .12, .08, .45])) if n > 5 else int(rng.random() < 0.1)
    if pos is None:
        pos = positions(rng, digits)
    lay = layout(rng, n, decimals)
    colours = palette(rng, dial)
    patch = plate(rng, lay, colours)
    drawn, ink, fill = draw_wheels(rng, fonts, patch, lay, colours, pos, decimals)
    trim(rng, patch, lay, colours, decimals)
    row = Row(patch, lay["cells"], list(map(int, digits)), [float(p) % 10 for p in drawn], decimals, "roller", ink)
    row.fill = fill
    return row


def random_digits(rng, n):
    """Meters start at zero, so leading zeros are common; otherwise all digits are equally likely."""
    d = rng.integers(0, 10, n)
    if rng.random() < 0.45:
        d[:int(rng.integers(1, max(2, n - 2)))] = 0
    if rng.random() < 0.12:
        d[-int(rng.integers(1, 4)):] = 9
    return d


def layout(rng, n, decimals):
    h = CELL_H
    w = int(h * rng.uniform(0.46, 0.95))
    gap = int(w * (rng.uniform(0.0, 0.12) if rng.random() < 0.5 else rng.uniform(0.1, 0.75)))
    mx, my = int(h * rng.uniform(0.08, 0.7)), int(h * rng.uniform(0.06, 0.5))
    point = int(w * rng.uniform(0, 0.5)) if decimals and rng.random() < 0.4 else 0
    x, cells = mx, []
    for i in range(n):
        if i == n - decimals:
            x += point
        cells.append((x, my, x + w, my + h))
        x += w + gap
    size = (cells[-1][2] + mx, h + 2 * my)
    return {"cells": cells, "size": size, "gap": gap, "w": w, "h": h, "mx": mx, "my": my, "one": rng.random() < 0.5}


def plate(rng, lay, c):
    w, h = lay["size"]
    patch = np.empty((h, w, 3), np.float32)
    patch[:] = c["plate"]
    if lay["one"]:
        # One long window: what lies between the wheels is their side walls.
        x0, y0, x1, y1 = lay["cells"][0][0], lay["my"], lay["cells"][-1][2], lay["my"] + lay["h"]
        patch[y0:y1, x0:x1] = gray(rng, 0, 90) if rng.random() < .7 else c["bg"] * rng.uniform(.6, 1)
    return patch


def draw_wheels(rng, fonts, patch, lay, c, pos, decimals, fill=None):
    """Draws the wheels into the patch; fill is how much of a wheel's width its digit takes. Positions as drawn, the paint, and the fill as drawn."""
    style = wheel_style(rng)
    style["fill"] = fill or style["fill"]
    masks = typeface(rng, fonts)
    n = len(lay["cells"])
    wobble = rng.uniform(0, 0.07)
    teeth = rng.random() < 0.3
    # Wheels lie behind the face: a camera that looks askew sees all of them shifted alike.
    askew = rng.normal(0, .07)
    if teeth:
        style["dx"] -= .08 * (1 if style["tick_right"] else -1)
        style["fill"] = min(style["fill"], .75)
    drawn, paint = [], np.zeros(patch.shape[:2], np.float32)
    for i, (x0, y0, x1, y1) in enumerate(lay["cells"]):
        st = dict(style)
        if i == n - 1 and rng.random() < 0.35:
            st["ticks"] = int(rng.choice([2, 5, 10]))
        elif teeth:
            st.update(ticks=3, tick_right=style["tick_right"])
        dec = i >= n - decimals
        wheel = Wheel(rng, masks, x1 - x0, y1 - y0, st)
        p = pos[i] + askew + rng.normal(0, wobble)  # play: no wheel stands quite where the one beside it does
        drawn.append(p)
        ink, shade = wheel.mask(p)
        bg, fg = (c["dbg"], c["dfg"]) if dec else (c["bg"], c["fg"])
        lum = 1 - style["shade"] * (1 - shade)[:, :, None]
        body = (bg * (1 - ink[:, :, None]) + fg * ink[:, :, None]) * lum
        body *= rng.uniform(0.9, 1.05)
        patch[y0:y1, x0:x1] = body
        paint[y0:y1, x0:x1] = ink
    return drawn, paint, wheel.fill


def trim(rng, patch, lay, c, decimals):
    """Window edges, red frame around the decimals, the point, screws."""
    cells, n = lay["cells"], len(lay["cells"])
    edge = gray(rng, 0, 255)
    if rng.random() < 0.6:
        t = int(rng.integers(1, 4))
        if lay["one"]:
            box = (cells[0][0], cells[0][1], cells[-1][2], cells[0][3])
            cv2.rectangle(patch, box[:2], (box[2], box[3]), edge.tolist(), t)
        else:
            for b in cells:
                cv2.rectangle(patch, (b[0] - t, b[1] - t), (b[2] + t, b[3] + t), edge.tolist(), t)
    if not lay["one"] and rng.random() < .4:
        # Deep windows: one side wall in the dark, the other lit.
        dark, lit, t = rng.uniform(.2, .7), gray(rng, 150, 255), int(rng.integers(1, 5))
        for x0, y0, x1, y1 in cells:
            patch[y0:y0 + t, x0:x1] *= dark
            patch[y0:y1, x0:x0 + t] *= dark
            if rng.random() < .5:
                patch[y1 - t:y1, x0:x1] = lit
    if decimals and c["frame"] is not None:
        t = int(rng.integers(2, max(3, min(8, lay["my"] + 1))))
        a, b = cells[n - decimals], cells[-1]
        cv2.rectangle(patch, (a[0] - t, a[1] - t), (b[2] + t, b[3] + t), c["frame"].tolist(), t)
    if decimals and rng.random() < 0.5:
        a = cells[n - decimals]
        x, y = a[0] - max(2, lay["gap"] // 2), a[3] - int(rng.uniform(0, .15) * lay["h"])
        cv2.circle(patch, (x, y), max(2, lay["h"] // 18), gray(rng, 0, 255).tolist(), -1, cv2.LINE_AA)
    if rng.random() < 0.4:
        # The window's upper edge throws a shadow on the wheels.
        y0 = cells[0][1]
        d = int(rng.uniform(.05, .3) * lay["h"])
        ramp = np.linspace(rng.uniform(.3, .7), 1, d)[:, None, None]
        patch[y0:y0 + d, cells[0][0]:cells[-1][2]] *= ramp


def draw_display(rng, fonts, digits=None):
    """An LCD row. Its digits do not roll; positions are whole."""
    n = int(rng.choice([5, 6, 7, 8]))
    digits = random_digits(rng, n) if digits is None else digits
    n = len(digits)
    masks, ghost = segment_digits(rng)
    lay = layout(rng, n, 0)
    bg = np.array([rng.uniform(90, 200), rng.uniform(130, 220), rng.uniform(110, 210)], np.float32)
    ink = bg * rng.uniform(0.05, 0.45)
    if rng.random() < 0.06:
        bg, ink = gray(rng, 5, 50), np.array([rng.uniform(60, 255), rng.uniform(120, 255), rng.uniform(20, 255)], np.float32)
    patch = np.empty((lay["size"][1], lay["size"][0], 3), np.float32)
    patch[:] = bg
    faint = rng.uniform(0, 0.12)
    shadow, paint = int(rng.integers(0, 4)), np.zeros(patch.shape[:2], np.float32)
    for (x0, y0, x1, y1), d in zip(lay["cells"], digits):
        on = cv2.resize(masks[int(d)], (x1 - x0, y1 - y0)).astype(np.float32) / 255
        off = cv2.resize(ghost, (x1 - x0, y1 - y0)).astype(np.float32) / 255
        paint[y0:y1, x0:x1] = on
        a = np.maximum(on, off * faint)
        if shadow:
            a = np.maximum(a, np.roll(on, (shadow, shadow), (0, 1)) * .15)
        patch[y0:y1, x0:x1] = patch[y0:y1, x0:x1] * (1 - a[:, :, None]) + ink * a[:, :, None]
    decimals = int(rng.choice([0, 3, 2])) if n > 5 else 0
    if decimals:
        a = lay["cells"][n - decimals]
        cv2.circle(patch, (a[0] - lay["gap"] // 2, a[3] - 3), 4, ink.tolist(), -1, cv2.LINE_AA)
    return Row(patch, lay["cells"], list(map(int, digits)), [float(d) for d in digits], decimals, "lcd", paint)

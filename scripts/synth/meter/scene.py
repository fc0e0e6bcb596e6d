"""A whole picture of a meter with the truth about its counter: quads, positions, decimals.

Frames: quads are in pixels of the returned picture, corners as top-left, top-right, bottom-right, bottom-left in reading
direction. The same seed gives the same picture on the same machine; fonts differ between machines.
"""
import cv2
import numpy as np

import crops as crop_rows
import looks
import pointers
from counter import CELL_H, draw_counter, draw_display, gray
from display import draw_glass, panel
from drums import draw_drums
from dial import WORDS, background, barcode, dotted, emblem, face, paste, pointer, star, words
from glyphs import Fonts
from named import Told, name_dial
from photo import calm, photograph
from registers import draw_registers
from roller import positions
from wear import wear

SIZE = 640  # of the flat canvas on which a meter is drawn
LEGIBLE = .6  # see legibility
DRUMS = 0.0  # share of rows of wheels that are drums.py's
WORN = 0.0  # share of rows of wheels with what wear.py puts over and beside them; its random numbers are its own


class Scene:
    """picture: uint8 BGR. cells: (n, 4, 2). row: (4, 2) around all cells. positions: n floats in [0, 10).
    legible: how well the worst cell's digit can still be seen, 0..1. blank: (m, 4, 2) of unlit places of a display. scales: of
    pointers, units and registers where they were drawn for them, see README.md. ways: what a person may give where the picture's edge
    cuts a digit."""

    def __init__(self, picture, cells, row, kind, legible):
        self.picture, self.cells, self.row_info, self.kind, self.legible = picture, cells, row, kind, legible
        self.digits, self.positions, self.decimals = row.digits, row.pos, row.decimals
        self.blank, self.scales, self.ways, self.units, self.registers = None, None, None, None, None

    @property
    def row(self):
        c = self.cells
        return np.array([c[0][0], c[-1][1], c[-1][2], c[0][3]])

    def truth(self):
        t = {"digits": "".join(map(str, self.digits)), "positions": [round(p, 3) for p in self.positions],
             "decimals": self.decimals, "kind": self.kind, "legible": round(self.legible, 3), "cells": np.round(self.cells, 2).tolist()}
        if self.row_info.unit:
            t["unit"] = self.row_info.unit
        if self.ways:
            t["accept"] = self.ways
        if self.blank is not None and len(self.blank):
            t["blank"] = np.round(self.blank, 2).tolist()
        if self.scales is not None:
            t["dials"] = self.scales
        if self.units is not None:
            t["units"], t["registers"] = self.units, self.registers
        return t


def worn(seed, fonts, row):
    """The row, with wear on WORN of them."""
    rng = np.random.default_rng((seed, 81))
    if rng.random() < WORN:
        wear(rng, fonts, row)
    return row


def draw_roller(seed, rng, fonts, dial):
    """A row of drawn wheels, DRUMS of them drums."""
    own = np.random.default_rng((seed, 88))
    return draw_drums(own, fonts, dial) if own.random() < DRUMS else draw_counter(rng, fonts, dial=dial)


def dial_colour(rng):
    return gray(rng, 175, 255, 10) if rng.random() < .8 else gray(rng, 0, 200, 25)


def flat(rng, fonts, row, col):
    """Draw the meter upright around its counter; returns the canvas, the paint of the digits alone (None where unknown)
    and the cells on it. col: colour of the face."""
    c = background(rng, SIZE, SIZE)
    span = rng.uniform(.26, .72) * SIZE
    k = span / row.patch.shape[1]
    k = min(k, .24 * SIZE / row.patch.shape[0])
    pw, ph = int(row.patch.shape[1] * k), int(row.patch.shape[0] * k)
    patch = cv2.resize(row.patch, (pw, ph), interpolation=cv2.INTER_AREA)
    x, y = SIZE / 2 + rng.normal(0, .06) * SIZE, SIZE / 2 + rng.normal(0, .1) * SIZE
    r = max(pw * rng.uniform(.62, 1.1), ph * 1.2)
    cx, cy = x + rng.normal(0, .06) * r, y + rng.uniform(-.35, .65) * r
    face(rng, c, cx, cy, r, col)
    ink = gray(rng, 0, 90) if col.mean() > 110 else gray(rng, 160, 255)
    row.unit = furniture(rng, c, fonts, (x, y, pw, ph), (cx, cy, r), ink, row.told) or row.unit
    x0, y0 = int(x - pw / 2), int(y - ph / 2)
    a, b = max(0, -x0), max(0, -y0)
    dst = c[y0 + b:y0 + ph, x0 + a:x0 + pw]
    dst[:] = patch[b:b + dst.shape[0], a:a + dst.shape[1]]
    ink = None
    if row.ink is not None:
        ink = np.zeros(c.shape[:2], np.float32)
        small = cv2.resize(row.ink, (pw, ph), interpolation=cv2.INTER_AREA)
        ink[y0 + b:y0 + ph, x0 + a:x0 + pw] = small[b:b + dst.shape[0], a:a + dst.shape[1]]
    cells = np.array([[(u0, v0), (u1, v0), (u1, v1), (u0, v1)] for u0, v0, u1, v1 in row.cells], np.float64)
    return c, ink, cells * (pw / row.patch.shape[1], ph / row.patch.shape[0]) + (x0, y0)


def furniture(rng, c, fonts, counter, dial, ink, told=None):
    """What is on the face beside the counter; returns the unit that stands at its right, or None. With told (named.Told) it is any
    unit, anywhere about the counter."""
    (x, y, pw, ph), (cx, cy, r) = counter, dial

    def free():
        """A place that leaves the counter alone."""
        for _ in range(20):
            t, q = rng.uniform(0, 6.28), np.sqrt(rng.uniform(0, 1)) * r * .9
            px, py = cx + q * np.cos(t), cy + q * np.sin(t)
            if abs(px - x) > pw * .62 + 12 or abs(py - y) > ph * .55 + r * .1:
                return px, py
        return cx, cy + r * .7

    if rng.random() < .5:
        star(rng, c, *free(), r * rng.uniform(.08, .2))
    for _ in range(int(rng.choice([0, 1, 2, 3, 4, 5], p=[.3, .1, .1, .15, .25, .1]))):
        pointer(rng, c, fonts, *free(), r * rng.uniform(.12, .26), ink)
    unit = ph * rng.uniform(.35, .8)
    words(rng, c, fonts, free, ink, unit, told)
    if rng.random() < .15:
        barcode(rng, c, *free(), pw * rng.uniform(.3, .7), unit * rng.uniform(.5, 1.2))
    if rng.random() < .5:
        # The serial number likes to stand right above or below the counter.
        s = fonts.text(rng, "".join(map(str, rng.integers(0, 10, int(rng.integers(5, 11))))), max(9, int(ph * rng.uniform(.25, .75))))
        side = 1 if rng.random() < .5 else -1
        if rng.random() < .3:
            s = dotted(s, rng)
        paste(c, s, x + rng.normal(0, .1) * pw, y + side * (ph * .5 + s.shape[0] * rng.uniform(.6, 1.6)), ink)
    if rng.random() < .2:
        side = 1 if rng.random() < .5 else -1
        emblem(rng, c, x + side * (pw * .5 + ph * rng.uniform(.4, .9)), y, ph * rng.uniform(.3, .8), ph * rng.uniform(.4, .9), ink)
    if told:
        return name_dial(rng, c, fonts, told, counter, ink)
    if rng.random() >= .6:
        return None
    paste(c, fonts.text(rng, "m³", max(9, int(ph * rng.uniform(.3, .8)))), x + pw * .5 + ph * rng.uniform(.4, .9), y, ink)
    return "m³"


def camera(rng, angle=None, perspective=.12):
    """A homography from the canvas to a picture, with its size: rotation, zoom, shift, tilt."""
    w, h = [(640, 480), (480, 640), (640, 640), (800, 600)][rng.integers(4)]
    angle = rng.uniform(-180, 180) if angle is None else angle
    t, s = np.radians(angle), np.exp(rng.normal(.12, .18)) * min(w, h) / SIZE
    m = np.array([[np.cos(t) * s, -np.sin(t) * s, 0], [np.sin(t) * s, np.cos(t) * s, 0], [0, 0, 1]])
    tilt = np.eye(3)
    tilt[2, :2] = rng.normal(0, perspective, 2) / SIZE
    centre = np.array([[1, 0, -SIZE / 2], [0, 1, -SIZE / 2], [0, 0, 1.]])
    back = np.array([[1, 0, w / 2 + rng.normal(0, .05) * w], [0, 1, h / 2 + rng.normal(0, .05) * h], [0, 0, 1.]])
    return back @ m @ tilt @ centre, (w, h)


def project(h, points):
    p = np.asarray(points, np.float64).reshape(-1, 2)
    q = np.c_[p, np.ones(len(p))] @ h.T
    return (q[:, :2] / q[:, 2:]).reshape(np.shape(points))


def make_row(seed, rng, fonts, source, col):
    """A counter of any kind: rendered wheels, rows of real crops where a source is given, displays."""
    r = rng.random()
    if source is not None and r < .25:
        return crop_rows.draw_crops(rng, source)
    if r > .9:
        return draw_display(rng, fonts)
    return draw_roller(seed, rng, fonts, col)


def legibility(photo, ink, cells):
    """How much of the paint's course the picture still tells, in the worst cell: the multiple correlation of the ink with
    the cell's colours, a slow change of light taken out. Below LEGIBLE a person cannot tell the digits."""
    w, h = 24, 36
    to = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32)
    y, x = np.mgrid[-1:1:h * 1j, -1:1:w * 1j]
    frame = np.stack([np.ones(h * w), x.ravel(), y.ravel(), (y * y).ravel(), (x * x).ravel()], 1)
    worst = 1.0
    for q in cells:
        m = cv2.getPerspectiveTransform(q.astype(np.float32), to)
        # The eye takes the mean of the noise over a stroke's width.
        seen = cv2.GaussianBlur(cv2.warpPerspective(photo, m, (w, h), flags=cv2.INTER_AREA), (0, 0), 1.0)
        want = cv2.GaussianBlur(cv2.warpPerspective(ink, m, (w, h), flags=cv2.INTER_AREA), (0, 0), 1.0).ravel()
        left = lambda a: a - frame @ np.linalg.lstsq(frame, a, rcond=None)[0]
        colours, want = left(seen.reshape(-1, 3).astype(np.float64)), left(want)
        rest = want - colours @ np.linalg.lstsq(colours, want, rcond=1e-6)[0]
        worst = min(worst, float(np.sqrt(max(0.0, 1 - (rest @ rest) / max(want @ want, 1e-9)))))
    return worst


def close_positions(rng, digits):
    """More wheels on their way than a scene has: on power meters and worn ones all of them hang between two digits."""
    r = rng.random()
    if r < .35:
        return positions(rng, digits, .3)
    spread = rng.uniform(.1, 1)
    return np.array(digits) + (rng.uniform(0, 1, len(digits)) if r < .75 else np.abs(rng.normal(0, .25, len(digits))) % 1) * spread


def make_close(seed, fonts):
    """The counter alone with a narrow rim, about upright: a sixth of a scene's time a wheel, for training the reader."""
    rng = np.random.default_rng(seed)
    col = dial_colour(rng)
    if rng.random() < .08:
        row = draw_display(rng, fonts)
    else:
        digits = rng.integers(0, 10, int(rng.integers(4, 9)))
        row = worn(seed, fonts, draw_counter(rng, fonts, digits=digits, pos=close_positions(rng, digits), dial=col))
    ph0, pw0 = row.patch.shape[:2]
    k = rng.uniform(18, 56) / CELL_H
    pw, ph = max(8, int(pw0 * k)), max(8, int(ph0 * k))
    h, w = int(ph + 2.2 * CELL_H * k), int(pw + 2.2 * CELL_H * k)
    c = background(rng, h, w)
    if rng.random() < .7:
        c += (col - c.mean((0, 1))) * rng.uniform(.7, 1)
    ink = gray(rng, 0, 90) if c.mean() > 110 else gray(rng, 160, 255)
    for side in (-1, 1):
        if rng.random() < .4:
            s = fonts.text(rng, WORDS[rng.integers(len(WORDS))], max(8, int(CELL_H * k * rng.uniform(.3, .8))))
            paste(c, s, w * rng.uniform(.2, .8), h / 2 + side * (ph * .5 + s.shape[0] * .7), ink)
    x0, y0 = (w - pw) // 2, (h - ph) // 2
    c[y0:y0 + ph, x0:x0 + pw] = cv2.resize(row.patch, (pw, ph), interpolation=cv2.INTER_AREA)
    paint = np.zeros((h, w), np.float32)
    paint[y0:y0 + ph, x0:x0 + pw] = cv2.resize(row.ink, (pw, ph), interpolation=cv2.INTER_AREA)
    cells = np.array([[(u0, v0), (u1, v0), (u1, v1), (u0, v1)] for u0, v0, u1, v1 in row.cells], np.float64)
    t, z = rng.normal(0, .05), np.exp(rng.normal(0, .05))
    turn = np.array([[np.cos(t) * z, -np.sin(t) * z + rng.normal(0, .04), w / 2], [np.sin(t) * z, np.cos(t) * z, h / 2], [0, 0, 1]])
    m = turn @ np.array([[1, 0, -w / 2], [0, 1, -h / 2], [0, 0, 1.]])
    q = project(m, cells * (pw / pw0, ph / ph0) + (x0, y0))
    photo = photograph(rng, cv2.warpPerspective(c, m, (w, h), borderMode=cv2.BORDER_REPLICATE))
    return Scene(photo, q, row, row.kind, legibility(photo, cv2.warpPerspective(paint, m, (w, h)), q))


def near_camera(rng, span, centre, angle=None):
    """A hand-held camera in front of a plate: the row takes a twelfth of the picture's width to more than all of it, mostly
    about level, often off the middle so that an end is cut. Returns the homography and the picture's size."""
    w, h = [(640, 480), (480, 640), (640, 640), (360, 760), (800, 450)][rng.integers(5)]
    level = rng.random() < .6
    angle = (rng.normal(0, 5) if level else rng.uniform(-180, 180)) if angle is None else angle
    t, room = np.radians(angle), abs(np.cos(np.radians(angle))) * w + abs(np.sin(np.radians(angle))) * h
    fill = rng.uniform(.4, .98) if rng.random() < .6 else np.exp(rng.uniform(np.log(.1), np.log(.5)))
    s = fill * room / span
    slack = max(0.0, 1 - fill) / 2
    along = rng.uniform(-slack, slack) if rng.random() < .75 else rng.choice([-1, 1]) * (slack + fill * rng.uniform(0, .2))
    across = rng.normal(0, .12) * min(w, h)
    at = (w / 2 + along * room * np.cos(t) - across * np.sin(t), h / 2 + along * room * np.sin(t) + across * np.cos(t))
    m = np.array([[np.cos(t) * s, -np.sin(t) * s, 0], [np.sin(t) * s, np.cos(t) * s, 0], [0, 0, 1]])
    tilt, shear = np.eye(3), np.eye(3)
    tilt[2, :2] = rng.normal(0, .1, 2) / (span / max(fill, .2))
    shear[0, 1] = rng.normal(0, .04)
    return np.array([[1, 0, at[0]], [0, 1, at[1]], [0, 0, 1.]]) @ m @ tilt @ shear @ np.array([[1, 0, -centre[0]], [0, 1, -centre[1]], [0, 0, 1.]]), (w, h)


SEEN = .6  # of its width must be in the picture for a cut digit to be one
HINT = .08  # of it in the picture may lead a person to read it
WHOLE = .8  # of it in the picture: plainly there, so that it must be read


def in_picture(q, size):
    """The share of each cell that lies in the picture."""
    box = np.array([[0, 0], [size[0], 0], [size[0], size[1]], [0, size[1]]], np.float32)
    return np.array([cv2.intersectConvexConvex(c.astype(np.float32), box)[0] / max(cv2.contourArea(c.astype(np.float32)), 1e-6) for c in q])


def visible(q, size):
    """Which cells lie in the picture for the better part."""
    return in_picture(q, size) >= SEEN


def cut_readings(digits, share):
    """What a person may give for a row of which the picture has these shares of the cells: a first or last digit that the edge cuts
    may be read or left out. None where nothing is cut."""
    keep = share >= SEEN
    first, last = int(keep.argmax()), int(keep.argmax() + keep.sum())
    firsts, lasts = [first], [last]
    if first and share[first - 1] > HINT:
        firsts.append(first - 1)
    if last < len(share) and share[last] > HINT:
        lasts.append(last + 1)
    if share[first] < WHOLE:
        firsts.append(first + 1)
    if share[last - 1] < WHOLE:
        lasts.append(last - 1)
    ways = ["".join(map(str, digits[a:b])) for a in firsts for b in lasts]
    return ways if len(ways) > 1 else None


def make_panel(seed, fonts=None, angle=None, named=False):
    """One scene of a meter with a display, with named one of registers.py. A digit that the picture's edge cuts off is not in the truth."""
    rng = np.random.default_rng((seed, 85 if named else 77))
    fonts = fonts or Fonts()
    while True:
        row = (draw_registers if named else draw_glass)(rng, fonts, fonts.held_out)
        canvas, paint, cells, blank = panel(rng, fonts, row, rng.uniform(240, 480))
        span, centre = cells[-1][1][0] - cells[0][0][0], cells.reshape(-1, 2).mean(0)
        if named:  # whoever photographs a display with several rows has them and their units in the picture, mostly
            span, centre = span * rng.uniform(1.1, 1.8), centre + span * np.array([rng.uniform(0, .25), 0])
        h, size = near_camera(rng, span, centre, angle)
        q = project(h, cells)
        share = in_picture(q, size)
        keep = share >= SEEN
        n = keep.sum()
        # What is left must be one piece: a row from its first or to its last digit.
        if n >= 4 and keep[keep.argmax():keep.argmax() + n].all():
            break
    first, last = keep.argmax(), keep.argmax() + n
    row.decimals = int(max(0, row.decimals - (len(keep) - last)))
    ways = cut_readings(row.digits, share)
    row.digits, row.pos, q = row.digits[first:last], row.pos[first:last], q[first:last]
    im = background(rng, size[1], size[0])
    cv2.warpPerspective(np.clip(canvas, 0, 255), h, size, dst=im, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_TRANSPARENT)
    if row.wide and rng.random() < .35:
        im = looks.mirrored(rng, im)
    photo = calm(rng, im) if row.united and rng.random() < .5 else photograph(rng, im, .35)
    s = Scene(photo, q, row, "lcd", legibility(photo, cv2.warpPerspective(paint, h, size, flags=cv2.INTER_LINEAR), q))
    s.blank, s.ways = project(h, blank) if not first and len(blank) else None, ways
    if named:
        tell(s, row, canvas, h, size)
    return s


def tell(s, row, canvas, h, size):
    """Brings what names units, and the registers, into the scene's picture. Of a unit is told how well it can be seen."""
    paint = cv2.warpPerspective(row.told.paint(canvas.shape[1::-1]), h, size, flags=cv2.INTER_LINEAR)
    s.units, s.registers = [], []
    for kind, (x0, y0, x1, y1), _ in row.told.units:
        q = project(h, [(x0, y0), (x1, y0), (x1, y1), (x0, y1)])
        if visible(q[None], size)[0]:
            s.units.append({"unit": kind, "quad": np.round(q, 1).tolist(), "legible": round(legibility(s.picture, paint, [q]), 3) if kind else 0.0})
    for r in row.registers:
        q = project(h, r.pop("quads"))
        if visible(q, size).all():
            s.registers.append({**r, "cells": np.round(q, 1).tolist()})


def make_scene(seed, fonts=None, source=None, angle=None, hard=0.0, named=False):
    """One scene. angle None: any rotation. hard: the share in bad light, see exposure.py. With named any unit stands about the counter."""
    rng = np.random.default_rng((seed, 86) if named else seed)
    fonts = fonts or Fonts()
    for _ in range(20):
        col = dial_colour(rng)
        row = worn(seed, fonts, draw_counter(rng, fonts, dial=col) if named else make_row(seed, rng, fonts, source, col))
        row.told = Told() if named else None
        canvas, paint, cells = flat(rng, fonts, row, col)
        h, size = camera(rng, angle)
        q = project(h, cells)
        inside = (q > 2).all() and (q[..., 0] < size[0] - 2).all() and (q[..., 1] < size[1] - 2).all()
        if inside:
            break
    # Beyond the canvas another background shows: a mirrored border would hold unlabelled counters.
    im = background(rng, size[1], size[0])
    cv2.warpPerspective(canvas, h, size, dst=im, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_TRANSPARENT)
    photo = photograph(rng, im, hard)
    legible = 1.0
    if paint is not None:
        legible = legibility(photo, cv2.warpPerspective(paint, h, size, flags=cv2.INTER_LINEAR), q)
    out = Scene(photo, q, row, row.kind, legible)
    if named:
        tell(out, row, canvas, h, size)
    return out


def make_pointed(seed, fonts, angle=None, hard=0.0):
    """A meter with pointers beside its wheels, see pointers.py."""
    rng = np.random.default_rng((seed, 82))
    while True:
        canvas, paint, cells, row, scales = pointers.flat(rng, fonts, fonts.held_out, SIZE)
        h, size = camera(rng, angle)
        q, at = project(h, cells), project(h, [s["at"] for s in scales])
        far = max(s["radius"] for s in scales) * 1.2
        if all((p > 2 + m).all() and (p[..., 0] < size[0] - 2 - m).all() and (p[..., 1] < size[1] - 2 - m).all() for p, m in ((q, 0), (at, far))):
            break
    im = background(rng, size[1], size[0])
    cv2.warpPerspective(canvas, h, size, dst=im, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_TRANSPARENT)
    photo = photograph(rng, im, hard)
    out = Scene(photo, q, row, row.kind, legibility(photo, cv2.warpPerspective(paint, h, size, flags=cv2.INTER_LINEAR), q))
    rim = project(h, [s["at"] + np.array([s["radius"], 0]) for s in scales])
    out.scales = [{**s, "position": round(float(s["position"]), 3), "at": np.round(p, 1).tolist(), "radius": round(float(np.hypot(*(e - p))), 1)}
                  for s, p, e in zip(scales, at, rim)]
    return out

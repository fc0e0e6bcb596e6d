"""A row from near: a display's glass and a narrow rim of its plate, or wheels alone, about level, at a third of a scene's time.
Often the picture ends within the rim or cuts the row, as a hand-held or badly fixed camera does."""
import cv2
import numpy as np

import looks
from counter import gray
from crops import draw_crops
from dial import background, paste
from display import PLATE_WORDS, draw_glass
from photo import calm, photograph
from scene import SEEN, Scene, cut_readings, dial_colour, draw_roller, in_picture, legibility, project, worn


def rim(rng, fonts, row, high):
    """The glass on its plate with room around it, digits `high` px high; canvas, paint, and a map from the patch to both."""
    k = high / (row.cells[0][3] - row.cells[0][1])
    glass = cv2.resize(np.clip(row.patch, 0, 255), None, fx=k, fy=k, interpolation=cv2.INTER_AREA if k < 1 else cv2.INTER_LINEAR)
    gh, gw = glass.shape[:2]
    room = int(high * rng.uniform(.7, 1.4))
    h, w = gh + 2 * room, gw + 2 * room
    c = background(rng, h, w)
    if rng.random() < .8:
        c[:] = gray(rng, 150, 250, 10) if rng.random() < .65 else gray(rng, 10, 220, 35)
    ink = gray(rng, 0, 80) if c.mean() > 115 else gray(rng, 170, 255)
    for y in (room * rng.uniform(.2, .8), h - room * rng.uniform(.2, .8)):
        for x in rng.uniform(0, w, int(rng.integers(0, 4))):
            words = PLATE_WORDS[rng.integers(len(PLATE_WORDS))] if rng.random() < .8 else str(rng.integers(10 ** 5, 10 ** 8))
            paste(c, fonts.text(rng, words, max(7, int(high * rng.uniform(.2, .7)))), x, y, ink)
    c[room:room + gh, room:room + gw] = glass
    paint = None
    if row.ink is not None:
        paint = np.zeros((h, w), np.float32)
        paint[room:room + gh, room:room + gw] = cv2.resize(row.ink, (gw, gh), interpolation=cv2.INTER_AREA)
    return c, paint, lambda boxes: np.array([[(a, b), (d, b), (d, e), (a, e)] for a, b, d, e in boxes], np.float64).reshape(-1, 4, 2) * k + room


def window(rng, q, high, beside=False):
    """What the picture holds of the canvas: a rim around the row, ends cut now and then. Offset and size."""
    a = q.reshape(-1, 2)
    low, top = a.min(0), a.max(0)
    pad = high * rng.uniform(.15, 1.3, 4)
    for end in (0, 2):
        if rng.random() < .3:
            pad[end] = -high * rng.uniform(-.2, .45)
    if beside and pad[2] > 0 and rng.random() < .8:  # what stands beside the row is in the picture
        pad[2] = high * rng.uniform(.4, 3)
    x0, y0, x1, y1 = low[0] - pad[0], low[1] - pad[1], top[0] + pad[2], top[1] + pad[3]
    return np.array([x0, y0]), (int(x1 - x0), int(y1 - y0))


def make_near(seed, fonts):
    """One row of a display. A digit that the picture's edge cuts off is not in the truth."""
    rng = np.random.default_rng((seed, 78))
    return shot(rng, fonts, lambda: draw_glass(rng, fonts, fonts.held_out), (13, 56), 3)


def make_strip(seed, fonts, source=None):
    """A picture of wheels alone, as a camera that is fixed before the counter sends it, cut to them by hand or by another program:
    hardly any rim, often an end in the middle of a wheel, digits up to 90 px high. One in nine shows a display; with a source of
    real crops, a quarter are composed of them."""
    rng = np.random.default_rng((seed, 79))

    def draw():
        kind = rng.random()
        if kind < .11:
            return draw_glass(rng, fonts, fonts.held_out)
        if source is not None and kind < .36:
            return worn(seed, fonts, draw_crops(rng, source))
        return worn(seed, fonts, draw_roller(seed, rng, fonts, dial_colour(rng)))
    return shot(rng, fonts, draw, (16, 90), 4)


def narrowed(q, fill):
    """Of each cell the part that its digit takes: of a wide wheel the edge may take much before it touches the digit."""
    left, right = q[:, [0, 3]], q[:, [1, 2]]
    q = q.copy()
    q[:, [0, 3]], q[:, [1, 2]] = left + (right - left) * (1 - fill) / 2, right - (right - left) * (1 - fill) / 2
    return q


def shot(rng, fonts, draw, highs, least):
    """A row that draw gives, about level, its digits of a height between highs, in the window that a picture has of it."""
    while True:
        row = draw()
        high = float(np.exp(rng.uniform(*np.log(highs))))
        canvas, paint, place = rim(rng, fonts, row, high)
        h, w = canvas.shape[:2]
        t, z = rng.normal(0, .04), np.exp(rng.normal(0, .06))
        askew = 2.5 if row.wide and rng.random() < .3 else 1  # seen from aside
        m = np.array([[np.cos(t) * z, -np.sin(t) * z + rng.normal(0, .06) * askew, 0], [np.sin(t) * z, np.cos(t) / z, 0], [*rng.normal(0, .08, 2) * askew / w, 1]])
        m = m @ np.array([[1, 0, -w / 2], [0, 1, -h / 2], [0, 0, 1.]])
        q = project(m, place(row.cells))
        at, size = window(rng, q, high, row.united)
        m = np.array([[1, 0, -at[0]], [0, 1, -at[1]], [0, 0, 1.]]) @ m
        q = project(m, place(row.cells))
        share = in_picture(narrowed(q, row.fill), size) if min(size) > 20 else np.zeros(len(q))
        keep = share >= SEEN
        n = keep.sum()
        if n >= least and keep[keep.argmax():keep.argmax() + n].all():
            break
    first, last = keep.argmax(), keep.argmax() + n
    row.decimals = int(max(0, row.decimals - (len(keep) - last)))
    ways = cut_readings(row.digits, share)
    row.digits, row.pos, q = row.digits[first:last], row.pos[first:last], q[first:last]
    im = cv2.warpPerspective(np.clip(canvas, 0, 255), m, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    if row.wide and rng.random() < .35:
        im = looks.mirrored(rng, im)
    photo = calm(rng, im) if row.united and rng.random() < .5 else photograph(rng, im, .3)
    legible = 1.0 if paint is None else legibility(photo, cv2.warpPerspective(paint, m, size, flags=cv2.INTER_LINEAR), q)
    s = Scene(photo, q, row, row.kind, legible)
    s.ways = ways
    if row.kind == "lcd" and not first:
        s.blank = project(m, place(row.blank))
    return s

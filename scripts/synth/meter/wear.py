"""What stands over or beside wheels in the field: a hand across a window, a hazy end, legends, a frame that hides the digits' heads, a
lamp's streak, a boxed sign before the first wheel. Each changes the patch of a drawn row of wheels and none of its truth; what can
no longer be read, the legibility of the picture tells, for the paint under a cover is still in row.ink."""
import cv2
import numpy as np

from counter import gray, red
from dial import emblem, noise, paste


def hand(rng, fonts, row):
    """The red hand of a leak or flow dial, or a sealing wire, that reaches over one window."""
    h, w = row.patch.shape[:2]
    x0, y0, x1, y1 = row.cells[rng.integers(len(row.cells))]
    p = np.array([rng.uniform(x0, x1), rng.uniform(y0, y1)])
    a = rng.uniform(0, 2 * np.pi)
    q = p + np.array([np.cos(a), np.sin(a)]) * h * rng.uniform(.6, 2)
    colour = red(rng) if rng.random() < .7 else gray(rng, 0, 255)
    cv2.line(row.patch, tuple(p.astype(int).tolist()), tuple(q.astype(int).tolist()), colour.tolist(), max(1, int(h * rng.uniform(.015, .06))), cv2.LINE_AA)


def hazy_end(rng, fonts, row):
    """Breath, dust or a reflection over the first or the last wheel or two."""
    h, w = row.patch.shape[:2]
    wide = row.cells[1][0] - row.cells[0][0]
    far = wide * rng.uniform(.6, 2.2)
    x = np.arange(w, dtype=np.float32)
    d = (row.cells[0][0] + far - x) if rng.random() < .5 else (x - row.cells[-1][2] + far)
    k = rng.uniform(.3, .8) / (1 + np.exp(np.clip(-d / (wide * rng.uniform(.05, .5)), -50, 50)))
    k = np.clip(k[None, :] * (1 + .4 * noise(rng, h, w, (3, 9))), 0, .9)[:, :, None]
    row.patch[:] = row.patch * (1 - k) + gray(rng, 40, 250, 12) * k


def low(rng, fonts, row):
    """The face hides the digits' heads or feet: a camera that looks from above or below, or wheels that sit low. Not by much, for a 6
    whose tail is hidden is no 6 to anybody."""
    top, share = rng.random() < .5, rng.uniform(.03, .1)
    dark = rng.uniform(.1, .9)
    for x0, y0, x1, y1 in row.cells:
        d = int((y1 - y0) * share)
        part = row.patch[y0:y0 + d, x0:x1] if top else row.patch[y1 - d:y1, x0:x1]
        part[:] = row.patch[max(0, y0 - 3), (x0 + x1) // 2] * dark


def legends(rng, fonts, row):
    """What each wheel counts, over or under it: 1000 100 10 1 1/10, or m³ 100 l."""
    h, w = row.patch.shape[:2]
    ink = gray(rng, 0, 90) if row.patch[:2].mean() > 110 else gray(rng, 170, 255)
    under, n = rng.random() < .5, len(row.cells)
    for i, (x0, y0, x1, y1) in enumerate(row.cells):
        room = h - y1 if under else y0
        if room < 9:
            return
        m = fonts.text(rng, f"{10 ** max(0, n - 1 - i - row.decimals)}", max(7, int(room * rng.uniform(.4, .7))))
        m = cv2.resize(m, (max(3, min(m.shape[1], x1 - x0)), m.shape[0]))
        paste(row.patch, m, (x0 + x1) / 2, y1 + room / 2 if under else room / 2, ink)


def streak(rng, fonts, row):
    """A tube lamp in the cover, along or across the row."""
    h, w = row.patch.shape[:2]
    y, x = np.mgrid[0:h, 0:w].astype(np.float32)
    a = rng.normal(0, .15) + (np.pi / 2 if rng.random() < .4 else 0)
    d = (x - w * rng.uniform(.1, .9)) * np.sin(a) + (y - h * rng.uniform(.2, .8)) * np.cos(a)
    row.patch += (rng.uniform(40, 190) * np.exp(-(d / (h * rng.uniform(.04, .3))) ** 2))[:, :, None]


def boxed(rng, fonts, row):
    """An emblem, a unit or an empty frame where one more wheel would stand before the first or after the last."""
    first = rng.random() < .6
    x0, y0, x1, y1 = row.cells[0] if first else row.cells[-1]
    w, h = x1 - x0, y1 - y0
    step = row.cells[1][0] - row.cells[0][0]
    grow = int(step + w * .6)
    side = cv2.BORDER_REPLICATE
    row.patch = cv2.copyMakeBorder(row.patch, 0, 0, grow if first else 0, 0 if first else grow, side)
    if row.ink is not None:
        row.ink = cv2.copyMakeBorder(row.ink, 0, 0, grow if first else 0, 0 if first else grow, cv2.BORDER_CONSTANT)
    if first:
        row.cells = [(a + grow, b, c + grow, d) for a, b, c, d in row.cells]
    x = (row.cells[0][0] - step if first else row.cells[-1][0] + step) + w / 2 + rng.normal(0, .08) * w
    ink = gray(rng, 0, 90) if row.patch[:2].mean() > 110 else gray(rng, 170, 255)
    kind, tall = rng.random(), h * rng.uniform(.5, 1)
    if kind < .5:
        emblem(rng, row.patch, x, (y0 + y1) / 2, w * rng.uniform(.6, 1), tall, ink)
    elif kind < .8:
        m = fonts.text(rng, ("m³", "kWh", "m3", "E", "W", "x", "gal", "ft³", "H", "T", "R", "A", "CE")[rng.integers(13)], max(8, int(tall * .6)))
        k = min(1.0, w * 1.1 / m.shape[1])
        paste(row.patch, cv2.resize(m, None, fx=k, fy=k, interpolation=cv2.INTER_AREA) if k < 1 else m, x, (y0 + y1) / 2, ink)
    else:
        cv2.rectangle(row.patch, (int(x - w / 2), y0), (int(x + w / 2), y1), ink.tolist(), int(rng.integers(1, 5)), cv2.LINE_AA)


def wear(rng, fonts, row):
    """One or two of them on a row of wheels; a display stays as it is."""
    if row.kind == "lcd":
        return
    for k in rng.choice(6, 1 + int(rng.random() < .35), replace=False):
        (hand, hazy_end, low, legends, streak, boxed)[k](rng, fonts, row)

"""Meters whose wheels end in pointers: small scales of ten, each of which counts a tenth of what the one before it counts. Drawn with
truth, and the last wheel stands where the first pointer drives it, so that a reader can be judged that settles the one by the other."""
import cv2
import numpy as np

from counter import draw_counter, gray, random_digits, red
from dial import WORDS, background, face, paste, star

HANDS, HELD_OUT_HANDS = ("taper", "line", "kite", "disc"), ("arrow", "wedge")  # no limit of the reader was set on the held-out ones
PLAY = .12  # digits, of a pointer against the one that drives it


def shape(kind, r, rng):
    """Outlines of a hand of length r that points along x: polygons, and discs as (x, radius)."""
    wide, tail = r * rng.uniform(.12, .24), r * rng.uniform(.1, .4)
    if kind == "taper":
        return [[(r, 0), (-tail, wide), (-tail, -wide)]], [(0, r * rng.uniform(.18, .34))]
    if kind == "line":
        t = r * rng.uniform(.05, .09)
        return [[(r, t * .6), (-tail, t), (-tail, -t), (r, -t * .6)]], [(0, r * rng.uniform(.14, .26))]
    if kind == "kite":
        return [[(r, 0), (r * .25, wide), (-tail, 0), (r * .25, -wide)]], [(0, r * rng.uniform(.12, .2))]
    if kind == "arrow":
        t = r * rng.uniform(.06, .11)
        return [[(r * .6, t), (-tail, t), (-tail, -t), (r * .6, -t)], [(r, 0), (r * .55, wide), (r * .55, -wide)]], [(0, r * rng.uniform(.16, .28))]
    if kind == "wedge":
        return [[(r, 0), (r * .5, wide), (-tail, wide), (-tail * 1.3, 0), (-tail, -wide), (r * .5, -wide)]], []
    k = rng.uniform(.35, .6)
    return [[(r, 0), (r * k * .7, r * k * .7), (r * k * .7, -r * k * .7)]], [(0, r * k)]


def style(rng, held_out, col, ink):
    """What the scales of one meter share."""
    kinds = HELD_OUT_HANDS if held_out else HANDS
    return {"kind": kinds[rng.integers(len(kinds))], "seed": int(rng.integers(1 << 30)), "hand": red(rng) if rng.random() < .8 else gray(rng, 0, 60),
            "ring": rng.random() < .6, "ticks": int(rng.choice([0, 10, 20], p=[.12, .6, .28])), "figures": ("in", "out", "even", "none")[rng.choice(4, p=[.5, .25, .15, .1])],
            "ground": gray(rng, 200, 255, 6) if rng.random() < .25 and col.mean() > 110 else None, "ink": ink, "length": rng.uniform(.62, .95), "pin": rng.random() < .5}


def scale(rng, c, fonts, x, y, r, position, st):
    """One scale of radius r, zero upwards, its hand at the position in [0, 10)."""
    ink = st["ink"].tolist()
    if st["ground"] is not None:
        cv2.circle(c, (int(x), int(y)), int(r * 1.08), st["ground"].tolist(), -1, cv2.LINE_AA)
    if st["ring"]:
        cv2.circle(c, (int(x), int(y)), int(r), ink, max(1, int(r * .03)), cv2.LINE_AA)
    ticks = st["ticks"] or (10 if st["figures"] == "none" else 0)
    for i in range(ticks):
        t = np.radians(-90 + i * 360 / ticks)
        a, b = r * (.9 if ticks == 20 and i % 2 else .83), r * .99
        cv2.line(c, (int(x + np.cos(t) * a), int(y + np.sin(t) * a)), (int(x + np.cos(t) * b), int(y + np.sin(t) * b)), ink, max(1, int(r * .05)), cv2.LINE_AA)
    for d in range(0, 10, 2 if st["figures"] == "even" else 1):
        if st["figures"] == "none":
            break
        t, k = np.radians(-90 + d * 36), 1.28 if st["figures"] in ("out", "even") else .66
        paste(c, fonts.text(np.random.default_rng(st["seed"]), str(d), max(7, int(r * .32))), x + np.cos(t) * r * k, y + np.sin(t) * r * k, st["ink"])
    a = np.radians(-90 + position * 36)
    turn = np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])
    polygons, discs = shape(st["kind"], r * st["length"], np.random.default_rng(st["seed"]))
    hand, fine = st["hand"].tolist(), 16
    for p in polygons:
        cv2.fillPoly(c, [np.round((np.array(p) @ turn.T + (x, y)) * fine).astype(np.int32)], hand, cv2.LINE_AA, 4)
    for d, q in discs:
        cv2.circle(c, (int((x + d) * fine), int(y * fine)), int(q * fine), hand, -1, cv2.LINE_AA, 4)
    if st["pin"]:
        cv2.circle(c, (int(x), int(y)), max(1, int(r * .06)), gray(rng, 40, 255).tolist(), -1, cv2.LINE_AA)


def counted(rng, fonts, col):
    """A row of wheels and where its pointers stand: the last wheel turns with the first of them, evenly or in its last tenth."""
    n = int(rng.choice([4, 5, 6, 7, 8], p=[.12, .4, .16, .16, .16]))
    decimals = 0 if n < 6 else int(rng.choice([0, 1, 2, 3], p=[.3, .2, .2, .3]))
    digits, rest = random_digits(rng, n), rng.random()
    count = int(rng.choice([1, 2, 3, 4], p=[.2, .15, .25, .4]))
    pos = np.array(digits, float)
    pos[-1] += rest if rng.random() < .6 else max(0.0, 10 * rest - 9)
    for i in range(n - 1, 0, -1):
        pos[i - 1] += max(0.0, pos[i] - 9) if digits[i] == 9 else 0
    row = draw_counter(rng, fonts, digits=digits, decimals=decimals, pos=pos, dial=col)
    at = np.array([rest * 10 ** (k + 1) % 10 for k in range(count)])
    return row, (at + rng.normal(0, PLAY, count) * (np.arange(count) < count - 1)) % 10, at


def lay(rng, counter, dial, count):
    """Centres and radius of the scales: on an arc under the counter, the first at its right, or in a line under it."""
    (x, y, pw, ph), (cx, cy, r) = counter, dial
    small = r * rng.uniform(.11, .2)
    far = max(r - small * 1.4, ph * .5 + small * 2.6)
    if count == 1:
        t = np.radians(rng.uniform(25, 155))
        return [(cx + far * .6 * np.cos(t), max(cy + far * .7 * np.sin(t), y + ph * .5 + small * 1.6))], small
    step = np.degrees(2.75 * small / far)
    if rng.random() < .8 and step * (count - 1) < 190:
        step = min(rng.uniform(1, 1.35) * step, 190 / (count - 1))
        t = np.radians(90 + (np.arange(count) - (count - 1) / 2) * step * (-1 if rng.random() < .1 else 1))
        return [(cx + far * np.cos(a), cy + far * np.sin(a)) for a in t], small
    step = small * rng.uniform(2.7, 3.2)
    return [(cx - (k - (count - 1) / 2) * step, y + ph * .5 + small * rng.uniform(1.6, 2)) for k in range(count)], small


def clear(places, small, counter):
    """Each scale keeps off the counter, the others and the canvas' edge."""
    x, y, pw, ph = counter
    p = np.array(places)
    apart = all(np.hypot(*(p[i] - p[j])) > 2.5 * small for i in range(len(p)) for j in range(i))
    off = (np.maximum(abs(p[:, 0] - x) - pw / 2, abs(p[:, 1] - y) - ph / 2) > 1.35 * small).all()
    return apart and off and (p > 1.4 * small).all() and (p < 640 - 1.4 * small).all()


def flat(rng, fonts, held_out, size=640):
    """A meter with its pointers, upright: canvas, the wheels' paint, cells, the row and the scales."""
    while True:
        c, col = background(rng, size, size), gray(rng, 175, 255, 10) if rng.random() < .85 else gray(rng, 0, 200, 25)
        row, drawn, true = counted(rng, fonts, col)
        k = min(rng.uniform(.26, .5) * size / row.patch.shape[1], .16 * size / row.patch.shape[0])
        pw, ph = int(row.patch.shape[1] * k), int(row.patch.shape[0] * k)
        x, y = size / 2 + rng.normal(0, .03) * size, size * rng.uniform(.36, .46)
        r = max(pw * rng.uniform(.72, 1.05), ph * 2.6)
        cx, cy = x + rng.normal(0, .03) * r, y + rng.uniform(.15, .4) * r
        places, small = lay(rng, (x, y, pw, ph), (cx, cy, r), len(drawn))
        if clear(places, small, (x, y, pw, ph)):
            break
    face(rng, c, cx, cy, r, col)
    ink = gray(rng, 0, 90) if col.mean() > 110 else gray(rng, 160, 255)
    st = style(rng, held_out, col, ink)
    if st["ground"] is not None:
        st["ink"] = gray(rng, 0, 90)
    furnish(rng, c, fonts, (x, y, pw, ph), (cx, cy, r), places, small, ink)
    for (px, py), at in zip(places, drawn):
        scale(rng, c, fonts, px, py, small, at, st)
    for k, (px, py) in enumerate(places):
        if rng.random() < .7:
            s = fonts.text(rng, f"x{10.0 ** -(k + 1 + row.decimals):.{k + 1 + row.decimals}f}", max(7, int(small * rng.uniform(.3, .5))))
            paste(c, s, px, py - small * (1.7 if st["figures"] in ("out", "even") else 1.3), ink)
    patch = cv2.resize(row.patch, (pw, ph), interpolation=cv2.INTER_AREA)
    x0, y0 = int(x - pw / 2), int(y - ph / 2)
    c[y0:y0 + ph, x0:x0 + pw] = patch
    paint = np.zeros(c.shape[:2], np.float32)
    paint[y0:y0 + ph, x0:x0 + pw] = cv2.resize(row.ink, (pw, ph), interpolation=cv2.INTER_AREA)
    cells = np.array([[(u0, v0), (u1, v0), (u1, v1), (u0, v1)] for u0, v0, u1, v1 in row.cells], np.float64) * (pw / row.patch.shape[1], ph / row.patch.shape[0]) + (x0, y0)
    scales = [{"factor": -(k + 1 + row.decimals), "position": d, "digit": int(t) % 10, "at": p, "radius": small}
              for k, (d, t, p) in enumerate(zip(drawn, true, places))]
    return c, paint, cells, row, scales


def furnish(rng, c, fonts, counter, dial, places, small, ink):
    """Print, a serial number and a star wheel between the scales, and now and then the long hand of a flow dial's."""
    (x, y, pw, ph), (cx, cy, r) = counter, dial
    taken = [(px, py, small * 1.8) for px, py in places]
    for _ in range(int(rng.integers(2, 10))):
        m = fonts.text(rng, WORDS[rng.integers(len(WORDS))] if rng.random() < .7 else str(rng.integers(10 ** 4, 10 ** 9)), max(8, int(ph * rng.uniform(.2, .55))))
        t, q = rng.uniform(0, 6.28), np.sqrt(rng.uniform(0, 1)) * r * .9
        px, py = cx + q * np.cos(t), cy + q * np.sin(t)
        if abs(px - x) < (pw + m.shape[1]) / 2 and abs(py - y) < (ph + m.shape[0]) / 2 + 3:
            continue
        if all(np.hypot(px - a, py - b) > d + m.shape[1] / 2 for a, b, d in taken):
            paste(c, m, px, py, ink, 0, rng.uniform(.6, 1))
    for _ in range(20):
        t, q = rng.uniform(0, 6.28), np.sqrt(rng.uniform(0, 1)) * r * .8
        px, py, s = cx + q * np.cos(t), cy + q * np.sin(t), r * rng.uniform(.06, .14)
        if all(np.hypot(px - a, py - b) > d + s for a, b, d in taken) and (abs(px - x) > pw / 2 + s or abs(py - y) > ph / 2 + s):
            if rng.random() < .6:
                star(rng, c, px, py, s)
            break
    if rng.random() < .5:
        paste(c, fonts.text(rng, "m³", max(9, int(ph * rng.uniform(.3, .8)))), x + pw * .5 + ph * .6, y, ink)

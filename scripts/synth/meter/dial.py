"""The face around the counter: housing, dial, print, pointers, star wheel. All of it distracts a digit finder on purpose."""
import cv2
import numpy as np

from counter import gray, red

WORDS = ("m³", "m3", "m³", "kWh", "Qn 1.5 m³/h", "Qn 2.5", "Q3 2.5", "Q3=4 m³/h", "R80", "R=80 H", "R160", "T30", "T50", "T90",
         "CLASS B", "CL.B-H", "ISO 4064", "MAP16", "PN10", "PN16", "MID", "DN15", "DN20", "DE-08-MI001", "CH-MI001-10040",
         "AQUA", "HYDRO", "FLUVIO", "WATERTEK", "NOVAMET", "RIVA", "VODOMER", "SCHB-15", "ETK", "KALTWASSER", "WARM", "COLD",
         "WATER METER", "MADE IN EU", "2014", "2019", "2021", "16 bar", "1.6 MPa", "30°C", "90°C", "IP68", "No.", "№", "x0.1",
         "x0.01", "x0.001", "x0.0001", "l", "LITER", "PULSE 10L", "THAI WATER", "ASAHI-LIKE", "15 mm", "CE M20 0102")


def noise(rng, h, w, octaves=(4, 16, 64)):
    """Cloudy noise in about -1..1."""
    out = np.zeros((h, w), np.float32)
    for i, o in enumerate(octaves):
        small = rng.standard_normal((max(2, o * h // max(h, w)), max(2, o * w // max(h, w)))).astype(np.float32)
        out += cv2.resize(small, (w, h), interpolation=cv2.INTER_LINEAR) * .6 ** i
    return out / 2


def paste(canvas, mask, x, y, colour, angle=0.0, alpha=1.0):
    """Blend colour through mask, centred at (x, y), turned by angle degrees. What leaves the canvas is cut."""
    if angle:
        h, w = mask.shape
        d = int(np.hypot(h, w)) + 2
        m = cv2.getRotationMatrix2D((w / 2, h / 2), -angle, 1)
        m[:, 2] += (d - w) / 2, (d - h) / 2
        mask = cv2.warpAffine(mask, m, (d, d))
    h, w = mask.shape
    x0, y0 = int(x - w / 2), int(y - h / 2)
    a, b = max(0, -x0), max(0, -y0)
    x1, y1 = min(canvas.shape[1], x0 + w), min(canvas.shape[0], y0 + h)
    if x1 - x0 <= a or y1 - y0 <= b:
        return
    m = mask[b:y1 - y0, a:x1 - x0, None].astype(np.float32) * (alpha / 255)
    part = canvas[y0 + b:y1, x0 + a:x1]
    part *= 1 - m
    part += m * np.asarray(colour, np.float32)


def background(rng, h, w):
    """A wall, a shaft, a pipe, darkness."""
    c = np.empty((h, w, 3), np.float32)
    c[:] = gray(rng, 0, 220, 20)
    ramp = np.linspace(-1, 1, w)[None, :] * rng.normal(0, 25) + np.linspace(-1, 1, h)[:, None] * rng.normal(0, 25)
    c += (ramp + noise(rng, h, w) * rng.uniform(0, 35))[:, :, None]
    for _ in range(int(rng.integers(0, 5))):
        p, q = rng.uniform(-.2, 1.2, 2) * (w, h), rng.uniform(-.2, 1.2, 2) * (w, h)
        t = max(1, int(rng.uniform(.01, .3) * w))
        cv2.line(c, tuple(p.astype(int).tolist()), tuple(q.astype(int).tolist()), gray(rng, 0, 255, 25).tolist(), t, cv2.LINE_AA)
    return c


def housing(rng, c, cx, cy, r):
    """Rings of brass, plastic or rubber around a round dial."""
    tone = gray(rng, 10, 200, 30)
    if rng.random() < .35:
        tone = np.array([rng.uniform(30, 90), rng.uniform(90, 170), rng.uniform(130, 210)], np.float32)
    elif rng.random() < .4:
        tone = np.array([rng.uniform(90, 220), rng.uniform(40, 130), rng.uniform(0, 80)], np.float32)
    for k in np.sort(rng.uniform(1.02, 1.45, int(rng.integers(1, 5))))[::-1]:
        col = np.clip(tone * rng.uniform(.5, 1.3), 0, 255)
        cv2.ellipse(c, (int(cx), int(cy)), (int(r * k), int(r * k)), 0, 0, 360, col.tolist(), -1, cv2.LINE_AA)
    if rng.random() < .5:
        for a in np.arange(0, 360, rng.choice([3, 5, 10, 45])):
            t = np.radians(a)
            p, q = (np.cos(t), np.sin(t)), (1.06, 1.3)
            cv2.line(c, (int(cx + p[0] * r * q[0]), int(cy + p[1] * r * q[0])), (int(cx + p[0] * r * q[1]), int(cy + p[1] * r * q[1])),
                     (tone * .7).tolist(), max(1, int(r * .008)), cv2.LINE_AA)


def face(rng, c, cx, cy, r, col):
    """The dial plate of colour col: round, boxed or none at all."""
    kind = rng.random()
    if kind < .78:
        housing(rng, c, cx, cy, r)
        cv2.circle(c, (int(cx), int(cy)), int(r), col.tolist(), -1, cv2.LINE_AA)
        if rng.random() < .5:
            cv2.circle(c, (int(cx), int(cy)), int(r * rng.uniform(.85, .98)), gray(rng, 0, 220).tolist(), max(1, int(r * .01)), cv2.LINE_AA)
    elif kind < .93:
        k = rng.uniform(.6, 1.0)
        cv2.rectangle(c, (int(cx - r * 1.1), int(cy - r * k)), (int(cx + r * 1.1), int(cy + r * k)), col.tolist(), -1)


def pointer(rng, c, fonts, x, y, r, ink):
    """A small 0-9 scale with its needle."""
    cv2.circle(c, (int(x), int(y)), int(r), ink.tolist(), 1, cv2.LINE_AA)
    turn = rng.uniform(0, 360) if rng.random() < .3 else -90
    digits = rng.random() < .8
    for d in range(10):
        t = np.radians(turn + d * 36)
        p = np.array([np.cos(t), np.sin(t)])
        cv2.line(c, (int(x + p[0] * r), int(y + p[1] * r)), (int(x + p[0] * r * .86), int(y + p[1] * r * .86)), ink.tolist(), 1, cv2.LINE_AA)
        if digits and r > 16:
            g = fonts.text(rng, str(d), max(8, int(r * .3)))
            paste(c, g, x + p[0] * r * .68, y + p[1] * r * .68, ink)
    a = np.radians(rng.uniform(0, 360))
    needle = np.array([[r * .85, 0], [-r * .1, r * rng.uniform(.1, .3)], [-r * .1, -r * .2]])
    rot = np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])
    pts = (needle @ rot.T + (x, y)).astype(np.int32)
    col = red(rng) if rng.random() < .8 else gray(rng, 0, 60)
    cv2.fillPoly(c, [pts], col.tolist(), cv2.LINE_AA)
    cv2.circle(c, (int(x), int(y)), int(r * rng.uniform(.15, .35)), col.tolist(), -1, cv2.LINE_AA)


def star(rng, c, x, y, r):
    col = (gray(rng, 0, 70) if rng.random() < .6 else red(rng)).tolist()
    n = int(rng.choice([3, 6, 8, 16]))
    a0 = rng.uniform(0, 6.28)
    for i in range(n):
        t = a0 + i * 2 * np.pi / n
        cv2.line(c, (int(x), int(y)), (int(x + r * np.cos(t)), int(y + r * np.sin(t))), col, max(2, int(r * 1.6 / n)), cv2.LINE_AA)


def dotted(mask, rng):
    """Needle-printed serial numbers: the strokes broken into dots."""
    n = max(3, int(mask.shape[0] / rng.uniform(7, 10)))
    y, x = np.mgrid[0:mask.shape[0], 0:mask.shape[1]]
    dots = ((x % n - n / 2) ** 2 + (y % n - n / 2) ** 2) < (n * .45) ** 2
    return mask * dots.astype(np.uint8)


def emblem(rng, c, x, y, w, h, ink):
    """A boxed sign of a cell's size beside the counter: it is no wheel."""
    p, q = (int(x - w / 2), int(y - h / 2)), (int(x + w / 2), int(y + h / 2))
    cv2.rectangle(c, p, q, ink.tolist(), max(1, int(h * .06)), cv2.LINE_AA)
    for _ in range(int(rng.integers(1, 4))):
        a, b = rng.uniform(-.4, .4, 2) * (w, h) + (x, y), rng.uniform(-.4, .4, 2) * (w, h) + (x, y)
        if rng.random() < .5:
            cv2.line(c, tuple(a.astype(int).tolist()), tuple(b.astype(int).tolist()), ink.tolist(), max(1, int(h * .08)), cv2.LINE_AA)
        else:
            cv2.circle(c, tuple(a.astype(int).tolist()), max(2, int(h * rng.uniform(.1, .3))), ink.tolist(), int(rng.choice([-1, 2])), cv2.LINE_AA)


def words(rng, c, fonts, free, ink, unit, told=None):
    """Print on the dial. Strings of digits of every size are among it: they look like a counter and are none. told (named.Told) hears
    of what names a unit."""
    for _ in range(int(rng.integers(3, 14))):
        x, y = free()
        if rng.random() < .3:
            s = "".join(map(str, rng.integers(0, 10, int(rng.integers(4, 11)))))
            if rng.random() < .3:
                s = s[:2] + " " + s[2:]
        else:
            s = WORDS[rng.integers(len(WORDS))]
            s = told.other(rng, s) if told else s
        m = fonts.text(rng, s, max(8, int(unit * rng.uniform(.25, 1.0))))
        if m.shape[1] > unit * 9:
            continue
        if rng.random() < .1:
            paste(c, np.full((m.shape[0] + 8, m.shape[1] + 12), 255, np.uint8), x, y, gray(rng, 100, 255, 20))
        colour, turn = ink if rng.random() < .85 else red(rng), rng.choice([0, 0, 0, 0, 90, -90, rng.uniform(-60, 60)])
        paste(c, m, x, y, colour, turn, rng.uniform(.6, 1))
        if told:
            told.around(s, (x, y), m, turn == 0)


def barcode(rng, c, x, y, w, h):
    m = np.repeat((rng.random(max(8, int(w / 3))) < .5).astype(np.uint8) * 255, 3)
    paste(c, np.full((int(h * 1.3), m.size + 14), 255, np.uint8), x, y, (245, 245, 245))
    paste(c, np.tile(m, (max(2, int(h)), 1)), x, y, (20, 20, 20))

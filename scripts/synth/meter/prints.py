"""Print that has digits in a row and is no counter: price tags, keys, calendars, rulers, comb fields, plates, stamped dates, tickets.
generate.py --nothing --printed .7 draws that share of its pictures so; where it is 0 a seed draws what it always drew."""
import cv2
import numpy as np

from counter import gray
from dial import barcode, paste
from nothing import NAMES, lying, number, sheet
from photo import calm, photograph
from segments import matrix

KEYS = ("QWERTYUIOP", "ASDFGHJKL", "ZXCVBNM", "1234567890", "0123456789", "789", "456", "123", "*0#", "+-=/", "ABC")
DAYS = ("Mo", "Tu", "We", "Th", "Fr", "Sa", "Su")


def digits(rng, n):
    return "".join(map(str, rng.integers(0, 10, n)))


def ground(rng, w, h, dark=.25):
    """A sheet of w x h in some colour and the ink that stands out on it."""
    p = np.empty((int(h), int(w), 3), np.float32)
    p[:] = gray(rng, 15, 90, 30) if rng.random() < dark else gray(rng, 170, 255, 14 if rng.random() < .6 else 45)
    return p, gray(rng, 0, 80, 25) if p.mean() > 120 else gray(rng, 170, 255, 25)


def say(rng, p, fonts, s, x, y, tall, ink):
    """s with its left end at x and its middle at y; where it ends."""
    m = fonts.text(rng, s, max(8, int(tall)))
    paste(p, m, x + m.shape[1] / 2, y, ink)
    return x + m.shape[1]


def tag(rng, fonts):
    """A price tag: large digits, small ones behind them, a code."""
    w, h = rng.uniform(260, 520), rng.uniform(160, 340)
    p, ink = ground(rng, w, h)
    tall = h * rng.uniform(.22, .5)
    x = say(rng, p, fonts, digits(rng, int(rng.integers(2, 6))), w * rng.uniform(.05, .25), h * .5, tall, ink)
    x = say(rng, p, fonts, (".", ",", ".-", "-")[rng.integers(4)], x, h * .5, tall, ink)
    say(rng, p, fonts, digits(rng, 2), x, h * .5 - tall * rng.uniform(0, .3), tall * rng.uniform(.4, 1), ink)
    for y in (.12, .85):
        say(rng, p, fonts, NAMES[rng.integers(len(NAMES))] if rng.random() < .5 else number(rng), w * rng.uniform(.04, .3), h * y, h * rng.uniform(.06, .14), ink)
    if rng.random() < .5:
        barcode(rng, p, w * .7, h * .8, w * .4, h * .2)
    return p


def keys(rng, fonts):
    """Keys of a keyboard, a telephone or a calculator, one sign each at one pitch."""
    side, gap = rng.uniform(26, 60), rng.uniform(.08, .4)
    rows = [KEYS[rng.integers(len(KEYS))] for _ in range(int(rng.integers(2, 6)))]
    n, step = max(map(len, rows)), side * (1 + gap)
    p, _ = ground(rng, step * n + side, step * len(rows) + side, .6)
    cap, ink = ground(rng, 2, 2, .5)
    for j, row in enumerate(rows):
        for i, s in enumerate(row):
            x, y = side * .5 + i * step + side * .25 * (j % 2), side * .5 + j * step
            cv2.rectangle(p, (int(x), int(y)), (int(x + side), int(y + side * .95)), (cap[0, 0] * rng.uniform(.92, 1.08)).tolist(), -1, cv2.LINE_AA)
            say(rng, p, fonts, s, x + side * .3, y + side * .5, side * rng.uniform(.4, .55), ink)
    return p


def calendar(rng, fonts):
    """The days of a month, or any table of numbers, ruled or not."""
    step, cols, lines = rng.uniform(34, 60), int(rng.integers(4, 8)), int(rng.integers(4, 8))
    p, ink = ground(rng, step * (cols + .6), step * (lines + 1.4))
    tall, long, ruled = step * rng.uniform(.3, .55), int(rng.integers(1, 4)), rng.random() < .5
    for i in range(cols):
        say(rng, p, fonts, DAYS[i % 7], step * (i + .4), step * .4, tall * .8, ink)
        for j in range(lines):
            s = str(j * cols + i + 1) if long < 3 else digits(rng, long)
            say(rng, p, fonts, s, step * (i + .4), step * (j + 1.2), tall, ink)
            if ruled:
                cv2.rectangle(p, (int(step * (i + .3)), int(step * (j + .7))), (int(step * (i + 1.3)), int(step * (j + 1.7))), ink.tolist(), 1)
    return p


def ruler(rng, fonts):
    """Numbers at even steps beside ticks."""
    step, n = rng.uniform(30, 70), int(rng.integers(6, 13))
    p, ink = ground(rng, step * (n + 1), rng.uniform(60, 200), .3)
    tall, start, by = step * rng.uniform(.25, .5), int(rng.integers(0, 20)), int(rng.choice([1, 1, 5, 10]))
    y = p.shape[0] * rng.uniform(.4, .8)
    for i in range(n):
        say(rng, p, fonts, str(start + by * i), step * (i + .5), y, tall, ink)
        for k in range(5):
            x = int(step * (i + .6 + k / 5))
            cv2.line(p, (x, 0), (x, int(p.shape[0] * (.3 if k == 0 else .15))), ink.tolist(), 1)
    return p


def comb(rng, fonts):
    """A form's fields of one box a sign, filled in type or left empty."""
    p, ink = ground(rng, 560, rng.uniform(240, 420), .03)
    y = 30.0
    while y < p.shape[0] - 40:
        x = say(rng, p, fonts, NAMES[rng.integers(len(NAMES))], 14, y, rng.uniform(12, 20), ink) + 10
        side, joined, pen = rng.uniform(18, 34), rng.random() < .5, gray(rng, 0, 150, 20)
        for _ in range(int(rng.integers(4, 14))):
            if x + side > p.shape[1] - 8:
                break
            cv2.rectangle(p, (int(x), int(y - side / 2)), (int(x + side * .85), int(y + side / 2)), pen.tolist(), 1)
            if rng.random() < .7:
                say(rng, p, fonts, digits(rng, 1), x + side * .2, y, side * rng.uniform(.55, .7), ink)
            x += side * (.85 if joined else 1.1)
        y += side + rng.uniform(8, 50)
    return p


def plate(rng, fonts):
    """A number plate, a house's number, a type plate, a card."""
    w, h = rng.uniform(300, 560), rng.uniform(110, 320)
    p, ink = ground(rng, w, h, .4)
    if rng.random() < .6:
        cv2.rectangle(p, (4, 4), (int(w) - 5, int(h) - 5), ink.tolist(), int(rng.integers(1, 6)))
    y, k = h * rng.uniform(.15, .4), 0
    while y < h * .92 and k < 6:
        s = (digits(rng, int(rng.integers(3, 9))), " ".join(digits(rng, 4) for _ in range(4)), number(rng), "No. " + digits(rng, 7), NAMES[rng.integers(len(NAMES))])
        tall = h * rng.uniform(.1, .45)
        say(rng, p, fonts, s[rng.integers(5)], w * rng.uniform(.03, .25), y, tall, ink)
        y, k = y + tall * rng.uniform(1.1, 2), k + 1
    return p


def stamped(rng, fonts):
    """A date or a lot in dots, as it is jetted on a package."""
    p, ink = ground(rng, rng.uniform(320, 560), rng.uniform(140, 300), .2)
    masks, _ = matrix(rng)
    y = 25.0
    for _ in range(int(rng.integers(1, 5))):
        x, tall = rng.uniform(10, 60), rng.uniform(20, 46)
        for s in number(rng) if rng.random() < .7 else digits(rng, int(rng.integers(5, 12))):
            if s.isdigit() and x + tall < p.shape[1] and y + tall < p.shape[0]:
                m = cv2.resize(masks[int(s)], (int(tall * .7), int(tall)), interpolation=cv2.INTER_AREA)
                paste(p, m, x + tall * .35, y + tall / 2, ink)
            x += tall * rng.uniform(.68, .75)
        y += tall * 1.4
    return p


SORTS = {"tag": tag, "keys": keys, "calendar": calendar, "ruler": ruler, "comb": comb, "plate": plate, "stamped": stamped,
         "label": lambda rng, fonts: sheet(rng, fonts, True), "page": lambda rng, fonts: sheet(rng, fonts, False)}


def make_print(seed, fonts):
    """One picture, uint8 BGR, and its sort."""
    rng = np.random.default_rng((seed, 83))
    sort = list(SORTS)[rng.integers(len(SORTS))]
    c = lying(rng, SORTS[sort](rng, fonts))
    return calm(rng, c) if rng.random() < .4 else photograph(rng, c, .2), sort

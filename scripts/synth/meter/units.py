"""What stands close to a display's digits in their own ink and is none: the unit over the small decimals or beside the row, single
strokes as a glass's maker draws them; signs behind it; a lamp mirrored where the row ends. display.UNITED is the share of
displays that has them; where it is 0 a seed draws what it always drew."""
import cv2
import numpy as np

from looks import icon

# Strokes of letters on a ground of 1 x 1, x to the right, y down.
LETTERS = {
    "k": ([(0, 0), (0, 1)], [(.9, .32), (0, .68)], [(.35, .54), (1, 1)]), "K": ([(0, 0), (0, 1)], [(1, 0), (0, .6)], [(.35, .42), (1, 1)]),
    "W": ([(0, 0), (.25, 1)], [(.25, 1), (.5, .15)], [(.5, .15), (.75, 1)], [(.75, 1), (1, 0)]), "V": ([(0, 0), (.5, 1)], [(.5, 1), (1, 0)]),
    "h": ([(0, 0), (0, 1)], [(0, .5), (.5, .42), (.85, .5), (.9, .7)], [(.9, .7), (.9, 1)]), "H": ([(0, 0), (0, 1)], [(1, 0), (1, 1)], [(0, .5), (1, .5)]),
    "A": ([(0, 1), (.5, 0)], [(.5, 0), (1, 1)], [(.22, .64), (.78, .64)]), "r": ([(0, .38), (0, 1)], [(0, .6), (.4, .42), (.8, .4)]),
    "M": ([(0, 1), (0, 0)], [(0, 0), (.5, .65)], [(.5, .65), (1, 0)], [(1, 0), (1, 1)]), "l": ([(.5, 0), (.5, 1)],), "T": ([(0, 0), (1, 0)], [(.5, 0), (.5, 1)]),
    "m": ([(0, .4), (0, 1)], [(0, .52), (.3, .4), (.5, .55), (.5, 1)], [(.5, .55), (.8, .4), (1, .55), (1, 1)]), "P": ([(0, 1), (0, 0)], [(0, 0), (.9, .05), (.9, .5), (0, .55)]),
    "3": ([(0, 0), (.55, 0), (.3, .2), (.6, .33), (.4, .5), (0, .5)],), "G": ([(1, .15), (.5, 0), (0, .3), (0, .75), (.5, 1), (1, .85)], [(1, .85), (1, .55), (.6, .55)]),
    "J": ([(.9, 0), (.9, .8), (.5, 1), (0, .8)],), "g": ([(.9, .4), (.9, 1.1), (.4, 1.2), (0, 1.1)], [(.9, .5), (.4, .4), (0, .7), (.4, .95), (.9, .85)]),
    "a": ([(.1, .45), (.6, .38), (.9, .55), (.9, 1)], [(.9, .65), (.3, .68), (.05, .85), (.4, 1), (.9, .9)]), "F": ([(0, 1), (0, 0)], [(0, 0), (1, 0)], [(0, .5), (.8, .5)]),
    "v": ([(0, .4), (.5, 1)], [(.5, 1), (1, .4)]), "z": ([(0, .4), (.9, .4)], [(.9, .4), (0, 1)], [(0, 1), (.9, 1)]), "t": ([(.4, .1), (.4, .9), (.9, 1)], [(0, .4), (.9, .4)]),
    "C": ([(1, .15), (.5, 0), (0, .3), (0, .75), (.5, 1), (1, .85)],), "D": ([(0, 0), (0, 1)], [(0, 0), (.7, .1), (1, .5), (.7, .9), (0, 1)]), "/": ([(0, 1), (.8, 0)],),
    "L": ([(0, 0), (0, 1)], [(0, 1), (.9, 1)]), "f": ([(.8, .05), (.45, 0), (.3, .15), (.3, 1)], [(0, .4), (.7, .4)]), "1": ([(0, .2), (.4, 0), (.4, 1)],),
    "0": ([(.5, 0), (0, .25), (0, .75), (.5, 1), (1, .75), (1, .25), (.5, 0)],), "x": ([(0, .4), (.8, 1)], [(.8, .4), (0, 1)]), "c": ([(.9, .5), (.45, .4), (0, .7), (.45, 1), (.9, .9)],), "N": ([(0, 1), (0, 0)], [(0, 0), (1, 1)], [(1, 1), (1, 0)]), "E": ([(0, 0), (0, 1)], [(0, 0), (1, 0)], [(0, .5), (.8, .5)], [(0, 1), (1, 1)]),
}
NARROW = {"l": .3, "f": .6, "1": .6, "r": .7, "3": .7, "W": 1.35, "M": 1.15, "m": 1.2, "/": .6, "J": .8, "t": .7}
WORDS = ("kW", "kW", "kWh", "kWh", "kW h", "kW h", "k W h", "Wh", "kVAh", "kVA", "kvarh", "MWh", "MW", "m3", "m3", "m3/h", "l", "l/h", "gal", "GJ", "Hz", "V", "A", "kA",
         "PF", "MD", "T", "TL", "kvar", "V A", "Ah", "h", "C", "LED", "CAL")


def lettering(rng, word, held_out):
    """A mask of a word in strokes: any weight, width, slant and spacing; strokes part from each other as segments do, or join."""
    high = 72
    wide, t, apart = high * rng.uniform(.35, .8), high * rng.uniform(.06, .22), high * rng.uniform(.08, .4)
    part = rng.uniform(.02, .12) if rng.random() < .4 else 0.0
    blank = rng.uniform(.3, 2.5)
    slant = rng.uniform(0, .25) if rng.random() < .3 else 0.0
    x, strokes = t, []
    for letter in word:
        if letter == " ":
            x += wide * blank
            continue
        w = wide * NARROW.get(letter, 1.0)
        for s in LETTERS[letter]:
            strokes.append(np.array([(x + a * w, t + b * high) for a, b in s]))
        x += w + apart
    m = np.zeros((int(high * 1.25 + 2 * t), int(x - apart + t) + 2 + int(slant * high)), np.uint8)
    for s in strokes:
        draw_stroke(m, s, (part * high, t, slant * high / high), held_out)
    ys, xs = np.nonzero(m)
    return m[ys.min():ys.max() + 1, xs.min():xs.max() + 1]


def draw_stroke(m, s, how, round_ends):
    part, t, slant = how
    s = s.copy()
    s[:, 0] += (m.shape[0] - s[:, 1]) * slant
    for end, towards in ((0, 1), (-1, -2)):
        v = s[towards] - s[end]
        s[end] += v / max(np.linalg.norm(v), 1e-6) * min(part, .3 * np.linalg.norm(v))
    for p, q in zip(s[:-1], s[1:]):
        if round_ends:
            cv2.line(m, p.round().astype(int).tolist(), q.round().astype(int).tolist(), 255, max(1, round(t)), cv2.LINE_AA)
            continue
        u = (q - p) / max(np.linalg.norm(q - p), 1e-6) * t / 2
        v = np.array([-u[1], u[0]])
        cv2.fillPoly(m, [np.round(np.array([p - u + v, q + u + v, q + u - v, p - u - v]) * 8).astype(np.int32)], 255, cv2.LINE_AA, 3)


def tail(rng, boxes, gap):
    """The row with its decimals made anew: mostly one or two, mostly small, at the foot or the head. Boxes and how many."""
    n = len(boxes)
    decimals = int(rng.choice([0, 1, 2, 3], p=[.2, .5, .2, .1])) if n > 4 else int(rng.random() < .5)
    if not decimals:
        return boxes, 0
    out, h, w = boxes.copy(), boxes[0][3] - boxes[0][1], boxes[0][2] - boxes[0][0]
    k = rng.uniform(.3, .85) if rng.random() < .75 else 1.0
    wide, foot = w * k * (rng.uniform(.8, 1.35) if k < 1 else 1), rng.random() < .85
    x = out[n - decimals - 1][2] + max(gap, .02 * w) + w * rng.uniform(0, .4)
    for i in range(n - decimals, n):
        y = boxes[0][1] + (h * (1 - k) if foot else 0)
        out[i] = (x, y, x + wide, y + h * k)
        x += wide + max(gap * k, .04 * w)
    return out, decimals


def write(rng, pen, boxes, decimals, held_out):
    """The unit where makers put it, and signs behind."""
    h, w = boxes[0][3] - boxes[0][1], boxes[0][2] - boxes[0][0]
    top, foot, last = boxes[0][1], boxes[0][3], boxes[-1]
    strength = rng.uniform(.85, 1) if rng.random() < .75 else rng.uniform(.1, .8)

    def put(word, x, y, tall, squeeze=1.0):
        m = lettering(rng, word, held_out)
        wide = m.shape[1] * tall / m.shape[0] * squeeze
        pen.on(m, (x, y, x + wide, y + tall), strength)
        return x + wide

    word = WORDS[rng.integers(len(WORDS))]
    small = decimals and last[3] - last[1] < .9 * h
    if small and rng.random() < .75:
        over = last[1] - top > .12 * h
        room = (last[1] - top) if over else foot - last[3]
        tall = room * rng.uniform(.65, .98)
        x, y = boxes[-decimals][0] + rng.uniform(-.15, .35) * w, (top + rng.uniform(-.06, .04) * h) if over else foot - tall
    else:
        tall = h * rng.uniform(.22, .8)
        x, y = last[2] + w * rng.uniform(.03, .7), rng.choice([top, foot - tall, rng.uniform(top, max(top + 1, foot - tall))])
    if rng.random() < .85:
        pen.unit, end = word.replace(" ", ""), put(word, x, y, tall)
        if rng.random() < .3:  # a sign behind or under it
            high = h * rng.uniform(.2, .6)
            x = max(last[2], end if rng.random() < .5 else 0) + w * rng.uniform(.05, .6)
            y = foot - high if rng.random() < .7 else rng.uniform(top, foot - high)
            pen.on(icon(rng), (x, y, x + high * rng.uniform(.6, 1.3), y + high), strength)
    for y in (top - h * rng.uniform(.35, .75), foot + h * rng.uniform(.08, .3)):
        if rng.random() < .3:
            put(WORDS[rng.integers(len(WORDS))], rng.uniform(boxes[0][0] - w, last[2]), y, h * rng.uniform(.18, .5))


def flare(rng, pen, boxes):
    """A lamp or a window mirrored beyond one end of the row, hard-edged, blown out, with bars in it; the digits stay free."""
    p = pen.patch
    h, w = p.shape[:2]
    right = rng.random() < .7
    wide = boxes[0][2] - boxes[0][0]
    x = (boxes[-1][2] + rng.uniform(-.12, 1) * wide) if right else boxes[0][0] - rng.uniform(-.12, 1) * wide
    far = x + (1 if right else -1) * rng.uniform(.3, 4) * wide
    pts = np.array([(x, rng.uniform(-.3, .6) * h), (far, rng.uniform(-.3, .5) * h), (far, rng.uniform(.4, 1.3) * h), (x, rng.uniform(.4, 1.3) * h)])
    pts[:, 0] += np.abs(rng.normal(0, .4, 4)) * wide * (1 if right else -1)
    layer = np.zeros((h, w), np.float32)
    cv2.fillPoly(layer, [pts.astype(np.int32)], 1.0)
    for _ in range(int(rng.integers(0, 4))):
        a, b = rng.uniform(0, w), rng.uniform(0, h)
        cv2.line(layer, (int(a), int(b)), (int(a + rng.normal(0, w * .05)), int(rng.uniform(0, h))), float(rng.uniform(0, .7)), int(rng.uniform(.02, .12) * h) + 1)
    layer = cv2.GaussianBlur(layer, (0, 0), rng.uniform(.6, 9))[:, :, None] * rng.uniform(.4, 1)
    p[:] = p * (1 - layer) + layer * rng.uniform(190, 255) * rng.uniform(.88, 1, 3).astype(np.float32)

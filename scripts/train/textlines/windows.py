"""Windows of pages to learn text lines on, drawn while the net trains: cut from flat pages of our generators (scripts/synth/blocks/
flats.py), or laid out at random from lines of print in the trained faces among things that are no print. Both are turned, put in
perspective, lit, blurred and spoilt as cameras and scanners do. A sample is (picture, truth): the picture grey and uint8, the
core of its lines and what of it counts at half its size, and at a quarter of it where a core lies, its direction of reading in quarter
turns clockwise, polarity, and log2 of its height over eight pixels."""
import glob
import json
import os
import sys

import cv2
import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "..", "synth", "page"))

SIZE = 512
CORE = 0.25            # what a core lies inside its line on every side, in the line's height
LEAST, MOST = 4.5, 80  # pixels of height: what is smaller or larger counts neither way
CORNERS = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)


class Line:
    """A line's corners, from the start of reading above the letters clockwise, and its polarity."""

    def __init__(self, box, turn, reversed):
        x0, y0, x1, y1 = box
        q = [[x0, y0], [x1, y0], [x1, y1], [x0, y1]]
        self.quad, self.reversed = np.array(q[turn:] + q[:turn], np.float32), reversed


def shrunk(q):
    """The core of a line: its quad less a share of its height on every side."""
    along, down = (q[1] + q[2] - q[0] - q[3]) / 2, (q[2] + q[3] - q[0] - q[1]) / 2
    length, height = float(np.hypot(*along)), float(np.hypot(*down))
    if length < 1 or height < 1:
        return q, height, 0.0
    inset = min(CORE * height, 0.35 * length) / length * along
    lower = CORE * down
    return np.array([q[0] + inset + lower, q[1] - inset + lower, q[2] - inset - lower, q[3] + inset - lower], np.float32), height, float(np.arctan2(along[1], along[0]))


def fill(m, quad, value, scale):
    cv2.fillConvexPoly(m, np.round((quad * scale - 0.5 + scale / 2) * 16).astype(np.int32), value, cv2.LINE_8, 4)


def truth(lines, size=SIZE):
    """Maps of what the net is to say: the core and what counts at half the size, (core, direction, polarity, height) at a quarter."""
    core, seen = np.zeros((size // 2, size // 2), np.uint8), np.full((size // 2, size // 2), 255, np.uint8)
    rest = np.zeros((4, size // 4, size // 4), np.float32)
    for l in lines:
        q, height, angle = shrunk(l.quad)
        if height < LEAST or height > MOST:
            fill(seen, l.quad, 0, 0.5)
            continue
        fill(core, q, 255, 0.5)
        for m, v in zip(rest, (1, round(angle / (np.pi / 2)) % 4, 1 if l.reversed else -1, np.log2(height / 8))):
            fill(m, q, float(v), 0.25)
    return core, seen, rest


def texture(r, h, w):
    """Relative brightness of a ground: light from one side, soft patches, shadow of a hand."""
    y, x = np.mgrid[0:h, 0:w].astype(np.float32) / max(h, w)
    t = r.uniform(0, 2 * np.pi)
    out = 1 + r.uniform(0, 0.4) * (np.cos(t) * (x - 0.5) + np.sin(t) * (y - 0.5))
    if r.random() < 0.3:
        n = int(r.integers(2, 12))
        out += r.uniform(0, 0.1) * cv2.resize(r.standard_normal((n, n), dtype=np.float32), (w, h), interpolation=cv2.INTER_CUBIC)
    if r.random() < 0.2:
        edge = (np.cos(t + 1) * (x - r.uniform(.2, .8)) + np.sin(t + 1) * (y - r.uniform(.2, .8))) / r.uniform(0.005, 0.08)
        out *= 1 - r.uniform(0.1, 0.5) / (1 + np.exp(-np.clip(edge, -30, 30)))
    if r.random() < 0.1:
        gx, gy, s = r.uniform(0, 1), r.uniform(0, 1), r.uniform(0.05, 0.2)
        out += r.uniform(0.1, 0.5) * np.exp(-((x - gx) ** 2 + (y - gy) ** 2) / (2 * s * s))
    return out


def spoil(img, r):
    """What a camera or a scanner adds: contrast, light, blur, noise, JPEG."""
    h, w = img.shape
    out = img.astype(np.float32)
    if r.random() < 0.75:
        black = r.uniform(0, 90) if r.random() < 0.8 else r.uniform(60, 170)  # thermal print fades
        white = max(black + 45, r.uniform(150, 255))
        out = black + out * ((white - black) / 255)
    if r.random() < 0.6:
        out *= texture(r, h, w)
    k = r.random()
    if k < 0.5:
        out = cv2.GaussianBlur(out, (0, 0), r.uniform(0.3, 1.1))
    elif k < 0.56:
        n = int(r.integers(2, 6))
        kernel = np.zeros((n, n), np.float32)
        cv2.line(kernel, (0, int(r.integers(0, n))), (n - 1, int(r.integers(0, n))), 1.0)
        out = cv2.filter2D(out, -1, kernel / kernel.sum())
    if r.random() < 0.6:
        out += r.normal(0, r.uniform(0.5, 9), (h, w)).astype(np.float32)
    if r.random() < 0.04:
        out = np.where(out > cv2.blur(out, (41, 41)) - r.uniform(8, 20), 255, 0).astype(np.float32)
    out = np.clip(out, 0, 255).astype(np.uint8)
    if r.random() < 0.5:
        out = cv2.imdecode(cv2.imencode(".jpg", out, [cv2.IMWRITE_JPEG_QUALITY, int(r.uniform(30, 95))])[1], cv2.IMREAD_GRAYSCALE)
    return out


def view(r, centre, scale):
    """A map from a flat page to a window about centre: turned, at a scale, a little in perspective."""
    a = np.deg2rad(90 * int(r.integers(4)) if r.random() < 0.6 else 0)
    k = r.random()
    a += np.deg2rad(r.normal(0, 1.0) if k < 0.6 else r.uniform(-8, 8) if k < 0.85 else r.uniform(-22, 22))
    c, s = scale * np.cos(a), scale * np.sin(a)
    m = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]]) @ np.array([[1, 0, -centre[0]], [0, 1, -centre[1]], [0, 0, 1]])
    m = np.array([[1, 0, SIZE / 2], [0, 1, SIZE / 2], [*(r.uniform(-1, 1, 2) * 3e-4 if r.random() < 0.4 else (0, 0)), 1]]) @ m
    return m


def seen_through(lines, m):
    """The lines that a view shows; one of which less than a third is seen counts as it is cut."""
    out = []
    for l in lines:
        q = cv2.perspectiveTransform(l.quad[None].astype(np.float64), m)[0]
        if q[:, 0].max() < 0 or q[:, 1].max() < 0 or q[:, 0].min() > SIZE or q[:, 1].min() > SIZE or np.abs(q).max() > 6000:
            continue
        n = Line((0, 0, 1, 1), 0, l.reversed)
        n.quad = q.astype(np.float32)
        out.append(n)
    return out


def heights(lines):
    return np.array([min(np.hypot(*(l.quad[3] - l.quad[0])), np.hypot(*(l.quad[1] - l.quad[0]))) for l in lines])


class Pages:
    """Flat pages of generators, cut to windows."""

    def __init__(self, folder):
        self.folder, self.rows = folder, []
        for path in sorted(glob.glob(os.path.join(folder, "*.jsonl"))):
            self.rows += [json.loads(row) for row in open(path, encoding="utf-8")]
        self.page, self.left = None, 0

    def sample(self, r):
        if self.left == 0:
            row = self.rows[int(r.integers(len(self.rows)))]
            img = cv2.imread(os.path.join(self.folder, row["file"]), cv2.IMREAD_GRAYSCALE)
            self.page, self.left = (img, [Line(l[:4], l[4], l[5]) for l in row["lines"]]), 5
        self.left -= 1
        img, lines = self.page
        l = lines[int(r.integers(len(lines)))]
        usual = float(np.median(heights(lines))) if r.random() < 0.7 else float(heights([l])[0])
        scale = float(np.clip(np.exp(r.uniform(np.log(6.5), np.log(30))) / max(usual, 4), 0.3, 2.2))
        centre = l.quad.mean(0) + r.uniform(-0.35, 0.35, 2) * SIZE / scale
        m = view(r, centre, scale)
        if scale < 0.75:
            img = cv2.GaussianBlur(img, (0, 0), 0.42 / scale)
        edge = float(r.uniform(40, 255))
        out = cv2.warpPerspective(img, m, (SIZE, SIZE), flags=cv2.INTER_LINEAR, borderValue=(edge,))
        return out, seen_through(lines, m)


class Bank:
    """Lines of print as ink, 255 on 0, in the faces that may be trained on."""

    def __init__(self, path):
        d = np.load(path)
        pixels, shapes = d["pixels"], d["shape"]
        at = np.concatenate([[0], np.cumsum(shapes.prod(1))])
        self.inks = [pixels[at[i]:at[i + 1]].reshape(s) for i, s in enumerate(shapes)]

    def draw(self, r, height, longest):
        """Ink of about a height; what is longer is cut."""
        ink = self.inks[int(r.integers(len(self.inks)))]
        k = height / ink.shape[0]
        w = max(2, int(ink.shape[1] * k * r.uniform(0.85, 1.2)))
        ink = cv2.resize(ink, (w, max(3, int(round(height)))), interpolation=cv2.INTER_AREA if k < 1 else cv2.INTER_LINEAR)
        return ink[:, :int(longest)] if w > longest else ink


class Collage:
    """Random arrangements of print and of what is none."""

    def __init__(self, bank):
        self.bank = bank

    def sample(self, r):
        size = int(SIZE * 1.35)
        self.img, self.lines = np.full((size, size), float(r.uniform(200, 255)), np.float32), []
        self.taken = np.zeros((size // 4, size // 4), bool)
        if r.random() < 0.35:
            self.ground(r, 0, 0, size, size, float(r.uniform(150, 255)), float(r.uniform(150, 255)))
        usual = float(np.exp(r.uniform(np.log(7), np.log(30))))
        for _ in range(int(r.integers(4, 22))):
            k = r.random()
            part = self.block if k < 0.4 else self.bar if k < 0.6 else self.grid if k < 0.72 else self.clutter if k < 0.92 else self.upended
            part(r, usual * float(np.exp(r.normal(0, 0.35))))
        m = view(r, (size / 2, size / 2), float(r.uniform(0.9, 1.15)))
        out = cv2.warpPerspective(np.clip(self.img, 0, 255).astype(np.uint8), m, (SIZE, SIZE), borderValue=(float(r.uniform(0, 255)),))
        return out, seen_through(self.lines, m)

    def place(self, r, w, h):
        """A free corner for a part, None where there is none."""
        size = self.img.shape[0]
        for _ in range(8):
            x, y = int(r.uniform(0, max(1, size - w))), int(r.uniform(0, max(1, size - h)))
            a = self.taken[y // 4:(y + h) // 4 + 1, x // 4:(x + w) // 4 + 1]
            if not a.any() and x + w <= size and y + h <= size:
                a[:] = True
                return x, y
        return None

    def ground(self, r, x, y, w, h, tone, other):
        """A plain, graded or striped ground."""
        part = self.img[y:y + h, x:x + w]
        k = r.random()
        if k < 0.6:
            part[:] = tone
            return
        gy, gx = np.mgrid[0:part.shape[0], 0:part.shape[1]].astype(np.float32)
        t = np.deg2rad(r.uniform(0, 360))
        if k < 0.8:
            s = np.cos(t) * gx / max(1, w) + np.sin(t) * gy / max(1, h)
            part[:] = tone + (other - tone) * np.clip(s / (abs(np.cos(t)) + abs(np.sin(t))) + 0.5, 0, 1)
            return
        t = np.deg2rad(r.uniform(20, 70) + 90 * int(r.integers(2)))
        period = r.uniform(5, 22)
        part[:] = np.where(np.mod(gx * np.cos(t) + gy * np.sin(t), period) < r.uniform(0.3, 0.7) * period, tone, 0.5 * (tone + other))

    def print(self, r, ink, x, y, tone, turn=0, light=False):
        """Puts ink on the picture in a tone and keeps its line."""
        ink = np.rot90(ink, -turn % 4 if turn else 0)
        h, w = ink.shape
        part = self.img[y:y + h, x:x + w]
        if part.shape != ink.shape or h < 2 or w < 2:
            return
        part += (tone - part) * (ink.astype(np.float32) / 255)
        self.lines.append(Line((x, y, x + w, y + h), turn, light))

    def ink_on(self, r, x, y, w, h):
        """A tone of print that stands out from its ground, and whether it is lighter."""
        g = float(np.median(self.img[y:y + h, x:x + w]))
        far = r.uniform(50, 90) if r.random() < 0.2 else r.uniform(90, 255)
        light = g < 110 or g < 150 and r.random() < 0.4
        return (min(255.0, g + far) if light else max(0.0, g - far)), light

    def block(self, r, h):
        """Lines under each other, or pairs of a caption and a value with a gap between them."""
        n, leading, pairs = int(r.integers(1, 7)), r.uniform(1.12, 1.9), r.random() < 0.3
        wide = min(self.img.shape[0] - 8, r.uniform(4, 26) * h)
        at = self.place(r, int(wide) + 6, int(n * h * leading) + 6)
        if at is None:
            return
        tone, light = self.ink_on(r, at[0], at[1], int(wide), int(n * h))
        for i in range(n):
            y = int(at[1] + 3 + i * h * leading)
            first = self.bank.draw(r, h * r.uniform(0.85, 1.15), wide * (0.4 if pairs else 1))
            self.print(r, first, at[0] + 3, y, tone, 0, light)
            x = at[0] + 3 + (int(wide * r.uniform(0.45, 0.5)) if pairs else first.shape[1] + int(r.uniform(1.3, 4) * h))
            left = at[0] + wide - x
            if left > 2 * h and x - at[0] - 3 - first.shape[1] > 0.9 * h and (pairs or r.random() < 0.4):
                self.print(r, self.bank.draw(r, h * r.uniform(0.9, 1.1), left), x, y, tone, 0, light)

    def bar(self, r, h):
        """A filled bar or tab with a line in it, level or turned."""
        turn, pad = int(r.choice([0, 0, 1, 3])), h * r.uniform(0.15, 1.2)
        ink = self.bank.draw(r, h * r.uniform(1, 1.8), r.uniform(3, 16) * h)
        w, t = ink.shape[1] + 2 * pad + (r.uniform(0, 12) * h if r.random() < 0.5 else 0), ink.shape[0] + 2 * pad
        w, t = (int(t), int(w)) if turn % 2 else (int(w), int(t))
        at = self.place(r, w, t)
        if at is None:
            return
        tone = r.uniform(0, 110) if r.random() < 0.65 else r.uniform(150, 245)
        self.ground(r, at[0], at[1], w, t, float(tone), float(np.clip(tone + r.uniform(-60, 60), 0, 255)))
        iw, ih = (ink.shape[0], ink.shape[1]) if turn % 2 else (ink.shape[1], ink.shape[0])
        x, y = at[0] + int((w - iw) * r.uniform(0.05, 0.95)), at[1] + int((t - ih) * r.uniform(0.05, 0.95))
        tone, light = self.ink_on(r, at[0], at[1], w, t)
        self.print(r, ink, x, y, tone, turn, light)

    def upended(self, r, h):
        """A line that stands alone, turned any way."""
        turn, ink = int(r.integers(1, 4)), self.bank.draw(r, h, r.uniform(3, 18) * h)
        w, t = (ink.shape[0], ink.shape[1]) if turn % 2 else (ink.shape[1], ink.shape[0])
        at = self.place(r, w + 4, t + 4)
        if at is not None:
            tone, light = self.ink_on(r, at[0], at[1], w, t)
            self.print(r, ink, at[0] + 2, at[1] + 2, tone, turn, light)

    def grid(self, r, h):
        """A table with rules, whose cells stand closely."""
        cols, rows, cell, row = int(r.integers(2, 5)), int(r.integers(2, 7)), r.uniform(3, 9) * h, h * r.uniform(1.3, 2)
        w, t = int(cols * cell) + 2, int(rows * row) + 2
        at = self.place(r, w, t)
        if at is None:
            return
        x0, y0 = at
        rule, thick = float(r.uniform(0, 190)), int(r.integers(1, 3))
        if r.random() < 0.5:
            self.ground(r, x0, y0, w, int(row), float(r.uniform(0, 230)), 128.0)
        for j in range(rows):
            for i in range(cols):
                x, y = int(x0 + i * cell + 0.45 * h), int(y0 + j * row + 0.12 * row)
                if r.random() < 0.85:
                    tone, light = self.ink_on(r, x, y, int(cell * 0.6), int(h))
                    self.print(r, self.bank.draw(r, h * r.uniform(0.8, 1), cell - 1.0 * h), x, y, tone, 0, light)
        if r.random() < 0.7:
            for j in range(rows + 1):
                self.img[int(y0 + j * row):int(y0 + j * row) + thick, x0:x0 + w] = rule
            for i in range(cols + 1) if r.random() < 0.7 else ():
                self.img[y0:y0 + t, int(x0 + i * cell):int(x0 + i * cell) + thick] = rule

    def clutter(self, r, h):
        """What is no print: bar codes, squares of codes, hatches, leaders, rules, shapes, scribbles, noise."""
        w, t = int(r.uniform(2, 14) * h), int(r.uniform(1, 6) * h)
        at = self.place(r, w, t)
        if at is None:
            return
        part, dark = self.img[at[1]:at[1] + t, at[0]:at[0] + w], float(r.uniform(0, 120))
        k = int(r.integers(9))
        gy, gx = np.mgrid[0:t, 0:w]
        if k == 0:
            bars = np.repeat(r.integers(0, 2, w), r.integers(1, 4, w))[:w].astype(bool)
            part[:, bars] = dark
        elif k == 1:
            n = int(r.integers(8, 30))
            part[cv2.resize(r.integers(0, 2, (n, n)).astype(np.uint8), (w, t), interpolation=cv2.INTER_NEAREST) > 0] = dark
        elif k == 2:
            part[np.mod(gx + gy * r.choice([-1, 1]), int(r.integers(4, 14))) < 2] = dark
        elif k == 3:
            part[(np.mod(gx, int(r.integers(3, 9))) < 2) & (np.abs(gy - t // 2) < 1 + r.random())] = dark
        elif k == 4:
            for _ in range(int(r.integers(1, 4))):
                cv2.rectangle(self.img, (at[0] + int(r.uniform(0, w / 2)), at[1] + int(r.uniform(0, t / 2))), (at[0] + w - 1, at[1] + t - 1), dark, int(r.integers(1, 4)))
        elif k == 5:
            pts = (r.uniform(0, 1, (int(r.integers(3, 9)), 2)) * [w - 1, t - 1] + at).astype(np.int32)
            cv2.fillPoly(self.img, [pts], dark)
        elif k == 6:
            pts = (r.uniform(0, 1, (int(r.integers(4, 20)), 2)) * [w - 1, t - 1] + at).astype(np.int32)
            cv2.polylines(self.img, [pts], False, dark, int(r.integers(1, 4)), cv2.LINE_AA)
        elif k == 7:
            n = int(r.integers(3, max(4, t)))
            part[:] = cv2.resize(r.uniform(0, 255, (n, n)).astype(np.float32), (w, t), interpolation=int(r.choice([cv2.INTER_NEAREST, cv2.INTER_CUBIC])))
        else:
            for i in range(int(r.integers(1, 8))):
                cv2.circle(self.img, (at[0] + int(r.uniform(0, w)), at[1] + int(r.uniform(0, t))), int(r.uniform(0.1, 1.2) * h), dark, int(r.choice([-1, 1, 2])))


class Windows:
    """Samples of both kinds, spoilt. pages: folder of flats.py; bank: file of bank.py."""

    def __init__(self, pages, bank, share=0.6):
        self.pages, self.collage, self.share = Pages(pages), Collage(Bank(bank)), share

    def sample(self, r):
        img, lines = (self.pages if r.random() < self.share else self.collage).sample(r)
        if r.random() < 0.12:
            img = 255 - img
            for l in lines:
                l.reversed = not l.reversed
        return spoil(img, r), truth(lines)


def main():
    w, r, out = Windows(sys.argv[1], sys.argv[2]), np.random.default_rng(3), sys.argv[3]
    for i in range(int(sys.argv[4])):
        img, (core, seen, rest) = w.sample(r)
        show = cv2.cvtColor(img, cv2.COLOR_GRAY2BGR)
        big = cv2.resize(core, (SIZE, SIZE), interpolation=cv2.INTER_NEAREST)
        show[big > 0] = show[big > 0] // 2 + np.array([0, 0, 120], np.uint8)
        cv2.imwrite(os.path.join(out, f"window_{i}.png"), show)


if __name__ == "__main__":
    main()

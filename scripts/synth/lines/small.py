"""Pages in the smallest print that is read, as documents made for a screen hold it: tables of figures, paragraphs and forms whose letters
are 7 to 13 pixels high, drawn as renderers draw them (FreeType's hinted glyphs, shares of covered pixels, PDFs by Poppler and PDFium).
Writes pictures and truth.jsonl as pages.py does.

    small.py OUT --pages 100 --seed 1 --words DIR --address DIR --fonts DIR --fetched DIR --alphabet FILE
"""
import argparse
import io
import json
import os
import random
import subprocess

import cv2
import numpy as np
from fontTools.ttLib import TTFont as TrueType, TTLibError
from PIL import Image, ImageDraw, ImageFont

import render
import text

FINE = 8  # text is measured, and drawn where it is reduced, so many times larger
SAMPLE = "ABGRSabegst0123456789.,()%-"
WIDEST = 900
WAYS = ["hinted", "reduced", "pdf", "pdf"]  # how a page is rendered; the writer of PDFs does not set Thai's marks
RAISED = 0.62, 0.36  # size and rise of a raised sign, in the letters' height


class Face:
    """A font file at any size, rounded to whole pixels."""

    def __init__(self, path):
        self.path, self.cache = path, {}
        with TrueType(path, fontNumber=0, lazy=True) as f:
            self.signs = {*f.getBestCmap(), ord(" ")}

    def draws(self, s):
        return all(ord(c) in self.signs for c in s)

    def at(self, size):
        size = round(size)
        if size not in self.cache:
            self.cache[size] = ImageFont.truetype(self.path, size, layout_engine=ImageFont.Layout.RAQM)
        return self.cache[size]


class Piece:
    """Printed text at a baseline: runs of (text, face, size), the second, if any, raised."""

    def __init__(self, s, face, em, raised=""):
        self.text = s + raised
        self.runs = [(s, face, em)] + ([(raised, face, em * RAISED[0])] if raised else [])
        self.rise, self.x, self.y = em * RAISED[1], 0.0, 0.0

    def placed(self):
        """(text, face, size, x, y) of each run."""
        x = self.x
        for i, (s, face, size) in enumerate(self.runs):
            yield s, face, size, x, self.y - (self.rise if i else 0)
            x += face.at(size * FINE).getlength(s) / FINE

    def width(self):
        return sum(face.at(size * FINE).getlength(s) / FINE for s, face, size in self.runs)

    def box(self):
        """The ink's left, top, right and bottom."""
        boxes = []
        for s, face, size, x, y in self.placed():
            b = face.at(size * FINE).getbbox(s, anchor="ls")
            boxes.append([x + b[0] / FINE, y + b[1] / FINE, x + b[2] / FINE, y + b[3] / FINE])
        b = np.array(boxes)
        return [*b[:, :2].min(0), *b[:, 2:].max(0)]


class Page:
    """Blocks of print, one under the other; whole says that letters have a size of whole pixels."""

    def __init__(self, r, painter, texts, figures, thai, whole):
        self.r, self.texts, self.figures, self.thai = r, texts, figures, thai
        faces = self.choose(painter)
        plain = [p for p in faces if not any(k in p for k in ("Bold", "Italic", "Oblique", "Light"))] or faces
        self.face = Face(r.choice(plain))
        self.bold = Face(r.choice([p for p in faces if "Bold" in p] or plain))
        self.slanted = Face(r.choice([p for p in faces if "Italic" in p or "Oblique" in p] or plain))
        self.em = r.uniform(9.5, 14) if self.thai else 7 * 1.95 ** r.random() ** 1.6
        self.em = float(round(self.em)) if whole else self.em
        self.pitch = self.em * r.uniform(1.15, 2.3)
        self.pieces, self.rules, self.y, self.right = [], [], self.em * r.uniform(0.4, 2), 0.0
        self.left = self.em * r.uniform(0.3, 2)
        while not self.pieces or r.random() < 0.4 and self.y < 500:
            r.choices((self.table, self.prose, self.form), (6, 2, 1))[0]()
            self.y += self.pitch * r.uniform(0.5, 1.5)
        self.width, self.height = int(self.right + self.left), int(self.y)

    def choose(self, painter):
        while True:
            faces = self.r.choice(painter.pools[self.thai])
            try:
                if all(Face(p).draws(SAMPLE) for p in faces):
                    return faces
            except (OSError, TTLibError):
                continue

    def put(self, piece, x, y):
        piece.x, piece.y = x, y
        self.pieces.append(piece)
        self.right = max(self.right, x + piece.width())

    def word(self, longest, face):
        while True:
            s = self.texts.line(longest)
            if self.thai == any("ก" <= c <= "๙" for c in s) and face.draws(s):
                return s

    def figure(self, face):
        while True:
            s = self.figures.line(16)
            if face.draws(s):
                return s

    def cell(self, face):
        raised = self.r.choice(["a", "b", "c", "1", "2", "*", "**"]) if self.r.random() < 0.04 else ""
        return Piece(self.figure(face) if self.r.random() < 0.85 else self.word(14, face), face, self.em, raised)

    def table(self):
        r = self.r
        rows, columns = r.randint(2, 14), r.randint(2, 8)
        heads, gap = r.choice([0, 1, 1, 1, 2]), self.em * r.uniform(0.8, 3.5)
        sides = [0] + [r.choice([0, 0.5, 0.5, 1]) for _ in range(columns - 1)]
        face = self.slanted if r.random() < 0.08 else self.bold if r.random() < 0.08 else self.face
        grid = []
        for i in range(rows):
            style = r.choice([self.bold, self.bold, self.face, self.slanted]) if i < heads else face
            first = Piece(self.word(r.choice([8, 14, 22, 30]), style), style, self.em)
            rest = [Piece(self.word(12, style), style, self.em) if i < heads and r.random() < 0.7 else self.cell(style) for _ in range(columns - 1)]
            grid.append([first, *rest])
        x, edges = self.left, []
        for k in range(columns):
            wide = max(row[k].width() for row in grid)
            if x + wide > WIDEST and k:
                break
            for i, row in enumerate(grid):
                if r.random() > 0.04:
                    self.put(row[k], x + sides[k] * (wide - row[k].width()), self.y + (i + 1) * self.pitch)
            edges.append(x - gap / 2)
            x += wide + gap
        self.ruled(edges, x - gap / 2, rows, heads)
        self.y += (rows + 0.6) * self.pitch

    def ruled(self, edges, right, rows, heads):
        """Rules of a table: none, above and below, under its head, between all rows, a grid."""
        r, kind = self.r, self.r.random()
        drop = self.em * 0.25 + (self.pitch - self.em) / 2
        level = lambda i: self.y + i * self.pitch + drop
        at = [] if kind < 0.25 else [0, heads, rows] if kind < 0.65 else range(rows + 1)
        thick = r.choice([0.4, 0.7, 1, 1, 1.5])
        for i in at:
            self.rules.append((edges[0], level(i), right, level(i), thick * (2 if i == 0 and r.random() < 0.3 else 1)))
        if kind > 0.88:
            self.rules.extend((x, level(0), x, level(rows), thick) for x in [*edges, right])

    def prose(self):
        for _ in range(self.r.randint(1, 8)):
            s = " ".join(self.word(45, self.face) for _ in range(1 if self.thai else 2))
            self.put(Piece(s[:self.r.randint(20, 80)].strip(), self.face, self.em), self.left, self.y + self.pitch)
            self.y += self.pitch

    def form(self):
        wide = self.em * self.r.uniform(6, 14)
        for _ in range(self.r.randint(2, 8)):
            style = self.r.choice([self.face, self.bold])
            caption = Piece(self.word(14, style) + self.r.choice([":", ":", ""]), style, self.em)
            self.put(caption, self.left, self.y + self.pitch)
            self.put(self.cell(self.face) if self.r.random() < 0.5 else Piece(self.word(30, self.face), self.face, self.em), self.left + max(wide, caption.width() + self.em), self.y + self.pitch)
            self.y += self.pitch


def drawn(page, times, ink):
    """The page so many times larger, in FreeType's glyphs; white paper."""
    im = Image.new("L", (page.width * times, page.height * times), 255)
    d = ImageDraw.Draw(im)
    for x0, y0, x1, y1, thick in page.rules:
        t = max(1, round(thick * times))
        d.rectangle((round(x0 * times), round(y0 * times), max(round(x1 * times), round(x0 * times) + t - 1), max(round(y1 * times), round(y0 * times) + t - 1)), fill=ink)
    for p in page.pieces:
        for s, face, size, x, y in p.placed():
            d.text((x * times, y * times), s, font=face.at(size * times), fill=ink, anchor="ls")
    return np.asarray(im)


def reduced(page, r, ink):
    """The share that print covers of each pixel, made darker or lighter as renderers differ in it."""
    g = drawn(page, FINE, 0)
    g = cv2.copyMakeBorder(g, r.randrange(FINE), 0, r.randrange(FINE), 0, cv2.BORDER_CONSTANT, value=255)[:g.shape[0], :g.shape[1]]
    a = 1 - cv2.resize(g, (page.width, page.height), interpolation=cv2.INTER_AREA) / 255.0
    return np.uint8(255 - (255 - ink) * a ** r.uniform(0.6, 1.5))


def typeset(page, ink):
    """The page as PDF, a point a pixel; None where a face is of a kind that the writer does not know."""
    from reportlab.pdfbase import pdfmetrics  # Debian's Python, which runs the tests, has no such writer
    from reportlab.pdfbase.ttfonts import TTFError, TTFont
    from reportlab.pdfgen import canvas

    out = io.BytesIO()
    c = canvas.Canvas(out, pagesize=(page.width, page.height))
    c.setFillGray(ink / 255)
    c.setStrokeGray(ink / 255)
    for x0, y0, x1, y1, thick in page.rules:
        c.setLineWidth(thick)
        c.line(x0, page.height - y0, x1, page.height - y1)
    try:
        for p in page.pieces:
            for s, face, size, x, y in p.placed():
                pdfmetrics.registerFont(TTFont(face.path, face.path)) if face.path not in pdfmetrics.getRegisteredFontNames() else None
                c.setFont(face.path, size)
                c.drawString(x, page.height - y, s)
    except TTFError:
        return None
    c.save()
    return out.getvalue()


def poppler(pdf):
    out = subprocess.run(["pdftoppm", "-r", "72", "-gray", "-"], input=pdf, capture_output=True, check=True).stdout
    return cv2.imdecode(np.frombuffer(out, np.uint8), cv2.IMREAD_GRAYSCALE)


def pdfium(pdf):
    import pypdfium2

    with pypdfium2.PdfDocument(pdf) as d:
        return np.array(d[0].render(scale=1, grayscale=True).to_pil().convert("L"))


def rendered(page, way, r):
    ink = r.choice([0, 0, 0, r.randint(10, 110)])
    if way == "hinted":
        return drawn(page, 1, ink)
    pdf = typeset(page, ink) if way == "pdf" else None
    return r.choice([poppler, poppler, pdfium])(pdf) if pdf else reduced(page, r, ink)


def spoilt(g, r):
    """(picture, how many times larger): paper that is not white, another size, JPEG."""
    zoom = 1.0
    if r.random() < 0.15:
        zoom = r.uniform(0.85, 1.4)
        g = cv2.resize(g, None, fx=zoom, fy=zoom, interpolation=r.choice([cv2.INTER_CUBIC, cv2.INTER_AREA, cv2.INTER_LINEAR]))
    if r.random() < 0.2:
        g = np.uint8(g * r.uniform(0.85, 0.99))
    if r.random() < 0.4:
        g = cv2.imdecode(cv2.imencode(".jpg", g, [cv2.IMWRITE_JPEG_QUALITY, r.randint(50, 95)])[1], 0)
    return g, zoom


def make(i, seed, held, painter, a, alphabet):
    """A page's picture and its row of truth."""
    r = random.Random(f"{seed} {i}")
    told = lambda only: text.Texts(a.words, a.address, alphabet, seed * 100003 + i, held, only)
    thai = r.random() < 0.25
    way = r.choice(["hinted", "reduced"] if thai else WAYS)
    page = Page(r, painter, told(None), told("numeric"), thai, way == "hinted")
    g, zoom = spoilt(rendered(page, way, r), r)
    lines = []
    for p in page.pieces:
        x0, y0, x1, y1 = (v * zoom for v in p.box())
        lines.append({"text": p.text, "quad": [[x0, y0], [x1, y0], [x1, y1], [x0, y1]], "reversed": False})
    name = f"small_{seed}_{i:04d}.png"
    return g, {"file": name, "lines": lines, "cut": []}


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("out")
    p.add_argument("--pages", type=int, default=20)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--held", action="store_true", help="held-out faces and words")
    for name in ("words", "address", "fonts", "alphabet"):
        p.add_argument("--" + name, required=True)
    p.add_argument("--fetched", help="folder of .ttf files that scripts/synth/lines/fetch filled")
    a = p.parse_args()
    os.makedirs(a.out, exist_ok=True)
    alphabet = open(a.alphabet, encoding="utf8").read().rstrip("\n")
    painter = render.Painter(a.fonts, a.held, a.seed, a.fetched)
    with open(os.path.join(a.out, "truth.jsonl"), "a", encoding="utf8") as out:
        for i in range(a.pages):
            g, row = make(i, a.seed, a.held, painter, a, alphabet)
            cv2.imwrite(os.path.join(a.out, row["file"]), g)
            out.write(json.dumps(row, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()

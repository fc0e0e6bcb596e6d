"""Draws shards of synthetic lines: ink bitmaps of shaped text (Raqm/HarfBuzz), 255 = ink, tightly cropped, about 56 px high.

A shard is one .npz: `pixels` (all bitmaps, row-major, one after the other), `shape` (h, w a line), `text` (UTF-8, newline-separated) and `font`.
Degradation is not done here: the trainer draws it anew for each use of a line (augment.py).
"""
import argparse
import os
import random
import unicodedata

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

import fonts
import text


TONES = "\u0e48\u0e49\u0e4a\u0e4b\u0e4c"


def thai(s):
    return any("\u0e00" <= c <= "\u0e7f" for c in s)


def clusters(s):
    out = []
    for c in s:
        if out and (unicodedata.category(c) == "Mn" or c == "ำ"):
            out[-1] += c
        else:
            out.append(c)
    return out


def bend(im, r, em):
    """Moves the ink by a smooth random field, up to some hundredths of an em: letters as another designer might have drawn them."""
    h, w = im.shape
    grid = (max(3, round(2 * h / em)), max(3, round(2 * w / em)))
    field = [cv2.resize(np.array([[r.gauss(0, 1) for _ in range(grid[1])] for _ in range(grid[0])], np.float32), (w, h), interpolation=cv2.INTER_CUBIC) for _ in range(2)]
    y, x = np.mgrid[0:h, 0:w].astype(np.float32)
    k = r.uniform(0.01, 0.035) * em
    return cv2.remap(im, x + k * field[0], y + k * field[1], cv2.INTER_LINEAR)


def vary(im, r, em):
    """Faces beyond those at hand: some lines slanted, bent, or with another weight of stroke. im has room around its ink."""
    if r.random() < 0.5:
        return im
    h, w = im.shape
    if r.random() < 0.35:
        slant = r.uniform(-0.08, 0.32)
        im = cv2.warpAffine(im, np.float32([[1, -slant, slant * h * 2 / 3], [0, 1, 0]]), (w, h))
    if r.random() < 0.5:
        im = bend(im, r, em)
    if r.random() < 0.35:
        soft = cv2.GaussianBlur(im, (0, 0), em * r.uniform(0.01, 0.03)).astype(np.float32) / 255
        im = (255 * np.clip((soft - r.uniform(0.2, 0.62)) * 4 + 0.5, 0, 1)).astype(np.uint8)
    return im


class Painter:
    """Draws text with cached fonts; a glyph missing from a font sends the text to another font."""

    def __init__(self, extra, held, seed, fetched=None, unshaped=0.0):
        self.r, self.unshaped = random.Random(seed), unshaped
        thai, latin = fonts.list_fonts(extra, held, fetched)
        self.pools = {True: self.by_family(thai), False: self.by_family(latin + thai[:len(thai) // 3])}
        self.cache, self.cover = {}, {}

    @staticmethod
    def by_family(paths):
        out = {}
        for p in paths:
            out.setdefault(fonts.family(p), []).append(p)
        return list(out.values())

    def choose(self, s):
        """A font that has every character of s, families equally likely, regular faces preferred."""
        pool = self.pools[thai(s)]
        for _ in range(30):
            faces = self.r.choice(pool)
            regular = [f for f in faces if not any(k in f for k in ("Italic", "Oblique", "Cond", "ExCd", "SmCd", "Light", "Medium"))]
            path = self.r.choice(regular if regular and self.r.random() < 0.6 else faces)
            if path not in self.cover:
                from fontTools.ttLib import TTFont
                self.cover[path] = set(TTFont(path, fontNumber=0, lazy=True).getBestCmap())
            if all(ord(c) in self.cover[path] or c == " " for c in s):
                return path
        return None

    def face(self, path, size, s):
        """A font at a size, which shapes or does not. Many programs that write PDFs set each glyph where the font has it, without the rules of
        Thai: tones then stand as high over bare letters as over vowels. Fonts whose tones take room of their own are always shaped."""
        shapes = not (self.unshaped and thai(s)) or self.r.random() >= self.unshaped
        for layout in (ImageFont.Layout.RAQM, ImageFont.Layout.BASIC):
            if (path, size, layout) not in self.cache:
                self.cache[path, size, layout] = ImageFont.truetype(path, size, layout_engine=layout)
        plain = self.cache[path, size, ImageFont.Layout.BASIC]
        if shapes or any(plain.getlength(c) for c in TONES):
            return self.cache[path, size, ImageFont.Layout.RAQM]
        return plain

    def draw(self, s):
        path = self.choose(s)
        if path is None:
            return None
        size = self.r.choice((40, 46, 52))
        f = self.face(path, size, s)
        runs = [s]
        spacing = 0.0
        if self.r.random() < 0.12:
            runs, spacing = clusters(s), self.r.choice((-0.04, 0.05, 0.1, 0.2, 0.4, 0.7)) * size
        word = 1.0 if self.r.random() < 0.7 else self.r.uniform(0.8, 2.2)
        if word != 1.0 and len(runs) == 1 and " " in s:
            runs = [p for w in s.split(" ") for p in (w, " ")][:-1]
        length = sum(f.getlength(p) * (word if p == " " else 1) + spacing for p in runs)
        if length > 4000:
            return None
        im = Image.new("L", (int(length) + 3 * size, 3 * size))
        d, x = ImageDraw.Draw(im), float(size)
        for p in runs:
            if p != " ":
                d.text((x, 2 * size), p, font=f, fill=255, anchor="ls")
            x += f.getlength(p) * (word if p == " " else 1) + spacing
        im = Image.fromarray(vary(np.asarray(im), self.r, size))
        box = im.getbbox()
        return (np.asarray(im.crop(box)), os.path.basename(path)) if box else None


def shard(painter, texts, n, longest):
    pixels, shapes, strings, names = [], [], [], []
    while len(strings) < n:
        s = texts.line(longest)
        got = painter.draw(s)
        if got is None:
            continue
        im, name = got
        if im.shape[0] > 56:  # keeps shards small; the net sees 40 rows at most
            im = np.asarray(Image.fromarray(im).resize((max(1, round(im.shape[1] * 56 / im.shape[0])), 56), Image.Resampling.BOX))
        pixels.append(im.ravel())
        shapes.append(im.shape)
        strings.append(s)
        names.append(name)
    return dict(pixels=np.concatenate(pixels), shape=np.array(shapes, np.int32), text=np.array("\n".join(strings)), font=np.array("\n".join(names)))


def main():
    a = argparse.ArgumentParser()
    a.add_argument("--words", required=True)
    a.add_argument("--address", required=True)
    a.add_argument("--fonts", required=True, help="folder of further .ttf files")
    a.add_argument("--fetched", help="folder of .ttf files that scripts/synth/lines/fetch filled")
    a.add_argument("--alphabet", required=True)
    a.add_argument("--out", required=True)
    a.add_argument("--shards", type=int, default=30)
    a.add_argument("--lines", type=int, default=4000, help="per shard")
    a.add_argument("--longest", type=int, default=45)
    a.add_argument("--seed", type=int, default=1)
    a.add_argument("--held", action="store_true", help="held-out fonts and words")
    a.add_argument("--unshaped", type=float, default=0.0, help="share of the lines with Thai letters that are set without the font's rules for marks")
    a.add_argument("--only", choices=("numeric", "thai-digits", "accents"), help="amounts, dates, codes and table figures only; such in Thai digits; or Latin letters with marks")
    o = a.parse_args()
    alphabet = open(o.alphabet, encoding="utf8").read().rstrip("\n")
    os.makedirs(o.out, exist_ok=True)
    for i in range(o.shards):
        seed = o.seed * 1000 + i
        longest = 12 if not o.held and o.shards > 4 and i < 4 else o.longest  # the first shards are short: CTC locks in on them
        part = shard(Painter(o.fonts, o.held, seed, o.fetched, o.unshaped), text.Texts(o.words, o.address, alphabet, seed, o.held, o.only), o.lines, longest)
        tmp = os.path.join(o.out, f"tmp{seed}.npz")
        np.savez(tmp, **part)
        os.replace(tmp, os.path.join(o.out, f"shard{seed:06d}.npz"))
        print(i, flush=True)


if __name__ == "__main__":
    main()

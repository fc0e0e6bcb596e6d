"""Cells for the reader: real crops, cells cut from synthetic scenes, and things that are no digit.

Every sample is a 72 x 48 BGR tile whose middle 48 x 32 is about the window, so that the training can shift, zoom and turn
it. pos is the ring position, sigma how exactly it is known, nad whether it is no digit, group whose meter it is.
"""
import json
import os

import cv2
import numpy as np

import common  # noqa: F401  (puts the generator on the path)
from counter import gray
from dial import emblem, paste
from glyphs import Fonts

TILE_H, TILE_W = 72, 48
# Upside down these are no digits: that decides which way up a row stands. 0, 1 and 8 may look the same, 6 and 9 trade
# places; on a display 2 and 5 pass for themselves too.
TURNED_NO_DIGIT = {"lcd": (3, 4, 7), "roller": (2, 3, 4, 5, 7), "crops": (2, 3, 4, 5, 7)}


class Tiles:
    def __init__(self):
        self.tile, self.pos, self.sigma, self.nad, self.group = [], [], [], [], []

    def add(self, tile, pos=0.0, sigma=0.12, nad=False, group="synthetic"):
        self.tile.append(tile)
        self.pos.append(pos)
        self.sigma.append(sigma)
        self.nad.append(nad)
        self.group.append(group)

    def arrays(self):
        return (np.stack(self.tile), np.array(self.pos, np.float32), np.array(self.sigma, np.float32),
                np.array(self.nad, bool), np.array(self.group))


def crop_tile(im):
    """A bare crop as a tile: it shows the window and a little more, so it fills the middle and is repeated outwards."""
    g = cv2.resize(im, (36, 54), interpolation=cv2.INTER_AREA)
    return cv2.copyMakeBorder(g, 9, 9, 6, 6, cv2.BORDER_REPLICATE)


def read_crops(folder, into):
    """index.jsonl: file, group, label, digit, frac (null: a bare digit, "N": between two digits, left out)."""
    with open(os.path.join(folder, "index.jsonl"), encoding="utf-8") as f:
        for line in f:
            r = json.loads(line)
            if r["label"] == "N":
                continue
            im = cv2.imread(os.path.join(folder, r["file"]))
            if im is None:
                continue
            exact = r["frac"] is not None
            into.add(crop_tile(im), float(r["label"]), 0.12 if exact else 0.22, False, r["group"])


def cut(im, quad, grow=1.5):
    """The cell's quad grown about its centre, as a tile."""
    c = quad.mean(0)
    src = ((quad - c) * grow + c).astype(np.float32)
    dst = np.array([[0, 0], [TILE_W, 0], [TILE_W, TILE_H], [0, TILE_H]], np.float32)
    scale = np.linalg.norm(src[1] - src[0]) / TILE_W
    if scale > 1.6:
        im = cv2.GaussianBlur(im, (0, 0), 0.4 * scale)
    return cv2.warpPerspective(im, cv2.getPerspectiveTransform(src, dst), (TILE_W, TILE_H), flags=cv2.INTER_LINEAR,
                               borderMode=cv2.BORDER_REPLICATE)


def read_scene_cells(rows, rng, into, nad_share=0.3):
    fonts = Fonts()
    for r in rows:
        im = cv2.imread(r["path"])
        cells = r["cells"]
        corrected = r["kind"] == "sample"
        for q, p in zip(cells, r["positions"]):
            # A corrected picture's wheels are known by their digits only, and they count as a real meter's crops.
            into.add(cut(im, q), p, 0.25 if corrected else 0.1, group="samples" if corrected else "synthetic")
            if rng.random() < nad_share and int(p) in TURNED_NO_DIGIT.get(r["kind"], (3, 4, 7)) and p % 1 < .2:
                into.add(cut(im, q[[2, 3, 0, 1]]), nad=True)
        for q in r.get("blank", []):
            into.add(cut(im, np.array(q, np.float32)), nad=True)  # a display's unlit place, its ghost perhaps
        for _ in range(2):
            if rng.random() < .6:
                into.add(no_digit(rng, im, cells), nad=True)
        if rng.random() < .6:
            into.add(sign(rng, fonts, no_digit(rng, im, cells)), nad=True)


def no_digit(rng, im, cells):
    """Something of a cell's size elsewhere: print, pointers, housing, or the gap between two wheels, or half out of the row."""
    i = rng.integers(len(cells) - 1)
    q = cells[i]
    u, v = q[1] - q[0], q[3] - q[0]
    r = rng.random()
    if r < .3:
        return cut(im, q + (cells[i + 1] - q) * .5)
    if r < .5:
        k = rng.uniform(.75, 1.5) * rng.choice([-1, 1])
        return cut(im, cells[rng.integers(len(cells))] + v * k)
    if r < .65:
        end = (cells[-1] + u * rng.uniform(1.1, 2)) if rng.random() < .5 else (cells[0] - u * rng.uniform(1.1, 2))
        return cut(im, end)
    h, w = im.shape[:2]
    a = cells.reshape(-1, 2)
    for _ in range(20):
        c = rng.uniform(.1, .9, 2) * (w, h)
        if np.linalg.norm(a - c, axis=1).min() > 1.2 * np.linalg.norm(v):
            break
    else:
        return cut(im, q + (cells[i + 1] - q) * .5)  # the counter fills the picture
    t, s = rng.uniform(0, 6.28), rng.uniform(.5, 1.6)
    rot = np.array([[np.cos(t), -np.sin(t)], [np.sin(t), np.cos(t)]]) * s
    return cut(im, ((q - q.mean(0)) @ rot.T + c).astype(np.float32))


# Letters that no wheel shows, whatever the face.
LETTERS = tuple("ACEFHKLMNPRTVWXY") + ("m³", "m3", "kW", "x", "+", "No", "CE", "l/h")


def sign(rng, fonts, ground):
    """An emblem, a letter or a unit where a cell might be: what stands beside counters is what is read as a 0 or an 8."""
    c = ground.astype(np.float32)
    if rng.random() < .6:
        c[:] = cv2.GaussianBlur(c, (0, 0), rng.uniform(3, 12))
    ink = gray(rng, 0, 90) if c.mean() > 110 else gray(rng, 160, 255)
    x, y = TILE_W / 2 + rng.normal(0, 3), TILE_H / 2 + rng.normal(0, 4)
    if rng.random() < .5:
        emblem(rng, c, x, y, rng.uniform(20, 40), rng.uniform(28, 56), ink)
    else:
        m = fonts.text(rng, LETTERS[rng.integers(len(LETTERS))], int(rng.uniform(26, 56)))
        paste(c, m, x, y, ink)
    return np.clip(c + rng.normal(0, 4, c.shape), 0, 255).astype(np.uint8)

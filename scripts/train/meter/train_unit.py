#!/usr/bin/env python3
"""Train the unit's net: train_unit.py --out FILE --scenes DIR... [--check DIR] [--fonts DIR]

Scenes come from generate.py --named, with and without --panel. Tiles are cut out of the windows around every register of a scene, with
the errors that a search makes, most of them about a unit; on most of them further units, and print that is none, are printed.
"""
import math

import cv2
import numpy as np
import torch
import torch.nn.functional as F

from common import draw, read_scenes, train_on_scenes  # puts the generator on the path
import named  # noqa: E402
from glyphs import Fonts
from reader_net import standardise
from train_detector import apply, load, recolour
from train_line import noise
from unit_net import DIGIT, END, HEIGHT, KINDS, STRIDE, WIDTH, Unit

LEGIBLE = .5  # a unit less legible than this is neither taught nor held against the net
PRINTED = .85  # share of tiles with further print
TILE_H, TILE_W = 64, 128  # px; the net is the same at every place, and most of a window holds nothing
ABOUT = .7  # share of tiles that lie about a unit, where the window has one
SHORT = .08  # share of rows cut as if the search had missed the last digit
STORE = 4000  # prints drawn before the start
FRESH, TILES = .25, 1500  # share of tiles that are cut anew, the others come from so many that were, with other print


def window_map(cells, bend=None):
    """Homography from the picture to the window of a row. bend: (dx, dy, scale, turn) in px of the window and radians.
    vision/meter/unit.go cuts the same window without it."""
    tall = np.median([(np.linalg.norm(q[3] - q[0]) + np.linalg.norm(q[2] - q[1])) / 2 for q in cells])
    v = cells[-1].mean(0) - cells[0].mean(0)
    a, k = math.atan2(v[1], v[0]), DIGIT / max(float(tall), 1e-3)
    dx, dy, s, t = bend or (0, 0, 1, 0)
    a, k = a + t, k * s
    end, up = (cells[-1][1] + cells[-1][2]) / 2, cells[0].mean(0)
    c, n = math.cos(a) * k, math.sin(a) * k
    middle = -n * up[0] + c * up[1]  # of the row, across: decimals may be smaller
    m = np.array([[c, n, 0], [-n, c, 0], [0, 0, 1.]])
    m[0, 2], m[1, 2] = END + dx - c * end[0] - n * end[1], HEIGHT / 2 + dy - middle
    return m


def cut(im, h):
    im, h = shrunk(im, h)
    return cv2.warpPerspective(im, h, (WIDTH, HEIGHT), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)


def shrunk(im, h, margin=4):
    """What the window shows of a picture, no finer than it needs, and the homography from there."""
    s = math.sqrt(abs(np.linalg.det(h[:2, :2])))
    f = min(1.0, max(s * 1.3, .1))
    back = apply(np.linalg.inv(h), np.array([[0, 0], [WIDTH, 0], [WIDTH, HEIGHT], [0, HEIGHT]], np.float32))
    x0, y0 = (int(v) for v in np.clip(back.min(0) - margin, 0, [im.shape[1] - 8, im.shape[0] - 8]))
    x1, y1 = (int(v) for v in np.clip(back.max(0) + margin, [x0 + 8, y0 + 8], im.shape[1::-1]))
    im = im[y0:y1, x0:x1]
    if f < 1:
        im = cv2.resize(im, None, fx=f, fy=f, interpolation=cv2.INTER_AREA)
    return im, h @ np.array([[1 / f, 0, x0], [0, 1 / f, y0], [0, 0, 1]])


def around(cache, r, i, cells):
    """The surroundings of a scene's row, kept small, and the map from the scene to them."""
    key = (r["path"], i)
    if key not in cache:
        h = window_map(cells, (0, 0, 1, 0))
        im, part = shrunk(load(cache, r["path"], False), h, .3 * HEIGHT / math.sqrt(abs(np.linalg.det(h[:2, :2]))))
        cache[key] = im.copy(), np.linalg.inv(part) @ h
    return cache[key]


def mark(t, q, kind):
    """Teaches what stands in a box: in its middle the kind, at its rim nothing; of kind None nothing in all of it."""
    low, high = q.min(0), q.max(0)
    c, half = (low + high) / 2, (high - low) / 2
    ys, xs = np.arange(t.shape[0])[:, None] * STRIDE + STRIDE / 2, np.arange(t.shape[1])[None] * STRIDE + STRIDE / 2
    dx, dy = np.abs(xs - c[0]), np.abs(ys - c[1])
    t[(dx < half[0] + 5) & (dy < half[1] + 5)] = -1
    if kind is not None:
        t[(dx <= max(.6 * half[0], 5.5)) & (dy <= max(.7 * half[1], 4.5))] = KINDS.index(kind) + 1


def target(units, h):
    """The map of kinds of a tile; -1 where nothing is taught."""
    t = np.zeros((TILE_H // STRIDE, TILE_W // STRIDE), np.int64)
    for u in units:
        if u["unit"] == "":
            continue
        q = apply(h, np.array(u["quad"], np.float32))
        low, high = q.min(0), q.max(0)
        if (high < 0).any() or low[0] > TILE_W or low[1] > TILE_H:
            continue
        seen = (low > -2).all() and high[0] < TILE_W + 2 and high[1] < TILE_H + 2
        plain = u["unit"] is not None and u["legible"] >= LEGIBLE and seen and high[1] - low[1] > 6
        mark(t, q, u["unit"] if plain else None)
    return t


def store(rng, faces):
    """Prints in many faces, those of a folder too: units, and as many that are none."""
    fonts, out = Fonts(False, faces), []
    for i in range(STORE):
        kind = KINDS[rng.integers(len(KINDS))] if i % 2 else ""
        text = named.printed(rng, kind, False) if kind else distractor(rng)
        out.append((kind, named.mask(rng, fonts, text, .35)))
    return out


LETTERS = list("ABCDEFGHIKLMNOPRSTUVWXYZabcdefghiklmnoprstuvwxyz0123456789m3kWh/.-")


def distractor(rng):
    """Print that is no unit: of the list, or letters at random that make none."""
    if rng.random() < .45:
        return named.OTHERS[rng.integers(len(named.OTHERS))]
    while True:
        s = "".join(LETTERS[rng.integers(len(LETTERS))] for _ in range(int(rng.integers(1, 7))))
        if named.within(s) == "" and s.lower() not in {p.lower() for ways in named.PRINTS.values() for p in ways}:
            return s


def overprint(rng, prints, x, t, cells):
    """Prints up to five words more on a tile, beside what is taught of it, and teaches them."""
    x = x.copy()
    taken = [(q.min(0), q.max(0)) for q in cells]
    for _ in range(int(rng.integers(1, 6))):
        kind, m = prints[rng.integers(len(prints))]
        tall = rng.uniform(7, 27) if m.shape[1] < 4 * m.shape[0] else rng.uniform(7, 15)
        w = m.shape[1] * tall / m.shape[0] * rng.uniform(.8, 1.2)
        if w > 100:
            continue
        left, top = rng.uniform(0, TILE_W - w), rng.uniform(0, TILE_H - tall)
        box = np.array([[left, top], [left + w, top + tall]])
        y0, y1, x0, x1 = int(top) // STRIDE, int(top + tall) // STRIDE + 1, int(left) // STRIDE, int(left + w) // STRIDE + 1
        if any((box[0] < b).all() and (box[1] > a).all() for a, b in taken) or (t[y0:y1, x0:x1] != 0).any():
            continue
        x0, y0, x1, y1 = (int(v) for v in box.ravel())
        a = cv2.resize(m, (max(2, x1 - x0), max(2, y1 - y0)), interpolation=cv2.INTER_AREA).astype(np.float32) / 255
        a = cv2.GaussianBlur(a, (0, 0), rng.uniform(.2, 1.3))[:, :, None] * rng.uniform(.5, 1)
        part = x[y0:y0 + a.shape[0], x0:x0 + a.shape[1]]
        ground = part.reshape(-1, 3).mean(0)
        ink = ground + (1 if ground.mean() < 110 or ground.mean() < 170 and rng.random() < .4 else -1) * rng.uniform(35, 160) + rng.normal(0, 12, 3)
        a = a[:part.shape[0], :part.shape[1]]
        part[:] = np.clip(part * (1 - a) + a * ink, 0, 255)
        taken.append((box[0], box[1]))
        if kind:
            mark(t, box, kind)
    return x


def tile(rng, units, h):
    """Where a tile lies in the window: about a unit, mostly, or anywhere."""
    at = np.array([rng.uniform(0, WIDTH - TILE_W), rng.uniform(0, HEIGHT - TILE_H)])
    seen = [u for u in units if u["unit"] and u["legible"] >= LEGIBLE]
    if seen and rng.random() < ABOUT:
        c = apply(h, np.array(seen[rng.integers(len(seen))]["quad"], np.float32)).mean(0)
        if 0 < c[0] < WIDTH and 0 < c[1] < HEIGHT:
            at = np.clip(c - rng.uniform(.25, .75, 2) * (TILE_W, TILE_H), 0, (WIDTH - TILE_W, HEIGHT - TILE_H))
    return np.array([[1, 0, -at[0]], [0, 1, -at[1]], [0, 0, 1]])


def sample(rng, r, cells, part):
    """A tile of a row's window, its map and its digits; part: as around gives it."""
    if rng.random() < SHORT and len(cells) > 4:
        cells = cells[:-1]
    h = window_map(cells, (rng.normal(0, 5), rng.normal(0, 3), math.exp(rng.normal(0, .1)), rng.normal(0, .03)))
    h = tile(rng, r["units"], h) @ h
    im, to = part
    x = cv2.warpPerspective(im, h @ np.linalg.inv(to), (TILE_W, TILE_H), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return x, target(r["units"], h), [apply(h, c) for c in cells]


def finish(rng, prints, x, t, cells):
    """A tile as it is learned from: with further print, mostly, in another light."""
    t = t.copy()
    if rng.random() < PRINTED:
        x = overprint(rng, prints, x, t, cells)
    if rng.random() < .3:
        x = cv2.GaussianBlur(x, (0, 0), rng.uniform(.4, 1.4))
    return recolour(rng, x), t


def rows_of(r):
    """All rows of digits of a scene: of the truth's cells, and of its other registers."""
    return [r["cells"], *(np.array(g["cells"], np.float32) for g in r["registers"] if g["role"] != "total")]


def batch(rng, rows, cache, n):
    if "prints" not in cache:
        cache["prints"] = store(rng, cache.get("fonts"))
    pool, got = cache.setdefault("tiles", []), []
    while len(got) < n:
        if len(pool) < 4 * n or rng.random() < FRESH:
            r = draw(rng, rows)
            every = rows_of(r)
            i = int(rng.integers(len(every)))
            at = len(pool) if len(pool) < TILES else int(rng.integers(TILES))
            pool[at:at + 1] = [sample(rng, r, every[i], around(cache, r, i, every[i]))]
        else:
            at = int(rng.integers(len(pool)))
        got.append(finish(rng, cache["prints"], *pool[at]))
    x = torch.from_numpy(np.stack([g[0] for g in got])).permute(0, 3, 1, 2).float()
    x = x + noise(cache, rng, x) * torch.rand(n, 1, 1, 1) * 8
    return [standardise(x), torch.from_numpy(np.stack([g[1] for g in got]))]


def losses(y, t):
    """Places with a unit and places without count alike; those without by how wrong they are."""
    each = F.cross_entropy(y, t.clamp(min=0), reduction="none")
    right = torch.exp(-each)
    each = each * (1 - right.detach()).clamp(min=0) ** 1.5
    named_, plain = t > 0, t == 0
    count = named_.sum().clamp(min=8)
    return {"unit": (each * named_).sum() / count, "none": (each * plain).sum() / count}


# How the unit of a row is told from the places of its window; vision/meter/unit.go does the same.
ASIDE = .6  # what print counts that stands over or under the row, or before its end


def told(p):
    """Kind and probability of the row's unit from the softmax of a window (11, 12, 40); kinds of exponents aside."""
    best = (0.0, None, (0, 0))
    for k in range(1, len(KINDS)):
        at = np.unravel_index(weighed(p[k]).argmax(), p[k].shape)
        v = float(weighed(p[k])[at])
        if v > best[0]:
            best = (v, KINDS[k - 1], at)
    return best


def weighed(p):
    ys, xs = np.mgrid[0:p.shape[0], 0:p.shape[1]] * STRIDE + STRIDE / 2
    beside = (np.abs(ys - HEIGHT / 2) < .65 * DIGIT) & (xs > END - 2.5 * DIGIT)
    return np.where(beside, p, p * ASIDE)


def check(net, folder, device):
    """Of rows cut by their truth: how many have their unit told at some limits, of those right, and wrong among all."""
    rows, rng, cache = read_scenes([folder])[:400], np.random.default_rng(3), {}
    got = []
    net.eval()
    for r in rows:
        im = load(cache, r["path"], False)
        h = window_map(r["cells"], (rng.normal(0, 3), rng.normal(0, 2), math.exp(rng.normal(0, .06)), rng.normal(0, .015)))
        x = torch.from_numpy(cut(im, h)[None]).permute(0, 3, 1, 2).float()
        with torch.no_grad():
            p = torch.softmax(net(standardise(x).to(device))[0].float(), 0).cpu().numpy()
        v, kind, _ = told(p)
        got.append((v, kind, shown(r)))
    net.train()
    for limit in (.5, .7, .8, .9):
        said = [(k, want) for v, k, want in got if v >= limit]
        print(f"check: {limit} told={len(said)} of {sum(bool(w) for _, _, w in got)} with one, {len(got)} in all, right={sum(k == w for k, w in said)}", flush=True)


def shown(r):
    """The row's unit where the picture shows it legibly."""
    kinds = [u["unit"] for u in r["units"] if u["unit"] == r.get("unit") and u["legible"] >= LEGIBLE]
    return kinds[0] if kinds else None


if __name__ == "__main__":
    train_on_scenes(__doc__, (20000, 32, 3e-3), Unit, batch, losses, check, (1, 3, HEIGHT, WIDTH), ["units"], prints=True)

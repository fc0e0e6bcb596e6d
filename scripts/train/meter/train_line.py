#!/usr/bin/env python3
"""Train the line reader of displays: train_line.py --out FILE --scenes DIR... [--check DIR]

Strips are cut with the errors that a search makes, half of them upside down. Rows of wheels and the
rivals of mine_rivals.py are among the scenes as what is no display's digit.
"""
import math

import cv2
import numpy as np
import torch
import torch.nn.functional as F

from common import draw, read_scenes, train_on_scenes
from line_net import CELL_H, CELL_W, CHANNELS, FIRST, HEIGHT, STRIDE, WIDTH, Line
from reader_net import standardise
from scene import SEEN
from strips import astray, cut_line, line_map, noise, shade
from train_detector import apply, load, recolour, row_quad

COLS = WIDTH // STRIDE
PLAIN = .2  # share of strips that show no display
TURNED = .22  # share of strips that are upside down: they teach the direction alone
ASIDE = .07  # share of a display's strips that are cut above or below the row
SIGN = .4  # share of a display's strips with one more unit beside the row
ENDED = .3  # share of a display's strips that the picture's edge ends within the first or the last digit
TAIL = .35  # share of the strips of displays with smaller decimals that are cut on these alone, as vision/meter/tail.go does
ASTRAY = .4  # share of the strips without a display that are cut anywhere: a search has more wrong finds than right ones


def target(cells, digits, upright, decimals):
    """The map, the columns whose box and digit count, and the digit of each."""
    t, wd, which = np.zeros((FIRST, COLS), np.float32), np.zeros(COLS, np.float32), np.zeros(COLS, np.int64)
    xs = (np.arange(COLS) + .5) * STRIDE
    t[6] = upright
    best = np.full(COLS, 1e9)
    n = len(cells)
    for i, q in enumerate(cells):
        c = q.mean(0)
        w = (np.linalg.norm(q[1] - q[0]) + np.linalg.norm(q[2] - q[3])) / 2
        h = (np.linalg.norm(q[3] - q[0]) + np.linalg.norm(q[2] - q[1])) / 2
        if not (0 < c[0] < WIDTH and 0 < c[1] < HEIGHT):
            continue
        d = np.abs(xs - c[0])
        t[0] = np.maximum(t[0], np.exp(-.5 * (d / max(w * .16, 2.2)) ** 2))
        on = (d < w * .35) & (d < best)
        best[on] = d[on]
        t[1, on], t[2, on] = ((c[0] - xs) / STRIDE)[on], (c[1] - HEIGHT / 2) / CELL_H
        t[3, on], t[4, on], t[5, on] = math.log(max(h, 4) / CELL_H), math.log(max(w, 3) / CELL_W), float(i >= n - decimals)
        wd[on], which[on] = 1, digits[i]
    return t, wd, which


def tail(cells):
    """The first of a row's smaller decimals; 0 where it has none."""
    tall = [np.linalg.norm(q[3] - q[0]) for q in cells]
    return next((i for i, h in enumerate(tall) if h < .8 * tall[0]), 0)


def shown(c):
    return 0 < c.mean(0)[0] < WIDTH and np.linalg.norm(c[3] - c[0]) < 1.6 * CELL_H


def sample(rng, r, im, noisy=True):
    q, turned, begin = row_quad(r["cells"]), noisy and rng.random() < TURNED, 0
    if noisy and r["kind"] == "lcd" and rng.random() < TAIL:
        begin = tail(r["cells"])
    if begin:  # of the decimals a search may have seen some alone
        a = int(rng.integers(begin, len(r["cells"]))) if rng.random() < .4 else begin
        b = int(rng.integers(a, len(r["cells"]))) + 1 if rng.random() < .4 else len(r["cells"])
        q = row_quad(r["cells"][a:b])
    if turned:
        q = q[[2, 3, 0, 1]]
    noise = None
    if noisy:
        noise = (rng.normal(0, 11), rng.normal(0, 3.2), math.exp(rng.normal(0, .15)), rng.normal(0, .04), math.exp(rng.normal(0, .08)))
    if noisy and rng.random() < ASIDE:
        q = q + rng.choice([-1, 1]) * rng.uniform(1.3, 5) * (q[3] - q[0])
    if noisy and r["kind"] != "lcd" and rng.random() < ASTRAY:
        q = astray(rng, im.shape[1::-1], q)
    h = line_map(q, noise)
    x = cut_line(im, h)
    cells = [apply(h, c) for c in r["cells"]] if r["kind"] == "lcd" else []
    if begin:  # of the others those count that the strip shows whole
        cells = cells[next(i for i, c in enumerate(cells) if i == begin or shown(c)):]
    digits, decimals = [int(d) for d in r["digits"][-len(cells):]] if cells else [], min(r["decimals"], len(cells))
    if noisy and len(cells) > 1 and 0 < cells[0].mean(0)[1] < HEIGHT:
        if rng.random() < SIGN:
            x = signs(rng, x, cells, turned)
        x = shade(rng, x, cells)
        if rng.random() < ENDED:
            x, cells, digits, decimals = ended(rng, x, cells, digits, decimals)
    t, w, which = target(cells, digits, 0.0 if turned else 1.0, decimals)
    return x, t, w, which, np.float32(not turned)


def ended(rng, x, cells, digits, decimals):
    """The picture ends within the row's first or last digit, or both: what is left of a digit by less than the generator's SEEN is
    none, however much half a 0 looks like a 7 where the edge's pixels are repeated."""
    x = x.copy()
    for first in (True, False):
        if len(cells) < 4 or rng.random() < .35:
            continue
        q = cells[0] if first else cells[-1]
        low, high = q[[0, 3], 0].mean(), q[[1, 2], 0].mean()
        left, wide = low < cells[len(cells) // 2].mean(0)[0] if first else low < cells[0].mean(0)[0], abs(high - low)
        u = rng.uniform(-.15, .95)  # of the digit's width, from its outer side
        edge = int(round(min(low, high) + u * wide if left else max(low, high) - u * wide))
        if not 8 < edge < WIDTH - 8:
            continue
        if left:
            x[:, :edge] = x[:, edge:edge + 1]
        else:
            x[:, edge:] = x[:, edge - 1:edge]
        if 1 - u < SEEN and first:
            cells, digits, decimals = cells[1:], digits[1:], min(decimals, len(digits) - 1)
        elif 1 - u < SEEN:
            cells, digits, decimals = cells[:-1], digits[:-1], max(0, decimals - 1)
    return x, cells, digits, decimals


SIGNS = ("kW", "kWh", "kW", "k", "W", "h", "kVA", "MWh", "m3", "l", "V", "A", "T1", "Wh", "gal", "C", "+", "L1", "x10", "%")


def signs(rng, x, cells, turned):
    """Units beside the row or over its small decimals, in single strokes of the digits' own ink, as glass has them. They are what
    was read as a digit too many; prints in a face's letters are in the scenes."""
    if turned:
        y = signs(rng, x[::-1, ::-1], [np.float32((WIDTH, HEIGHT)) - c for c in cells], False)
        return np.ascontiguousarray(y[::-1, ::-1])
    x = np.ascontiguousarray(x)
    first, last = cells[0], cells[-1]
    tall, w = np.linalg.norm(first[3] - first[0]), np.linalg.norm(first[1] - first[0])
    top, foot = first[:2, 1].mean(), first[2:, 1].mean()
    a = np.concatenate(cells).round().astype(int)
    part = x[max(0, a[:, 1].min()):a[:, 1].max(), max(0, a[:, 0].min()):a[:, 0].max()].reshape(-1, 3)
    if len(part) < 50:
        return x
    light = part.sum(1)
    low, mid, high = np.percentile(light, (4, 50, 96))
    ink = part[light <= low].mean(0) if mid - low > high - mid else part[light >= high].mean(0)
    size = tall * rng.uniform(.25, .62)
    right, small = last[1:3, 0].max(), np.linalg.norm(last[3] - last[0]) < .8 * tall
    at = np.array([right + w * rng.uniform(.05, .7), rng.uniform(top + size, max(top + size + .1, foot))])
    if small and rng.random() < .6:
        size = min(size, last[:2, 1].mean() - top)
        at = np.array([last[0, 0] + rng.uniform(-.2, .5) * w, top + size * rng.uniform(.95, 1.1)])
    text = SIGNS[rng.integers(len(SIGNS))]
    if rng.random() < .15 and first[0, 0] > w:
        at[0], text = first[0, 0] - w * rng.uniform(.5, 1.3), text[:1]
    face = (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_PLAIN, cv2.FONT_HERSHEY_DUPLEX)[rng.integers(3)]
    k = size / cv2.getTextSize("W", face, 1, 1)[0][1]
    cv2.putText(x, text, (int(at[0]), int(at[1])), face, k, ink.tolist(), max(1, int(size * rng.uniform(.05, .16))), cv2.LINE_AA)
    return x


def split(rows):
    """Displays, and what is none. What a person corrected may be either."""
    return [r for r in rows if r["kind"] == "lcd"], [r for r in rows if r["kind"] not in ("lcd", "sample")]


def batch(rng, rows, cache, n):
    if cache.get("rows") is not rows:
        cache["rows"], cache["split"] = rows, split(rows)
    lit, plain = cache["split"]
    got = []
    while len(got) < n:
        r = draw(rng, plain if plain and rng.random() < PLAIN else lit)
        im = load(cache, r["path"], False)
        got += [sample(rng, r, im) for _ in range(min(3, n - len(got)))]
    x = torch.from_numpy(np.stack([recolour(rng, g[0]) for g in got])).permute(0, 3, 1, 2).float()
    x = x + noise(cache, rng, x) * torch.rand(n, 1, 1, 1) * 8
    return [standardise(x)] + [torch.from_numpy(np.stack([g[k] for g in got])) for k in (1, 2, 3, 4)]


def losses(y, t, w, which, up):
    y = y[:, :, 0]
    heat = t[:, 0]
    bce = F.binary_cross_entropy_with_logits(y[:, 0], heat, reduction="none")
    floor = -(heat * torch.log(heat.clamp(min=1e-6)) + (1 - heat) * torch.log((1 - heat).clamp(min=1e-6)))
    n = w.sum().clamp(min=1)
    reg = lambda k, beta: (F.smooth_l1_loss(y[:, k], t[:, k], reduction="none", beta=beta) * w).sum() / n
    dec = F.binary_cross_entropy_with_logits(y[:, 5], t[:, 5], reduction="none", pos_weight=y.new_tensor(1.5))
    way = F.binary_cross_entropy_with_logits(y[:, 6], t[:, 6], reduction="none")
    read = w * up[:, None]
    digit = F.cross_entropy(y[:, FIRST:], which, reduction="none", label_smoothing=.02)
    return {"heat": 3 * (bce - floor).mean(), "dx": .5 * reg(1, .5), "y": 4 * reg(2, .1), "h": 2 * reg(3, .1), "w": 2 * reg(4, .1),
            "dec": .7 * (dec * w).sum() / n, "up": .7 * (way * w).sum() / n, "digit": 2 * (digit * read).sum() / read.sum().clamp(min=1)}


def peaks(y):
    """Digits of one output map from left to right, as (x, y, h, w, dec, heat, digit); vision/meter/strip.go does the same."""
    p = 1 / (1 + np.exp(-y[0]))
    out = []
    for c in np.argsort(-p):
        if p[c] < .35:
            break
        x, w = (c + .5 + np.clip(y[1, c], -3, 3)) * STRIDE, CELL_W * math.exp(y[4, c])
        if all(abs(x - o[0]) > .55 * min(w, o[3]) + 1 for o in out):
            out.append((x, HEIGHT / 2 + CELL_H * y[2, c], CELL_H * math.exp(y[3, c]), w, y[5, c], p[c], int(y[FIRST:, c].argmax())))
    return sorted(out)


def check(net, folder, device):
    """Rows read whole, cut by their truth with a search's errors; digits right where the places are."""
    rows, rng, cache = read_scenes([folder], lambda r: r["kind"] == "lcd")[:400], np.random.default_rng(3), {}
    same, exact, digit = [], [], []
    net.eval()
    for r in rows:
        q, im = row_quad(r["cells"]), load(cache, r["path"], False)
        h = line_map(q, (rng.normal(0, 6), rng.normal(0, 2), math.exp(rng.normal(0, .08)), rng.normal(0, .02), 1.0))
        x = cut_line(im, h)
        with torch.no_grad():
            y = net(standardise(torch.from_numpy(x[None]).permute(0, 3, 1, 2).float()).to(device))[0, :, 0].float().cpu().numpy()
        got = "".join(str(p[6]) for p in peaks(y))
        same.append(len(got) == len(r["digits"]))
        exact.append(got == r["digits"])
        if same[-1]:
            digit += [a == b for a, b in zip(got, r["digits"])]
    net.train()
    print(f"check: count={np.mean(same):.3f} digit={np.mean(digit):.4f} exact={np.mean(exact):.3f}", flush=True)


if __name__ == "__main__":
    train_on_scenes(__doc__, (20000, 32, 3e-3), Line, batch, losses, check, (1, 3, HEIGHT, WIDTH), ["digits"])

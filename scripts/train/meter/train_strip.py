#!/usr/bin/env python3
"""Train the cell finder: train_strip.py --out FILE --scenes DIR... [--check DIR]

Strips are cut from scenes with the errors that the detector makes: shifted, turned, too long, too short, half of them
upside down. A folder of mine_rivals.py among the scenes teaches what is no counter.
"""
import math

import cv2
import numpy as np
import torch
import torch.nn.functional as F

from common import draw, read_scenes, train_on_scenes
from counter import gray
from dial import emblem, paste
from glyphs import Fonts
from reader_data import LETTERS
from reader_net import standardise
from strip_net import CHANNELS, HEIGHT, STRIDE, WIDTH, Strip
from train_detector import apply, load, recolour, row_quad

COLS = WIDTH // STRIDE


def stretch(length):
    """How much wider than in proportion a row of a length is cut, as in vision/meter/strip.go: narrow cells need columns."""
    return max(1.0, min(1.6, 180 / max(length, 1.0)))


def strip_map(q, noise=None):
    """Homography from the picture to the strip of a row quad: window height 24 px, centred, a short row stretched.

    noise: (dx, dy, scale, turn, aspect) in strip pixels and radians. The Go reader cuts the same strip without noise."""
    length = (np.linalg.norm(q[1] - q[0]) + np.linalg.norm(q[2] - q[3])) / 2
    height = (np.linalg.norm(q[3] - q[0]) + np.linalg.norm(q[2] - q[1])) / 2
    k = min(24 / max(height, 1e-3), 290 / max(length, 1e-3))
    w, h = length * k / 2 * stretch(length * k), height * k / 2
    dst = np.array([[-w, -h], [w, -h], [w, h], [-w, h]], np.float64)
    if noise is not None:
        dx, dy, s, t, a = noise
        rot = np.array([[math.cos(t), -math.sin(t)], [math.sin(t), math.cos(t)]])
        dst = (dst * s * np.array([a, 1])) @ rot.T + (dx, dy)
    dst += (WIDTH / 2, HEIGHT / 2)
    return cv2.getPerspectiveTransform(q.astype(np.float32), dst.astype(np.float32))


def cut_strip(im, h):
    s = math.sqrt(abs(np.linalg.det(h[:2, :2])))
    if s < .6:
        f = max(s * 1.3, .1)
        im = cv2.resize(im, None, fx=f, fy=f, interpolation=cv2.INTER_AREA)
        h = h @ np.diag([1 / f, 1 / f, 1])
    return cv2.warpPerspective(im, h, (WIDTH, HEIGHT), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)


def target(cells, upright, decimals):
    t, wd = np.zeros((CHANNELS, COLS), np.float32), np.zeros(COLS, np.float32)
    xs = (np.arange(COLS) + .5) * STRIDE
    t[6] = upright
    best = np.full(COLS, 1e9)
    n = len(cells)
    for i, q in enumerate(cells):
        c = q.mean(0)
        w = (np.linalg.norm(q[1] - q[0]) + np.linalg.norm(q[2] - q[3])) / 2
        h = (np.linalg.norm(q[3] - q[0]) + np.linalg.norm(q[2] - q[1])) / 2
        if not 0 < c[0] < WIDTH:
            continue
        d = np.abs(xs - c[0])
        t[0] = np.maximum(t[0], np.exp(-.5 * (d / max(w * .16, 2.2)) ** 2))
        on = (d < w * .35) & (d < best)
        best[on] = d[on]
        t[1, on], t[2, on] = ((c[0] - xs) / STRIDE)[on], (c[1] - HEIGHT / 2) / 24
        t[3, on], t[4, on], t[5, on] = math.log(max(h, 4) / 24), math.log(max(w, 3) / 16), float(i >= n - decimals)
        wd[on] = 1
    return t, wd


def beside(rng, fonts, x, cells, turned):
    """Paints an emblem, a dot, a letter or a unit where one more place would stand beyond an end: that is where real dials
    have them, and they were what was read as a wheel too many."""
    c = np.array([q.mean(0) for q in cells])
    size = (np.linalg.norm(cells[0][1] - cells[0][0]), np.linalg.norm(cells[0][3] - cells[0][0]))
    pitch = np.median(np.diff(c[:, 0]))
    for end, step in ((c.min(0), -1), (c.max(0), 1)):
        if rng.random() < .45:
            continue
        at = end + (step * abs(pitch) * rng.uniform(.85, 1.25), rng.normal(0, .08) * size[1])
        w, h = size[0] * rng.uniform(.4, 1.0), size[1] * rng.uniform(.35, 1.05)
        if not (w / 2 < at[0] < WIDTH - w / 2) or w < 3 or h < 5:
            continue
        patch = x.astype(np.float32)
        box = patch[int(max(0, at[1] - h / 2)):int(at[1] + h / 2) + 1, int(max(0, at[0] - w / 2)):int(at[0] + w / 2) + 1]
        ground = box.mean((0, 1))
        ink = gray(rng, 0, 90) if ground.mean() > 110 else gray(rng, 150, 255)
        kind = rng.random()
        if kind < .45:
            emblem(rng, patch, *at, w, h, ink)
            if rng.random() < .5:  # a filled shape in it
                some = at + rng.uniform(-.45, .45, (int(rng.integers(3, 6)), 2)) * (w, h)
                cv2.fillPoly(patch, [np.round(some).astype(np.int32)], ink.tolist(), cv2.LINE_AA)
        elif kind < .65:
            cv2.circle(patch, tuple(np.round(at).astype(int).tolist()), max(2, int(h * rng.uniform(.15, .4))), ink.tolist(),
                       int(rng.choice([-1, 1, 2])), cv2.LINE_AA)
        else:
            m = fonts.text(rng, LETTERS[rng.integers(len(LETTERS))], max(6, int(h * rng.uniform(.5, .9))))
            paste(patch, m, *at, ink, 180 if turned else 0)
        if rng.random() < .5:
            patch = patch * .3 + cv2.GaussianBlur(patch, (0, 0), rng.uniform(.4, 1.2)) * .7
        x = np.clip(patch, 0, 255).astype(np.uint8)
    return x


def veil(rng, x, cells):
    """Haze, glare or shade over one end of the row: its last place or two are still places, however faint."""
    c = np.array([q.mean(0)[0] for q in cells])
    pitch = np.median(np.abs(np.diff(c)))
    left = rng.random() < .5
    start = (c.min() if left else c.max()) + (1 if left else -1) * pitch * rng.uniform(-.2, 1.8)
    d = (np.arange(WIDTH) - start) / (pitch * rng.uniform(.15, 1.5)) * (-1 if left else 1)
    k = (rng.uniform(.3, .85) / (1 + np.exp(-d * 3)))[None, :, None]
    return np.clip(x * (1 - k) + np.clip(gray(rng, 0, 255, 15), 0, 255) * k, 0, 255).astype(np.uint8)


def bounded(rng, x, cells):
    """The picture ends near the row, as where somebody cut it to the counter: what is beyond repeats the last pixels."""
    a = np.concatenate(cells)
    w = np.median([np.linalg.norm(q[1] - q[0]) for q in cells])
    x, (x0, x1) = x.copy(), (a[:, 0].min(), a[:, 0].max())
    i, j = int(x0 - w * rng.uniform(-.15, .6)), int(x1 + w * rng.uniform(-.15, .6))
    if rng.random() < .7 and 0 < i < WIDTH - 8:
        x[:, :i] = x[:, i:i + 1]
    if rng.random() < .7 and 8 < j < WIDTH:
        x[:, j:] = x[:, j - 1:j]
    return x


FONTS = Fonts()


def sample(rng, r, im, noisy=True):
    q, turned = row_quad(r["cells"]), rng.random() < .5
    if turned:
        q = q[[2, 3, 0, 1]]
    noise = None
    if noisy:
        noise = (rng.normal(0, 9), rng.normal(0, 2.6), math.exp(rng.normal(0, .16)), rng.normal(0, .04), math.exp(rng.normal(0, .05)))
    h = strip_map(q, noise)
    x = cut_strip(im, h)
    # A rival is a serial number or the like: nothing of it is a place of a counter.
    cells = [] if r["kind"] == "rival" else [apply(h, c) for c in r["cells"]]
    if noisy and len(cells) > 1 and rng.random() < .4:
        x = beside(rng, FONTS, x, cells, turned)
    if noisy and len(cells) > 1:
        if rng.random() < .2:
            x = veil(rng, x, cells)
        if rng.random() < .15:
            x = bounded(rng, x, cells)
    # A crop row's decimals are unknown; a display's are told by the point or by their size.
    know = r["kind"] in ("roller", "lcd")
    t, w = target(cells, 0.0 if turned else 1.0, r["decimals"])
    return x, t, w, float(know)


def batch(rng, rows, cache, n):
    got = []
    while len(got) < n:
        # Decoding costs more than cutting: three strips of each picture.
        r = draw(rng, rows)
        im = load(cache, r["path"], False)
        got += [sample(rng, r, im) for _ in range(min(3, n - len(got)))]
    x = torch.from_numpy(np.stack([recolour(rng, g[0]) for g in got])).permute(0, 3, 1, 2).float()
    x = x + torch.randn_like(x) * torch.rand(n, 1, 1, 1) * 8
    return [standardise(x)] + [torch.from_numpy(np.stack([np.float32(g[k]) for g in got])) for k in (1, 2, 3)]


def losses(y, t, w, know):
    y = y[:, :, 0]
    heat = t[:, 0]
    bce = F.binary_cross_entropy_with_logits(y[:, 0], heat, reduction="none")
    floor = -(heat * torch.log(heat.clamp(min=1e-6)) + (1 - heat) * torch.log((1 - heat).clamp(min=1e-6)))
    n = w.sum().clamp(min=1)
    reg = lambda k, beta: (F.smooth_l1_loss(y[:, k], t[:, k], reduction="none", beta=beta) * w).sum() / n
    # Decimal wheels are the fewer; without a weight the net only learns that they stand at the end.
    dec = F.binary_cross_entropy_with_logits(y[:, 5], t[:, 5], reduction="none", pos_weight=y.new_tensor(2.0))
    up = F.binary_cross_entropy_with_logits(y[:, 6], t[:, 6], reduction="none")
    return {"heat": 3 * (bce - floor).mean(), "dx": .5 * reg(1, .5), "y": 4 * reg(2, .1), "h": 2 * reg(3, .1), "w": 2 * reg(4, .1),
            "dec": 1.5 * (dec * w * know[:, None]).sum() / n, "up": (up * w).sum() / n}


def peaks(y):
    """Columns that are centres: local maxima of the heat above 0.35, at least half a cell apart; as (x, y, h, w, dec, heat)."""
    p = 1 / (1 + np.exp(-y[0]))
    out = []
    for c in np.argsort(-p):
        if p[c] < .35:
            break
        x = (c + .5 + np.clip(y[1, c], -3, 3)) * STRIDE
        w = 16 * math.exp(y[4, c])
        if all(abs(x - o[0]) > .55 * min(w, o[3]) + 1 for o in out):
            out.append((x, HEIGHT / 2 + 24 * y[2, c], 24 * math.exp(y[3, c]), w, y[5, c], p[c]))
    return sorted(out)


def check(net, folder, device):
    rows, rng, cache = read_scenes([folder])[:300], np.random.default_rng(3), {}
    same, dec, off, up = [], [], [], []
    net.eval()
    for r in rows:
        x, t, w, know = sample(rng, r, load(cache, r["path"], False))
        with torch.no_grad():
            y = net(standardise(torch.from_numpy(x[None]).permute(0, 3, 1, 2).float()).to(device))[0, :, 0].float().cpu().numpy()
        p = peaks(y)
        tt = t.copy()
        tt[0] = np.where(t[0] > .3, 5, -5) * (1 - .01 * np.abs(t[1]))
        truth = peaks(tt)
        same.append(len(p) == len(truth))
        on = w > 0
        up.append(((y[6, on].mean() > 0) == (t[6, 0] > .5)) if on.any() else True)
        if same[-1]:
            off += [abs(a[0] - b[0]) for a, b in zip(p, truth)]
            if know:
                dec.append(all((a[4] > 0) == (b[4] > .5) for a, b in zip(p, truth)))
    net.train()
    print(f"check: count={np.mean(same):.3f} centre={np.mean(off):.2f}px decimals={np.mean(dec):.3f} upright={np.mean(up):.3f}", flush=True)


if __name__ == "__main__":
    train_on_scenes(__doc__, (3000, 32, 3e-3), Strip, batch, losses, check, (1, 3, HEIGHT, WIDTH), ["cells"])

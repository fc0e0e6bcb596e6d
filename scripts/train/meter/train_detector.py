#!/usr/bin/env python3
"""Train the row detector: train_detector.py --out FILE --scenes DIR... [--steps N] [--seed S] [--check DIR]

Every step draws new views of the scenes: any rotation, zoom from a far view to one where the row fills the picture (the
second look of the reader), tilt, mirror-free. Scenes without a row (`generate.py --nothing`) teach what is none, by their share of the scenes.
--check prints how well the row is found on a folder never trained on.
"""
import math

import cv2
import numpy as np
import torch
import torch.nn.functional as F

from common import draw, jpeg, read_scenes, train_on_scenes
from detector_net import CHANNELS, SIDE, STRIDE, Detector, normal

GRID = SIDE // STRIDE
OVER = 6      # pixels by which a row may leave the view: a picture's edge cuts many a display
ROW = 16      # cells of a usual row: what is taken for one where none is counts like as much of a row
ALONE = .07   # share of views that show the counter and nothing else


def row_quad(cells):
    """The box around a row. Where the last places are smaller, as a display's decimals, it is the first one's height."""
    q = np.array([cells[0][0], cells[-1][1], cells[-1][2], cells[0][3]], np.float32)
    first, last = np.linalg.norm(q[3] - q[0]), np.linalg.norm(q[2] - q[1])
    if last > .9 * first:
        return q
    u, v = cells[0][1] - cells[0][0], cells[0][3] - cells[0][0]
    far = np.linalg.solve(np.array([u, v]).T.astype(np.float64), (cells[-1].reshape(-1, 2) - cells[0][0]).T.astype(np.float64))[0].max()
    return np.array([q[0], q[0] + far * u, q[3] + far * u, q[3]], np.float32)


def view(rng, size, q):
    """A random camera on a scene: 3x3 from the picture to the net's input. One in three is the second, closer look."""
    w, h = size
    length = np.linalg.norm(q[1] - q[0])
    if rng.random() < .4:
        s = SIDE * rng.uniform(.4, .85) / length
        turn = math.atan2(*(q[1] - q[0])[::-1]) + rng.normal(0, .15) + math.pi * (rng.random() < .5)
        c = q.mean(0) + rng.normal(0, .08, 2) * length
    else:
        s = SIDE / max(w, h) * math.exp(rng.normal(.05, .3))
        s = min(max(s, 26 / length), 250 / length)
        turn = rng.uniform(-math.pi, math.pi) if rng.random() < .8 else 0.0
        c = np.array([w / 2, h / 2])
        room = np.maximum(0, SIDE / 2 - 14 - length * s / 2)
        c = q.mean(0) - np.clip(q.mean(0) - c, -room / s, room / s) * rng.uniform(.3, 1) * 1.0
    a, b = math.cos(turn) * s, math.sin(turn) * s
    m = np.array([[a, b, SIDE / 2 - a * c[0] - b * c[1]], [-b, a, SIDE / 2 + b * c[0] - a * c[1]], [0, 0, 1]])
    k = np.eye(3)
    k[2, :2] = rng.normal(0, .00025, 2)
    k[0, 1] = rng.normal(0, .03)
    t = np.array([[1, 0, -SIDE / 2], [0, 1, -SIDE / 2], [0, 0, 1.]])
    return np.linalg.inv(t) @ k @ t @ m


def anywhere(rng, size):
    """A random camera on a scene without a row: all of it, or a part as near as the closer look goes."""
    w, h = size
    s = SIDE / max(w, h) * math.exp(rng.uniform(-.2, 1.6))
    c = rng.uniform(.2, .8, 2) * (w, h) if s * max(w, h) > SIDE * 1.2 else np.array([w / 2, h / 2])
    turn = rng.uniform(-math.pi, math.pi) if rng.random() < .7 else 0.0
    a, b = math.cos(turn) * s, math.sin(turn) * s
    return np.array([[a, b, SIDE / 2 - a * c[0] - b * c[1]], [-b, a, SIDE / 2 + b * c[0] - a * c[1]], [0, 0, 1]])


def apply(h, p):
    q = np.c_[p, np.ones(len(p))] @ h.T
    return (q[:, :2] / q[:, 2:]).astype(np.float32)


def alone(rng, x, p):
    """Nothing but the counter: a picture that somebody cut to it, or one taken from that near."""
    c, u, v = p.mean(0), (p[1] - p[0]) * rng.uniform(.5, .62), (p[3] - p[0]) * rng.uniform(.48, 1.1)
    box = np.array([c - u - v, c + u - v, c + u + v, c - u + v])
    keep = cv2.fillPoly(np.zeros(x.shape[:2], np.uint8), [np.round(box).astype(np.int32)], 1)
    return x * keep[:, :, None]


def shoot(rng, im, h):
    s = math.sqrt(abs(np.linalg.det(h[:2, :2])))
    if s < .6:
        # Warping alone would alias; the reader shrinks by area as well.
        f = max(s * 1.3, .2)
        im = cv2.resize(im, None, fx=f, fy=f, interpolation=cv2.INTER_AREA)
        h = h @ np.diag([1 / f, 1 / f, 1])
    edge = cv2.BORDER_CONSTANT if rng.random() < .7 else cv2.BORDER_REPLICATE
    return cv2.warpPerspective(im, h, (SIDE, SIDE), flags=cv2.INTER_LINEAR, borderMode=edge)


def target(q):
    """The map that the net should give for a row quad, None where there is none, and where it counts."""
    t = np.zeros((CHANNELS, GRID, GRID), np.float32)
    if q is None:
        return t, np.ones((GRID, GRID), np.float32)
    c = q.mean(0) / STRIDE
    u = ((q[1] + q[2]) - (q[0] + q[3])) / 4 / STRIDE
    v = ((q[2] + q[3]) - (q[0] + q[1])) / 4 / STRIDE
    L, H = max(float(np.linalg.norm(u)), .5), max(float(np.linalg.norm(v)), .25)
    d = u / L
    ys, xs = np.mgrid[0:GRID, 0:GRID].astype(np.float32) + .5
    px, py = xs - c[0], ys - c[1]
    along, across = px * d[0] + py * d[1], -px * d[1] + py * d[0]
    on = (np.abs(along) < L * .9) & (np.abs(across) < max(H * .65, .72))
    near = (np.abs(along) < L + .8) & (np.abs(across) < max(H, .72) + .8)
    t[0] = on
    t[1], t[2] = -px, -py
    t[3], t[4] = math.log(L), math.log(H)
    a = math.atan2(d[1], d[0])
    t[5], t[6] = math.cos(2 * a), math.sin(2 * a)
    weight = np.where(near & ~on, 0, 1).astype(np.float32)
    return t, weight


def recolour(rng, x):
    """Contrast, exposure, cast, gray, negative, JPEG. One table a channel: this runs on every view."""
    v = np.arange(256, dtype=np.float32)[:, None]
    v = ((v - 127) * rng.uniform(.6, 1.4) + 127 + rng.normal(0, 22)) * np.exp(rng.normal(0, .1, 3))
    r = rng.random()
    if r < .1:
        x = cv2.cvtColor(cv2.cvtColor(x, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    elif r < .14:
        v = 255 - v
    x = cv2.LUT(x, np.clip(v, 0, 255).astype(np.uint8).reshape(256, 1, 3))
    return jpeg(x, rng, 40) if rng.random() < .15 else x


def load(cache, path, half):
    """The scene's pixels; half: at half size, which a JPEG decodes to in a third of the time."""
    if path not in cache:
        with open(path, "rb") as f:
            cache[path] = np.frombuffer(f.read(), np.uint8)
    return cv2.imdecode(cache[path], cv2.IMREAD_REDUCED_COLOR_2 if half else cv2.IMREAD_COLOR)


def size_of(r, cache):
    if "size" not in r:
        r["size"] = load(cache, r["path"], False).shape[1::-1]
    return r["size"]


def batch(rng, rows, cache, n):
    xs, ts, ws = [], [], []
    while len(xs) < n:
        r = draw(rng, rows)
        p = None
        if len(r["cells"]):
            q = row_quad(r["cells"])
            h = view(rng, size_of(r, cache), q)
            p = apply(h, q)
            if (p < -OVER).any() or (p > SIDE + OVER).any():
                continue
        else:
            h = anywhere(rng, size_of(r, cache))
        half = abs(np.linalg.det(h[:2, :2])) < .3
        im = load(cache, r["path"], half)
        if half:
            h = h @ np.diag([r["size"][0] / im.shape[1], r["size"][1] / im.shape[0], 1.0])
        t, w = target(p)
        x = shoot(rng, im, h)
        xs.append(recolour(rng, alone(rng, x, p) if p is not None and rng.random() < ALONE else x))
        ts.append(t)
        ws.append(w)
    x = torch.from_numpy(np.stack(xs)).permute(0, 3, 1, 2).float()
    return normal(x), torch.from_numpy(np.stack(ts)), torch.from_numpy(np.stack(ws))


def losses(y, t, w):
    on = t[:, 0]
    # Rows cover little of a picture; each picture's ground and row count alike.
    bce = F.binary_cross_entropy_with_logits(y[:, 0], on, reduction="none")
    p = torch.sigmoid(y[:, 0].detach())
    focal = bce * (torch.abs(on - p) ** 1.5) * w
    cells = on.sum((1, 2))
    pos = cells.clamp(min=1)
    out = {"row": (focal.sum((1, 2)) / torch.where(cells > 0, pos, torch.full_like(pos, ROW))).mean() * .5}
    m = (on / pos[:, None, None])[:, None] / len(y)
    scale = torch.exp(t[:, 3:4]).clamp(min=1)
    out["centre"] = (F.smooth_l1_loss(y[:, 1:3], t[:, 1:3], reduction="none", beta=.3) / scale * m).sum()
    out["size"] = (F.smooth_l1_loss(y[:, 3:5], t[:, 3:5], reduction="none", beta=.1) * m).sum()
    out["axis"] = (F.smooth_l1_loss(y[:, 5:7], t[:, 5:7], reduction="none", beta=.1) * m).sum()
    return out


def decode(y):
    """The best row of one output map as (quad, score), never more than level; the Go reader does the same."""
    p = 1 / (1 + np.exp(-y[0]))
    i = np.unravel_index(p.argmax(), p.shape)
    on = (p > max(.5 * p[i], .15)).astype(np.uint8)
    _, lab = cv2.connectedComponents(on)
    w = p * (lab == lab[i]) if lab[i] else p * 0
    if w.sum() == 0:
        w[i] = p[i]
    w = w / w.sum()
    m = lambda k: float((y[k] * w).sum())
    ys, xs = np.mgrid[0:GRID, 0:GRID] + .5
    c = np.array([((xs + y[1]) * w).sum(), ((ys + y[2]) * w).sum()])
    a = .5 * math.atan2(m(6), m(5))
    u = np.array([math.cos(a), math.sin(a)]) * math.exp(m(3))
    v = np.array([-math.sin(a), math.cos(a)]) * math.exp(m(4))
    return np.array([c - u - v, c + u - v, c + u + v, c - u + v], np.float32) * STRIDE, float(p[i])


def iou(a, b):
    area, _ = cv2.intersectConvexConvex(a.astype(np.float32), b.astype(np.float32))
    return area / max(cv2.contourArea(a) + cv2.contourArea(b) - area, 1e-6)


def check(net, folder, device):
    rows, rng = read_scenes([folder])[:200], np.random.default_rng(5)
    got, found = [], []
    net.eval()
    for r in rows:
        im = cv2.imread(r["path"])
        k = SIDE / max(im.shape[:2])
        h = np.diag([k, k, 1.0])
        x = shoot(rng, im, h)
        with torch.no_grad():
            y = net(normal(torch.from_numpy(x[None]).permute(0, 3, 1, 2).float()).to(device))[0].float().cpu().numpy()
        q, _ = decode(y)
        p = apply(h, row_quad(r["cells"]))
        got.append(iou(q, p))
        found.append(np.linalg.norm(q.mean(0) - p.mean(0)) < .25 * np.linalg.norm(p[1] - p[0]))
    net.train()
    print(f"check: found={np.mean(found):.3f} iou={np.mean(got):.3f} iou>.5={np.mean(np.array(got) > .5):.3f}", flush=True)


if __name__ == "__main__":
    train_on_scenes(__doc__, (3000, 16, 3e-3), Detector, batch, losses, check, (1, 3, SIDE, SIDE), ["rows"])

"""The strip that the row readers see: how a row is cut straight, and what is put over and beside it in training."""
import math

import cv2
import numpy as np
import torch

import common  # noqa: F401  (puts the generator on the path)
from counter import gray
from dial import emblem, paste
from glyphs import Fonts
from line_net import CELL_H, HEIGHT, LONGEST, SHORTEST, WIDTH
from reader_data import LETTERS

FONTS = Fonts()


def line_map(q, noise=None):
    """Homography from the picture to the strip of a row's quad: digits 30 px high, centred, a short row stretched.

    noise: (dx, dy, scale, turn, aspect) in strip pixels and radians. vision/meter/strip.go cuts the same strip without noise."""
    length = (np.linalg.norm(q[1] - q[0]) + np.linalg.norm(q[2] - q[3])) / 2
    height = (np.linalg.norm(q[3] - q[0]) + np.linalg.norm(q[2] - q[1])) / 2
    k = min(CELL_H / max(height, 1e-3), LONGEST / max(length, 1e-3))
    w, h = length * k / 2 * max(1.0, min(1.6, SHORTEST / max(length * k, 1.0))), height * k / 2
    dst = np.array([[-w, -h], [w, -h], [w, h], [-w, h]], np.float64)
    if noise is not None:
        dx, dy, s, t, a = noise
        rot = np.array([[math.cos(t), -math.sin(t)], [math.sin(t), math.cos(t)]])
        dst = (dst * s * np.array([a, 1])) @ rot.T + (dx, dy)
    dst += (WIDTH / 2, HEIGHT / 2)
    return cv2.getPerspectiveTransform(q.astype(np.float32), dst.astype(np.float32))


def cut_line(im, h):
    s = math.sqrt(abs(np.linalg.det(h[:2, :2])))
    if s < .6:
        f = max(s * 1.3, .1)
        im = cv2.resize(im, None, fx=f, fy=f, interpolation=cv2.INTER_AREA)
        h = h @ np.diag([1 / f, 1 / f, 1])
    return cv2.warpPerspective(im, h, (WIDTH, HEIGHT), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)


def astray(rng, size, q):
    """A row's box anywhere in a picture of size, at any angle."""
    h = np.linalg.norm(q[3] - q[0]) * rng.uniform(.4, 1.6)
    a, long = rng.uniform(-math.pi, math.pi), h * rng.uniform(2.5, 9)
    u, v = np.array([math.cos(a), math.sin(a)]) * long / 2, np.array([-math.sin(a), math.cos(a)]) * h / 2
    c = rng.uniform(.1, .9, 2) * size
    return np.array([c - u - v, c + u - v, c + u + v, c - u + v], np.float32)


def noise(cache, rng, x):
    """A part of one store of normal noise: to draw it anew took a sixth of a step."""
    if "noise" not in cache:
        cache["noise"] = torch.randn(x.numel() + 2 ** 20)
    at = int(rng.integers(2 ** 20))
    return cache["noise"][at:at + x.numel()].view_as(x)


def shade(rng, x, cells):
    """Haze over an end, the picture's edge at one, a softer camera."""
    if rng.random() < .15:
        x = veil(rng, x, cells)
    if rng.random() < .15:
        x = bounded(rng, x, cells)
    if rng.random() < .45:
        x = cv2.GaussianBlur(x, (0, 0), rng.uniform(.4, 2.2), sigmaY=rng.uniform(.4, 2.2))
    return x


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
        if not (w / 2 < at[0] < x.shape[1] - w / 2) or w < 3 or h < 5:
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
    d = (np.arange(x.shape[1]) - start) / (pitch * rng.uniform(.15, 1.5)) * (-1 if left else 1)
    k = (rng.uniform(.3, .85) / (1 + np.exp(-d * 3)))[None, :, None]
    return np.clip(x * (1 - k) + np.clip(gray(rng, 0, 255, 15), 0, 255) * k, 0, 255).astype(np.uint8)


def bounded(rng, x, cells):
    """The picture ends near the row, as where somebody cut it to the counter: what is beyond repeats the last pixels."""
    a = np.concatenate(cells)
    w = np.median([np.linalg.norm(q[1] - q[0]) for q in cells])
    x, (x0, x1) = x.copy(), (a[:, 0].min(), a[:, 0].max())
    i, j = int(x0 - w * rng.uniform(-.15, .6)), int(x1 + w * rng.uniform(-.15, .6))
    if rng.random() < .7 and 0 < i < x.shape[1] - 8:
        x[:, :i] = x[:, i:i + 1]
    if rng.random() < .7 and 8 < j < x.shape[1]:
        x[:, j:] = x[:, j - 1:j]
    return x

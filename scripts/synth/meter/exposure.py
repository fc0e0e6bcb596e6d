"""Light that a field picture has and a desk does not: darkness with a torch, blown-out parts that bloom, one coloured lamp,
haze on the cover, a moved camera. Float BGR in, float BGR out, 0..255."""
import cv2
import numpy as np


def dark(rng, im):
    """A cellar or a cabinet: little light, often one spot of it, noise that the camera's gain brings up."""
    h, w = im.shape[:2]
    level = rng.uniform(.05, .4)
    if rng.random() < .5:
        y, x = np.mgrid[0:h, 0:w].astype(np.float32)
        r2 = ((x - w * rng.uniform(.1, .9)) ** 2 + (y - h * rng.uniform(.1, .9)) ** 2) / (max(h, w) * rng.uniform(.15, .6)) ** 2
        im = im * (level + rng.uniform(.1, .9) * np.exp(-r2))[:, :, None]
    else:
        im = im * level
    return im + rng.standard_normal(im.shape).astype(np.float32) * rng.uniform(1, 7)


def blown(rng, im):
    """Too much light: what is bright runs into its surroundings and clips."""
    im = im * rng.uniform(1.2, 2.6) + rng.uniform(0, 60)
    over = np.clip(im - 235, 0, None)
    return np.clip(im, 0, 255) + cv2.GaussianBlur(over, (0, 0), im.shape[1] * rng.uniform(.004, .03)) * rng.uniform(.3, 1.2)


def coloured(rng, im):
    """One lamp of one colour: two channels nearly fall away."""
    gain = rng.uniform(.05, .6, 3)
    gain[rng.integers(3)] = rng.uniform(.8, 1.4)
    if rng.random() < .5:
        im = im.mean(2, keepdims=True) * .7 + im * .3
    return im * gain.astype(np.float32)


def haze(rng, im):
    """Dust, frost or breath on the cover: contrast goes, unevenly."""
    h, w = im.shape[:2]
    k = rng.uniform(.25, .75)
    n = cv2.resize(rng.standard_normal((int(rng.integers(2, 9)), int(rng.integers(2, 9)))).astype(np.float32), (w, h), interpolation=cv2.INTER_CUBIC)
    k = np.clip(k + .15 * n, .05, .88)[:, :, None]
    return im * (1 - k) + k * rng.uniform(60, 235) * rng.uniform(.92, 1.05, 3).astype(np.float32)


def moved(rng, im):
    """The camera moved along a line, or shook along a bent one."""
    n = max(3, int(im.shape[1] / 640 * rng.uniform(4, 13))) | 1
    k = np.zeros((n, n), np.float32)
    a = rng.uniform(0, np.pi)
    p = np.array([np.cos(a), np.sin(a)]) * (n // 2)
    bend = rng.normal(0, n / 6, 2)
    pts = np.round(np.array([-p, bend, p]) + n // 2).clip(0, n - 1).astype(np.int32)
    cv2.polylines(k, [pts], False, 1, 1)
    return cv2.filter2D(im, -1, k / max(k.sum(), 1e-6))


def soft(rng, im):
    """Out of focus: too near for a phone's lens."""
    return cv2.GaussianBlur(im, (0, 0), im.shape[1] / 640 * rng.uniform(1.5, 4.5))


def harsh(rng, im):
    """One of them, seldom two."""
    kinds = (dark, blown, coloured, haze, moved, soft)
    for k in rng.choice(6, int(rng.random() < .2) + 1, replace=False, p=[.22, .18, .12, .2, .12, .16]):
        im = kinds[k](rng, im)
    return im

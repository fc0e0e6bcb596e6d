"""What camera, glass and light do to a meter: glare, drops, dirt, shadow, flash, blur, noise, casts, JPEG.

A photo is a float32 BGR picture in 0..255 that is changed in place or returned anew.
"""
import cv2
import numpy as np

from dial import noise
from exposure import harsh


def glare(rng, im):
    """Lamps mirrored in the glass: soft spots, rings of LED dots, a bright band."""
    h, w = im.shape[:2]
    r = rng.random()
    layer = np.zeros((h, w), np.float32)
    if r < .5:
        for _ in range(int(rng.integers(1, 4))):
            ax = (int(rng.uniform(.01, .12) * w) + 1, int(rng.uniform(.01, .08) * w) + 1)
            cv2.ellipse(layer, (int(rng.uniform(0, w)), int(rng.uniform(0, h))), ax, rng.uniform(0, 180), 0, 360, 1, -1)
        layer = cv2.GaussianBlur(layer, (0, 0), rng.uniform(1, 18))
    elif r < .75:
        cx, cy, rad = rng.uniform(.3, .7) * w, rng.uniform(.3, .7) * h, rng.uniform(.15, .5) * w
        for a in np.arange(0, 360, rng.choice([30, 45, 60])) + rng.uniform(0, 60):
            t = np.radians(a)
            cv2.circle(layer, (int(cx + rad * np.cos(t)), int(cy + rad * np.sin(t))), int(rng.uniform(.006, .02) * w) + 1, 1, -1)
        layer = cv2.GaussianBlur(layer, (0, 0), rng.uniform(1, 5))
    else:
        p, q = rng.uniform(0, 1, 2) * (w, h), rng.uniform(0, 1, 2) * (w, h)
        cv2.line(layer, tuple(p.astype(int).tolist()), tuple(q.astype(int).tolist()), 1, int(rng.uniform(.01, .1) * w) + 1)
        layer = cv2.GaussianBlur(layer, (0, 0), rng.uniform(3, 20)) * .6
    return im + layer[:, :, None] * rng.uniform(60, 300)


def drops(rng, im):
    """Water on the glass: small lenses with a bright and a dark rim."""
    h, w = im.shape[:2]
    for _ in range(int(rng.integers(3, 25))):
        r = int(rng.uniform(.005, .03) * w) + 2
        x, y = int(rng.uniform(r, w - r - 1)), int(rng.uniform(r, h - r - 1))
        part = im[y - r:y + r, x - r:x + r]
        if part.shape[:2] != (2 * r, 2 * r):
            continue
        m = np.zeros((2 * r, 2 * r, 1), np.float32)
        cv2.circle(m, (r, r), r - 1, 1, -1)
        part[:] = part * (1 - m) + cv2.GaussianBlur(part[::-1], (0, 0), 1 + r / 4) * m
        cv2.ellipse(im, (x, y), (r, r), 0, 190, 300, (240, 240, 240), 1, cv2.LINE_AA)
        cv2.ellipse(im, (x, y), (r, r), 0, 20, 120, (40, 40, 40), 1, cv2.LINE_AA)
    return im


def dirt(rng, im):
    """Dust, scale, scratches, hairs."""
    h, w = im.shape[:2]
    n = noise(rng, h, w, (8, 40, 150))
    m = np.clip((n - rng.uniform(.1, .7)) * rng.uniform(.5, 2), 0, rng.uniform(.2, .7))[:, :, None]
    tone = np.array([rng.uniform(20, 200)] * 3, np.float32) * rng.uniform(.7, 1.1, 3).astype(np.float32)
    im = im * (1 - m) + tone * m
    for _ in range(int(rng.integers(0, 12))):
        p = rng.uniform(0, 1, 2) * (w, h)
        q = p + rng.normal(0, .08, 2) * w
        cv2.line(im, tuple(p.astype(int).tolist()), tuple(q.astype(int).tolist()), [rng.uniform(0, 255)] * 3, 1, cv2.LINE_AA)
    return im


def light(rng, im):
    """Shadow edges, vignette, flash."""
    h, w = im.shape[:2]
    y, x = np.mgrid[0:h, 0:w].astype(np.float32)
    if rng.random() < .4:
        a = rng.uniform(0, 6.28)
        d = (x - w * rng.uniform(.2, .8)) * np.cos(a) + (y - h * rng.uniform(.2, .8)) * np.sin(a)
        im = im * (1 - rng.uniform(.15, .65) / (1 + np.exp(-d / (w * rng.uniform(.004, .1)))))[:, :, None]
    if rng.random() < .5:
        r2 = ((x - w * rng.uniform(.3, .7)) ** 2 + (y - h * rng.uniform(.3, .7)) ** 2) / (w * w)
        im = im * (1 + rng.normal(0, .8) * (r2 - .12))[:, :, None].clip(.25, 1.8)
    return im


def colour(rng, im):
    """Exposure, gamma, contrast, white balance; gray, negative and odd-channel cameras."""
    im = np.clip(im, 0, 255)
    im = 255 * (im / 255) ** np.exp(rng.normal(0, .3))
    im = (im - 127) * rng.uniform(.45, 1.25) + 127 + rng.normal(0, 22)
    cast = rng.random()
    if cast < .35:
        im = im * np.exp(rng.normal(0, .14, 3)).astype(np.float32)
    elif cast < .45:
        im = im * rng.uniform(.3, 1.2, 3).astype(np.float32)
    r = rng.random()
    if r < .12:
        im[:] = im.mean(2, keepdims=True)
    elif r < .14:
        im = 255 - im
    elif r < .18:
        im = im[:, :, ::-1]
    return im


def blur(rng, im):
    r = rng.random()
    scale = im.shape[1] / 640
    if r < .35:
        return cv2.GaussianBlur(im, (0, 0), max(.3, rng.uniform(.3, 2.2) * scale))
    if r < .5:
        n = int(rng.integers(3, 9) * scale) | 1
        k = np.zeros((n, n), np.float32)
        cv2.line(k, (0, int(rng.integers(n))), (n - 1, int(rng.integers(n))), 1, 1)
        k = k if rng.random() < .5 else k.T
        return cv2.filter2D(im, -1, k / max(k.sum(), 1))
    return im


def sensor(rng, im):
    """Noise, sharpening, low resolution, JPEG."""
    if rng.random() < .25:
        s = rng.uniform(.35, .9)
        small = cv2.resize(im, None, fx=s, fy=s, interpolation=cv2.INTER_AREA)
        im = cv2.resize(small, (im.shape[1], im.shape[0]), interpolation=cv2.INTER_LINEAR)
    if rng.random() < .6:
        im = im + rng.standard_normal(im.shape[:2] + (1 if rng.random() < .4 else 3,)).astype(np.float32) * rng.uniform(1, 14)
    if rng.random() < .3:
        im = im + (im - cv2.GaussianBlur(im, (0, 0), 1.5)) * rng.uniform(.3, 1.5)
    im = np.clip(im, 0, 255).astype(np.uint8)
    if rng.random() < .7:
        ok, buf = cv2.imencode(".jpg", im, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(25, 95))])
        im = cv2.imdecode(buf, cv2.IMREAD_COLOR)
    return im


def photograph(rng, im, hard=0.0):
    """The whole chain on an already projected scene; returns uint8 BGR. hard: the share of pictures in bad light."""
    im = np.clip(im, 0, 255).astype(np.float32)
    im = light(rng, im)
    if hard and rng.random() < hard:
        im = harsh(rng, im).astype(np.float32)
    if rng.random() < .3:
        im = dirt(rng, im)
    if rng.random() < .12:
        im = drops(rng, np.ascontiguousarray(im))
    if rng.random() < .45:
        im = glare(rng, im)
    return sensor(rng, blur(rng, colour(rng, im)))


def calm(rng, im):
    """A picture as a careful hand takes it: sharp, in good light, of a good camera; the most that is sent. Returns uint8 BGR."""
    im = np.clip(im, 0, 255).astype(np.float32)
    if rng.random() < .5:
        im = light(rng, im)
    im = 255 * np.clip(im / 255, 0, 1) ** np.exp(rng.normal(0, .2))
    im = (im - 127) * rng.uniform(.6, 1.1) + 127 + rng.normal(0, 14)
    if rng.random() < .5:
        im = cv2.GaussianBlur(im, (0, 0), rng.uniform(.3, 1.2) * im.shape[1] / 640 + .2)
    if rng.random() < .2:
        im = glare(rng, im)
    im = np.clip(im + rng.standard_normal(im.shape).astype(np.float32) * rng.uniform(0, 4), 0, 255).astype(np.uint8)
    return cv2.imdecode(cv2.imencode(".jpg", im, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(60, 96))])[1], cv2.IMREAD_COLOR)

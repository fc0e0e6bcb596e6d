"""Paper, print and camera: what stands between a clean line of glyphs and the pixels that arrive."""
import cv2
import numpy as np


def clouds(rng, h, w, cell):
    """Smooth noise in 0..1 whose blobs are about cell pixels wide."""
    small = rng.random((max(2, h // cell + 2), max(2, w // cell + 2))).astype(np.float32)
    return cv2.resize(small, (w, h), interpolation=cv2.INTER_CUBIC)


def guilloche(rng, h, w):
    """Fine security lines: a few families of sinusoids, 0..1."""
    y, x = np.mgrid[0:h, 0:w].astype(np.float32)
    out = np.zeros((h, w), np.float32)
    for _ in range(rng.integers(1, 4)):
        a = rng.uniform(0, np.pi)
        u, v = x * np.cos(a) + y * np.sin(a), y * np.cos(a) - x * np.sin(a)
        wave = u + rng.uniform(0, 12) * np.sin(v / rng.uniform(8, 60))
        out = np.maximum(out, np.clip(np.sin(wave * 2 * np.pi / rng.uniform(3, 24)) * rng.uniform(1, 4) - rng.uniform(0, 2), 0, 1))
    return out


def paper(rng, h, w):
    """Grey background of a page with shading, texture and security print."""
    base = rng.uniform(110, 250)
    out = np.full((h, w), base, np.float32)
    out += (clouds(rng, h, w, int(rng.integers(20, 200))) - 0.5) * rng.uniform(0, 60)
    out += (clouds(rng, h, w, int(rng.integers(2, 8))) - 0.5) * rng.uniform(0, 30)
    if rng.random() < 0.6:
        out -= guilloche(rng, h, w) * rng.uniform(5, 70)
    return out


def stain(rng, img, unit):
    """Stamps, rules, glare and creases over a picture, in place; unit is about a character's width."""
    h, w = img.shape
    for _ in range(rng.integers(0, 3)):
        kind, tone = rng.integers(0, 4), float(rng.uniform(20, 255))
        layer = np.zeros((h, w), np.float32)
        p = (int(rng.integers(0, w)), int(rng.integers(0, h)))
        if kind == 0:
            cv2.ellipse(layer, p, (int(rng.uniform(1, 9) * unit), int(rng.uniform(1, 6) * unit)), float(rng.uniform(0, 180)), 0, 360, 1.0, max(1, int(unit / 5)), cv2.LINE_AA)
        elif kind == 1:
            q = (int(rng.integers(0, w)), int(rng.integers(0, h)))
            cv2.line(layer, p, q, 1.0, max(1, int(unit * rng.uniform(0.05, 0.3))), cv2.LINE_AA)
        elif kind == 2:
            cv2.circle(layer, p, int(unit * rng.uniform(1, 6)), 1.0, -1)
            layer = cv2.GaussianBlur(layer, (0, 0), unit * rng.uniform(0.7, 2))
            tone = 255.0
        else:
            word = "".join(map(chr, rng.integers(65, 91, 6)))
            solid = np.zeros((h, w), np.uint8)
            cv2.putText(solid, word, p, int(rng.integers(0, 8)), unit * rng.uniform(0.03, 0.1), 255, max(1, int(unit / 8)), cv2.LINE_AA)
            layer = solid.astype(np.float32) / 255
        strength = rng.uniform(0.1, 0.6)
        img += (tone - img) * layer * strength
    return img


def camera(rng, img, blur):
    """Lens blur, motion, sensor noise and JPEG; returns uint8."""
    if blur > 0.2:
        img = cv2.GaussianBlur(img, (0, 0), blur)
    if rng.random() < 0.1:
        k = int(rng.integers(2, 5))
        kernel = np.zeros((k, k), np.float32)
        cv2.line(kernel, (0, int(rng.integers(0, k))), (k - 1, int(rng.integers(0, k))), 1.0)
        img = cv2.filter2D(img, -1, kernel / max(1e-6, kernel.sum()))
    if rng.random() < 0.15:  # the halo of a camera's sharpening
        img = img + (img - cv2.GaussianBlur(img, (0, 0), 1.2)) * rng.uniform(0.3, 1.5)
    img = (img - 128) * rng.uniform(0.5, 1.1) + 128 + rng.uniform(-40, 40)
    img = img + rng.normal(0, 1, img.shape) * rng.uniform(0, 9)
    out = np.clip(img, 0, 255).astype(np.uint8)
    if rng.random() < 0.6:
        ok, data = cv2.imencode(".jpg", out, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(38, 97))])
        out = cv2.imdecode(data, cv2.IMREAD_GRAYSCALE)
    return out

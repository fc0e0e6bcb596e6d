"""What papers lie on that is not plain: carpet, stone, cloth, boards, sheets of other colours. Each is a BGR picture of floats."""
import cv2
import numpy as np


def _field(n, h, w, sigma):
    """Noise of unit spread whose grains are sigma pixels wide."""
    f = cv2.GaussianBlur(n.normal(0, 1, (h, w)).astype(np.float32), (0, 0), sigma)
    return f / max(1e-6, float(f.std()))


def grain(n, h, w):
    """Carpet, concrete, sanded stone: grains of one size, all in the ground's colour or each in its own."""
    spread, sigma = n.uniform(8, 45), n.uniform(0.4, 6)
    if n.random() < 0.3:
        return np.dstack([_field(n, h, w, sigma) for _ in range(3)]) * spread
    return _field(n, h, w, sigma)[:, :, None] * np.full(3, spread, np.float32)


def specks(n, h, w):
    """Terrazzo: chips of two colours, many to the inch or few."""
    out = np.zeros((h, w, 3), np.float32)
    sigma = n.uniform(2, 9)
    for _ in range(2):
        out[_field(n, h, w, sigma) > n.uniform(1, 1.8)] = n.uniform(-70, 70, 3)
    return cv2.GaussianBlur(out, (0, 0), 0.8)


def weave(n, h, w):
    """Cloth in stripes or checks, askew."""
    yy, xx = np.mgrid[0:h, 0:w].astype(np.float32)
    t, period = n.uniform(0, np.pi), n.uniform(8, 120)
    u, v = np.cos(t) * xx + np.sin(t) * yy, np.cos(t) * yy - np.sin(t) * xx
    wave = np.sin(2 * np.pi * u / period)
    if n.random() < 0.5:
        wave = wave + np.sin(2 * np.pi * v / (period * n.uniform(0.6, 1.6)))
    if n.random() < 0.5:
        wave = np.sign(wave)
    return cv2.GaussianBlur(wave * n.uniform(6, 30), (0, 0), 1)[:, :, None] * n.uniform(0.4, 1, 3).astype(np.float32)


def boards(n, h, w):
    """Planks with joints and a grain along them, upright or across."""
    turned = n.random() < 0.5
    h, w = (w, h) if turned else (h, w)
    out = cv2.resize(n.normal(0, n.uniform(4, 14), (h, max(2, w // 60))).astype(np.float32), (w, h), interpolation=cv2.INTER_CUBIC)
    wide = int(n.uniform(0.08, 0.3) * h)
    for y in range(int(n.integers(0, wide)), h, wide):
        out[y:] += n.uniform(-12, 12)
        out[y:y + int(n.integers(2, 7))] -= n.uniform(20, 60)
    return (out.T if turned else out)[:, :, None] * np.ones(3, np.float32)


def ground(n, h, w):
    """One of them, in any colour from a dark to a light one, at times in a grey."""
    base = n.uniform(25, 200, 3) if n.random() < 0.7 else np.full(3, n.uniform(25, 200)) + n.uniform(-6, 6, 3)
    return base.astype(np.float32) + [grain, specks, weave, boards][int(n.integers(0, 4))](n, h, w)

"""Paper that was folded or carried in a bag, and lies flat again: each crease is a line across it, dark where it shades itself, light
where its print has come off, and the paper to either side lies at another angle to the light."""
import numpy as np


def crease(img, n):
    h, w = img.shape[:2]
    yy, xx = np.mgrid[0:h, 0:w].astype(np.float32)
    out = img.astype(np.float32)
    for _ in range(int(n.integers(1, 5))):
        t = n.uniform(0, np.pi) if n.random() < 0.75 else n.integers(0, 2) * np.pi / 2 + n.normal(0, 0.02)
        off = np.cos(t) * (xx - n.uniform(0.15, 0.85) * w) + np.sin(t) * (yy - n.uniform(0.15, 0.85) * h)
        out *= (1 + n.uniform(0, 0.12) * np.tanh(off / (n.uniform(0.005, 0.04) * w)))[:, :, None]
        line = np.exp(-(off / (n.uniform(0.0008, 0.002) * w)) ** 2)[:, :, None]
        if n.random() < 0.7:
            out -= n.uniform(20, 90) * line
        else:
            out += (250 - out) * line * n.uniform(0.5, 1)
    return np.clip(out, 0, 255).astype(np.uint8)

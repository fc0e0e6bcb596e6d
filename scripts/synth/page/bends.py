"""Pages that do not lie flat: labels around bottles, pages of a binder, paper that was rolled, folded or carried in a bag."""
import cv2
import numpy as np


def _bow(n, u):
    """Around a cylinder, its axis somewhere beside the page's middle."""
    return (u - n.uniform(-0.5, 0.5)) ** 2 * n.choice([-1, 1]) * n.uniform(0.012, 0.06)


def _gutter(n, u):
    """Bound at one side: steep there, flat at the other."""
    side = n.choice([-1, 1])
    return np.exp(-(1 + side * u) / n.uniform(0.15, 0.5)) * n.choice([-1, 1]) * n.uniform(0.015, 0.06)


def _wave(n, u):
    """Was rolled, and lies in waves."""
    return np.sin(np.pi * u * n.uniform(0.6, 1.6) + n.uniform(0, 2 * np.pi)) * n.uniform(0.006, 0.02)


def _folds(n, u):
    """Folded in letters' way, and unfolded."""
    out = np.zeros_like(u)
    for at in ([0] if n.random() < 0.5 else [-1 / 3, 1 / 3]):
        out += np.abs(u - at) * n.uniform(-0.05, 0.05)
    return out


class Bend:
    """How the rows of a page of h x w pixels rise and fall: more at its top or at its foot, as a camera sees it from above or below."""

    def __init__(self, n, h, w):
        x = np.arange(w, dtype=np.float32)
        u, v = 2 * x / w - 1, 2 * np.arange(h, dtype=np.float32) / h - 1
        course = [_bow, _gutter, _wave, _folds][int(n.integers(0, 4))](n, u) * w
        self.rise = np.float32((course - course.mean())[None, :] * (1 + n.uniform(-0.6, 0.6) * v)[:, None])
        self.shade = np.float32(1 + n.uniform(-1.5, 1.5) * np.gradient(course))
        self.pad = int(np.abs(self.rise).max()) + 2

    def picture(self, img, ground=255):
        """The bent page, higher by pad at top and foot."""
        h, w = img.shape[:2]
        rise = cv2.copyMakeBorder(self.rise, self.pad, self.pad, 0, 0, cv2.BORDER_REPLICATE)
        yy, xx = np.mgrid[0:h + 2 * self.pad, 0:w].astype(np.float32)
        out = cv2.remap(img, xx, yy - self.pad - rise, cv2.INTER_CUBIC, borderMode=cv2.BORDER_CONSTANT, borderValue=(ground,) * 3)
        return np.clip(out * self.shade[None, :, None], 0, 255).astype(np.uint8)

    def points(self, p):
        """Places of the flat page, n x 2, on the bent one."""
        h, w = self.rise.shape
        p = np.array(p, np.float64).reshape(-1, 2)
        at, x = p[:, 1].copy(), np.clip(p[:, 0], 0, w - 1).astype(int)
        for _ in range(6):
            at = p[:, 1] + self.rise[np.clip(at, 0, h - 1).astype(int), x]
        return np.stack([p[:, 0], at + self.pad], 1)

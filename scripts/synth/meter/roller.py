"""One number wheel seen through its window, at any position on its ring."""
import cv2
import numpy as np

from glyphs import GLYPH_H, GLYPH_W


class Wheel:
    """A wheel's ring of digits. Position p shows digit int(p) leaving upwards (or downwards) as p grows.

    pitch is the digits' distance on the ring in window heights; below 1 the neighbours show even when settled.
    """

    def __init__(self, rng, masks, width, height, style):
        self.w, self.h = width, height
        self.pitch = style["pitch"] * height
        self.curve, self.up = style["curve"], style["up"]
        gh = min(style["glyph"] * self.pitch, 0.97 * self.pitch)
        gw = min(width * style["fill"], gh * 0.95)
        self.fill = gw / width
        ring = np.zeros((int(round(self.pitch * 10)), width), np.uint8)
        step = ring.shape[0] / 10
        for d in range(10):
            g = cv2.resize(masks[d], (max(3, int(gw)), max(5, int(gh))), interpolation=cv2.INTER_AREA)
            slot = d if self.up else (10 - d) % 10
            y = int(round((slot + .5) * step - g.shape[0] / 2))
            x = int(round((width - g.shape[1]) / 2 + style["dx"] * width))
            x = min(max(x, 0), width - g.shape[1])
            ring[y:y + g.shape[0], x:x + g.shape[1]] = g
        self.ring, self.step = ring, step
        self.ticks(style)

    def ticks(self, style):
        """Marks beside the digits, as the last wheel of many meters has them, or teeth on its rim."""
        n = style.get("ticks", 0)
        if not n:
            return
        w = max(2, int(self.w * style["tick_len"]))
        for i in range(10 * n):
            y = int((i + .5 * (n == 2)) * self.step / n + self.step / 2) % self.ring.shape[0]
            t = max(1, int(self.step * style["tick_wide"]))
            side = slice(self.w - w, self.w) if style["tick_right"] else slice(0, w)
            self.ring[y:y + t, side] = 255

    def mask(self, position):
        """Ink (0..1) in the window at the position, and the shade factor of each row."""
        y = np.arange(self.h) + .5 - self.h / 2
        radius = self.pitch * 10 / (2 * np.pi)
        far = np.clip(y / max(radius, self.h * .51), -.99, .99)
        # Between a flat band (curve 0) and a true cylinder (curve 1).
        dist = (1 - self.curve) * y + self.curve * radius * np.arcsin(far)
        slot = position if self.up else -position
        rows = (slot + .5) * self.step + dist
        lo = np.floor(rows).astype(int)
        f = (rows - lo)[:, None].astype(np.float32)
        n = self.ring.shape[0]
        ink = self.ring[lo % n] * (1 - f) + self.ring[(lo + 1) % n] * f
        shade = 1 - (np.abs(y / (self.h / 2)) ** 3)[:, None] * 1.0
        return ink / 255, shade.astype(np.float32)


def wheel_style(rng):
    """The measures that all wheels of one meter share."""
    return {
        "pitch": rng.uniform(0.72, 1.5), "curve": rng.uniform(0, 1), "glyph": rng.uniform(0.6, 0.92),
        "fill": rng.uniform(0.55, 0.92), "dx": rng.normal(0, 0.03), "up": rng.random() > 0.03,
        "shade": rng.uniform(0, 0.7), "tick_len": rng.uniform(0.08, 0.2), "tick_wide": rng.uniform(0.04, 0.12),
        "tick_right": rng.random() < 0.85, "ticks": 0,
    }


def positions(rng, digits, settled_share=0.55):
    """Ring positions of a counter that shows digits: the last wheel anywhere, the others as the carry drives them."""
    n = len(digits)
    pos = np.zeros(n)
    r = rng.random()
    frac = 0.0 if r < settled_share else rng.uniform(0, 1)
    for i in range(n - 1, -1, -1):
        pos[i] = digits[i] + frac
        # A wheel moves while its right neighbour goes from 9 to 0.
        frac = max(0.0, pos[i] - 9) if digits[i] == 9 else 0.0
    return pos

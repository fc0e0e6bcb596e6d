"""Digits of displays: seven segments with free measures and ends, and dot matrices. Sixteen masks would be letters too; a
counter needs ten and the mask of all that can light up."""
import cv2
import numpy as np

GLYPH_H, GLYPH_W = 96, 72
SEGMENTS = ("abcdef", "bc", "abged", "abgcd", "fgbc", "afgcd", "afgedc", "abc", "abcdefg", "abcdfg")
# Ends of a segment: the held-out ones are never used for training.
ENDS, HELD_OUT_ENDS = ("mitre", "point", "butt"), ("round", "chisel")

DOTS = ("0e11131519110e", "040c040404040e", "0e11010204081f", "1f02040201110e", "02060a121f0202", "1f101e0101110e", "0608101e11110e",
        "1f010204080808", "0e11110e11110e", "0e11110f01020c")


def measures(rng, held_out):
    ends = HELD_OUT_ENDS if held_out else ENDS
    return {
        "t": rng.uniform(.07, .2), "gap": rng.uniform(0, .05), "slant": rng.uniform(.02, .2) if rng.random() < .55 else 0.0,
        "end": ends[rng.integers(len(ends))], "x": rng.uniform(.02, .14), "y": rng.uniform(.0, .07), "mid": rng.uniform(.46, .52),
        "upright": rng.uniform(.8, 1.25), "waist": rng.uniform(-.02, .03),
    }


def outline(name, m, w, h):
    """Corner points of one segment on a ground of w x h, before the slant."""
    t, g = m["t"] * w, m["gap"] * w
    tv = t * m["upright"]
    lean = abs(m["slant"]) * h / 2
    x0, x1 = m["x"] * w + lean + tv / 2, w * (1 - m["x"]) - lean - tv / 2
    y0, y1 = m["y"] * h + t / 2, h * (1 - m["y"]) - t / 2
    ym = h * m["mid"]
    ends = {"a": (x0, y0, x1, y0), "g": (x0, ym, x1, ym), "d": (x0, y1, x1, y1), "f": (x0, y0, x0, ym), "b": (x1, y0, x1, ym),
            "e": (x0, ym, x0, y1), "c": (x1, ym, x1, y1)}
    ax, ay, bx, by = ends[name]
    p, q = np.array([ax, ay]), np.array([bx, by])
    u = (q - p) / max(np.linalg.norm(q - p), 1e-6)
    v, half = np.array([-u[1], u[0]]), (t if ay == by else tv) / 2
    if m["end"] == "mitre":
        # Corners at 45 degrees: the outer edge is longer than the inner one.
        outer = {"a": -1, "d": 1, "f": 1, "e": 1, "b": -1, "c": -1}.get(name, 0)
        long, short = half - g, -half - g
        if not outer:
            return np.array([p + u * g, p + u * (half + g) + v * half, q - u * (half + g) + v * half, q - u * g, q - u * (half + g) - v * half,
                             p + u * (half + g) - v * half])
        near = lambda e, s: (e - u * s * long, e - u * s * short)
        (po, pi), (qo, qi) = near(p, 1), near(q, -1)
        if name in "fbec":  # the end at the waist is pointed
            waist, far = (q, p) if name in "fb" else (p, q)
            s = u if name in "fb" else -u
            far_out, far_in = far - s * long, far - s * short
            return np.array([far_out + v * half * outer, waist - s * (half + g) + v * half * outer, waist - s * g,
                             waist - s * (half + g) - v * half * outer, far_in - v * half * outer])
        return np.array([po + v * half * outer, qo + v * half * outer, qi - v * half * outer, pi - v * half * outer])
    if m["end"] == "tongue":
        tip, k = half * .45, half + g
        return np.array([p + u * (g + tip) - v * tip, p + u * (g + tip) + v * tip, p + u * k + v * half, q - u * k + v * half, q - u * (g + tip) + v * tip,
                         q - u * (g + tip) - v * tip, q - u * k - v * half, p + u * k - v * half])
    if m["end"] == "point":
        k = half + g
        return np.array([p + u * g, p + u * k + v * half, q - u * k + v * half, q - u * g, q - u * k - v * half, p + u * k - v * half])
    k = (half + g) if m["end"] in ("butt", "round") else g + half * .5
    if m["end"] == "chisel":
        return np.array([p + u * (k - half * .6) + v * half, q - u * (k + half * .6) + v * half, q - u * (k - half * .6) - v * half, p + u * (k + half * .6) - v * half])
    return np.array([p + u * k + v * half, q - u * k + v * half, q - u * k - v * half, p + u * k - v * half])


def draw(names, m):
    w, h = GLYPH_W * 2, GLYPH_H * 2
    big = np.zeros((h, w), np.uint8)
    for n in names:
        pts = outline(n, m, w, h)
        pts[:, 0] -= (pts[:, 1] - h / 2) * m["slant"]
        if m["end"] == "round":
            r = max(1, int(m["t"] * w / 2))
            a, b = (pts[0] + pts[3]) / 2, (pts[1] + pts[2]) / 2
            cv2.line(big, tuple(a.astype(int).tolist()), tuple(b.astype(int).tolist()), 255, 2 * r, cv2.LINE_AA)
        else:
            cv2.fillPoly(big, [np.round(pts * 8).astype(np.int32)], 255, cv2.LINE_AA, 3)
    return cv2.resize(big, (GLYPH_W, GLYPH_H), interpolation=cv2.INTER_AREA)


def matrix(rng, table=DOTS):
    """Digits of 5 x 7 dots, square or round."""
    size, round_ = rng.uniform(.7, 1.0), rng.random() < .4
    def dots(bits):
        c = np.zeros((7 * 14, 5 * 14), np.uint8)
        for y in range(7):
            for x in range(5):
                if bits[y] >> (4 - x) & 1:
                    r = max(2, int(7 * size))
                    if round_:
                        cv2.circle(c, (x * 14 + 7, y * 14 + 7), r, 255, -1)
                    else:
                        c[y * 14 + 7 - r:y * 14 + 7 + r, x * 14 + 7 - r:x * 14 + 7 + r] = 255
        out = np.zeros((GLYPH_H, GLYPH_W), np.uint8)
        out[2:-2, 5:-5] = cv2.resize(c, (GLYPH_W - 10, GLYPH_H - 4), interpolation=cv2.INTER_AREA)
        return out
    return [dots(bytes.fromhex(d)) for d in table], dots(b"\x1f" * 7)


def segment_face(rng, held_out=False):
    """Ten masks of GLYPH_H x GLYPH_W and the mask of all segments."""
    if rng.random() < .1:
        return matrix(rng)
    m = measures(rng, held_out)
    tables = list(SEGMENTS)
    if rng.random() < .2:
        tables[7] = "fabc"
    if rng.random() < .15:
        tables[6], tables[9] = "fgedc", "abcfg"
    return [draw(s, m) for s in tables], draw("abcdefg", m)

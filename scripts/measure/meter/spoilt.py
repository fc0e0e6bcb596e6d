#!/usr/bin/env python3
"""Read labelled photos that were spoilt in thirteen ways: spoilt.py --bin BINARY DIR [--show] [--conditions]

A few photos of few meters are soon all read right; what happens to them in worse light, further away or askew tells more
about meters that nobody has seen. Prints the share right of each way. --conditions takes four that a crew meets instead: turned by any
angle, a tenth of the light, over-exposed with blooming, the counter 60 px wide. BINARY and DIR as for measure.py.
"""
import argparse
import os
import tempfile

import cv2
import numpy as np

from measure import read_all, right, rows_of


def askew(im, seed, by=.12):
    h, w = im.shape[:2]
    corners = np.float32([[0, 0], [w, 0], [w, h], [0, h]])
    moved = corners + (np.random.default_rng(seed).uniform(-by, by, (4, 2)) * (w, h)).astype(np.float32)
    return cv2.warpPerspective(im, cv2.getPerspectiveTransform(corners, moved), (w, h), borderMode=cv2.BORDER_REPLICATE)


def tight(im, quad):
    """Hardly more than the counter."""
    q, (h, w) = np.array(quad), im.shape[:2]
    (x0, y0), (x1, y1) = q.min(0), q.max(0)
    m = .35 * max(y1 - y0, .3 * (x1 - x0))
    return im[int(max(0, y0 - m)):int(min(h, y1 + m)), int(max(0, x0 - m)):int(min(w, x1 + m))]


def jpeg(im, quality):
    return cv2.imdecode(cv2.imencode(".jpg", im, [cv2.IMWRITE_JPEG_QUALITY, quality])[1], cv2.IMREAD_COLOR)


def noisy(im, seed):
    return np.clip(im + np.random.default_rng(seed).normal(0, 30, im.shape), 0, 255).astype(np.uint8)


# Each takes the picture, the counter's quad and a seed.
WAYS = {
    "at 0.3 of its size": lambda im, q, s: cv2.resize(im, None, fx=.3, fy=.3, interpolation=cv2.INTER_AREA),
    "blurred": lambda im, q, s: cv2.GaussianBlur(im, (0, 0), im.shape[1] / 300),
    "dark": lambda im, q, s: (im * .25).astype(np.uint8),
    "overexposed": lambda im, q, s: np.clip(im * 1.3 + 70, 0, 255).astype(np.uint8),
    "gray": lambda im, q, s: cv2.cvtColor(cv2.cvtColor(im, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR),
    "negative": lambda im, q, s: 255 - im,
    "noise": lambda im, q, s: noisy(im, s),
    "askew": lambda im, q, s: askew(im, s),
    "askew otherwise": lambda im, q, s: askew(im, s + 99),
    "half as large in the picture": lambda im, q, s: cv2.copyMakeBorder(im, *[im.shape[0] // 2] * 4, cv2.BORDER_REFLECT),
    "JPEG quality 10": lambda im, q, s: jpeg(im, 10),
    "stretched by 1.4": lambda im, q, s: cv2.resize(im, None, fx=1.25, fy=.9),
    "the counter alone": lambda im, q, s: tight(im, q),
}


def turned(im, seed):
    """By 30 to 330 degrees, on a canvas that holds all of it."""
    h, w = im.shape[:2]
    a = np.random.default_rng(seed).uniform(30, 330)
    m = cv2.getRotationMatrix2D((w / 2, h / 2), a, 1)
    c, s = abs(m[0, 0]), abs(m[0, 1])
    size = int(w * c + h * s), int(w * s + h * c)
    m[:, 2] += (size[0] - w) / 2, (size[1] - h) / 2
    return cv2.warpAffine(im, m, size, flags=cv2.INTER_LINEAR)


def dark(im, seed):
    """A tenth of the light, and the noise that is left."""
    return np.clip(im * .1 + np.random.default_rng(seed).normal(2, 1.2, im.shape), 0, 255).astype(np.uint8)


def blown(im):
    """Too much light; what is clipped runs over by a hundredth of the width."""
    x = im.astype(np.float32) * 1.6 + 30
    over = cv2.GaussianBlur(np.clip(x - 235, 0, None), (0, 0), im.shape[1] * .01)
    return np.clip(np.clip(x, 0, 255) + .5 * over, 0, 255).astype(np.uint8)


def small(im, quad):
    q = np.array(quad, np.float32)
    k = 60 / max(np.linalg.norm(q[1] - q[0]), 1)
    return im if k >= 1 else cv2.resize(im, None, fx=k, fy=k, interpolation=cv2.INTER_AREA)


CONDITIONS = {
    "turned": lambda im, q, s: turned(im, s),
    "dark": lambda im, q, s: dark(im, s),
    "over-exposed": lambda im, q, s: blown(im),
    "counter 60 px wide": lambda im, q, s: small(im, q),
}


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("folder")
    ap.add_argument("--bin", required=True)
    ap.add_argument("--show", action="store_true")
    ap.add_argument("--conditions", action="store_true")
    ap.add_argument("--limit", type=int, default=0)
    ap.add_argument("--legible", type=float, default=0.0, help="leave out synthetic pictures less legible than this")
    a = ap.parse_args()
    rows = rows_of(a.folder, a.limit, a.legible)
    oks, sure = [], []
    with tempfile.TemporaryDirectory() as tmp:
        for way, spoil in (CONDITIONS if a.conditions else WAYS).items():
            paths = []
            for i, r in enumerate(rows):
                paths.append(os.path.join(tmp, f"{i}.png"))
                cv2.imwrite(paths[-1], spoil(cv2.imread(r["path"]), r["quad"], i))
            got = read_all(a.bin, paths)
            ok = [bool(right(r, x)) for r, x in zip(rows, got)]
            oks, sure = oks + ok, sure + [x["confidence"] >= .8 and not y for x, y in zip(got, ok)]
            print(f"{way}: {sum(ok)} of {len(ok)}", flush=True)
            for r, x, y in zip(rows, got, ok):
                if a.show and not y:
                    print("  ", os.path.basename(r["path"]), sorted(r["accept"]), "got", x["value"], round(x["confidence"], 2))
    print(f"all: exact={np.mean(oks):.3f} n={len(oks)} sure_and_wrong={np.mean(sure):.3f}")


if __name__ == "__main__":
    main()

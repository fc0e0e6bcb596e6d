#!/usr/bin/env python3
"""Fit the confidence: calibrate.py DUMP.jsonl... [--nothing DUMP.jsonl...] prints the weights for extract/meter/confidence.go.

The dumps come from measure.py --dump over pictures of meters outside the training set. Logistic regression with a small
ridge. The reliability curve is of readings that the fit did not see: two halves, each judged by the other's weights. With dumps of
pictures without a counter it prints the weights that tell such a one from a reading that is right, and what refusing costs.
"""
import argparse
import json

import numpy as np

NAMES = ("Posterior", "Worst", "Absent", "Even", "Lead", "Rival", "Past", "Upright", "Agree", "Seen", "Glow", "Open", "Large")
# A reading cannot become surer by worse evidence, however few examples say so.
SIGNS = (1, 1, -1, -1, 1, 1, -1, 1, 1, 1, 1, -1, 1)


def fit(x, y, ridge=2.0, steps=4000):
    mean, spread = x.mean(0), x.std(0) + 1e-6
    z = (x - mean) / spread
    w, b = np.zeros(x.shape[1]), 0.0
    sign = np.array(SIGNS)
    for _ in range(steps):
        p = 1 / (1 + np.exp(-(z @ w + b)))
        w -= .3 * (z.T @ (p - y) / len(y) + ridge * w / len(y))
        w[w * sign < 0] = 0
        b -= .3 * (p - y).mean()
    return w / spread, b - (w / spread) @ mean


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("dumps", nargs="+")
    ap.add_argument("--nothing", nargs="*", default=[], help="dumps of pictures without a counter")
    a = ap.parse_args()
    rows = [json.loads(line) for f in a.dumps for line in open(f, encoding="utf-8")]
    rows = [r for r in rows if r["found"]]
    x = np.array([[r["features"][n] for n in NAMES] for r in rows])
    y = np.array([float(r["ok"]) for r in rows])
    half = np.random.default_rng(1).random(len(y)) < .5
    p = np.zeros(len(y))
    for h in (half, ~half):
        w, b = fit(x[h], y[h])
        p[~h] = 1 / (1 + np.exp(-(x[~h] @ w + b)))
    print("| confidence | readings | right |\n|---|---|---|")
    for lo, hi in ((0, .2), (.2, .4), (.4, .6), (.6, .8), (.8, .9), (.9, .97), (.97, 1.001)):
        i = (p >= lo) & (p < hi)
        if i.any():
            print(f"| {lo:.2f}-{min(hi, 1):.2f} | {i.sum()} | {y[i].mean():.3f} |")
    print(f"n={len(y)} right={y.mean():.3f} sure={np.mean(p >= .8):.3f} sure_and_wrong={np.mean((p >= .8) & (y < .5)):.4f} "
          f"brier={np.mean((p - y) ** 2):.4f}")
    w, b = fit(x, y)
    print("bias =", round(float(b), 3))
    print(", ".join(f"{n}: {v:.3f}" for n, v in zip(NAMES, w)))
    nothing = [json.loads(line) for f in a.nothing for line in open(f, encoding="utf-8")]
    if nothing:
        presence(x[y > .5], np.array([[r["features"][n] for n in NAMES] for r in nothing if r["found"]]))


def presence(there, absent):
    """Tells right readings from what was read where there is no counter; wrong readings of a counter count for neither."""
    w, b = fit(np.vstack([there, absent]), np.r_[np.ones(len(there)), np.zeros(len(absent))])
    print("there: bias =", round(float(b), 3))
    print(", ".join(f"{n}: {v:.3f}" for n, v in zip(NAMES, w)))
    for limit in np.arange(-2, 2.1, .5):
        print(f"limit {limit:.1f}: right ones refused {np.mean(there @ w + b < limit):.4f}, none read {np.sum(absent @ w + b >= limit)} of {len(absent)}")


if __name__ == "__main__":
    main()

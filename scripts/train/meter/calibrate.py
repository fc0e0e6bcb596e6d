#!/usr/bin/env python3
"""Fit the confidence: calibrate.py DUMP.jsonl... [--nothing DUMP.jsonl...] prints the weights for extract/meter/confidence.go.

The dumps come from measure.py --dump over pictures of meters outside the training set; --display takes the displays among them,
else the wheels. Logistic regression with a small ridge. The table, and the knots of the curve from clarity to the share right, are of
readings that the fit did not see: ten parts, each judged by the weights of the others. The curve is an isotonic regression; it is
sure (0.8) of so few readings that --wrong of all readings are sure and wrong. The bias is such that a reading at "plain" in
confidence.go stays there: as many are searched again. With dumps of pictures without a counter it prints the weights that tell such
a one from a reading that is right, and what refusing costs.
"""
import argparse
import json

import numpy as np

NAMES = ("Posterior", "Worst", "Absent", "Even", "Lead", "Rival", "Past", "Upright", "Agree", "Seen", "Glow", "Open", "Large", "Short")
# A reading cannot become surer by worse evidence, however few examples say so.
SIGNS = (1, 1, -1, -1, 1, 1, -1, 1, 1, 1, 1, -1, 1, -1)
SURE, BELOW = .8, .795  # what is called sure, and the most that is said of what is not
PARTS, BAND = 10, 40    # of the cross-validation; readings a knot
PLAIN = -.87           # extract/meter/confidence.go


def read(path):
    with open(path, encoding="utf-8") as f:
        return [json.loads(line) for line in f]


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


def isotonic(c, y):
    """The share right as a step function that never falls, of readings sorted by clarity in bands: (clarity, share, readings)."""
    order, steps = np.argsort(c), []
    for i in np.array_split(order, max(1, len(c) // BAND)) if len(c) else ():
        steps.append([c[i].mean(), y[i].mean(), len(i)])
        while len(steps) > 1 and steps[-2][1] >= steps[-1][1]:
            (c1, y1, n1), (c0, y0, n0) = steps.pop(), steps.pop()
            steps.append([(c0 * n0 + c1 * n1) / (n0 + n1), (y0 * n0 + y1 * n1) / (n0 + n1), n0 + n1])
    return steps


def surest(c, y, wrong):
    """The least clarity from which at most so many readings are wrong."""
    order = np.argsort(-c)
    n = np.searchsorted(np.cumsum(1 - y[order]), wrong, side="right")
    return c[order[max(0, n - 1)]]


def knots(c, y, wrong):
    """The curve: below the surest readings never SURE, however right they are; a band's share is drawn a little towards one half, and
    falls nowhere, though a small band is drawn further than a large one."""
    limit, out = surest(c, y, wrong), [(c.min() - 2, .001)]
    low, high = c < limit, c >= limit
    out += [(x, min(BELOW - .001, (s * n + 1) / (n + 2))) for x, s, n in isotonic(c[low], y[low]) if x < limit - .02]
    out.append((limit - .02, BELOW))
    out += [(limit if i == 0 else x, max(SURE + .01, (s * n + 1) / (n + 2))) for i, (x, s, n) in enumerate(isotonic(c[high], y[high]))]
    x, p = np.array(out + [(c.max() + 2, .999)]).T
    return list(zip(x.tolist(), np.maximum.accumulate(p).tolist()))


def unseen(x, y):
    """The clarity of every reading by weights that did not see it."""
    part, c = np.random.default_rng(1).integers(PARTS, size=len(y)), np.zeros(len(y))
    for k in range(PARTS):
        w, b = fit(x[part != k], y[part != k])
        c[part == k] = x[part == k] @ w + b
    return c


def tell(p, y):
    print("| confidence | readings | mean | right |\n|---|---|---|---|")
    for lo, hi in ((0, .2), (.2, .4), (.4, .6), (.6, .8), (.8, .9), (.9, .97), (.97, 1.001)):
        i = (p >= lo) & (p < hi)
        if i.any():
            print(f"| {lo:.2f}-{min(hi, 1):.2f} | {i.sum()} | {p[i].mean():.3f} | {y[i].mean():.3f} |")
    print(f"n={len(y)} right={y.mean():.3f} sure={np.sum(p >= SURE) / len(y):.3f} sure_and_wrong={np.sum((p >= SURE) & (y < .5)) / len(y):.4f} "
          f"brier={np.mean((p - y) ** 2):.4f}")


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("dumps", nargs="+")
    ap.add_argument("--display", action="store_true", help="readings of displays, else of wheels")
    ap.add_argument("--plain", type=float, default=.76, help="share of the readings that are clear enough to do without a further search")
    ap.add_argument("--wrong", type=float, default=.0075, help="share of all readings that may be sure and wrong")
    ap.add_argument("--nothing", nargs="*", default=[], help="dumps of pictures without a counter")
    a = ap.parse_args()
    rows = [r for f in a.dumps for r in read(f)]
    rows = [r for r in rows if r["found"] and (r["features"]["Display"] > 0) == a.display]
    x = np.array([[r["features"][n] for n in NAMES] for r in rows])
    y = np.array([float(r["ok"]) for r in rows])
    w, b = fit(x, y)
    shift = PLAIN - np.quantile(x @ w + b, 1 - a.plain)
    c = unseen(x, y) + shift
    curve = knots(c, y, a.wrong * len(y))
    tell(np.interp(c, *np.array(curve).T), y)
    print("bias =", round(float(b + shift), 3))
    print(", ".join(f"{n}: {v:.3f}" for n, v in zip(NAMES, w)))
    print("curve{" + ", ".join(f"{{{u:.2f}, {v:.3f}}}" for u, v in curve) + "}")
    nothing = [r for f in a.nothing for r in read(f)]
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

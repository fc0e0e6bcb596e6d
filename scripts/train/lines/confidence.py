#!/usr/bin/env python3
"""Fits what tells how sure a line that the net read is right: confidence.py READINGS.jsonl… --out vision/linenet/confidence.model.gz

READINGS come from `go run ./scripts/bench/lines -engine evidence` on lines of held-out faces and words, as the page engine cuts them and
as they are drawn; --held names readings of others, of which it is told how the trees and two figures alone tell right from wrong. What is told is drawn to the scale of those two (--true asks for the true shares instead), because limits throughout
the page engine and the finders' own confidences stand on it; it errs on the low side. Deterministic for the same rows. Needs lightgbm,
numpy."""
import argparse
import gzip
import json
import os
import sys

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import forest  # noqa: E402

PARTS = 5  # for readings of lines that the trees have not seen
WEAKEST, WHOLE = 0, 4  # logits in the evidence: of the least certain sign, of the whole text


def share(z):
    return 1 / (1 + np.exp(-z))


def rows(paths):
    """Evidence, and whether the text is right; blanks do not count, lines without text neither."""
    bare = lambda s: "".join(s.split())
    said = []
    for p in paths:
        with open(p, encoding="utf8") as f:
            said += [r for r in map(json.loads, f) if r.get("evidence")]
    return np.array([r["evidence"] for r in said], np.float32), np.array([bare(r["read"]) == bare(r["text"]) for r in said], float)


def two(x):
    """What two figures alone tell, fitted on drawn lines once (4005bf3b): the scale of all confidences of lines since."""
    return 0.64 + 0.30 * x[:, WEAKEST] + 0.26 * x[:, WHOLE]


def fit(x, y, o):
    import lightgbm as lgb  # what else is here runs without it
    setting = {"objective": "binary", "learning_rate": 0.05, "num_leaves": o.leaves, "min_data_in_leaf": 30, "feature_fraction": 0.5, "bagging_fraction": 0.7, "bagging_freq": 1,
               "lambda_l2": 5, "deterministic": True, "num_threads": 1, "verbose": -1, "seed": o.seed}
    return forest.arrays(lgb.train(setting, lgb.Dataset(x, y), o.trees), places=5, digits=6)


def unseen(x, y, o):
    """What trees that were fitted without them say of the rows."""
    part, z = np.random.default_rng(o.seed).integers(PARTS, size=len(y)), np.zeros(len(y))
    for k in range(PARTS):
        z[part == k] = forest.score(fit(x[part != k], y[part != k], o), x[part == k])
    return z


def scale(z, usual):
    """The straight line that brings the quantiles of z to those of the usual."""
    q = np.linspace(0.01, 0.99, 99)
    return np.polyfit(np.quantile(z, q), np.quantile(usual, q), 1)


def scaled(trees, by, shift):
    out = [dict(t, v=[round(v * by, 5) for v in t["v"]]) for t in trees]
    return out + [{"f": [], "t": [], "l": [], "r": [], "v": [round(shift, 5)]}]


def told(p, y, name):
    """How well confidences part right from wrong."""
    order = np.argsort(-p)
    wrong = np.cumsum(1 - y[order])
    pure = np.flatnonzero(wrong <= 0.01 * np.arange(1, len(y) + 1))
    rank = np.argsort(np.argsort(p)) + 1
    n = y.sum()
    area = (rank[y > 0].sum() - n * (n + 1) / 2) / max(1, n * (len(y) - n))
    sure = p >= 0.8
    return f"{name}: area {area:.3f}, share with 0.01 wrong {(pure[-1] + 1) / len(y) if len(pure) else 0:.3f}, at 0.8 and more {sure.mean():.3f}, wrong {(sure * (1 - y)).mean():.4f}, mean {p.mean():.3f}"


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("readings", nargs="+")
    p.add_argument("--turned", nargs="*", default=[], help="readings of crops that were shown upside down: they do not move the scale")
    p.add_argument("--held", nargs="*", default=[])
    p.add_argument("--true", action="store_true", help="tell true shares")
    forest.add_options(p, trees=200, leaves=8)
    o = p.parse_args()
    x, y = rows(o.readings)
    upright = len(y)
    if o.turned:
        x, y = map(np.concatenate, zip((x, y), rows(o.turned)))
    z = unseen(x, y, o)
    by, shift = (1.0, 0.0) if o.true else scale(z[:upright], two(x[:upright]))
    print(f"{len(y)} lines, {y.mean():.3f} right, scale {by:.3f}, shift {shift:.3f}")
    print(" ", told(share(two(x)), y, "by two figures"), "\n ", told(share(by * z + shift), y, "by trees that have not seen them"))
    trees = scaled(fit(x, y, o), by, shift)
    for path in o.held:
        hx, hy = rows([path])
        print(f"{path}: {len(hy)} lines, {hy.mean():.3f} right")
        print(" ", told(share(two(hx)), hy, "by two figures"), "\n ", told(share(forest.score(trees, hx)), hy, "by trees"))
    with gzip.GzipFile(o.out, "wb", mtime=0) as f:
        f.write(json.dumps({"features": x.shape[1], "trees": trees}, separators=(",", ":")).encode())


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Fit what tells the decimal point: fit_point.py --bin BINARY DIR... prints the weights for extract/meter/point.go.

Each DIR is one of scripts/synth/meter/generate.py; BINARY is built by: go build -o BINARY ./scripts/measure/meter
A conditional logit over the places that the point may have, on the rows of wheels whose places were all found. --test DIR... says
what the weights do on other pictures.
"""
import argparse
import json
import os
import subprocess

import numpy as np
from scipy.optimize import minimize

NAMES = ("redStepTells", "redGapTells", "lookTells", "edgeTells", "noneTells")
MOST, LEAST = 4, 3  # decimals, places before the point
NOISE, LOOK, EDGE = 4, 4, 3  # extract/meter/point.go
PENALTY = .003


def places(red, decimal):
    """The features of each number of decimals, none first, as pointOdds takes them."""
    red, look = np.asarray(red, float), np.clip(decimal, -LOOK, LOOK)
    out = [[0, 0, -look.sum(), 0, 1]]
    for k in range(len(red) - 1, max(LEAST, len(red) - MOST) - 1, -1):
        left, right = red[:k], red[k:]
        step = (right.mean() - left.mean()) / (NOISE + left.std() + right.std())
        gap = (right.min() - left.max()) / 10
        out.append([np.clip(step, -1, 6), np.clip(gap, -2, 4), look[k:].sum() - look[:k].sum(), min(look[k], EDGE) - max(look[k - 1], -EDGE), 0])
    return np.array(out)


def rows_of(binary, folders, displays=False):
    """Features and true number of decimals of each row whose number of places is right."""
    rows = []
    for folder in folders:
        truth = [json.loads(line) for line in open(os.path.join(folder, "truth.jsonl"), encoding="utf-8")]
        paths = "\n".join(os.path.join(folder, t["file"]) for t in truth)
        out = subprocess.run([binary], input=paths, capture_output=True, text=True, check=True).stdout
        for t, a in zip(truth, map(json.loads, out.splitlines())):
            if a["found"] and a["display"] == displays and len(a["red"]) == len(t["digits"]) >= LEAST + t["decimals"] and t["decimals"] <= MOST:
                rows.append((places(a["red"], a["decimal"]), t["decimals"]))
    return rows


def odds(weights, features):
    z = features @ weights
    p = np.exp(z - z.max())
    return p / p.sum()


def fit(rows):
    def loss(w):
        total, slope = PENALTY * w @ w, 2 * PENALTY * w
        for x, y in rows:
            p = odds(w, x)
            total -= np.log(p[y] + 1e-12) / len(rows)
            slope += (p @ x - x[y]) / len(rows)
        return total, slope
    return minimize(loss, np.zeros(len(NAMES)), jac=True, method="L-BFGS-B").x


def tell(weights, rows, limit):
    """How many points are right, not given, and wrong."""
    right = none = 0
    for x, y in rows:
        p = odds(weights, x)
        said = p.argmax() if p.max() >= limit else 0
        right, none = right + (said == y), none + (said == 0 != y)
    return right, none, len(rows) - right - none


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("folders", nargs="+")
    ap.add_argument("--bin", required=True)
    ap.add_argument("--test", nargs="*", default=[])
    a = ap.parse_args()
    rows = rows_of(a.bin, a.folders)
    weights = fit(rows)
    print(f"{len(rows)} rows: " + ", ".join(f"{n} {w:.3f}" for n, w in zip(NAMES, weights)))
    for displays in (False, True):
        sets = rows_of(a.bin, a.test, displays) if a.test else []
        for limit in (0, .5, .6, .7, .8) if sets else ():
            print(("displays" if displays else "wheels"), len(sets), f"limit {limit}: right, none, wrong", *tell(weights, sets, limit))


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Fit what tells pointers: fit_pointers.py DUMP.jsonl... prints the weights for extract/meter/pointers.go.

The dumps come from scripts/measure/meter/pointers.py --dump over own meters with pointers. Two logistic regressions: that what was seen is
a scale with its hand read right, and that the digit of a pointer is right in sight of the others. The tables are of what the fit
did not see.
"""
import argparse
import json

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import cross_val_predict

REACH, HUB = .8, .2  # extract/meter/pointers.go
SCALE = ("ticks", "phase", "contrast", "reach", "lone", "slim", "hub", "warm")
POINTER = ("Own", "Odds", "Wheel", "Edge")


def looks(s):
    """The features of a scale as ScaleLooks.logit takes them."""
    return [np.log(max(s["Ticks"], 1e-3)), s["Phase"], np.log(np.clip(s["Contrast"], .5, 40)), min(abs(np.log(max(s["Reach"], .05) / REACH)), 1.2),
            s["Lone"], s["Slim"], max(abs(s["Hub"] - HUB) - .08, 0), s["Warm"]]


def fit(names, x, y):
    m = LogisticRegression(C=3, max_iter=5000)
    p = cross_val_predict(m, x, y, cv=10, method="predict_proba")[:, 1]
    m.fit(x, y)
    print("| said | n | mean | right |\n|---|---|---|---|")
    for lo, hi in ((0, .1), (.1, .3), (.3, .5), (.5, .7), (.7, .8), (.8, .9), (.9, .97), (.97, 1.01)):
        i = (p >= lo) & (p < hi)
        if i.any():
            print(f"| {lo:.2f} | {i.sum()} | {p[i].mean():.3f} | {y[i].mean():.3f} |")
    print(f"bias {m.intercept_[0]:.2f}, " + ", ".join(f"{n} {w:.2f}" for n, w in zip(names, m.coef_[0])))


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("dumps", nargs="+")
    a = ap.parse_args()
    rows = [json.loads(line) for f in a.dumps for line in open(f, encoding="utf-8")]
    scales, pointers = ([s for r in rows for s in r[k]] for k in ("scales", "pointers"))
    fit(SCALE, np.array([looks(s) for s in scales]), np.array([s["ok"] for s in scales], float))
    fit(POINTER, np.array([[p[n] for n in POINTER] for p in pointers]), np.array([p["ok"] for p in pointers], float))


if __name__ == "__main__":
    main()

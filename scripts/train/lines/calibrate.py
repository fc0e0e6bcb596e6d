"""Fits the coefficients of vision/linenet/confidence.go to readings of lines with known text, and prints the reliability curve.

usage: calibrate.py READINGS.jsonl   (rows of scripts/bench/lines; what the net said of the whole text is won back from the
confidence by the coefficients that confidence.go held when they were read)
"""
import json
import math
import os
import re
import sys

import numpy as np


def logit(p):
    p = min(max(p, 1e-5), 1 - 1e-5)
    return math.log(p / (1 - p))


def fit(x, y, steps=4000, rate=0.05, decay=1e-3):
    """Logistic regression by gradient descent; a column of ones comes first."""
    w = np.zeros(x.shape[1])
    for _ in range(steps):
        p = 1 / (1 + np.exp(-x @ w))
        w -= rate * (x.T @ (p - y) / len(y) + decay * np.r_[0, w[1:]])
    return w


def curve(p, y, name):
    print(f"{name}: mean confidence {p.mean():.3f}, right {y.mean():.3f}, expected calibration error", end=" ")
    edges, rows, error = np.linspace(0, 1, 11), [], 0.0
    for a, b in zip(edges, edges[1:]):
        k = (p >= a) & ((p < b) | (b == 1))
        if k.any():
            rows.append(f"{a:.1f}-{b:.1f}: {k.sum():4d} lines, confidence {p[k].mean():.2f}, right {y[k].mean():.2f}")
            error += k.mean() * abs(p[k].mean() - y[k].mean())
    print(f"{error:.3f}", *rows, sep="\n  ")


def main():
    strip = lambda s: "".join(s.split())
    rows = [r for r in map(json.loads, open(sys.argv[1], encoding="utf8")) if r["read"]]
    y = np.array([strip(r["text"]) == strip(r["read"]) for r in rows], float)
    go = open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../vision/linenet/confidence.go")).read()
    b, a, c = (float(v) for v in re.search(r"wholeWeight = ([-\d.]+), ([-\d.]+), ([-\d.]+)", go).groups())
    x = np.array([[1.0, logit(r["weakest"]), (logit(r["confidence"]) - b - a * logit(r["weakest"])) / c] for r in rows])
    half = np.arange(len(y)) % 2 == 0  # fitted on one half, judged on the other
    w = fit(x[half], y[half])
    print("bias, weakest, whole:", *np.round(w, 3))
    curve(1 / (1 + np.exp(-x[~half] @ w)), y[~half], "fit, other half")
    curve(np.array([r["confidence"] for r in rows]), y, "as shipped")


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""How well papers are found: score.py TRUTH.jsonl FOUND.jsonl [--list N]

TRUTH is what scripts/synth/label/pages.py -pictures and scripts/synth/table/generate.py write, FOUND what scripts/measure/papers. Of each picture with a paper in it the
share that the truth and the best of the quads have in common of both together counts (intersection over union); a picture said to be
a page of its own has its frame as the quad. 'lost' is the share of pictures in which fields lie outside of what was found."""
import argparse, json

import cv2
import numpy as np


def shared(a, b):
    a, b = np.float32(a), np.float32(b)
    both, _ = cv2.intersectConvexConvex(a, b)
    return both / max(1.0, cv2.contourArea(a) + cv2.contourArea(b) - both)


def corners(q):
    return [(p["x"], p["y"]) for p in q]


def holds(q, row):
    """All fields of the truth lie in q, up to two pixels."""
    q = np.float32(q)
    return all(cv2.pointPolygonTest(q, (float(p["x"]), float(p["y"])), True) >= -2 for f in row.get("truth", []) for k in f["Quads"] for p in k)


def main():
    a = argparse.ArgumentParser()
    a.add_argument("truth")
    a.add_argument("found")
    a.add_argument("--list", type=int, default=0, help="name so many of the worst pictures")
    o = a.parse_args()
    found = {r["file"]: r for r in map(json.loads, open(o.found, encoding="utf-8"))}
    every, one, lost, spare = [], [], 0, 0
    for row in map(json.loads, open(o.truth, encoding="utf-8")):
        if not row.get("paper") or row["file"] not in found:
            continue
        f, want = found[row["file"]], corners(row["paper"])
        quads = [corners(q) for q in f["quads"]]
        shares = [shared(q, want) for q in quads]
        best = int(np.argmax(shares))
        every.append((shares[best], row["file"]))
        spare += len(quads) - 1
        lost += not holds(quads[best], row)
        one.append((shared(corners(f["one"]), want) if f["one"] else 0.0, row["file"]))
    n = len(every)
    for name, of in (("papers", every), ("the one", one)):
        v = np.array([s for s, _ in of])
        print(f"{name:8} n {n}  below .80: {(v < .8).sum()}  .90: {(v < .9).sum()}  .98: {(v < .98).sum()}  none: {(v == 0).sum()}  median {np.median(v):.4f}")
    print(f"lost {lost}, further papers {spare}")
    for name, of in (("papers", every), ("the one", one)):
        for s, file in sorted(of)[:o.list]:
            print(f"  {name} {s:.3f} {file}")


main()

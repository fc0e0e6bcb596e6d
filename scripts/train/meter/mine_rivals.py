#!/usr/bin/env python3
"""Gather what the detector takes for a counter and is none: mine_rivals.py --detector CHECKPOINT --scenes DIR... --out DIR

Serial numbers, print and pointers, found as the product's searches find them. The folder serves train_roll.py as one more
--scenes: its rows are of kind "rival" and have one quad, in which no place of a counter is to be found.
"""
import argparse
import json
import math
import os

import cv2
import numpy as np
import torch

from common import read_scenes, session, setup
from detector_net import SIDE, Detector, normal
from train_detector import apply, decode, row_quad, shoot

LEAST = .1    # score; the product asks for .15
VIEWS = 3     # of each scene: the whole one, it turned, a part of it


def view(rng, k, w, h):
    """The whole picture, the picture turned, or a part at nearly twice the size; see vision/meter/finder.go."""
    turn = 0.0 if k == 0 else rng.uniform(-math.pi, math.pi)
    zoom = SIDE / max(w, h) * (1.0, .95, 1.8)[k]
    x, y = (w / 2, h / 2) if k < 2 else rng.uniform(.3, .7, 2) * (w, h)
    c, s = zoom * math.cos(turn), zoom * math.sin(turn)
    return np.array([[c, -s, SIDE / 2 - c * x + s * y], [s, c, SIDE / 2 - s * x - c * y], [0, 0, 1]])


def finds(y):
    """Up to three rows of one output map, best first."""
    for _ in range(3):
        q, score = decode(y)
        if score < LEAST:
            return
        yield q, score
        h, w = y[0].shape
        inside = np.array([[cv2.pointPolygonTest(q, (8 * (i + .5), 8 * (j + .5)), True) > -12 for i in range(w)] for j in range(h)])
        y[0][inside] = -9


def apart(q, truth):
    """Neither quad holds the other's middle or shares ground with it."""
    if truth is None:
        return True  # a picture without a counter
    area, _ = cv2.intersectConvexConvex(q.astype(np.float32), truth)
    return area < .05 * min(cv2.contourArea(q.astype(np.float32)), cv2.contourArea(truth))


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--detector", required=True)
    ap.add_argument("--scenes", nargs="+", required=True)
    ap.add_argument("--out", required=True)
    ap.add_argument("--limit", type=int, default=3000, help="scenes looked at")
    ap.add_argument("--seed", type=int, default=1)
    a = ap.parse_args()
    setup(a.seed)
    rng = np.random.default_rng(a.seed)
    net = Detector()
    net.load_state_dict(session.weights(a.detector))
    net.eval()
    rows = read_scenes(a.scenes)
    os.makedirs(a.out, exist_ok=True)
    with open(os.path.join(a.out, "truth.jsonl"), "w", encoding="utf-8") as f:
        for i in rng.permutation(len(rows))[:a.limit]:
            r = rows[i]
            im, truth = cv2.imread(r["path"]), row_quad(r["cells"]) if len(r["cells"]) else None
            hs = [view(rng, k, im.shape[1], im.shape[0]) for k in range(VIEWS)]
            x = np.stack([shoot(rng, im, h) for h in hs])
            with torch.no_grad():
                ys = net(normal(torch.from_numpy(x).permute(0, 3, 1, 2).float())).numpy()
            for h, y in zip(hs, ys):
                for q, score in finds(y):
                    back = apply(np.linalg.inv(h), q)
                    if apart(back, truth):
                        f.write(json.dumps({"file": os.path.abspath(r["path"]), "kind": "rival", "cells": [back.round(2).tolist()],
                                            "digits": "", "positions": [], "decimals": 0, "score": round(score, 3)}) + "\n")


if __name__ == "__main__":
    main()

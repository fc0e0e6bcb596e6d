#!/usr/bin/env python3
"""A simulated meter station: whole pictures of one meter whose counter advances.

station.py --out DIR --count N [--start 1234.567] [--step 0.013] [--integer 5] [--decimals 3] [--meter SEED] [--angle A]
           [--every SECONDS]

Frames are named frame-000001.jpg and so on and appear whole (written aside, then renamed); --every waits between them.
With --count 0 it goes on until it is ended. Beside them truth.jsonl tells what each shows. Needs numpy, OpenCV and
Pillow only (Debian: python3-numpy python3-opencv python3-pil).
"""
import argparse
import json
import os
import sys
import time

import cv2
import numpy as np

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from counter import draw_counter  # noqa: E402
from glyphs import Fonts  # noqa: E402
from scene import camera, dial_colour, flat, project  # noqa: E402


def wheels(value, integer, decimals):
    """Ring positions of a counter that shows value: the last wheel runs, the others follow by carry."""
    units = value * 10 ** decimals
    n = integer + decimals
    pos, turn = np.zeros(n), units % 10
    whole = int(units // 1)
    for i in range(n - 1, -1, -1):
        digit = whole // 10 ** (n - 1 - i) % 10
        pos[i] = turn if i == n - 1 else digit + turn
        turn = max(0.0, pos[i] - 9)
    return pos


def frame(seed, fonts, value, integer, decimals, angle, tick):
    """The picture at one moment. The meter's look comes from seed alone, the sensor's noise from tick too."""
    rng = np.random.default_rng(seed)
    pos = wheels(value, integer, decimals)
    col = dial_colour(rng)
    row = draw_counter(rng, fonts, [int(p) for p in pos], decimals, pos, col)
    canvas, _, cells = flat(rng, fonts, row, col)
    h, size = camera(rng, angle, 0.03)
    im = np.full((size[1], size[0], 3), 40, np.float32)
    cv2.warpPerspective(np.clip(canvas, 0, 255), h, size, dst=im, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_TRANSPARENT)
    grain = np.random.default_rng((seed, tick)).standard_normal(im.shape).astype(np.float32) * 3
    im = np.clip(cv2.GaussianBlur(im, (0, 0), 0.6) + grain, 0, 255).astype(np.uint8)
    return im, "".join(str(int(p) % 10) for p in pos), project(h, cells)


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--out", required=True)
    ap.add_argument("--count", type=int, default=20, help="0: without end")
    ap.add_argument("--start", type=float, default=1234.567)
    ap.add_argument("--step", type=float, default=0.013)
    ap.add_argument("--integer", type=int, default=5)
    ap.add_argument("--decimals", type=int, default=3)
    ap.add_argument("--meter", type=int, default=7)
    ap.add_argument("--angle", type=float, default=8.0)
    ap.add_argument("--every", type=float, default=0.0)
    a = ap.parse_args()
    os.makedirs(a.out, exist_ok=True)
    fonts, i = Fonts(), 0
    with open(os.path.join(a.out, "truth.jsonl"), "a", encoding="utf-8") as truth:
        while a.count == 0 or i < a.count:
            im, digits, cells = frame(a.meter, fonts, a.start + i * a.step, a.integer, a.decimals, a.angle, i)
            i += 1
            name = os.path.join(a.out, f"frame-{i:06d}.jpg")
            # A directory camera must never see half a file.
            cv2.imwrite(name + ".part.jpg", im, [cv2.IMWRITE_JPEG_QUALITY, 92])
            os.replace(name + ".part.jpg", name)
            truth.write(json.dumps({"file": os.path.basename(name), "digits": digits, "decimals": a.decimals,
                                    "cells": np.round(cells, 2).tolist()}) + "\n")
            truth.flush()
            if a.every:
                time.sleep(a.every)


if __name__ == "__main__":
    main()

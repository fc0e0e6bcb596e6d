#!/usr/bin/env python3
"""Write synthetic meter pictures with their truth: generate.py --out DIR --count N [--seed S] [--crops DIR] [--held-out]

One JPEG a scene and one line in truth.jsonl: digits, ring positions, decimals, kind and the quad of every cell.
--held-out draws with fonts and stroke measures that training never uses. --angle A fixes the rotation. --legible L draws
another scene in place of one whose worst digit is less legible than L (see scene.py); 0 keeps all.
"""
import argparse
import json
import os
import sys

import cv2
import numpy as np

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import display  # noqa: E402
import scene  # noqa: E402
from crops import CropSource  # noqa: E402
from glyphs import Fonts  # noqa: E402
from near import make_near, make_strip  # noqa: E402
from nothing import make_nothing  # noqa: E402
from prints import make_print  # noqa: E402
from scene import make_close, make_panel, make_pointed, make_scene  # noqa: E402


def write_nothing(folder, i, drawn, truth):
    picture, sort = drawn
    name = f"{i:06d}.jpg"
    cv2.imwrite(os.path.join(folder, name), picture, [cv2.IMWRITE_JPEG_QUALITY, 93])
    truth.write(json.dumps({"file": name, "kind": "nothing", "sort": sort, "digits": "", "positions": [], "decimals": 0, "cells": []}) + "\n")


def printed(seed, share):
    return np.random.default_rng((seed, 84)).random() < share


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--out", required=True)
    ap.add_argument("--count", type=int, required=True)
    ap.add_argument("--seed", type=int, default=1)
    ap.add_argument("--crops", help="folder with index.jsonl of digit crops")
    ap.add_argument("--exclude", default="", help="groups of crops to leave out, comma separated")
    ap.add_argument("--held-out", action="store_true")
    ap.add_argument("--angle", type=float)
    ap.add_argument("--legible", type=float, default=0.0)
    ap.add_argument("--fonts", help="a folder of further fonts (.ttf, .otf); one family in ten is for --held-out")
    ap.add_argument("--close", action="store_true", help="the counter alone, most of its wheels on their way; with --panel a display's row")
    ap.add_argument("--panel", action="store_true", help="meters with a segment display alone")
    ap.add_argument("--small", type=float, default=display.SMALL, help="share of displays with decimals that shows them smaller")
    ap.add_argument("--looks", type=float, default=0.0, help="share of displays with the further looks of looks.py")
    ap.add_argument("--united", type=float, default=0.0, help="share of displays with what units.py puts beside their digits, half in good light")
    ap.add_argument("--named", action="store_true", help="units of all kinds and, with --panel, several registers (named.py, registers.py)")
    ap.add_argument("--pointers", action="store_true", help="meters with pointers beside the wheels, that count on from the last wheel")
    ap.add_argument("--strip", action="store_true", help="pictures of the counter alone, often cut within a wheel")
    ap.add_argument("--nothing", action="store_true", help="pictures without a counter, for mine_rivals.py")
    ap.add_argument("--printed", type=float, default=0.0, help="share of the pictures of --nothing with digits in a row, see prints.py")
    ap.add_argument("--hard", type=float, default=0.0, help="share of scenes in bad light (exposure.py); panels have their own")
    ap.add_argument("--worn", type=float, default=0.0, help="share of rows of wheels with hands, haze, legends and signs (wear.py)")
    ap.add_argument("--drums", type=float, default=0.0, help="share of rows of wheels with narrow digits on wide wheels (drums.py)")
    a = ap.parse_args()
    cv2.setNumThreads(1)
    display.SMALL, display.LOOKS, display.UNITED, scene.WORN, scene.DRUMS = a.small, a.looks, a.united, a.worn, a.drums
    os.makedirs(a.out, exist_ok=True)
    fonts = Fonts(a.held_out, a.fonts)
    source = CropSource(a.crops, exclude=a.exclude.split(",")) if a.crops else None
    with open(os.path.join(a.out, "truth.jsonl"), "w", encoding="utf-8") as f:
        i, tried = 0, 0
        while i < a.count:
            seed = a.seed * 1_000_000 + tried
            if a.nothing:
                write_nothing(a.out, i, (make_print if printed(seed, a.printed) else make_nothing)(seed, fonts), f)
                tried, i = tried + 1, i + 1
                continue
            if a.strip:
                s = make_strip(seed, fonts, source)
            elif a.pointers:
                s = make_pointed(seed, fonts, a.angle, a.hard)
            elif a.panel and a.close:
                s = make_near(seed, fonts)
            elif a.panel:
                s = make_panel(seed, fonts, a.angle, a.named)
            else:
                s = make_close(seed, fonts) if a.close else make_scene(seed, fonts, source, a.angle, a.hard, a.named)
            tried += 1
            if s.legible < a.legible:
                continue
            name = f"{i:06d}.jpg"
            cv2.imwrite(os.path.join(a.out, name), s.picture, [cv2.IMWRITE_JPEG_QUALITY, 93])
            f.write(json.dumps({"file": name, **s.truth()}) + "\n")
            f.flush()
            i += 1


if __name__ == "__main__":
    main()

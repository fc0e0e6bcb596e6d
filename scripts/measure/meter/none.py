#!/usr/bin/env python3
"""How many pictures without a counter are answered as such: none.py --bin BINARY [--count 1000] [--seed 1] [--printed 0.5] [--keep DIR]

The pictures are drawn by scripts/synth/meter/nothing.py: rooms, pages, labels, pipes; --printed gives the share of
print with digits in a row (prints.py). --keep DIR keeps those in which one was read.
"""
import argparse
import collections
import os
import shutil
import sys
import tempfile

import cv2

from measure import read_all

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "synth", "meter"))
from generate import printed  # noqa: E402
from glyphs import Fonts  # noqa: E402
from nothing import make_nothing  # noqa: E402
from prints import make_print  # noqa: E402


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--bin", required=True)
    ap.add_argument("--count", type=int, default=1000)
    ap.add_argument("--seed", type=int, default=1)
    ap.add_argument("--printed", type=float, default=0.0, help="share of the pictures that are print with digits in a row")
    ap.add_argument("--fonts", help="a folder of further faces")
    ap.add_argument("--keep")
    a = ap.parse_args()
    cv2.setNumThreads(1)
    fonts, told, sure = Fonts(True, a.fonts), collections.defaultdict(list), 0
    for start in range(0, a.count, 100):
        with tempfile.TemporaryDirectory() as tmp:
            paths, sorts = [], []
            for i in range(start, min(start + 100, a.count)):
                seed = a.seed * 1_000_000 + i
                picture, sort = (make_print if printed(seed, a.printed) else make_nothing)(seed, fonts)
                paths.append(os.path.join(tmp, f"{i:06d}-{sort}.jpg"))
                sorts.append(sort)
                cv2.imwrite(paths[-1], picture, [cv2.IMWRITE_JPEG_QUALITY, 92])
            for path, sort, x in zip(paths, sorts, read_all(a.bin, paths)):
                none = not x["found"] or x["refused"]
                told[sort].append(none)
                sure += not none and x["confidence"] >= .8
                if not none:
                    print(os.path.basename(path), x["value"], f"{x['confidence']:.2f}", flush=True)
                    if a.keep:
                        os.makedirs(a.keep, exist_ok=True)
                        shutil.copy(path, a.keep)
    every = [v for t in told.values() for v in t]
    for sort, t in sorted(told.items()):
        print(f"{sort}: {sum(t)} of {len(t)}")
    print(f"none said: {sum(every) / len(every):.4f} of {len(every)}; read with 0.8 and more: {sure}")


if __name__ == "__main__":
    main()

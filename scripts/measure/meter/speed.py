#!/usr/bin/env python3
"""Time the meter reader beside Tesseract on the same pictures: speed.py --bin BINARY DIR [--megapixels 1] [--limit 20]

User CPU time of each process, which other load on the machine does not stretch; the pictures are scaled to the size
first. Tesseract reads the whole picture, digits only, page segmentation 11 (sparse text), its start-up included and told.
"""
import argparse
import os
import re
import resource
import subprocess
import tempfile

import cv2
import numpy as np

from measure import read_all, right, rows_of


def scaled(path, megapixels, to):
    im = cv2.imread(path)
    k = (megapixels * 1e6 / (im.shape[0] * im.shape[1])) ** .5
    cv2.imwrite(to, cv2.resize(im, None, fx=k, fy=k, interpolation=cv2.INTER_CUBIC), [cv2.IMWRITE_JPEG_QUALITY, 92])


def tesseract(path):
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    text = subprocess.run(["tesseract", path, "-", "--psm", "11", "-c", "tessedit_char_whitelist=0123456789"], capture_output=True,
                          text=True, env={**os.environ, "OMP_THREAD_LIMIT": "1"}).stdout
    return text, (resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before) * 1000


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("folder")
    ap.add_argument("--bin", required=True)
    ap.add_argument("--megapixels", type=float, default=1.0)
    ap.add_argument("--limit", type=int, default=20)
    a = ap.parse_args()
    rows = rows_of(a.folder, a.limit)
    with tempfile.TemporaryDirectory() as tmp:
        paths = [os.path.join(tmp, f"{i}.jpg") for i in range(len(rows))]
        for r, p in zip(rows, paths):
            scaled(r["path"], a.megapixels, p)
        ours = read_all(a.bin, paths[:1] + paths)[1:]  # the first reading warms the nets
        peer = [tesseract(p) for p in paths]
    ms = [x["cpu_ms"] for x in ours]
    theirs = [t for _, t in peer]
    hits = sum(any(line in r["accept"] for line in re.findall(r"\d+", text)) for r, (text, _) in zip(rows, peer))
    print(f"{len(rows)} pictures of {a.megapixels} Mpx, user CPU ms: ours p50={np.percentile(ms, 50):.0f} p95={np.percentile(ms, 95):.0f}, "
          f"tesseract p50={np.percentile(theirs, 50):.0f} p95={np.percentile(theirs, 95):.0f}, "
          f"ratio of p50 {np.percentile(ms, 50) / np.percentile(theirs, 50):.2f}")
    print(f"right: ours {sum(bool(right(r, x)) for r, x in zip(rows, ours))}, tesseract {hits}")


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Time the meter reader beside Tesseract on the same pictures: speed.py --bin BINARY DIR [--megapixels 1] [--limit 20]

User CPU time of each process, which other load on the machine does not stretch; the pictures are scaled to the size
first. Tesseract reads the whole picture, digits only, page segmentation 11 (sparse text), its start-up included and told.
--growth N reads N pictures in one process and tells its resident memory at the tenth and the last. --rapidocr times a public neural reader too (pip install rapidocr-onnxruntime: PP-OCRv4 in ONNX), one thread, warm.
"""
import argparse
import os
import re
import resource
import subprocess
import tempfile
import time

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


def rapidocr(paths):
    """Texts of each picture and the CPU time of reading it, the first reading not counted."""
    from rapidocr_onnxruntime import RapidOCR
    cv2.setNumThreads(1)
    engine, out = RapidOCR(intra_op_num_threads=1, inter_op_num_threads=1), []
    for p in paths[:1] + paths:
        before = time.process_time()
        found, _ = engine(p)
        out.append(("\n".join(re.sub(r"\s", "", text) for _, text, _ in found or []), (time.process_time() - before) * 1000))
    return out[1:]


def tell(name, rows, peer, ours):
    """One line on a peer: its times, the ratio of ours to it, and how many counters it has right as a line of digits."""
    ms = [t for _, t in peer]
    hits = sum(any(line in r["accept"] for line in re.findall(r"\d+", text)) for r, (text, _) in zip(rows, peer))
    print(f"{name}: p50={np.percentile(ms, 50):.0f} p95={np.percentile(ms, 95):.0f}, ours/its p50 {np.percentile(ours, 50) / np.percentile(ms, 50):.3f}, "
          f"right {hits}")


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("folder")
    ap.add_argument("--bin", required=True)
    ap.add_argument("--megapixels", type=float, default=1.0)
    ap.add_argument("--limit", type=int, default=20)
    ap.add_argument("--rapidocr", action="store_true")
    ap.add_argument("--growth", type=int, default=0)
    a = ap.parse_args()
    rows = rows_of(a.folder, a.limit)
    with tempfile.TemporaryDirectory() as tmp:
        paths = [os.path.join(tmp, f"{i}.jpg") for i in range(len(rows))]
        for r, p in zip(rows, paths):
            scaled(r["path"], a.megapixels, p)
        read = read_all(a.bin, paths[:1] + paths)[1:]  # the first reading warms the nets
        peers = {"tesseract": [tesseract(p) for p in paths]}
        if a.rapidocr:
            peers["rapidocr"] = rapidocr(paths)
        if a.growth:
            rss = [x["rss_mb"] for x in read_all(a.bin, (paths * (a.growth // len(paths) + 1))[:a.growth])]
            print(f"resident memory over {len(rss)} pictures: {rss[9]:.1f} MiB at the tenth, {max(rss):.1f} at most, {rss[-1]:.1f} at the end")
    ours = [x["cpu_ms"] for x in read]
    print(f"{len(rows)} pictures of {a.megapixels} Mpx, user CPU ms: ours p50={np.percentile(ours, 50):.0f} p95={np.percentile(ours, 95):.0f}, "
          f"right {sum(bool(right(r, x)) for r, x in zip(rows, read))}")
    for name, peer in peers.items():
        tell(name, rows, peer, ours)


if __name__ == "__main__":
    main()

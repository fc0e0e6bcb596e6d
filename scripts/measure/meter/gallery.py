#!/usr/bin/env python3
"""A contact sheet of synthetic pictures that the reader got wrong: gallery.py --bin BINARY DIR OUT.jpg [--limit 60] [--legible 0.6]"""
import argparse

import cv2
import numpy as np

from measure import read_all, right, rows_of


def tile(row, answer):
    im = cv2.imread(row["path"])
    for q in answer["quads"] or []:
        cv2.polylines(im, [np.array(q, np.int32)], True, (0, 200, 0), 2)
    k = 300 / max(im.shape[:2])
    im = cv2.resize(im, None, fx=k, fy=k, interpolation=cv2.INTER_AREA)
    out = np.full((330, 300, 3), 255, np.uint8)
    out[:im.shape[0], :im.shape[1]] = im
    text = f"{sorted(row['accept'])[0]} read {answer['value'] or '-'} ({answer['confidence']:.2f})"
    cv2.putText(out, text, (4, 322), cv2.FONT_HERSHEY_SIMPLEX, .42, (0, 0, 0), 1, cv2.LINE_AA)
    return out


def main():
    ap = argparse.ArgumentParser(description=__doc__)
    ap.add_argument("folder")
    ap.add_argument("out")
    ap.add_argument("--bin", required=True)
    ap.add_argument("--limit", type=int, default=60)
    ap.add_argument("--legible", type=float, default=0.6)
    a = ap.parse_args()
    rows = rows_of(a.folder, a.limit, a.legible)
    wrong = [tile(r, x) for r, x in zip(rows, read_all(a.bin, [r["path"] for r in rows])) if not right(r, x)][:12]
    while len(wrong) % 4:
        wrong.append(np.full_like(wrong[0], 255))
    sheet = np.vstack([np.hstack(wrong[i:i + 4]) for i in range(0, len(wrong), 4)])
    cv2.imwrite(a.out, sheet, [cv2.IMWRITE_JPEG_QUALITY, 70])


if __name__ == "__main__":
    main()

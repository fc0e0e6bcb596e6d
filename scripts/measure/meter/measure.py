#!/usr/bin/env python3
"""Measure the meter reader on labelled pictures: measure.py --bin BINARY DIR [--rotate 15] [--limit N] [--show] [--curves] [--dump F]

DIR holds truth.jsonl, either of scripts/synth/meter/generate.py or of labelled photos (reading_digits, accept,
counter_quad_px, meter_id). --rotate S also reads every picture turned by S, 2S, ... degrees and compares with upright.
BINARY is built by: go build -o BINARY ./scripts/measure/meter
"""
import argparse
import collections
import json
import os
import subprocess
import tempfile

import cv2
import numpy as np


def rows_of(folder, limit, legible=0.0):
    out = []
    with open(os.path.join(folder, "truth.jsonl"), encoding="utf-8") as f:
        for line in f:
            r = json.loads(line)
            path = os.path.join(folder, r["file"])
            if not os.path.exists(path):
                continue
            if "cells" in r:
                c = np.array(r["cells"])
                quad = [c[0][0], c[-1][1], c[-1][2], c[0][3]]
                n = len(r["digits"])
                row = {"accept": {r["digits"], *r.get("accept", ())}, "whole": n - r["decimals"], "quad": quad, "group": r["kind"], "positions": r["positions"]}
                # A last wheel that is drawn on its way to the next digit, or with its play past it, may be read as either.
                gone = (r["positions"][-1] - int(r["digits"][-1]) + 5) % 10 - 5
                if gone > .12:
                    whole = [w for w in row["accept"] if w.endswith(r["digits"]) or r["digits"].endswith(w)]
                    row["accept"].update(str((int(w) + 1) % 10 ** len(w)).zfill(len(w)) for w in whole)
            else:
                row = {"accept": set(r.get("accept") or [r["reading_digits"]]), "whole": r.get("integer_digits") or 0,
                       "quad": r.get("counter_quad_px"), "group": r.get("meter_id", "")}
            row["path"], row["legible"] = path, r.get("legible", 1.0)
            if row["legible"] >= legible:
                out.append(row)
    return out[:limit] if limit else out


def read_all(binary, paths, *options):
    p = subprocess.run([binary, *options], input="\n".join(paths), capture_output=True, text=True)
    if p.returncode:
        raise SystemExit(p.stderr)
    return [json.loads(line) for line in p.stdout.splitlines()]


def right(row, a):
    got = "".join(c for c in a["value"] if c.isdigit())
    return got in row["accept"] or (row["whole"] and got in {x[:row["whole"]] for x in row["accept"]})


def pointed(row, a):
    """What became of the decimal point of a reading whose digits are right: "right", "none", "wrong"; None of the others."""
    got = a["value"].replace(".", "")
    if not row["whole"] or len(got) not in {len(x) for x in row["accept"]} or not right(row, a):
        return None
    whole = a["integer"] or len(got)
    return "right" if whole == row["whole"] else "none" if whole == len(got) else "wrong"


def window_iou(row, a):
    if not a["quads"] or row["quad"] is None:
        return 0.0
    q = np.array([a["quads"][0][0], a["quads"][-1][1], a["quads"][-1][2], a["quads"][0][3]], np.float32)
    t = np.array(row["quad"], np.float32)
    try:
        inter, _ = cv2.intersectConvexConvex(q, t)
    except cv2.error:
        return 0.0
    return inter / max(cv2.contourArea(q) + cv2.contourArea(t) - inter, 1e-6)


def turned(path, degrees, to):
    """The picture turned about its centre on a canvas that holds all of it."""
    im = cv2.imread(path)
    h, w = im.shape[:2]
    m = cv2.getRotationMatrix2D((w / 2, h / 2), degrees, 1)
    c, s = abs(m[0, 0]), abs(m[0, 1])
    nw, nh = int(w * c + h * s), int(w * s + h * c)
    m[:, 2] += (nw - w) / 2, (nh - h) / 2
    cv2.imwrite(to, cv2.warpAffine(im, m, (nw, nh), flags=cv2.INTER_LINEAR), [cv2.IMWRITE_JPEG_QUALITY, 92])


def rotations(binary, rows, base, step):
    print("angle  same-as-upright  right")
    shares = []
    with tempfile.TemporaryDirectory() as tmp:
        for deg in range(step, 360, step):
            paths = []
            for i, r in enumerate(rows):
                paths.append(os.path.join(tmp, f"{i}.jpg"))
                turned(r["path"], deg, paths[-1])
            got = read_all(binary, paths)
            same = [x["value"] == b["value"] for x, b in zip(got, base)]
            ok = [right(r, x) for r, x in zip(rows, got)]
            shares.append(np.mean(same))
            print(f"{deg:5d}  {np.mean(same):.3f}            {np.mean(ok):.3f}", flush=True)
    print(f"rotations: same as upright {np.mean(shares):.3f}")


def reliability(oks, confidences):
    """What the product's own confidence is worth: readings, mean confidence and share right of each band."""
    c, ok = np.array(confidences), np.array(oks, float)
    print("| confidence | readings | mean | right |\n|---|---|---|---|")
    for lo, hi in ((0, .2), (.2, .4), (.4, .6), (.6, .8), (.8, .9), (.9, .97), (.97, 1.001)):
        i = (c >= lo) & (c < hi)
        if i.any():
            print(f"| {lo:.2f}-{min(hi, 1):.2f} | {i.sum()} | {c[i].mean():.3f} | {ok[i].mean():.3f} |")
    print(f"brier={np.mean((c - ok) ** 2):.4f} calibration_error={calibration_error(c, ok):.4f}")


def calibration_error(c, ok):
    """Expected calibration error over ten bands; where nothing was found the confidence is 0."""
    band = np.minimum((np.clip(c, 0, 1) * 10).astype(int), 9)
    return sum(abs(c[band == b].sum() - ok[band == b].sum()) for b in range(10)) / len(c)


def by_legibility(rows, oks):
    """Synthetic pictures only: how the share right falls with what the picture still tells of the worst digit."""
    for lo, hi in ((.6, .8), (.8, .9), (.9, .95), (.95, 1.001)):
        v = [ok for r, ok in zip(rows, oks) if lo <= r["legible"] < hi]
        if v:
            print(f"legible {lo:.2f}-{min(hi, 1):.2f}: exact={np.mean(v):.3f} (n={len(v)})")


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("folder")
    ap.add_argument("--bin", required=True)
    ap.add_argument("--rotate", type=int, default=0)
    ap.add_argument("--limit", type=int, default=0)
    ap.add_argument("--legible", type=float, default=0.0, help="leave out synthetic pictures less legible than this")
    ap.add_argument("--show", action="store_true")
    ap.add_argument("--curves", action="store_true", help="print the reliability of the confidence, and exact by legibility")
    ap.add_argument("--unit", action="store_true", help="let units tell which row of a display is read, as the product does")
    ap.add_argument("--dump", help="write features and verdicts here, for calibrate.py")
    a = ap.parse_args()
    rows = rows_of(a.folder, a.limit, a.legible)
    got = read_all(a.bin, [r["path"] for r in rows], *["-unit"] * a.unit)
    groups = collections.defaultdict(list)
    sure, ious, ms = [], [], []
    for r, x in zip(rows, got):
        ok = bool(right(r, x))
        groups[r["group"]].append(ok)
        sure.append(x["confidence"] >= .8 and not ok)
        ious.append(window_iou(r, x))
        ms.append(x["cpu_ms"])
        if a.show and not ok:
            print(os.path.basename(r["path"]), sorted(r["accept"]), "got", x["value"], f"{x['confidence']:.2f}", f"iou {ious[-1]:.2f}",
                  {k: round(v, 2) for k, v in x["features"].items()})
    if a.dump:
        with open(a.dump, "a", encoding="utf-8") as f:
            for r, x in zip(rows, got):
                f.write(json.dumps({"ok": bool(right(r, x)), "found": x["found"], "features": x["features"], "group": r["group"]}) + "\n")
    for g, v in sorted(groups.items()):
        print(f"{g}: exact={np.mean(v):.3f} (n={len(v)})")
    allv = [v for g in groups.values() for v in g]
    print(f"all: exact={np.mean(allv):.3f} n={len(allv)} sure_and_wrong={np.mean(sure):.3f} "
          f"sure={np.mean([x['confidence'] >= .8 for x in got]):.3f} iou={np.mean(ious):.3f} cpu p50={np.percentile(ms, 50):.0f} ms")
    points = collections.Counter(filter(None, (pointed(r, x) for r, x in zip(rows, got))))
    print("point: " + ", ".join(f"{k} {points[k]}" for k in ("right", "none", "wrong")))
    if a.curves:
        oks = [bool(right(r, x)) for r, x in zip(rows, got)]
        reliability(oks, [x["confidence"] for x in got])
        by_legibility(rows, oks)
    if a.rotate:
        rotations(a.bin, rows, got, a.rotate)


if __name__ == "__main__":
    main()

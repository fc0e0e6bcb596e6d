#!/usr/bin/env python3
"""Measure the pointers beside a counter's wheels: pointers.py --bin BINARY DIR [--dump F]

DIR is of generate.py --pointers, or of any other option: there every pointer given is invented. BINARY as for measure.py. A pointer is
right where it is given at its scale with the digit that it shows. --dump F writes what was seen, for scripts/train/meter/fit_pointers.py.
"""
import argparse
import json
import os

import numpy as np

from measure import read_all


def truth(folder, limit):
    with open(os.path.join(folder, "truth.jsonl"), encoding="utf-8") as f:
        rows = [json.loads(line) for line in f]
    return rows[:limit] if limit else rows


def at(scale, x, y):
    return np.hypot(x - scale["at"][0], y - scale["at"][1]) < .4 * scale["radius"]


def matched(rows, x, y):
    """The drawn scale whose middle lies at x, y, or None."""
    return next((s for s in rows.get("dials", []) if at(s, x, y)), None)


def given(row, answer):
    """Of each pointer in the answer: its confidence, whether a scale is there, whether digit and place are right."""
    out = []
    for d in answer.get("dials") or []:
        x, y = (np.mean([q[k] for q in d["quad"]]) for k in "xy")
        s = matched(row, x, y)
        out.append((d["confidence"], s is not None, s is not None and s["digit"] == d["digit"], s is not None and s["factor"] == d["place"]))
    return out


def lines_of(row, answer):
    """What the fits need: of each scale seen and each pointer chained its looks and whether they are right."""
    scales, chained = [], []
    for s in answer.get("scales") or []:
        t = matched(row, s["Middle"]["x"], s["Middle"]["y"])
        scales.append({**s["Looks"], "ok": t is not None and abs((s["Position"] - t["position"] + 5) % 10 - 5) < .5})
    first = max((t["factor"] for t in row.get("dials", [])), default=0)
    for i, p in enumerate(answer.get("pointers") or []):
        t = matched(row, p["Middle"]["x"], p["Middle"]["y"])
        chained.append({**p["Looks"], "ok": t is not None and t["digit"] == p["Digit"] and t["factor"] == first - i})
    return {"scales": scales, "pointers": chained}


def bare(value):
    return value.replace(".", "")


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("folder")
    ap.add_argument("--bin", required=True)
    ap.add_argument("--limit", type=int, default=0)
    ap.add_argument("--dump")
    a = ap.parse_args()
    rows = truth(a.folder, a.limit)
    got = read_all(a.bin, [os.path.join(a.folder, r["file"]) for r in rows], "-pointers")
    every = np.array([g for r, x in zip(rows, got) for g in given(r, x)], float).reshape(-1, 4)
    c, there, right, place = every.T
    print(f"{len(rows)} pictures, {sum(len(r.get('dials', [])) for r in rows)} pointers: {len(c)} given, {int(right.sum())} right, "
          f"{int((there - right).sum())} another digit, {int((1 - there).sum())} where none is; {int((right - right * place).sum())} right ones at another place")
    print(f"sure (0.8): {int((c >= .8).sum())}, of them wrong {int(((c >= .8) & (right < .5)).sum())}; pictures without pointers in which some are given: "
          f"{sum(bool(x.get('dials')) and not r.get('dials') for r, x in zip(rows, got))}")
    for lo in np.arange(0, 1, .1):
        i = (c >= lo) & (c < lo + .1 + (lo > .85))
        if i.any():
            print(f"| {lo:.1f} | {i.sum()} | {c[i].mean():.3f} | {right[i].mean():.3f} |")
    with_dials = [(r, x) for r, x in zip(rows, got) if x.get("dials")]
    way = [(r, x) for r, x in with_dials if .2 < (r["positions"][-1] - int(r["digits"][-1])) % 10 < .98]
    for name, part in (("with pointers given", with_dials), ("of them with the last wheel on its way", way)):
        plain = sum(bare(x["value"]) == r["digits"] for r, x in part)
        told = sum(bare(x["pointed"]) == r["digits"] for r, x in part)
        print(f"{name}: {len(part)}, digits as shown {plain}, settled by the pointers {told}")
    print(f"user CPU of looking for them: p50 {np.median([x.get('hands_ms', 0) for x in got]):.0f} ms, p95 {np.percentile([x.get('hands_ms', 0) for x in got], 95):.0f} ms")
    if a.dump:
        with open(a.dump, "a", encoding="utf-8") as f:
            for r, x in zip(rows, got):
                f.write(json.dumps(lines_of(r, x)) + "\n")


if __name__ == "__main__":
    main()

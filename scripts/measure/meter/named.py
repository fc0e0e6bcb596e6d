#!/usr/bin/env python3
"""Measure units and registers on drawn meters: named.py --bin BINARY DIR [--several] [--limit N] [--show]

DIR is of scripts/synth/meter/generate.py --named, with or without --panel. Of the readings found it tells how many have their unit
told, how many of these rightly and how many wrongly at 0.8 and more; a unit whose print is less legible than 0.5 is asked of nobody.
Of displays with several registers: which one is read before units have a say, without the option, and with it, and how many are told.
"""
import argparse
import collections
import json
import os

import numpy as np

from measure import read_all

LEGIBLE = .5
SURE = .8


def middle(cells):
    return np.array(cells, float).reshape(-1, 2).mean(0)


def nearest(r, quads):
    """The drawn register that a reading stands on, or the only row; None where it stands on none."""
    first = {"cells": r["cells"], "unit": r.get("unit"), "digits": r["digits"], "role": "total"}  # its unit may be the plate's
    rows = [first, *(g for g in r["registers"] if g["role"] != "total")]
    at = middle(quads)
    best = min(rows, key=lambda g: np.linalg.norm(middle(g["cells"]) - at))
    c = np.array(best["cells"], float)
    return best if np.linalg.norm(middle(c) - at) < .3 * np.linalg.norm(c[0][0] - c[-1][1]) else None


def legible(r, kind):
    return any(u["unit"] == kind and u["legible"] >= LEGIBLE for u in r["units"])


def digits(value):
    return "".join(c for c in value if c.isdigit())


def units(rows, got, show):
    n = collections.Counter()
    kinds = collections.Counter()
    for r, x in zip(rows, got):
        g = nearest(r, x["quads"]) if x["found"] and not x["refused"] else None
        if g is None:
            continue
        said, want = x.get("unit"), g["unit"]
        plain = bool(want) and legible(r, want)
        n["readings"] += 1
        n["legible"] += plain
        kinds[want if plain else None] += 1
        if not said:
            continue
        right = said["name"] == want
        n["told"] += 1
        n["right"] += right
        n["told where legible"] += plain
        n["sure"] += said["confidence"] >= SURE
        n["sure and wrong"] += said["confidence"] >= SURE and not right
        n["right " + str(want)] += right and plain
        if show and not right:
            print(r["file"], "unit", want, "told", said["name"], f"{said['confidence']:.2f}", "legible" if plain else "")
    print(f"readings {n['readings']}, unit legible at {n['legible']}: told {n['told']}, right {n['right']}; told where legible {n['told where legible']}; "
          f"sure {n['sure']}, of them wrong {n['sure and wrong']}")
    print("  " + ", ".join(f"{k} {n['right ' + str(k)]} of {v}" for k, v in kinds.most_common() if k))


def registers(rows, got, show):
    n, ways = collections.Counter(), ("before", "plain", "asked")
    for r, x in zip(rows, got):
        if len(r["registers"]) < 2:
            continue
        n["pictures"] += 1
        was = {**x, **x["before"]} if x["found"] else x
        away = x["found"] and was["display"] and was["unit"] and not was["unit"]["total"]  # then the product looks for the others by itself
        for name, a in zip(ways, (was, x if away else was, x)):
            n[name] += a["found"] and digits(a["value"]) in (r.get("accept") or [r["digits"]])
            g = nearest(r, a["quads"]) if a["found"] else None
            n[name + " total"] += g is not None and g["role"] == "total"
        told = x.get("registers") or []
        n["told"] += len(told)
        for g in r["registers"]:
            n["registers"] += 1
            stands = [nearest(r, [[list(p.values()) for p in q] for q in t["digits"]]) for t in told]
            here = [t for t, at in zip(told, stands) if at and at["role"] == g["role"] and at["digits"] == g["digits"]]
            n["found"] += bool(here)
            n["read"] += any(digits(t["value"]) == g["digits"] for t in here)
        if show and digits(was["value"]) != digits(x["value"]):
            print(r["file"], r["digits"], r.get("unit"), "before", was["value"], "after", x["value"])
    if n["pictures"]:
        print(f"several registers {n['pictures']}; the total's row is read, and exactly: " + ", ".join(f"{w} {n[w + ' total']} and {n[w]}" for w in ways) +
              f"; of {n['registers']} registers {n['found']} are told, {n['read']} exactly; {n['told']} told in all")


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("folder")
    ap.add_argument("--bin", required=True)
    ap.add_argument("--limit", type=int, default=0)
    ap.add_argument("--several", action="store_true", help="displays with several registers alone")
    ap.add_argument("--show", action="store_true")
    ap.add_argument("--dump", help="write the answers here, one a line with its truth")
    a = ap.parse_args()
    with open(os.path.join(a.folder, "truth.jsonl"), encoding="utf-8") as f:
        rows = [json.loads(line) for line in f]
    rows = [r for r in rows if not a.several or len(r["registers"]) > 1]
    rows = rows[:a.limit] if a.limit else rows
    paths = [os.path.join(a.folder, r["file"]) for r in rows]
    every = read_all(a.bin, paths, "-registers")
    units(rows, every, a.show)
    registers(rows, every, a.show)
    ms = lambda v: f"{np.percentile(v, 50):.0f} ms"
    found = [x for x in every if x["found"]]
    print(f"p50: readings {ms([x['cpu_ms'] for x in every])}, units {ms([x['before']['unit_ms'] for x in found])}, registers {ms([x['named_ms'] for x in found])} more")
    if a.dump:
        with open(a.dump, "w", encoding="utf-8") as f:
            for r, x in zip(rows, every):
                f.write(json.dumps({"truth": r, "got": x}) + "\n")


if __name__ == "__main__":
    main()

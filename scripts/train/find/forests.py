#!/usr/bin/env python3
"""The mean of two models' judges: forests.py BEFORE.model AFTER.model SHARE OUT.model

The trees of both, their values weighed by SHARE for AFTER's and the rest for BEFORE's; everything else stays BEFORE's. What is told needs a
curve of its own afterwards, see curve.py."""
import gzip
import json
import sys


def load(path):
    with open(path, "rb") as f:
        return json.loads(gzip.decompress(f.read()))


def weighed(trees, share):
    return [{**t, "v": [round(v * share, 4) for v in t["v"]]} for t in trees]


def mean(before, after, share):
    if before["counts"][2] != after["counts"][2]:
        raise ValueError("the judges know different features")
    return {**before, "sure": weighed(before["sure"], 1 - share) + weighed(after["sure"], share)}


def main():
    before, after, share, out = sys.argv[1:]
    model = mean(load(before), load(after), float(share))
    with open(out, "wb") as f:
        f.write(gzip.compress(json.dumps(model, separators=(",", ":")).encode(), 9, mtime=0))


if __name__ == "__main__":
    main()

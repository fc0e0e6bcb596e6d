#!/usr/bin/env python3
"""Trains what tells whether words that follow each other are of one line: train.py ROWS.tsv… --out vision/layout/joints.model.gz

ROWS.tsv comes from `joints`; --held names rows of held-out families, of which it prints how many are wrong, beside white of 2.2 letter
heights alone. Deterministic for the same rows. Needs lightgbm, numpy."""
import argparse
import gzip
import json
import os
import sys

import lightgbm as lgb
import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import forest  # noqa: E402

WIDE = 2.2  # letter heights: the white that parts columns where nothing was learned
BY_HEIGHT = 1  # the feature that tells the white in letter heights


def rows(paths):
    said = [line.rstrip("\n").split("\t")[1:] for p in paths for line in open(p, encoding="utf8")]
    table = np.array(said, np.float32)
    return table[:, 0], table[:, 1:]


def wrong(y, told):
    return f"{np.mean(told != y):.4f} of {len(y)} wrong: parted {np.sum((y == 1) & ~told)}, joined {np.sum((y == 0) & told)}"


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("rows", nargs="+")
    p.add_argument("--held", nargs="*", default=[])
    forest.add_options(p, trees=120, leaves=12)
    o = p.parse_args()
    y, x = rows(o.rows)
    setting = {"objective": "binary", "learning_rate": 0.08, "num_leaves": o.leaves, "min_data_in_leaf": 30, "feature_fraction": 0.7, "bagging_fraction": 0.8, "bagging_freq": 1,
               "lambda_l2": 2, "deterministic": True, "num_threads": 1, "verbose": -1, "seed": o.seed}
    booster = lgb.train(setting, lgb.Dataset(x, y), o.trees)
    trees = forest.arrays(booster, places=5, digits=6)
    for held in o.held:
        hy, hx = rows([held])
        print(held, "learned", wrong(hy, forest.score(trees, hx) > 0), "| by white alone", wrong(hy, hx[:, BY_HEIGHT] <= WIDE))
    with gzip.GzipFile(o.out, "wb", mtime=0) as f:
        f.write(json.dumps({"features": x.shape[1], "trees": trees}, separators=(",", ":")).encode())


if __name__ == "__main__":
    main()

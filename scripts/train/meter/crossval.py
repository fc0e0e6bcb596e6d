#!/usr/bin/env python3
"""Grouped cross-validation of the reader: crossval.py --crops DIR --scenes DIR... --out DIR [--folds 4] [--steps 900]

The meters (groups) of the crops are dealt to folds; each fold's reader never sees its meters, nor synthetic rows composed
of any meter's crops. Prints a row a meter and the pooled figures. A fold that is done is not trained again.
"""
import argparse
import json
import os

import numpy as np

from common import Trainer, common_arguments, read_scenes, setup
from reader_data import Tiles, read_crops, read_scene_cells
from reader_net import Reader
from train_reader import Sampler, evaluate, fit


def folds_of(groups, n):
    """Large and small meters spread alike: sorted by size, dealt in turn."""
    names, counts = np.unique(groups[groups != "synthetic"], return_counts=True)
    order = [names[i] for i in np.argsort(-counts)]
    return [order[i::n] for i in range(n)]


def train(data, hold, a, path, device):
    net = Reader()
    t = Trainer(net, argparse.Namespace(**{**vars(a), "out": path}), device)
    keep = ~np.isin(data[4], hold)
    sampler = Sampler(*[d[keep] for d in data])
    fit(t, sampler, np.random.default_rng(a.seed + t.step), device)
    return net


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    common_arguments(ap, 900, 192, 4e-3)
    ap.add_argument("--crops", required=True)
    ap.add_argument("--scenes", nargs="+", required=True)
    ap.add_argument("--folds", type=int, default=4)
    ap.add_argument("--limit", type=int, default=1500, help="scenes to cut synthetic cells from")
    a = ap.parse_args()
    device = setup(a.seed)
    os.makedirs(a.out, exist_ok=True)
    into = Tiles()
    read_crops(a.crops, into)
    rows = read_scenes(a.scenes, lambda r: r["kind"] != "crops")[:a.limit]
    read_scene_cells(rows, np.random.default_rng(a.seed), into)
    data = into.arrays()
    tiles, pos, _, nad, group = data
    results = {}
    for k, hold in enumerate(folds_of(group, a.folds)):
        done = os.path.join(a.out, f"fold{k}.json")
        if not os.path.exists(done):
            net = train(data, hold, a, os.path.join(a.out, f"fold{k}"), device)
            got = {}
            for g in hold:
                i = np.flatnonzero(group == g)
                right, _, err = evaluate(net, tiles[i], pos[i], nad[i], device)
                got[g] = [int(right.sum()), len(right), int((err <= .5).sum()), len(err)]
            with open(done, "w", encoding="utf-8") as f:
                json.dump(got, f)
        with open(done, encoding="utf-8") as f:
            results.update(json.load(f))
        for g in hold:
            r, n, w, m = results[g]
            print(f"| {g} | {m} | {r / max(1, n):.3f} ({n}) | {w / m:.3f} |", flush=True)
    s = np.array(list(results.values()), float).sum(0)
    print(f"pooled: settled={s[0] / s[1]:.4f} within0.5={s[2] / s[3]:.4f} minimum settled="
          f"{min(r / max(1, n) for r, n, _, _ in results.values()):.3f} minimum within={min(w / m for _, _, w, m in results.values()):.3f}")


if __name__ == "__main__":
    main()

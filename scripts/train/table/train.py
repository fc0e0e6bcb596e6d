#!/usr/bin/env python3
"""Train the scores of guesses at tables: train.py ROWS.tsv --out FOLDER [--trees 300] [--leaves 15] [--after FOLDER]

ROWS.tsv comes from `table rows`. Two forests are written: FOLDER/rank.model.gz puts the guesses of a page in order (LambdaRank: Burges,
From RankNet to LambdaRank to LambdaMART, 2010), FOLDER/worth.model.gz tells a guess's F1 against the truth, 0 on pages without tables. The order is learned from F1 and, for the
share --exact, from having as many rows and columns as the truth. --after FOLDER goes on from the forests of an earlier FOLDER, whose
features are the first ones here: new trees mend what those get wrong on new pages. With --apart SHARE the new trees learn by themselves
instead, and that share of what they say is added to what the former ones do. --only trains one of the two.
With --judge, pages are kept back by name, a fifth in turn, and what is chosen there is printed. Deterministic for the same rows.
Needs lightgbm, numpy.
"""
import argparse, gzip, hashlib, json, os, sys

import lightgbm as lgb
import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import forest  # noqa: E402


def rows(path):
    pages, x = [], []
    for line in open(path):
        f = line.rstrip("\n").split("\t")
        pages.append(f[0])
        x.append(np.array(f[1:], np.float32))
    return np.array(pages), np.array(x)


def trees_of(path):
    with gzip.open(path) as f:
        return json.load(f)["trees"]


def export(booster, features, path, before=(), share=1.0):
    trees = forest.arrays(booster, places=6)
    for t in trees:
        t["v"] = [round(share * v, 6) for v in t["v"]]
    trees += before
    with gzip.GzipFile(path, "wb", mtime=0) as f:
        f.write(json.dumps({"features": features, "trees": trees}, separators=(",", ":")).encode())


COMMON = {"learning_rate": 0.06, "min_data_in_leaf": 40, "feature_fraction": 0.6, "bagging_fraction": 0.7, "bagging_freq": 1, "lambda_l2": 5, "deterministic": True,
          "num_threads": 1, "verbose": -1}
GRADES = 32  # of F1, for the ranking


def rank(pages, y, x, o, init=None):
    order = np.argsort(pages, kind="stable")
    _, sizes = np.unique(pages[order], return_counts=True)
    data = lgb.Dataset(x[order], np.round(y[order] * (GRADES - 1)).astype(int), group=sizes, init_score=None if init is None else init[order])
    return lgb.train(COMMON | {"seed": o.seed, "objective": "lambdarank", "num_leaves": o.leaves, "label_gain": list(range(GRADES)), "lambdarank_truncation_level": 3}, data, o.trees)


def worth(pages, y, x, o, init=None):
    count = dict(zip(*np.unique(pages, return_counts=True)))
    some = set(pages[y > 0])
    # A page with many guesses counts more than one with few, but not as often as it has guesses; one without a table thrice.
    weight = np.array([count[p] ** -0.5 * (1 if p in some else 3) for p in pages])
    return lgb.train(COMMON | {"seed": o.seed, "objective": "cross_entropy", "num_leaves": o.leaves}, lgb.Dataset(x, y, weight=weight, init_score=init), o.trees)


def judge(pages, y, x, o):
    fold = np.array([int(hashlib.sha1(p.encode()).hexdigest(), 16) % 5 for p in pages])
    best, chosen, none = [], [], []
    for f in range(o.judge):
        k = fold == f
        r, w = rank(pages[~k], y[~k], x[~k], o).predict(x[k]), worth(pages[~k], y[~k], x[~k], o).predict(x[k])
        for page in np.unique(pages[k]):
            i = pages[k] == page
            top = r[i].argmax()
            if y[k][i].max() > 0:
                best.append(y[k][i].max())
                chosen.append(y[k][i][top])
            else:
                none.append(w[i].max())
    print(json.dumps({"pages with tables": len(best), "best": round(float(np.mean(best)), 4), "chosen": round(float(np.mean(chosen)), 4), "pages without": len(none),
                      "their highest worth, quantiles .5 .9 .95 .98": [round(float(np.quantile(none, q)), 3) for q in (0.5, 0.9, 0.95, 0.98)]}))


def main():
    a = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    a.add_argument("rows")
    forest.add_options(a, trees=300, leaves=15)
    a.add_argument("--judge", type=int, default=0, help="how many fifths to judge on first")
    a.add_argument("--exact", type=float, default=0.3)
    a.add_argument("--after")
    a.add_argument("--apart", type=float, default=0, metavar="SHARE", help="with --after: the new trees do not go on from the former ones; 0: they do")
    a.add_argument("--only", choices=["rank", "worth"])
    o = a.parse_args()
    pages, x = rows(o.rows)
    y, quality, x = x[:, 0], (1 - o.exact) * x[:, 0] + o.exact * x[:, 1], x[:, 2:]
    if o.judge:
        judge(pages, quality, x, o)
    for name, fit, target in (("rank", rank, quality), ("worth", worth, y)):
        if o.only not in (None, name):
            continue
        path = os.path.join(o.out, name + ".model.gz")
        before = trees_of(os.path.join(o.after, name + ".model.gz")) if o.after else []
        init = forest.score(before, x) if before and not o.apart else None
        export(fit(pages, target, x, o, init), x.shape[1], path, before, o.apart or 1.0)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Fits the confidence of a kind: fit.py --out OUT.model --score SCORE.py READINGS.jsonl=TRUTH.jsonl … [--check READINGS=TRUTH …]

READINGS is what `sure` (invoices) or `scripts/measure/forms -replay -doubts` (certificates, policies) printed of drawn pages,
TRUTH the generator's truth.jsonl; SCORE is the scorer, whose comparison says what is right. Trees are trained on all pages; the
curve, on what trees say of pages that they did not see (five parts, parted by page). --check tells figures of pages that
nothing was fitted on."""
import argparse, gzip, importlib.util, json, os, sys

import lightgbm as lgb
import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import forest  # noqa: E402

NAMES = {"total_amount_paid": "tax_amount", "total_tax_withheld": "less_income_tax"}


def truths(path):
    out = {}
    for line in open(path, encoding="utf-8"):
        r = json.loads(line)
        want = {}
        if "data" in r:
            for e in r["data"]:
                want.setdefault(e["key"], []).append(e["value"])
        else:
            for k, v in r["fields"].items():
                want[NAMES.get(k, k)] = [v["value"] if isinstance(v, dict) else v]
        out[os.path.basename(r["file"])] = want
    return out


def rows(pairs, score):
    """(features, right, page number); fields that the truth does not name are left out."""
    x, y, page = [], [], []
    for pair in pairs:
        readings, truth = pair.split("=")
        want = truths(truth)
        for line in open(readings, encoding="utf-8"):
            r = json.loads(line)
            t = want.get(os.path.basename(r["file"]))
            if t is None:
                continue
            n = len(set(page))
            for f, v in zip(r["fields"] or [], r["doubts"] or []):
                if f["name"] not in t:
                    continue
                kind = "date" if "date" in f["name"].lower() else score.kind_of(f["name"])
                x.append(v), y.append(any(score.same(kind, w, f["value"]) for w in t[f["name"]])), page.append((pair, r["file"]))
    number = {p: i for i, p in enumerate(dict.fromkeys(page))}
    return np.array(x, np.float32), np.array(y, float), np.array([number[p] for p in page])


def train(x, y, o):
    params = dict(objective="binary", num_leaves=o.leaves, learning_rate=0.08, min_data_in_leaf=o.least, feature_fraction=0.7, lambda_l2=5.0, num_threads=1, verbosity=-1, use_missing=False, seed=o.seed, max_bin=63)
    return lgb.train(params, lgb.Dataset(x, y, params=params), o.trees)


def tell(name, p, y):
    bins = np.minimum(9, (p * 10).astype(int))
    off = sum(abs(p[bins == b].sum() - y[bins == b].sum()) for b in range(10)) / max(1, len(y))
    sure = p >= 0.8
    print(f"{name}: values {len(y)} right {y.mean():.3f} calibration error {off:.3f} sure {sure.mean():.3f} sure and wrong {(sure & (y == 0)).mean():.4f}; below 0.3: {(p < .3).mean():.3f}, of them right {y[p < .3].mean() if (p < .3).any() else 0:.2f}")


def main():
    a = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    a.add_argument("pairs", nargs="+")
    a.add_argument("--score", required=True)
    a.add_argument("--check", nargs="*", default=[])
    a.add_argument("--most", type=float, default=0, help="of all values this share at most may be sure (0.8) and wrong; 0: the curve as it is")
    forest.add_options(a, trees=50, leaves=6)
    a.add_argument("--least", type=int, default=20)
    o = a.parse_args()
    spec = importlib.util.spec_from_file_location("score", o.score)
    score = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(score)
    x, y, page = rows(o.pairs, score)
    raw = np.zeros(len(y))
    for k in range(5):
        held = page % 5 == k
        raw[held] = train(x[~held], y[~held], o).predict(x[held])
    curve = []
    for a, b in forest.isotonic(raw, y, 30):  # equal places make no curve
        if not curve or a > curve[-1][0]:
            curve.append([a, b])
    if o.most:
        curve = forest.cautious(curve, raw, y, o.most)
    tell("unseen fifths", np.interp(raw, [c[0] for c in curve], [c[1] for c in curve]), y)
    m = train(x, y, o)
    with open(o.out, "wb") as f:
        f.write(gzip.compress(json.dumps({"features": x.shape[1], "trees": forest.arrays(m, places=4, digits=6), "curve": curve}, separators=(",", ":")).encode(), 9, mtime=0))
    print("wrote", o.out, os.path.getsize(o.out), "bytes; pages", page.max() + 1)
    for c in o.check:
        x, y, _ = rows([c], score)
        tell(c.split("=")[0], np.interp(m.predict(x), [q[0] for q in curve], [q[1] for q in curve]), y)


if __name__ == "__main__":
    main()

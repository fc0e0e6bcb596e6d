#!/usr/bin/env python3
"""Train the field finder for one kind, or a generic model: train.py --kind label --words W.npz --first A1.jsonl --second A2.jsonl
--sure B.jsonl --check C.jsonl --work DIR --out extract/label/label.model [--generic] [--trees 160] [--leaves 31]

A1 and A2 are generated pages of trained families: the first stage learns from A1, the second, which sees what the first says,
from A2. B and C are families held out of both: the confidence is fitted on B, figures are told of C. --curve: pages that
the real engine read, of families not trained on: the confidence learns from them too, and its curve is taken from them alone,
each told by trees that did not see it. --others: pages of other kinds, with which the model learns to say what is no page of its kind. The features are computed
by scripts/train/find/rows (Go), the same code as at run time. Each step leaves its file in DIR and is not done again.
"""
import argparse, base64, gzip, json, os, subprocess, sys

import lightgbm as lgb
import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import forest  # noqa: E402


REAL = 3  # how often a page that the real engine read counts for the confidence


def rows(path):
    head = np.fromfile(path, np.float32, 1)
    x = np.memmap(path, np.float32, "r").reshape(-1, int(head[0]))
    return x[1:]


def fit(x, trees, leaves, rate, least, seed=1, wrong=0, before=()):
    """wrong: of how many wrong pairs a random share stands for all, 0: of none. before: trees that these go on from."""
    weight = np.ones(len(x), np.float32)
    if 0 < wrong < len(x):
        share = wrong / len(x)
        keep = (x[:, 2] > 0) | (np.random.default_rng(seed).random(len(x)) < share)
        x = np.ascontiguousarray(x[keep])
        weight = np.where(x[:, 2] > 0, 1, 1 / share).astype(np.float32)
    page, y = x[:, 0], x[:, 2]
    held = page % 10 == 0
    params = dict(objective="binary", num_leaves=leaves, learning_rate=rate, min_data_in_leaf=least, feature_fraction=0.6, bagging_fraction=0.7, bagging_freq=1, num_threads=1, verbosity=-1,
                  use_missing=False, max_bin=127, lambda_l2=5.0, seed=seed, metric="binary_logloss")
    said = lambda part: forest.score(before, x[part, 3:]) if before else None
    a = lgb.Dataset(x[~held, 3:], y[~held], weight=weight[~held], init_score=said(~held), params=params, free_raw_data=True)
    b = lgb.Dataset(x[held, 3:], y[held], weight=weight[held], init_score=said(held), reference=a)
    m = lgb.train(params, a, trees, valid_sets=[b], callbacks=[lgb.early_stopping(25, verbose=False)])
    print("  rows", len(x), "right", y.mean().round(4), "trees", m.best_iteration, "log loss", {k: round(v, 5) for k, v in m.best_score["valid_0"].items()}, flush=True)
    return m


class Trainer:
    def __init__(self, o):
        self.o, self.model = o, {"fields": o.fields.split(",") if o.fields else [], "counts": [0, 0, 0, 0], "stages": [], "sure": [], "page": [], "curve": []}
        if o.model:  # its scores stay
            self.model = json.loads(gzip.decompress(open(o.model, "rb").read()))
            if o.sure:
                self.model["judges"], self.model["sure"] = not o.single, []
            if o.tagger and not o.both:  # which takes the place of the scores
                self.model["stages"], self.model["counts"][:2] = [], [0, 0]
            self.model["tagged"] = bool(o.tagger)
            if o.sure:
                self.model.pop("told", None)  # of the trees before, see curve.py
            self.model.setdefault("page", []), self.model["counts"].extend([0] * (4 - len(self.model["counts"])))
            return
        w = np.load(o.words)
        self.model["words"] = {"scale": float(w["scale"]), "bias": [float(b) for b in w["bias"]], "weights": base64.b64encode(w["weights"].astype(np.int8).tobytes()).decode()}

    def save(self, path):
        with open(path, "wb") as f:
            f.write(gzip.compress(json.dumps(self.model, separators=(",", ":")).encode(), 9, mtime=0))

    def rows(self, stage, pages, name):
        out, model = os.path.join(self.o.work, name), os.path.join(self.o.work, f"before-{stage}.model")
        if os.path.exists(out) and self.o.resume:
            return rows(out)
        self.save(model)
        with open(out + ".pages", "wb") as all_pages:
            for p in pages:
                all_pages.write(open(p, "rb").read())
        with open(out + ".pages", "rb") as f:
            subprocess.run([*self.o.command, "-model", model, "-stage", str(stage), out], stdin=f, check=True)
        os.remove(out + ".pages")
        return rows(out)

    def run(self):
        o = self.o
        for stage, pages in enumerate((o.first, o.second) if not o.model else ()):
            x = self.rows(stage, pages, f"stage{stage}.rows")
            m = fit(x, o.trees, o.leaves, 0.1, 40, o.seed, o.wrong)
            self.model["stages"].append(forest.arrays(m, places=4, digits=6))
            self.model["counts"][stage] = x.shape[1] - 3
        if o.sure:
            self.confidence()
        if o.others:
            before, self.model["page"] = self.model["page"] if o.further else [], []  # it may be of fewer features
            x = self.rows(3, o.second[:1] + o.sure + o.others, "page.rows")
            m = fit(x, 120, 8, 0.1, 20, o.seed, before=before)
            self.model["page"], self.model["counts"][3] = before + forest.arrays(m, places=4, digits=6), x.shape[1] - 3
        self.save(o.out)
        print("wrote", o.out, os.path.getsize(o.out), "bytes")
        for p in o.check:
            print(p, flush=True)
            with open(p, "rb") as f:
                subprocess.run([*o.command, "-model", o.out, "-measure"], stdin=f, check=True)


    def confidence(self):
        """The trees that say how sure a value is, and the curve that makes a probability of it: fitted on what trees that did not
        see the page say of it. Where they judge whole assignments they are trained twice: on assignments of each page, then on those
        besides that trees which did not see it were led to."""
        x, real = self.tellings(2, "")
        judges = self.model.get("judges")
        o, options = self.o, dict(rate=0.08, leaves=20) if judges else dict(rate=0.06, leaves=10)
        learn = lambda q: fit(q, o.sure_trees, options["leaves"], options["rate"], 25, o.seed)
        halves = [learn(x[even(x) == k]) for k in (True, False)]
        if judges:
            x = np.concatenate([x, self.unseen(halves, 4, x.shape[1])[0]])
            halves = [learn(x[even(x) == k]) for k in (True, False)]
        m = learn(x)
        if judges:
            x, real = self.unseen(halves, 2, x.shape[1])
            print("chosen of unseen pages, those of the curve", {int(f): (int((x[real, 1] == f).sum()) // REAL, x[real & (x[:, 1] == f), 2].sum() / REAL) for f in np.unique(x[:, 1])})
        raw = np.where(even(x), halves[1].predict(x[:, 3:]), halves[0].predict(x[:, 3:]))
        self.model["sure"], self.model["counts"][2] = forest.arrays(m, places=4, digits=6), x.shape[1] - 3
        if o.curve:
            raw, x = raw[real], x[real]
            print("curve: values", len(x) // REAL, "right", x[:, 2].mean().round(4))
        self.model["curve"] = forest.isotonic(raw, x[:, 2], 40 * REAL if o.curve else 40)

    def tellings(self, stage, name):
        """The rows of a stage for all pages that the confidence learns from, and which are of the curve's."""
        parts, real = [], []
        for k, paths in enumerate((self.o.sure, self.o.real, self.o.curve)):
            if paths:
                c = np.array(self.rows(stage, paths, f"{('sure', 'real', 'curve')[k]}{name}.rows"))
                c[:, 0] += k << 20  # pages of their own
                c[:, 1] %= AMONG
                parts.append(np.repeat(c, REAL, axis=0) if k else c)
                real.append(np.full(len(parts[-1]), k == 2))
        x = np.concatenate(parts)
        print("rows", stage, name, len(x), "right", x[:, 2].mean().round(4), flush=True)
        return x, np.concatenate(real)

    def unseen(self, halves, stage, width):
        """The rows of a stage with each half's trees, of the pages of the other half."""
        parts, kept = [], (self.model["sure"], self.model["curve"], self.model["counts"][2])
        self.model["curve"], self.model["counts"][2] = [], width - 3
        for k, m in enumerate(halves):
            self.model["sure"] = forest.arrays(m, places=4, digits=6)
            x, real = self.tellings(stage, f"-{stage}-{k}")
            other = even(x) == (k == 1)
            parts.append((x[other], real[other]))
        self.model["sure"], self.model["curve"], self.model["counts"][2] = kept
        return [np.concatenate(p) for p in zip(*parts)]


def even(x):
    """Pages are parted in two halves, two pages at a time: a label's readings stay together."""
    return x[:, 0] // 2 % 2 == 0


AMONG = 100  # what parts a field's number from that of its assignment, see rows/main.go


def main():
    a = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    a.add_argument("--kind", required=True)
    a.add_argument("--fields", default="", help="names of the fields, for a model of one kind; leave out for the generic one")
    a.add_argument("--words", default="", help="what words.py wrote")
    a.add_argument("--model", default="", help="keep this model's scores; train only its confidence (--sure) and page forest (--others)")
    for k in ("first", "second", "sure", "real", "curve", "check", "others"):
        a.add_argument("--" + k, nargs="*", default=[])
    a.add_argument("--work", required=True)
    forest.add_options(a, trees=160, leaves=31)
    a.add_argument("--rows", default="bin/rows", help="go build -o bin/rows ./scripts/train/find/rows")
    a.add_argument("--tagger", default="", help="what tagger.py wrote, for a kind that has one")
    a.add_argument("--single", action="store_true", help="the confidence is told of single values, it does not choose among whole assignments")
    a.add_argument("--both", action="store_true", help="with --tagger: the scores of --model stay beside it")
    a.add_argument("--sure-trees", type=int, default=80)
    a.add_argument("--wrong", type=int, default=0, help="learn from this many wrong pairs of unit and field instead of all: kinds with many fields have millions")
    a.add_argument("--further", action="store_true", help="the page forest goes on from the model's")
    a.add_argument("--resume", action="store_true", help="take the rows that an interrupted run left")
    o = a.parse_args()
    o.command = [o.rows, "-kind", o.kind] + (["-tagger", o.tagger] if o.tagger else [])
    os.makedirs(o.work, exist_ok=True)
    Trainer(o).run()


main()

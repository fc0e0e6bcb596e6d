#!/usr/bin/env python3
"""Fits the curve of what a kind tells as its confidence anew, and nothing else: curve.py BEFORE.model PAGES.jsonl … --kind label --tagger extract/label/label.net --out OUT.model

PAGES are readings of the real engine, of families that nothing was trained on: the trees, and with them what is chosen on a page, stay as
they are, and so does the first curve, which the page forest was trained on. Below --from the curve stays too: callers take what is given there for nothing at all, which pages of the kind say nothing of.
--most draws it below 0.8 where more than that share of all values would be sure and wrong (forest.cautious)."""
import argparse, gzip, json, os, subprocess, sys, tempfile

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import forest  # noqa: E402


def telling(o, model):
    """What the model's trees say of the values that it chooses, and which of these are right."""
    with tempfile.TemporaryDirectory() as work:
        out = os.path.join(work, "rows")
        pages = b"".join(open(p, "rb").read() for p in o.pages)
        subprocess.run([o.rows, "-kind", o.kind, "-model", o.before, *(["-tagger", o.tagger] if o.tagger else []), "-stage", "2", out], input=pages, check=True)
        x = np.fromfile(out, np.float32)
    x = x.reshape(-1, int(x[0]))[1:]
    return 1 / (1 + np.exp(-forest.score(model["sure"], x[:, 3:]))), x[:, 2].astype(float)


def joined(before, after, low):
    """A curve that is the one before below low."""
    kept = [p for p in before if p[0] < low]
    return kept + [[a, max(b, kept[-1][1] if kept else 0)] for a, b in after if a >= low]


def main():
    a = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    a.add_argument("before")
    a.add_argument("pages", nargs="+")
    a.add_argument("--kind", required=True)
    a.add_argument("--tagger", default="")
    a.add_argument("--out", required=True)
    a.add_argument("--from", dest="low", type=float, default=0.5)
    a.add_argument("--most", type=float, default=0)
    a.add_argument("--rows", default="bin/rows", help="go build -o bin/rows ./scripts/train/find/rows")
    o = a.parse_args()
    model = json.loads(gzip.decompress(open(o.before, "rb").read()))
    raw, y = telling(o, model)
    curve = forest.isotonic(raw, y)
    if o.most:
        curve = forest.cautious(curve, raw, y, o.most)
    model["told"] = joined(model["curve"], curve, o.low)
    with open(o.out, "wb") as f:
        f.write(gzip.compress(json.dumps(model, separators=(",", ":")).encode(), 9, mtime=0))
    print("values", len(y), "right", y.mean().round(4), "told", model["told"])


if __name__ == "__main__":
    main()

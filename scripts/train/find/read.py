#!/usr/bin/env python3
"""Joins what the page engine read of drawn documents with their truth, as the field finder's training reads pages:
read.py DIR/truth.jsonl LAYOUTS > PAGES.jsonl

DIR is what scripts/synth/invoice/generate.py drew, LAYOUTS what `layout -plain DIR/files/*` printed of it. The truth's quads are taken from
the sender's picture to the sheet. A ship and its voyage stay apart, as pages.py -apart leaves them."""
import json
import os
import sys

import numpy as np


def to_sheet(quad, page):
    """A quad in shares of the sender's picture, on the sheet that was read of it."""
    inverse = np.linalg.inv(np.reshape(page["ToSource"], (3, 3)))
    points = np.array([(x * page["SourceWidth"], y * page["SourceHeight"], 1) for x, y in quad]) @ inverse.T
    return [{"x": round(x / w, 1), "y": round(y / w, 1)} for x, y, w in points]


def truth_of(fields, page):
    """Where and what the fields are that stand on a page, as find.Truth."""
    return [{"Field": name, "Value": str(f["value"]), "Quads": [to_sheet(q, page) for q in f["quads_norm"]]}
            for name, f in fields.items() if f.get("page") == page["Number"] and f.get("quads_norm")]


def main():
    truth, layouts = sys.argv[1:]
    drawn = {os.path.basename(r["file"]): r for r in map(json.loads, open(truth, encoding="utf-8"))}
    for line in open(layouts, encoding="utf-8"):
        page = json.loads(line)
        row = drawn[os.path.basename(page["File"])]
        page["truth"] = truth_of(row["fields"], page)
        print(json.dumps(page, ensure_ascii=False))


if __name__ == "__main__":
    main()

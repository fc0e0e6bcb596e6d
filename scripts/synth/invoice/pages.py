#!/usr/bin/env python3
"""Random invoices as the field finder's training reads them: pages.py OUT.jsonl -n 1000 -seed 1 [-held] [-readings 1] [-beside .7]

Simulated readings (../page/engine.py) of drawn pages, one JSON object a line; a third each of general, freight, receipts."""
import argparse, json, os, random, sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "page"))
import engine, shoot

import generate

SHEET = 12  # pages in one document of the browser


def joint(truth):
    """A ship and its voyage printed as one are one value of both: the reader parts them."""
    by = {t["Field"]: t for t in truth}
    a, b = by.get("vessel"), by.get("voy")
    if not a or not b or len(a["Quads"]) != 1 or len(b["Quads"]) != 1:
        return
    p, q = a["Quads"][0], b["Quads"][0]
    high = p[3]["y"] - p[0]["y"]
    if abs(p[0]["y"] - q[0]["y"]) < 0.5 * high and 0 <= q[0]["x"] - p[1]["x"] < 2 * high:
        quad = [p[0], q[1], q[2], p[3]]
        for t, text in ((a, a["Value"] + " " + b["Value"]), (b, a["Value"] + " " + b["Value"])):
            t["Quads"], t["Value"] = [quad], text


def main():
    a = argparse.ArgumentParser()
    a.add_argument("out")
    a.add_argument("-n", type=int, default=1000)
    a.add_argument("-seed", type=int, default=1)
    a.add_argument("-readings", type=int, default=1, help="simulated readings of each page")
    a.add_argument("-held", action="store_true", help="draw from what is held out for measuring")
    a.add_argument("-apart", action="store_true", help="leave ships and voyages apart that are printed as one")
    a.add_argument("-kinds", default="general,shipping,general,shipping,receipt")
    a.add_argument("-beside", type=float, default=0, help="share of pages with what stands beside their fields")
    o = a.parse_args()
    kinds = o.kinds.split(",")
    with open(o.out, "w", encoding="utf-8") as out, shoot.Browser() as b:
        for start in range(0, o.n, SHEET):
            seeds = [o.seed * 1000003 + i for i in range(start, min(o.n, start + SHEET))]
            drawn = [generate.page(s, kinds[s % len(kinds)], o.held, o.beside) for s in seeds]
            groups = {}
            for s, (html, size, _) in zip(seeds, drawn):  # a document has pages of one size
                width = shoot.A4 if size[0] > 500 else (400, 900)
                groups.setdefault(width, []).append((s, html))
            for size, pages in groups.items():
                shot = b.shoot("".join(h for _, h in pages), size=size, pdf=False)
                for (s, _), page in zip(pages, shot.pages):
                    for k in range(o.readings):
                        row = engine.read(page, shoot.fields_of(page), random.Random(s * 31 + k))
                        if not o.apart:
                            joint(row["truth"])
                        row["File"] = str(s)
                        out.write(json.dumps(row, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()

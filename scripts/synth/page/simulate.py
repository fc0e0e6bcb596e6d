"""Drawn pages of a kind as the field finder's training reads them: the common head of the kinds' pages.py.

    simulate.main(draw)      # draw(seed, held) -> HTML of one page

pages.py OUT.jsonl -n 1000 -seed 1 [-held] [-readings 1] writes simulated readings (engine.py), one JSON object a line."""
import argparse, json, random

import engine, shoot


def main(draw, adjust=lambda row: None):
    """adjust: what a kind's truth needs before the finder learns from it; it changes the row."""
    a = argparse.ArgumentParser()
    a.add_argument("out")
    a.add_argument("-n", type=int, default=1000)
    a.add_argument("-seed", type=int, default=1)
    a.add_argument("-readings", type=int, default=1, help="simulated readings of each page")
    a.add_argument("-held", action="store_true", help="draw from what is held out for measuring")
    o = a.parse_args()
    with open(o.out, "w", encoding="utf-8") as out, shoot.Browser() as b:
        for s in range(o.seed * 1000003, o.seed * 1000003 + o.n):
            page = b.shoot(draw(s, o.held), pdf=False).pages[0]  # one a document: their styles differ
            for k in range(o.readings):
                row = engine.read(page, shoot.fields_of(page), random.Random(s * 31 + k))
                adjust(row)
                row["File"] = str(s)
                out.write(json.dumps(row, ensure_ascii=False) + "\n")

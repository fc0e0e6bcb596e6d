#!/usr/bin/env python3
"""Draws motor insurance policies with exact truth: generate.py OUT --count 30 --seed 1 [--held] [--look clean|scan|photo].
OUT/files and OUT/truth.jsonl follow; --held draws from the families held out for measuring."""
import argparse, os, sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "page"))
from arrange import Policy
import looks, shoot


def main():
    a = argparse.ArgumentParser(description=__doc__)
    a.add_argument("out")
    a.add_argument("--count", type=int, default=30)
    a.add_argument("--seed", type=int, default=1)
    a.add_argument("--held", action="store_true")
    a.add_argument("--look", default="")
    o = a.parse_args()
    rows, files = [], os.path.join(o.out, "files")
    with shoot.Browser() as b:
        for k in range(o.count):
            seed = o.seed * 100000 + k
            p = Policy(seed, o.held)
            shot = b.shoot(p.html)
            file, w, h, at = looks.deliver(shot, f"{p.kind}_{o.seed}_{k:03d}", o.look or looks.LOOKS[k % 3], files, seed)
            data = []
            for key, values in shoot.fields_of(shot.pages[0]).items():
                for v in values:
                    box = looks.upright(at([min(b[0] for b in v["boxes"]), min(b[1] for b in v["boxes"]), max(b[2] for b in v["boxes"]), max(b[3] for b in v["boxes"])]))
                    data.append({"key": key, "value": v["value"], "rect_xywh": [box[0], box[1], box[2] - box[0], box[3] - box[1]]})
            rows.append({"file": file, "w": w, "h": h, "data": data, "kind": p.kind, "licence": "own"})
    looks.truth(files, rows)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Draws withholding certificates with exact truth: generate.py OUT --count 30 --seed 1 [--held] [--look clean|scan|photo].
OUT/files and OUT/truth.jsonl follow. One page in four is the official form; --held draws from the families held out for measuring."""
import argparse, os, sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "page"))
from arrange import FORMS, Certificate
from official import Official
import looks, shoot


def fields(page, c, at):
    """The truth in the picture's pixels. Baht and satang are joined by a point, figures in boxes by nothing."""
    out = {}
    for name, values in shoot.fields_of(page).items():
        value, boxes = values[0]["value"], values[0]["boxes"]
        if name.startswith("total_"):
            d = "".join(str(int(ch)) for ch in value if ch.isdigit())
            value = f"{int(d[:-2]):,}.{d[-2:]}"
        if name.endswith("id_number") and len(value.replace(" ", "")) == 13:
            value = value.replace(" ", "") if len(value.split()) > 5 else value
        x = [min(b[0] for b in boxes), min(b[1] for b in boxes), max(b[2] for b in boxes), max(b[3] for b in boxes)]
        out[name] = {"value": value, "box": looks.upright(at(x))}
    if isinstance(c, Official):
        out["form_type"] = {"value": FORMS[c.form]}
    return out


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
            c = (Official if k % 4 == 3 else Certificate)(seed, o.held)
            shot = b.shoot(c.html)
            look = o.look or looks.LOOKS[k % 3]
            kind = "off" if isinstance(c, Official) else "rnd"
            file, w, h, at = looks.deliver(shot, f"{kind}_{o.seed}_{k:03d}", look, files, seed)
            rows.append({"file": file, "w": w, "h": h, "fields": fields(shot.pages[0], c, at), "licence": "own"})
    looks.truth(files, rows)


if __name__ == "__main__":
    main()

"""Keeps the pages that a generator draws, flat and grey, with the places of their lines: what the net of text lines trains on.

    python3 flats.py OUT --prefix label ../label/pages.py PICTURES -n 100 -pictures …     # a generator and its own arguments

Writes OUT/PREFIX_0000.png and a row a page to OUT/PREFIX.jsonl: file, lines [x0, y0, x1, y1, turn, reversed] of the ink. Pieces of
print that stand on one line with no more than a word's gap between them are one line, as blocks.py has it; a wider gap parts."""
import argparse, json, os, runpy, sys

import cv2
import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
sys.path.insert(0, os.path.join(HERE, "..", "page"))
import blocks, shoot
from engine import along, innermost, union

WORD_GAP = 0.6  # of the print's size: what still keeps two pieces on one line


def joined(pieces):
    """Pieces (fragment, box of its ink, area around it) in lines: lists of them."""
    out = []
    for p in sorted(pieces, key=lambda p: (p[0].turn, along(p[1], p[0].turn)[0])):
        f, box, area = p
        start, _, middle = along(box, f.turn)
        for line in out:
            g, last, other = line[-1]
            _, end, m = along(last, g.turn)
            size = max(f.size, g.size)
            if g.turn == f.turn and g.reversed == f.reversed and area == other and size < 1.4 * min(f.size, g.size) and abs(m - middle) < 0.35 * size and -0.5 * size < start - end < WORD_GAP * size:
                line.append(p)
                break
        else:
            out.append([p])
    return out


def lines_of(page, gray, k):
    """The lines of a drawn page in pixels of its picture."""
    pieces = []
    for f in page.fragments:
        box = blocks.ink(gray, [v * k for v in f.box])
        if f.text.strip() and box and box[2] < gray.shape[1] and box[3] < gray.shape[0]:
            pieces.append((f, [v / k for v in box], innermost(f.box, page.areas)))
    return [[int(round(v * k)) for v in union([p[1] for p in line])] + [line[0][0].turn, bool(line[0][0].reversed)] for line in joined(pieces)]


class Keeper:
    """Stands in the way of the browser's shoot and keeps what was drawn to be printed."""

    def __init__(self, out, prefix, most, seed):
        self.out, self.prefix, self.most, self.n, self.r = out, prefix, most, 0, np.random.default_rng(seed)
        os.makedirs(out, exist_ok=True)
        self.rows = open(os.path.join(out, prefix + ".jsonl"), "a", encoding="utf-8")
        self.draw = shoot.Browser.shoot

    def shoot(self, browser, html, size=shoot.A4, pdf=True):
        shot = self.draw(browser, html, size, pdf)
        if pdf:
            dpi = float(self.r.choice([120, 150, 180, 210]))
            for page, img in zip(shot.pages, shot.raster(dpi)):
                self.keep(page, cv2.cvtColor(img, cv2.COLOR_BGR2GRAY), dpi / 96)
        return shot

    def keep(self, page, gray, k):
        lines = lines_of(page, gray, k)
        if len(lines) < 3:
            return
        name = f"{self.prefix}_{self.n:04d}.png"
        cv2.imwrite(os.path.join(self.out, name), gray)
        self.rows.write(json.dumps({"file": name, "lines": lines}) + "\n")
        self.rows.flush()
        self.n += 1
        if self.n >= self.most:
            raise SystemExit(0)


def main():
    p = argparse.ArgumentParser()
    p.add_argument("out")
    p.add_argument("--prefix", required=True)
    p.add_argument("--most", type=int, default=10000)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("generator")
    a, rest = p.parse_known_args()
    keeper = Keeper(os.path.abspath(a.out), a.prefix, a.most, a.seed)
    shoot.Browser.shoot = lambda browser, html, size=shoot.A4, pdf=True: keeper.shoot(browser, html, size, pdf)
    path = os.path.abspath(a.generator)
    sys.argv = [path] + rest
    sys.path.insert(0, os.path.dirname(path))
    runpy.run_path(path, run_name="__main__")


if __name__ == "__main__":
    main()

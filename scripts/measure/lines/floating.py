"""How well Thai lines are read that a program without Thai's rules has set: every mark where the face has it, tones as high over bare letters
as over vowels.
usage: floating.py draw PAGES --words W --address A --alphabet F --fonts DIR [--fetched DIR] [--pages N] [--seed S] [--held]
       floating.py score PAGES LAYOUT    LAYOUT: what `layout -text net -plain` wrote for the pictures of PAGES
Each page is names and addresses of held-out words in one face, drawn twice: with the rules and without. Faces in which both are the same are
left out. --held: of the families that nothing was trained on."""
import argparse
import json
import os
import random
import sys

from PIL import Image, ImageDraw, ImageFont

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "..", "synth", "lines"))
import fonts  # noqa: E402
import render  # noqa: E402
import text  # noqa: E402

import score  # noqa: E402

LINES, WIDTH, MARGIN = 14, 1100, 50  # of a page, in pixels but for the first
LONGEST = 46  # signs of a line
FEWEST = 10  # Thai letters of a line
FLOATS = 0.06  # of an em by which a tone over a bare letter is higher without the rules
WAYS = {"with the rules": ImageFont.Layout.RAQM, "without": ImageFont.Layout.BASIC}


def floats(path):
    """Whether tones of a face stand higher over bare letters where no rule lowers them, and take no room of their own."""
    shaped, plain = (ImageFont.truetype(path, 100, layout_engine=w) for w in WAYS.values())
    if any(plain.getlength(c) for c in render.TONES):
        return False
    return shaped.getbbox("ก่", anchor="ls")[1] - plain.getbbox("ก่", anchor="ls")[1] > 100 * FLOATS


def texts(source):
    """Lines of names and addresses without end, which are mostly Thai."""
    while True:
        line = source.r.choice((source.thai_name, source.thai_address))()
        if len(line) > LONGEST:
            line = line[:LONGEST].rsplit(" ", 1)[0]
        if sum(map(render.thai, line)) >= FEWEST:
            yield " ".join(line.split())


def page(face, size, gap, lines):
    """A picture of lines under each other, and the boxes x0, y0, x1, y1 of their ink."""
    im = Image.new("L", (WIDTH, int(len(lines) * size * gap) + 2 * size + 2 * MARGIN), 255)
    d, boxes = ImageDraw.Draw(im), []
    for i, line in enumerate(lines):
        at = MARGIN, MARGIN + size + i * size * gap
        d.text(at, line, font=face, fill=20, anchor="ls")
        boxes.append(d.textbbox(at, line, font=face, anchor="ls"))
    return im, boxes


def draw(o):
    r = random.Random(o.seed)
    alphabet = open(o.alphabet, encoding="utf-8").read().rstrip("\n")
    source = texts(text.Texts(o.words, o.address, alphabet, o.seed, True))
    families = render.Painter.by_family([f for f in fonts.list_fonts(o.fonts, o.held, o.fetched)[0] if floats(f)])
    os.makedirs(o.pages_folder)
    with open(os.path.join(o.pages_folder, "truth.jsonl"), "w", encoding="utf-8") as out:
        for n in range(o.pages):
            path, size, gap = r.choice(r.choice(families)), r.randint(22, 36), r.uniform(1.45, 2.2)
            lines = [next(source) for _ in range(LINES)]
            for way, layout in WAYS.items():
                im, boxes = page(ImageFont.truetype(path, size, layout_engine=layout), size, gap, lines)
                name = f"{n:04d}-{list(WAYS).index(way)}.png"
                im.save(os.path.join(o.pages_folder, name))
                row = {"file": name, "face": os.path.basename(path), "way": way, "lines": [{"text": t, "box": b} for t, b in zip(lines, boxes)]}
                out.write(json.dumps(row, ensure_ascii=False) + "\n")


def read_as(box, found):
    """What stands on a printed line: the texts of the lines found whose middles lie in its box, from left to right."""
    on = [(q[0][0], t) for q, t in found if box[1] <= sum(p[1] for p in q) / 4 <= box[3]]
    return "".join(t for _, t in sorted(on))


def told(truth, pages):
    """{way: [lines, those read right, signs wrong, signs]}; spaces do not count."""
    sums = {}
    for row in truth:
        p = pages[row["file"]]
        found = [(score.to_source(p["ToSource"], l["Quad"]), l["Text"]["Value"]) for l in p["Lines"]]
        for line in row["lines"]:
            printed, read = ("".join(t.split()) for t in (line["text"], read_as(line["box"], found)))
            wrong = score.distance(printed, read)
            s = sums.setdefault(row["way"], [0, 0, 0, 0])
            for i, v in enumerate((1, wrong == 0, wrong, len(printed))):
                s[i] += v
    return sums


def main():
    a = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    sub = a.add_subparsers(required=True, dest="what")
    d, s = sub.add_parser("draw"), sub.add_parser("score")
    for p in (d, s):
        p.add_argument("pages_folder", metavar="PAGES")
    s.add_argument("layout")
    for name in ("words", "address", "alphabet", "fonts"):
        d.add_argument("--" + name, required=True)
    d.add_argument("--fetched")
    d.add_argument("--pages", type=int, default=16)
    d.add_argument("--seed", type=int, default=1)
    d.add_argument("--held", action="store_true")
    o = a.parse_args()
    if o.what == "draw":
        return draw(o)
    rows = lambda path: map(json.loads, open(path, encoding="utf-8"))
    pages = {os.path.basename(p["File"]): p for p in rows(o.layout)}
    for way, (n, right, wrong, signs) in told(rows(os.path.join(o.pages_folder, "truth.jsonl")), pages).items():
        print(f"{way:15} {n:6} lines, read right {right} = {right / n:.3f}, signs wrong {wrong / signs:.4f}")


if __name__ == "__main__":
    main()

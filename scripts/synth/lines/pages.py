"""Pages that say what training lines say, for crops as the page engine cuts them: blocks of scripts/synth/blocks (bars, tabs, tables,
paragraphs, tight lines, photographed or not) in any installed face that is not held out. Writes pictures and truth.jsonl as blocks.py does.

    XDG_DATA_HOME=RUN/share pages.py OUT --pages 1000 --seed 1 --words DIR --address DIR --alphabet FILE   # RUN/share/fonts/fetched: fetched faces
"""
import argparse
import html
import json
import os
import subprocess
import sys

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, "..", "page"), os.path.join(HERE, "..", "blocks")]
import blocks  # noqa: E402
import fonts  # noqa: E402
import shoot  # noqa: E402
import text  # noqa: E402

DPI = (72, 90, 110, 130, 150, 200, 200, 300)  # from prints of a screen to fine scans
GONE = ("Math", "Symbol", "Dingbats", "Emoji", "D050000L", "Standard Symbols", "Display Black")


def families(held=False):
    """Installed families of fonts.py's lists and of the fetched ones that draw Thai, and those that draw Latin letters alone."""
    rows = subprocess.run(["fc-list", "--format", "%{file}\t%{family[0]}\n"], capture_output=True, text=True).stdout.splitlines()
    named = {n: f for f, n in (row.split("\t") for row in rows) if not any(g in n for g in GONE)}
    keep = {}
    for name, path in sorted(named.items()):
        base = os.path.basename(path)
        fetched = f"{os.sep}fetched{os.sep}" in path
        if base.startswith(fonts.HELD) == held and (fetched or base.startswith(tuple(fonts.THAI + fonts.LATIN))) and path.endswith((".ttf", ".otf")):
            keep[name] = path
    thai = [n for n, p in keep.items() if fonts.thai(p)]
    return thai, [n for n in keep if n not in thai]


class Says:
    """Stands for blocks' vocabulary: whatever is asked for is a line of training text, Thai or not as asked."""

    def __init__(self, texts):
        self.texts = texts

    def line(self, tongue, longest):
        while True:
            s = self.texts.line(longest)
            if tongue != "th" or any("ก" <= c <= "๙" for c in s) or self.texts.r.random() < 0.15:
                if tongue == "th" or not any("ก" <= c <= "๙" for c in s):
                    return html.escape(s)

    def person(self, tongue):
        return self.line(tongue, 30)

    firm = person

    def phone(self, tongue):
        return self.line(tongue, 18)

    def address(self, tongue):
        return [self.line(tongue, 30) for _ in range(self.texts.r.randint(2, 4))]


class Maker(blocks.Maker):
    """Blocks in any face, tight or wide."""

    def __init__(self, seed, held, texts, faces, unshaped=0.0):
        super().__init__(seed, held)
        self.unshaped = unshaped
        self.v, r, (thai, latin) = Says(texts), self.r, faces
        self.font = f'"{r.choice(thai)}", "{r.choice(latin)}", sans-serif' if self.lang != "en" else f'"{r.choice(latin + thai[::3])}", sans-serif'
        self.size = r.choice([8, 9, 10, 11, 12, 13, 14, 16, 20])

    def text(self):
        return self.v.line(self.tongue(), 26)

    def caption(self):
        return self.v.line(self.tongue(), 14)

    def page(self, w, h):
        r = self.r
        look = [f"line-height:{r.uniform(1.0, 1.6):.2f}", f"font-weight:{r.choice([300, 400, 400, 400, 500, 600, 700])}"]
        if r.random() < 0.12:
            look.append("font-style:italic")
        if r.random() < 0.1:
            look.append(f"letter-spacing:{r.uniform(-0.03, 0.2):.2f}em")
        if self.unshaped and r.random() < self.unshaped:
            look.append(shoot.UNSHAPED)
        return f"<style>.page{{{'!important;'.join(look)}!important}}</style>" + super().page(w, h)


def main():
    p = argparse.ArgumentParser()
    p.add_argument("out")
    p.add_argument("--pages", type=int, default=20)
    p.add_argument("--first", type=int, default=0)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--held", action="store_true", help="held-out faces, words, blocks and grounds")
    p.add_argument("--unshaped", type=float, default=0.0, help="share of the pages whose marks are set without their face's rules")
    for name in ("words", "address", "alphabet"):
        p.add_argument("--" + name, required=True)
    a = p.parse_args()
    os.makedirs(a.out, exist_ok=True)
    alphabet = open(a.alphabet, encoding="utf8").read().rstrip("\n")
    faces = families(a.held)
    with shoot.Browser() as browser, open(os.path.join(a.out, "truth.jsonl"), "a", encoding="utf8") as out:
        for i in range(a.first, a.first + a.pages):
            texts = text.Texts(a.words, a.address, alphabet, a.seed * 100003 + i, a.held)
            dpi = float(np.random.default_rng([a.seed, i, 1]).choice(DPI))
            row = blocks.make(browser, i, a.seed, a.held, a.out, maker=lambda s, h: Maker(s, h, texts, faces, a.unshaped), dpi=dpi)
            out.write(json.dumps(row, ensure_ascii=False) + "\n")
            out.flush()


if __name__ == "__main__":
    main()

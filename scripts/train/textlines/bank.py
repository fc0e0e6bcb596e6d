"""Draws lines of print in the faces that may be trained on, as ink: python3 bank.py OUT.npz [-n 6000] [-seed 1]."""
import argparse
import os
import random
import subprocess
import sys

import numpy as np
from PIL import Image, ImageDraw, ImageFont

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "..", "synth", "page"))
import faces  # noqa: E402
from vocabulary import Vocabulary  # noqa: E402


def files(family):
    """The faces' files of a family, in an order that stays."""
    got = subprocess.run(["fc-list", family, "file"], capture_output=True, text=True).stdout.split("\n")
    return sorted(f.strip(": ") for f in got if f.strip(": ").endswith((".ttf", ".otf")))


def words(v, r, lang):
    """What a line says."""
    return r.choice([lambda: v.person(lang), lambda: v.firm(lang), lambda: v.phone(lang), lambda: " ".join(v.address(lang)), lambda: v.shape("##/##/####"), lambda: v.shape("@@######"),
                     lambda: f"{v.satang() / 100:,.2f}", lambda: v.shape("#"), lambda: v.shape("##"), lambda: v.firm(lang).split(" ")[0], lambda: v.firm(lang).upper(), lambda: v.person(lang).split(" ")[-1],
                     lambda: v.shape("@"), lambda: v.person(lang) + " " + v.firm(lang), lambda: v.date_style(lang)(v.day())])()


def main():
    p = argparse.ArgumentParser()
    p.add_argument("out")
    p.add_argument("-n", type=int, default=6000)
    p.add_argument("-seed", type=int, default=1)
    o = p.parse_args()
    r, v = random.Random(o.seed), Vocabulary(o.seed)
    pools = {"th": [files(f) for f in faces.thai()], "en": [files(f) for f in faces.latin()]}
    fonts, inks = {}, []
    while len(inks) < o.n:
        lang = r.choice(["th", "en"])
        pool = r.choice(pools[lang])
        if not pool:
            continue
        path, size, s = r.choice(pool), r.choice([28, 36, 44]), words(v, r, lang).strip()
        if (path, size) not in fonts:
            fonts[path, size] = ImageFont.truetype(path, size, layout_engine=ImageFont.Layout.RAQM)
        font = fonts[path, size]
        im = Image.new("L", (int(font.getlength(s)) + 2 * size, 3 * size))
        ImageDraw.Draw(im).text((size, 2 * size), s, font=font, fill=255, anchor="ls")
        box = im.getbbox()
        if s and box and box[3] - box[1] > 0.3 * size and box[2] - box[0] < 1800:
            inks.append(np.asarray(im.crop(box)))
    np.savez(o.out, pixels=np.concatenate([i.ravel() for i in inks]), shape=np.array([i.shape for i in inks], np.int32))


if __name__ == "__main__":
    main()

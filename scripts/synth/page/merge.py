"""Puts web fonts into a folder of installed ones: merge.py FONTS PACKAGES. Of a family whose Thai and Latin letters come in files of their
own (Fontsource's .woff2) these become one face again; .ttf files stay as they are."""
import glob
import os
import re
import shutil
import sys

from fontTools.merge import Merger
from fontTools.ttLib import TTFont


def plain(path, work):
    """The font of a .woff2 file as a .ttf file."""
    font = TTFont(path)
    font.flavor = None
    out = os.path.join(work, os.path.basename(path) + ".ttf")
    font.save(out)
    return out


def main():
    fonts, packages = sys.argv[1:]
    os.makedirs(fonts, exist_ok=True)
    for path in glob.glob(os.path.join(packages, "**", "*_400Regular.ttf"), recursive=True) + glob.glob(os.path.join(packages, "**", "*_700Bold.ttf"), recursive=True):
        shutil.copy(path, fonts)
    for thai in glob.glob(os.path.join(packages, "**", "*.woff2"), recursive=True):
        found = re.fullmatch(r"(.+)-thai-(400|700)-normal\.woff2", os.path.basename(thai))
        if not found:
            continue
        base, weight = found.groups()
        latin = os.path.join(os.path.dirname(thai), f"{base}-latin-{weight}-normal.woff2")
        name = "".join(w.capitalize() for w in base.split("-"))
        Merger().merge([plain(latin, packages), plain(thai, packages)]).save(os.path.join(fonts, f"{name}-{weight}.ttf"))


if __name__ == "__main__":
    main()

"""Draws the loss and the held-out error rates of a training log: curve.py LOG OUT.png (log scale upwards, lines read rightwards)."""
import math
import re
import sys

from PIL import Image, ImageDraw

W, H, PAD = 900, 420, 50
COLOURS = {"loss": (90, 90, 90), "clean": (0, 110, 200), "photo": (210, 60, 40)}


def read(path):
    series, lines, before, last = {k: [] for k in COLOURS}, 0, 0, 0
    for row in open(path):
        if m := re.match(r"step (\d+) lines (\d+) .* loss ([\d.]+)", row):
            n = int(m[2])
            before += last if n < last else 0  # a resumed run counts from nought
            last, lines = n, before + n
            series["loss"].append((lines, float(m[3])))
        elif m := re.match(r"held step \d+ clean cer ([\d.]+) .* photo cer ([\d.]+)", row):
            series["clean"].append((lines, float(m[1])))
            series["photo"].append((lines, float(m[2])))
    return series


def main():
    series = read(sys.argv[1])
    xs = [x for s in series.values() for x, _ in s] or [1]
    low, high = math.log10(0.005), math.log10(60)
    at = lambda x, y: (PAD + x / max(xs) * (W - 2 * PAD), H - PAD - (math.log10(max(y, 0.005)) - low) / (high - low) * (H - 2 * PAD))
    im = Image.new("RGB", (W, H), "white")
    d = ImageDraw.Draw(im)
    for v in (0.01, 0.1, 1, 10):
        y = at(0, v)[1]
        d.line([(PAD, y), (W - PAD, y)], fill=(220, 220, 220))
        d.text((8, y - 6), f"{v:g}", fill="black")
    for i, (name, points) in enumerate(series.items()):
        if len(points) > 1:
            d.line([at(x, y) for x, y in points], fill=COLOURS[name], width=2)
        d.text((PAD + 150 * i, 12), {"loss": "CTC loss", "clean": "held-out CER, clean", "photo": "held-out CER, photo"}[name], fill=COLOURS[name])
    d.text((W // 2 - 60, H - 25), f"lines seen (to {max(xs)})", fill="black")
    im.save(sys.argv[2], optimize=True)


if __name__ == "__main__":
    main()

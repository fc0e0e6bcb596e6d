"""Cuts every line with a known text out of the labelled data, and degrades held-out synthetic lines, to one folder with a manifest.

A row of manifest.jsonl: {"file", "text", "group", "script"}; script is the class that a field's hint would name ("" where nobody knows).
"""
import argparse
import glob
import json
import os
import random
import sys

import cv2
import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../synth/lines"))
import augment  # noqa: E402

THAI_DIGITS = set("๐๑๒๓๔๕๖๗๘๙")


def script_of(t):
    thai = any("\u0e00" <= c <= "\u0e7f" for c in t)
    latin = any(c.isascii() and c.isalpha() for c in t)
    return "" if thai and latin else "thai" if thai else "latin" if latin else "digit"


class Out:
    def __init__(self, folder):
        self.folder, self.n = folder, 0
        os.makedirs(folder, exist_ok=True)
        self.f = open(os.path.join(folder, "manifest.jsonl"), "w", encoding="utf8")

    def put(self, im, text, group):
        if im is None or im.size == 0 or not text:
            return
        name = f"{self.n:05d}.png"
        cv2.imwrite(os.path.join(self.folder, name), im)
        self.f.write(json.dumps({"file": name, "text": text, "group": group, "script": script_of(text)}, ensure_ascii=False) + "\n")
        self.n += 1


def thai_lines(data, out):
    for r in map(json.loads, open(os.path.join(data, "thai-lines/truth.jsonl"), encoding="utf8")):
        im = cv2.imread(os.path.join(data, "thai-lines", r["file"]))
        group = r["kind"] if not r["kind"].startswith("synth") else "synth_" + r["quality"]
        if r["file"].startswith("sign"):
            group = "road_sign"
        out.put(im, r["text"], "thai-lines/" + group)
        if r["kind"] in ("synth_date", "synth_amt"):
            out.put(im, r["text"], "thai-lines/dates+amounts_" + r["quality"])


def box_crop(im, x0, y0, x1, y1, pad=0.2):
    p = int(round(pad * (y1 - y0)))
    return im[max(0, int(y0) - p):int(y1) + p, max(0, int(x0) - p):int(x1) + p]


def tables(data, out, r, most):
    """Single-line cells, as many a set as `most`."""
    by_set = {}
    for t in map(json.loads, open(os.path.join(data, "table/truth.jsonl"), encoding="utf8")):
        for table in t.get("tables", []):
            for c in table["cells"]:
                if c.get("text") and c.get("bbox") and "\n" not in c["text"]:
                    by_set.setdefault(t.get("set", "?"), []).append((t["file"], c))
    for name, cells in sorted(by_set.items()):
        r.shuffle(cells)
        taken, images = 0, {}
        for file, c in cells:
            b = np.array(c["bbox"], float)
            (x0, y0), (x1, y1) = b.min(0), b.max(0)
            if not 8 <= y1 - y0 <= 34 or x1 - x0 < 4:
                continue
            if file not in images:
                found = glob.glob(os.path.join(data, "table", "**", file), recursive=True)
                images[file] = cv2.imread(found[0]) if found else None
            if images[file] is not None:
                out.put(box_crop(images[file], x0, y0, x1, y1), " ".join(c["text"].split()), "table/" + name)
                taken += 1
            if taken == most:
                break


def forms(data, out):
    for kind in ("tawi50", "policy"):
        for t in map(json.loads, open(os.path.join(data, kind, "truth.jsonl"), encoding="utf8")):
            found = glob.glob(os.path.join(data, kind, "**", t["file"]), recursive=True)
            im = cv2.imread(found[0]) if found else None
            if kind == "tawi50":
                fields = [(f["value"], f["box"]) for k, f in t["fields"].items() if isinstance(f, dict) and f.get("box") and k not in ("payer_condition", "form_type") and "id_number" not in k]
            else:
                fields = [(d["value"], [d["rect_xywh"][0], d["rect_xywh"][1], d["rect_xywh"][0] + d["rect_xywh"][2], d["rect_xywh"][1] + d["rect_xywh"][3]]) for d in t["data"]]
            for value, b in fields:
                if im is not None and value and b and len(b) == 4:
                    out.put(box_crop(im, *b, pad=0.3), value, f"{kind}/{t['quality'].rstrip('0123456789dpi')}")


def shards(folder, n):
    """Up to n lines of each shard of a folder: ink and text."""
    for path in sorted(glob.glob(os.path.join(folder, "shard*.npz"))):
        d = np.load(path)
        offsets = np.r_[0, np.cumsum(d["shape"].prod(1, dtype=np.int64))]
        for i, text in enumerate(str(d["text"]).split("\n")[:n]):
            yield d["pixels"][offsets[i]:offsets[i + 1]].reshape(d["shape"][i]), text


def photographed(ink, r):
    """The look of the photographs among thai-lines: letters of some 20 pixels, soft, noisy, light falling off to a side."""
    k = r.uniform(20, 26) / 46
    g = cv2.copyMakeBorder(cv2.resize(ink, None, fx=k, fy=k, interpolation=cv2.INTER_AREA), 12, 12, 12, 12, cv2.BORDER_CONSTANT).astype(np.float32) / 255
    light = np.full(g.shape, r.uniform(190, 235), np.float32) * (1 + np.linspace(-1, 1, g.shape[1], dtype=np.float32) * r.uniform(-0.15, 0.15))
    g = cv2.GaussianBlur(light * (1 - g * r.uniform(0.7, 0.9)), (0, 0), r.uniform(0.6, 1.0)) + r.standard_normal(g.shape, dtype=np.float32) * r.uniform(3, 6)
    return cv2.imdecode(cv2.imencode(".jpg", np.clip(g, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, int(r.integers(70, 90))])[1], 0)


def drawn(folder, out, group, n):
    """Own lines with the two looks of the labelled thai-lines: black on white, and as photographed there."""
    r = np.random.default_rng(6)
    for ink, text in shards(folder, n):
        out.put(255 - cv2.copyMakeBorder(ink, 25, 25, 25, 25, cv2.BORDER_CONSTANT), text, group + "_clean")
        out.put(photographed(ink, r), text, group + "_photo")


def damaged(folder, out, group, n):
    """Own lines as the training damages them: a sixth or two thirds of them small, faint, blurred, noisy, crossed or stamped."""
    r = np.random.default_rng(5)
    for ink, text in shards(folder, n):
        for level, look in ((0.0, "light"), (1.0, "heavy")):
            out.put(augment.degrade(ink, r, level), text, f"{group}_{look}")


def main():
    a = argparse.ArgumentParser()
    a.add_argument("--data", help="the labelled data")
    a.add_argument("--held", help="shards of held-out fonts and words")
    a.add_argument("--seen", help="shards of trained fonts and words, drawn with a seed of their own")
    a.add_argument("--digits", nargs="*", default=[], help="folders of shards of lines in Thai digits (render.py --only thai-digits)")
    a.add_argument("--out", required=True)
    a.add_argument("--cells", type=int, default=250, help="table cells a set")
    a.add_argument("--only", choices=("thai-lines",), help="of the labelled data, these alone")
    a.add_argument("--lines", type=int, default=300, help="synthetic lines a look")
    o = a.parse_args()
    out = Out(o.out)
    if o.data:
        thai_lines(o.data, out)
    if o.data and not o.only:
        tables(o.data, out, random.Random(3), o.cells)
        forms(o.data, out)
    for folder, fonts in ((o.held, "unseen"), (o.seen, "seen")):
        if folder:
            damaged(folder, out, f"damaged/{fonts}", o.lines)
            drawn(folder, out, f"own/{fonts}", o.lines)
    for folder in o.digits:
        drawn(folder, out, "digits/" + os.path.basename(folder), o.lines)
    print(out.n, "lines")


if __name__ == "__main__":
    main()

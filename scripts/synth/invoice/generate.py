"""Random invoices, receipts and freight invoices with exact truth, in the form that the scorer reads.

    generate.py --out DIR --count 100 --seed 1 [--held] [--kinds general,shipping,receipt] [--looks pdf,scan,phone] [--beside .7]

writes DIR/files/* and DIR/truth.jsonl: each row has file, kind, fields {name: {value, page, boxes_norm}}, cells. --held draws
from the captions, arrangements, faces, names and places that training and rules never see (words.py, draw.py, ../page)."""
import argparse, json, os, random, sys

import cv2
import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "page"))
import camera, faces
from shoot import A4, Browser, fields_of
from vocabulary import Vocabulary

import words
from beside import Beside
from content import Content
from tables import Page

KINDS = {"general": "general_invoice", "shipping": "shipping_invoice", "receipt": "receipt_photo"}


def language(r, kind):
    return r.choice(["th", "th", "th", "en", "en", "en", "bi", "bi"] + (words.LANGUAGES if kind == "general" else []))


def page(seed, kind, held, beside=0):
    """(html, size, content) of one document; beside: the share of documents with what stands beside their fields."""
    v = Vocabulary(seed, held)
    lang = language(v.r, kind)
    c = Content(v, kind, lang)
    p = Page(c, Beside(c, seed, beside))
    size = A4 if kind != "receipt" else (v.r.randrange(300, 420), v.r.randrange(620, 860))
    if v.r.random() < 0.1 and kind != "receipt":
        size = (816, 1056)
    body = p.receipt() if kind == "receipt" else p.invoice()
    return f'<div class="page" style="font-family:{faces.pick(v.r, held, c.lang if c.text != "th" else "th").replace(chr(34), chr(39))};color:#111">{body}</div>', size, c


def truth(shot, move, w, h):
    """Fields and cells of the first page with boxes as shares of the picture."""
    def shares(boxes):
        out = []
        for b in boxes:
            q = move(b)
            xs, ys = [x for x, _ in q], [y for _, y in q]
            out.append([round(min(xs) / w, 4), round(min(ys) / h, 4), round(max(xs) / w, 4), round(max(ys) / h, 4)])
        return out
    def corners(boxes):
        return [[[round(x / w, 5), round(y / h, 5)] for x, y in move(b)] for b in boxes]
    fields = {n: {"value": v[0]["value"], "page": 1, "boxes_norm": shares(v[0]["boxes"]), "quads_norm": corners(v[0]["boxes"])} for n, v in fields_of(shot.pages[0]).items()}
    cells = {}
    for frag in shot.pages[0].fragments:
        if "col" in frag.data:
            k = (int(frag.data["row"]), frag.data["col"])
            cells.setdefault(k, []).append(frag.text)
    rows = [[{"key": c, "text": " ".join(t)} for (i, c), t in cells.items() if i == n] for n in range(1 + max((i for i, _ in cells), default=-1))]
    return fields, rows


def write(folder, name, look, shot, seed):
    """Writes the file; returns its name, the map from page pixels and the picture's size."""
    w, h = shot.pages[0].width, shot.pages[0].height
    if look == "pdf":
        open(os.path.join(folder, name + ".pdf"), "wb").write(shot.pdf)
        return name + ".pdf", lambda b: [[b[0], b[1]], [b[2], b[1]], [b[2], b[3]], [b[0], b[3]]], w, h
    n = np.random.default_rng(seed)
    dpi = int(n.choice([150, 200, 200, 300]) if look == "scan" else n.choice([170, 200, 230]))
    if w < 500:
        dpi = int(dpi * 1.3)
    img = shot.raster(dpi)[0]
    pic, H = camera.LOOKS["photo" if look == "phone" else look](img, n)
    cv2.imwrite(os.path.join(folder, name + ".jpg"), pic, [cv2.IMWRITE_JPEG_QUALITY, 88])
    k = dpi / 96
    return name + ".jpg", lambda b: camera.move([x * k for x in b], H), pic.shape[1], pic.shape[0]


def main():
    a = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    a.add_argument("--out", required=True)
    a.add_argument("--count", type=int, default=30)
    a.add_argument("--seed", type=int, default=1)
    a.add_argument("--held", action="store_true")
    a.add_argument("--kinds", default="general,shipping,receipt")
    a.add_argument("--looks", default="pdf,scan,phone")
    a.add_argument("--beside", type=float, default=0, help="share of documents with what stands beside their fields (beside.py)")
    o = a.parse_args()
    files = os.path.join(o.out, "files")
    os.makedirs(files, exist_ok=True)
    kinds, looks = o.kinds.split(","), o.looks.split(",")
    with Browser() as b, open(os.path.join(o.out, "truth.jsonl"), "a", encoding="utf-8") as out:
        for i in range(o.count):
            seed = o.seed * 100003 + i
            kind = kinds[i % len(kinds)]
            look = looks[i // len(kinds) % len(looks)]
            html, size, c = page(seed, kind, o.held, o.beside)
            shot = b.shoot(html, size)
            name = f"{kind}_{c.lang}_{o.seed}_{i:04d}_{look}"
            file, move, w, h = write(files, name, look, shot, seed)
            fields, rows = truth(shot, move, w, h)
            print(json.dumps({"file": file, "kind": KINDS[kind], "look": look, "lang": c.lang, "held": o.held, "seed": seed, "fields": fields, "rows": rows}, ensure_ascii=False), file=out)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Random labels as the field finder's training reads them: pages.py OUT.jsonl -n 1000 -seed 1 [-held] [-pictures DIR [-photos 0.5]]

Without -pictures: simulated readings of drawn labels, one JSON object a line (see scripts/synth/page/engine.py). With it: the
labels as PNG and JPEG files in DIR and in OUT their truth as scripts/measure and the scorer read it.
"""
import argparse, json, os, random, sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, "..", "page"), os.path.join(HERE, "..", "blocks")]
import numpy as np

import arrange, blocks, boxes, camera, contacts, creases, engine, faces, points, sheets, shoot, stacks, vocabulary, wide


def drawn(o, seed):
    """The label of a seed: one of a party's blocks in any order, or one in the manner of carriers."""
    label = stacks.Stack if random.Random(seed * 7 + 1).random() < o.carriers else arrange.Label
    if random.Random(seed * 7 + 2).random() < o.wide:
        label = wide.wide(label)
    if random.Random(seed * 7 + 5).random() < o.contacts:
        label = contacts.contact(label)
    if random.Random(seed * 7 + 6).random() < o.points:
        label = points.point(label)
    if o.persons is not None:
        label = type("Other", (label,), {"persons": arrange.PERSONS | {"reciever": o.persons}, "by_name": o.persons})
    abroad = random.Random(seed * 7 + 8).random() < o.abroad
    return next(x for x in (label(seed + k * 10 ** 12, o.held) for k in range(100)) if x.lang != "th" or not abroad)


def page_of(o, label, seed):
    """The HTML of a label, of some on a sheet of office paper."""
    return sheets.sheet(label) if random.Random(seed * 7 + 3).random() < o.sheets else label.html()


class Copy:
    """The same label for other people: arrangement, captions, faces and sender of a seed, with the receiver and all numbers of copy k."""

    def __init__(self, label, k):
        self.label, self.k, self.kept = label, k, label.party
        label.party = self.party

    def party(self, tag="reciever"):
        label = self.label
        who = self.kept(tag)
        if tag != "reciever":
            label.v = vocabulary.Vocabulary(self.k, label.held)  # numbers and dates from here on
            return who
        r, v = label.r, label.v
        label.r, label.v = random.Random(self.k), vocabulary.Vocabulary(self.k, label.held)
        for _ in range(50):  # what the arrangement depends on stays
            name, address, phone = self.kept(tag)
            if bool(phone) == bool(who[2]) and (len(address) > 1) == (len(who[1]) > 1):
                break
        else:
            name, address, phone = who
        label.r, label.v = r, v
        return name, address, phone


SHEET = 40  # labels in one document of the browser


def simulate(o, b, out):
    for start in range(0, o.n, SHEET):
        seeds = [o.seed * 1000003 + i for i in range(start, min(o.n, start + SHEET))]
        shot = b.shoot("".join(page_of(o, drawn(o, s), s) for s in seeds), size=(700, 900), pdf=False)
        for seed, page in zip(seeds, shot.pages):
            for k in range(o.readings):
                row = engine.read(page, shoot.fields_of(page), random.Random(seed * 31 + k), o.clean)
                row["File"] = str(seed)
                forget(row, random.Random(seed * 37 + k))
                out.write(json.dumps(row, ensure_ascii=False) + "\n")


def forget(row, r):
    """Some labels announce only one of the two parties: lines that are the other one's caption are left out."""
    x = r.random()
    words = arrange.TO if x < 0.12 else arrange.FROM if x < 0.2 else {}
    known = {"".join(c.lower() for c in w if c.isalnum()) for ws in words.values() for w in ws}
    row["Lines"] = [q for q in row["Lines"] if "".join(c.lower() for c in q["Text"]["Value"] if c.isalnum()) not in known]


def picture(o, b, i, out):
    import cv2
    seed = o.seed * 1000003 + i // o.copies
    label, r = drawn(o, seed), random.Random(seed if o.copies == 1 else o.seed * 1000003 + i)
    if o.copies > 1:
        Copy(label, o.seed * 1000003 + i)
    html = page_of(o, label, seed)
    if random.Random(seed * 7 + 6).random() < o.unshaped:
        html = f"<style>.page, .page *{{{shoot.UNSHAPED}!important}}</style>{html}"
    page = b.shoot(html, size=(700, 900), pdf=False).pages[0]
    w, h = int(page.width), int(page.height) + 1
    shot = b.shoot(html.replace("height:auto", f"height:{h}px", 1), size=(w, h))
    page = shot.pages[0]
    dpi = r.choice([150, 180, 203])
    flat, k, ext = shot.raster(dpi)[0], dpi / 96, "png"
    img = seen = creases.crease(flat, np.random.default_rng(seed + 5)) if random.Random(seed * 7 + 16).random() < o.creased else flat
    move = [[k, 0, 0], [0, k, 0], [0, 0, 1]]
    bent = random.Random(seed * 7 + 10).random() < o.bent
    if bent:
        img, curve = camera.bent(seen, np.random.default_rng(seed))
        move = lambda p: curve(np.array([p]) * k)[0]
    elif r.random() < o.photos:
        look = boxes.shoot if random.Random(seed * 7 + 4).random() < o.boxes else camera.rough if random.Random(seed * 7 + 9).random() < o.rough else camera.phone
        pic, hom = look(seen, np.random.default_rng(seed if o.copies == 1 else o.seed * 1000003 + i))
        img, move, ext = pic, hom @ np.diag([k, k, 1]), "jpg"  # the camera sees the raster, truth counts in the page's pixels
    if random.Random(seed * 7 + 11).random() < o.shade:
        img = camera.shade(img, np.random.default_rng(seed))
    if random.Random(seed * 7 + 12).random() < o.blurred:
        img = camera.smear(img, np.random.default_rng(seed + 1))
    if random.Random(seed * 7 + 13).random() < o.burnt:
        img = camera.burn(img, np.random.default_rng(seed + 2))
    if random.Random(seed * 7 + 14).random() < o.grainy:
        img = camera.grain(img, np.random.default_rng(seed + 3))
    if random.Random(seed * 7 + 15).random() < o.pale:
        img = camera.veil(img, np.random.default_rng(seed + 4))
    name = f"{label.style}_{label.lang}_{seed}{f'_{i % o.copies}' if o.copies > 1 else ''}.{ext}"
    cv2.imwrite(os.path.join(o.pictures, name), img)
    said = masked(b, os.path.join(o.pictures, name), flat, img, move, k) if o.masks else None
    fields, paper = shoot.fields_of(page), moved((0, 0, page.width, page.height), move)
    truth = [{"Field": f, "Value": v["value"], "Quads": [moved(q, move) for q in v["boxes"]]} for f, vs in fields.items() for v in vs]
    pieces, cut = printed(flat, page, k, move)
    first = lambda f: fields[f][0]["value"] if f in fields else ""
    out.write(json.dumps({"file": name, "w": img.shape[1], "h": img.shape[0], "paper": paper if ext == "jpg" else None, "reciever_name": first("reciever_name"), "reciever_address": first("reciever_address"), "reciever_phone_number": first("reciever_phone_number"),
                          "sender_name": first("sender_name"), "sender_phone": first("sender_phone_number"), "style": label.style, "lang": label.lang, "layout": str(seed), "held": o.held, "licence": "own synthetic data", "truth": truth, "lines": pieces, "cut": cut, **({"pieces": said} if o.masks else {})}, ensure_ascii=False) + "\n")


MASK = 2  # pixels of a photograph's mask to one of its own: fine strokes survive the warp


def masked(b, path, flat, img, move, k):
    """Writes beside a picture which printed piece each of its pixels belongs to, and returns what these say: for
    scripts/measure/lines/crops.py."""
    import cv2
    said, own = b.pieces(k)
    mask = np.zeros(flat.shape[:2], np.uint16)
    h, w = (min(m, n) for m, n in zip(mask.shape, own.shape))
    mask[:h, :w] = own[:h, :w]
    if img is not flat:
        hom = np.diag([MASK, MASK, 1]) @ np.array(move) @ np.diag([1 / k, 1 / k, 1])
        mask = cv2.warpPerspective(mask, hom, (img.shape[1] * MASK, img.shape[0] * MASK), flags=cv2.INTER_NEAREST)
    cv2.imwrite(path + ".pieces.png", mask)
    return said


def printed(flat, page, k, move):
    """Every printed piece by the quad of its ink in the picture, and the quads of what shows no ink of its own or is cut: for
    scripts/train/lines/harvest.py. flat is the page's raster of k pixels to one of the page's, move leads from the page to the picture."""
    import cv2
    gray, pieces, cut = cv2.cvtColor(flat, cv2.COLOR_BGR2GRAY), [], [corners(q, move) for q in page.cut]
    scaled = lambda box: [v * k for v in box]
    for f in page.fragments:
        box = blocks.ink(gray, scaled(f.box), [scaled(o.box) for o in page.fragments if o is not f and o.turn == f.turn])
        if box is None or not f.text.strip():
            cut.append(corners(f.box, move))
            continue
        q = corners([v / k for v in box], move)
        pieces.append({"text": f.text.strip(), "quad": q[f.turn:] + q[:f.turn]})
    return pieces, cut


def corners(box, m):
    return [[c["x"], c["y"]] for c in moved(box, m)]


def move_point(m, p):
    if callable(m):
        return m(p)
    a, b, c = (row[0] * p[0] + row[1] * p[1] + row[2] for row in m)
    return a / c, b / c


def moved(box, m):
    x0, y0, x1, y1 = box
    return [{"x": round(float(x), 1), "y": round(float(y), 1)} for x, y in (move_point(m, p) for p in ((x0, y0), (x1, y0), (x1, y1), (x0, y1)))]


def main():
    a = argparse.ArgumentParser()
    a.add_argument("out")
    a.add_argument("-n", type=int, default=1000)
    a.add_argument("-seed", type=int, default=1)
    a.add_argument("-readings", type=int, default=1, help="simulated readings of each label")
    a.add_argument("-clean", type=float, help="share of simulated readings without a fault")
    a.add_argument("-carriers", type=float, default=0.0, help="share of labels in the manner of carriers and marketplaces (stacks.py)")
    a.add_argument("-wide", type=float, default=0.0, help="share of labels that say what no list of few words holds (wide.py); for training alone")
    a.add_argument("-contacts", type=float, default=0.0, help="share of labels that say in a box of its own whom to ask for and where to call (contacts.py)")
    a.add_argument("-points", type=float, default=0.0, help="share of labels whose receiver collects the parcel at a point with a block of its own (points.py)")
    a.add_argument("-persons", type=float, help="share of the receivers that are people, the others firms (else arrange.PERSONS, points.BY_NAME)")
    a.add_argument("-bent", type=float, default=0.0, help="share of labels that do not lie flat; without -masks")
    a.add_argument("-shade", type=float, default=0.0, help="share of labels with the sun's shadow of something over a part of them")
    a.add_argument("-blurred", type=float, default=0.0, help="share of pictures whose camera moved or looked past the label")
    a.add_argument("-burnt", type=float, default=0.0, help="share of pictures that are exposed too long, and darken towards a side")
    a.add_argument("-creased", type=float, default=0.0, help="share of labels that were folded or crumpled")
    a.add_argument("-pale", type=float, default=0.0, help="share of pictures whose print is pale")
    a.add_argument("-grainy", type=float, default=0.0, help="share of pictures that are noisy, or show a printed screen or a display's pixels")
    a.add_argument("-rough", type=float, default=0.0, help="share of photographs on carpet, stone, cloth or boards, of those that are not on boxes")
    a.add_argument("-abroad", type=float, default=0.0, help="share of labels that are in other languages than Thai, where otherwise half of all are")
    a.add_argument("-sheets", type=float, default=0.0, help="share of labels that stand on a part of a sheet of office paper, beside other matter or copies (sheets.py)")
    a.add_argument("-letterheads", type=float, default=stacks.LETTERHEADS, help="of labels in the manner of carriers, the share that begins like a letter")
    a.add_argument("-held", action="store_true", help="draw from the arrangements, captions, faces and words that are held out")
    a.add_argument("-pictures", help="write pictures here instead of simulated readings")
    a.add_argument("-photos", type=float, default=0.5, help="share of the pictures that are photographed")
    a.add_argument("-boxes", type=float, default=0.0, help="share of the photographs that show a parcel on a desk, with tape, stickers and other papers (boxes.py), instead of a label on a desk")
    a.add_argument("-unshaped", type=float, default=0.0, help="with -pictures: share of those whose marks are set without their face's rules")
    a.add_argument("-copies", type=int, default=1, help="with -pictures: each arrangement this often, for other receivers; -n counts pictures")
    a.add_argument("-masks", action="store_true", help="with -pictures: for each, which printed piece every pixel belongs to")
    a.add_argument("-faces", help="folder of further faces, as fontconfig names it, from scripts/synth/lines/fetch; for training alone")
    o = a.parse_args()
    stacks.LETTERHEADS = o.letterheads
    if o.faces:
        thai, latin = faces.fetched(o.faces)
        faces.THAI, faces.LATIN = faces.THAI + thai, faces.LATIN + latin
    if o.pictures:
        os.makedirs(o.pictures, exist_ok=True)
    with open(o.out, "w", encoding="utf-8") as out, shoot.Browser() as b:
        if not o.pictures:
            simulate(o, b, out)
            return
        for i in range(o.n):
            picture(o, b, i, out)
            out.flush()


if __name__ == "__main__":
    main()

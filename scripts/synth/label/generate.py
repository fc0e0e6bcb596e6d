#!/usr/bin/env python3
"""Render labelled parcel labels: python3 scripts/synth/label/generate.py OUT [-n 40] [-seed 1] [-layouts all|seen|held-out|NAME,NAME] [-no-photos]

Writes OUT/files/*.png (clean), *_photo.jpg (on a box) and OUT/truth.jsonl with receiver, sender (a trap), codes and exact
quads. Needs Pillow with Raqm (Thai shaping), numpy, OpenCV and Debian's fonts-thai-tlwg, fonts-noto-core, fonts-liberation.
"""
import argparse, json, os, random

import cv2
import numpy as np

import carriers, europe, layouts, paint, scene, words

LAYOUTS = layouts.LAYOUTS | carriers.LAYOUTS | europe.LAYOUTS
LATIN = layouts.LATIN | carriers.LATIN | europe.LATIN
HELD_OUT = set(carriers.LAYOUTS)  # no rule of the reader was written while looking at these, but one caption of cells

TLWG, NOTO, LIB = "/usr/share/fonts/truetype/tlwg/", "/usr/share/fonts/truetype/noto/", "/usr/share/fonts/truetype/liberation/"
FONTS = {f: (TLWG + f + ".ttf", TLWG + f + "-Bold.ttf") for f in ("Garuda", "Loma", "Laksaman", "Waree", "Umpush", "Norasi", "Kinnari")}
LATIN_FONTS = [LIB + f + ".ttf" for f in ("LiberationSans-Regular", "LiberationSansNarrow-Bold", "LiberationMono-Regular")]


def parcel(r, table, latin):
    """What is printed on one label."""
    d = {"tracking": words.tracking(r), "sort": r.choice(["SS1", "H-KLL-A1", "90SB", "N0-F10"]), "carrier": r.choice(["ส่งลองดู EXPRESS", "MOCK PARCEL", "ทดลองขนส่ง"]),
         "cap_to": r.choice(["ผู้รับ (TO)", "ผู้รับ:", "ชื่อผู้รับ:", "กรุณาส่ง", "ถึง :"]), "cap_from": r.choice(["ผู้ส่ง (FROM)", "ผู้ส่ง:", "จาก :"]), "latin": latin}
    d["sender_phone"] = "0" + r.choice("689") + words.digits(r, 8)
    if latin:
        d["name"] = r.choice([f"{r.choice(words.EN_FIRST)} {r.choice(words.EN_LAST)}", r.choice(words.EN_FIRMS)])
        d["sender"], d["address"], d["sender_address"] = r.choice(words.EN_FIRMS), words.address_en(r), words.address_en(r)
        d["phone"], d["postcode"] = r.choice(["", "+44 20 7946 " + words.digits(r, 4), "(555) 010-" + words.digits(r, 4)]), ""
    else:
        d["name"], d["sender"] = words.person_th(r), r.choice(words.SHOPS)
        d["address"], d["postcode"] = words.address_th(r, table)
        d["sender_address"], _ = words.address_th(r, table)
        d["phone"] = words.phone_th(r) if r.random() < 0.85 else ""
    return d


def label(r, table, name):
    latin = name in LATIN or name in ("letter_block", "stamped") and r.random() < 0.5
    d = parcel(r, table, latin)
    font = r.choice(list(FONTS))
    c = paint.Canvas(layouts.WIDTH.get(name, 800), 1800, *FONTS[font], r.choice(LATIN_FONTS))
    height = LAYOUTS[name](c, d, r)
    return np.array(c.img)[:int(height)], c.boxes, d, font


def row(d, name, font, file, img, boxes, quad=None):
    h, w = img.shape[:2]
    return {"file": file, "w": w, "h": h, "reciever_name": d["name"], "reciever_address": " ".join(d["lines"]), "reciever_address_lines": d["lines"],
            "reciever_phone_number": d["phone"], "sender_name": d["sender"], "sender_phone": d["sender_phone"], "tracking": d["tracking"], "barcodes": [d["tracking"]],
            "postcode": d["postcode"], "template": name, "font": font, "field_quads": boxes, "label_quad": quad, "split": "held-out" if name in HELD_OUT else "seen",
            "licence": "own synthetic data", "truth_source": "generator"}


def main():
    a = argparse.ArgumentParser()
    a.add_argument("out")
    a.add_argument("-n", type=int, default=40)
    a.add_argument("-seed", type=int, default=1)
    a.add_argument("-layouts", default="all", help="all, seen, held-out, or names with commas")
    a.add_argument("-no-photos", action="store_true")
    o = a.parse_args()
    r, table = random.Random(o.seed), words.places()
    names = [n for n in LAYOUTS if o.layouts == "all" or n in o.layouts.split(",") or o.layouts in ("seen", "held-out") and (n in HELD_OUT) == (o.layouts == "held-out")]
    os.makedirs(os.path.join(o.out, "files"), exist_ok=True)
    with open(os.path.join(o.out, "truth.jsonl"), "w", encoding="utf-8") as truth:
        older = None
        for i in range(o.n):
            name = names[i % len(names)]
            img, boxes, d, font = label(r, table, name)
            flat = paint.thermal(img, r)
            if r.random() < 0.3:
                flat = paint.tape(flat, r)
            base = f"{name}_{o.seed:02d}_{i:03d}"
            cv2.imwrite(os.path.join(o.out, "files", base + ".png"), flat)
            truth.write(json.dumps(row(d, name, font, base + ".png", flat, boxes), ensure_ascii=False) + "\n")
            if o.no_photos:
                continue
            pic, quad, hom = scene.photo(flat, older, r)
            moved = [[f, t, cv2.perspectiveTransform(np.float32([q]), hom)[0].round(1).tolist()] for f, t, q in boxes]
            cv2.imwrite(os.path.join(o.out, "files", base + "_photo.jpg"), pic, [cv2.IMWRITE_JPEG_QUALITY, 88])
            truth.write(json.dumps(row(d, name, font, base + "_photo.jpg", pic, moved, quad.round(1).tolist()), ensure_ascii=False) + "\n")
            older = flat


main()

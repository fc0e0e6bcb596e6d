"""Fictitious passport pages with exact boxes, flat or as a hand-held camera sees them.

    python3 scripts/synth/passport/generate.py --out DIR --count 40 --layout thai --look photo

Writes images/ and truth.jsonl: the texts as printed, mrz_1, mrz_2, the face's box and a quadrilateral for every text.
No real person, state (but for the layout of Thai pages) or document is shown.
"""
import argparse
import json
import os
import random

import cv2
import numpy as np

import page
import people  # also puts scripts/synth/mrz on the path
import paper
import world


def scene(rng, img):
    """Lay the page on a table before a camera: perspective, shadow, hologram, glare, fingers. Returns picture and map."""
    h, w = img.shape[:2]
    out_w, out_h = 1640, 1230
    k = out_w * rng.uniform(0.66, 0.86) / w
    a = np.deg2rad(rng.uniform(-9, 9))
    c, s = np.cos(a) * k, np.sin(a) * k
    cx, cy = out_w / 2 + rng.uniform(-60, 60), out_h / 2 + rng.uniform(-50, 50)
    m = np.array([[c, -s, cx - c * w / 2 + s * h / 2], [s, c, cy - s * w / 2 - c * h / 2], [0, 0, 1]])
    tilt = np.eye(3)
    tilt[2, :2] = rng.uniform(-1, 1, 2) * 1.4e-4
    shift = np.array([[1, 0, -out_w / 2], [0, 1, -out_h / 2], [0, 0, 1]])
    m = np.linalg.inv(shift) @ tilt @ shift @ m
    hologram(rng, img)
    table = np.empty((out_h, out_w, 3), np.float32)
    table[:] = rng.uniform(40, 190, 3)
    table += ((paper.clouds(rng, out_h, out_w, int(rng.integers(4, 60))) - 0.5) * 40)[..., None]
    cover = cv2.warpPerspective(np.ones((h, w), np.float32), m, (out_w, out_h))[..., None]
    table += (cv2.warpPerspective(img, m, (out_w, out_h), flags=cv2.INTER_AREA) - table) * cover
    light = 0.75 + 0.5 * paper.clouds(rng, out_h, out_w, 500)
    table *= light[..., None]
    glare(rng, table, m, w, h)
    fingers(rng, table, m, w, h)
    table = cv2.GaussianBlur(table, (0, 0), rng.uniform(0.3, 1.0))
    table += rng.normal(0, rng.uniform(1, 5), table.shape)
    return np.clip(table, 0, 255).astype(np.uint8), m


def hologram(rng, img):
    """Faint iridescent rings over the portrait's edge and the text."""
    h, w = img.shape[:2]
    y, x = np.mgrid[0:h, 0:w].astype(np.float32)
    r = np.hypot(x - rng.uniform(0.2, 0.8) * w, y - rng.uniform(0.2, 0.6) * h)
    mask = np.exp(-(r / (w * 0.14)) ** 2)
    for ch in range(3):
        img[..., ch] += mask * np.sin(r / rng.uniform(6, 16) + ch * 2.1) * rng.uniform(6, 26)


def glare(rng, img, m, w, h):
    """A lamp's reflection on the laminate, mostly beside the text."""
    spot = m @ np.array([rng.uniform(0, 1) * w, rng.uniform(0, 0.75) * h, 1])
    layer = np.zeros(img.shape[:2], np.float32)
    cv2.ellipse(layer, (int(spot[0] / spot[2]), int(spot[1] / spot[2])), (int(rng.uniform(30, 120)), int(rng.uniform(15, 60))), float(rng.uniform(0, 180)), 0, 360, 1.0, -1)
    layer = cv2.GaussianBlur(layer, (0, 0), 25) * rng.uniform(0.1, 0.55)
    img += (255 - img) * layer[..., None]


def fingers(rng, img, m, w, h):
    """A thumb that holds the page at its left or right edge, outside the printed area."""
    if rng.random() < 0.5:
        return
    side = rng.choice((0.0, 1.0))
    p = m @ np.array([side * w, rng.uniform(0.1, 0.4) * h, 1])
    skin = np.array([130, 160, 210]) * rng.uniform(0.6, 1.1)
    cv2.ellipse(img, (int(p[0] / p[2] + (side * 2 - 1) * 45), int(p[1] / p[2])), (70, 34), float(rng.uniform(-20, 20)), 0, 360, [float(v) for v in skin], -1, cv2.LINE_AA)


CHECKED = ((0, 9), (13, 19), (21, 27), (28, 38))  # columns of the second line


def spoilt(o, i, lines):
    """The lines; with --flip another character in a checked field, one that the check digit tells from the right one."""
    if not o.flip:
        return lines
    rng, line = random.Random(o.seed * 1000 + i + 1), lines[1]
    at = rng.randrange(*rng.choice(CHECKED))
    alphabet = "0123456789" if line[at].isdigit() else "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    other = rng.choice([c for c in alphabet if (int(c, 36) - int(line[at].replace("<", "0"), 36)) % 10])
    return lines[0], line[:at] + other + line[at + 1:]


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("--out", required=True)
    p.add_argument("--count", type=int, default=20)
    p.add_argument("--layout", choices=("thai", "standard", "world"), default="thai", help="world: every page another state's, see world.py")
    p.add_argument("--look", choices=("flat", "photo", "scan"), default="photo", help="scan: trimmed, small and compressed, as on a page of the web")
    p.add_argument("--held-out", type=int, nargs="?", const=1, default=0, choices=(0, 1, 2), help="names, faces, states and layouts that no rule was written beside; the second set was drawn later; of the world there is one")
    p.add_argument("--flip", action="store_true", help="print a wrong character in a checked field of every zone")
    p.add_argument("--worn", action="store_true", help="of the world: SPECIMEN and stamps across the page, half of the zones not in OCR-B")
    p.add_argument("--codeless", action="store_true", help="cut the page off above its zone, as pictures that end too early do")
    p.add_argument("--seed", type=int, default=7)
    o = p.parse_args()
    os.makedirs(os.path.join(o.out, "images"), exist_ok=True)
    with open(os.path.join(o.out, "truth.jsonl"), "w", encoding="utf-8") as f:
        for i in range(o.count):
            r, rng = random.Random(o.seed * 1000 + i), np.random.default_rng(o.seed * 1000 + i)
            faces = (page.LATIN_FACES, page.OTHER_FACES, page.FRESH_THAI_FACES if o.layout == "thai" else page.FRESH_FACES)[o.held_out]
            if o.layout == "thai":
                mrz, fields = people.thai(r, o.held_out)
                mrz = spoilt(o, i, mrz)
                img, boxes = page.compose(rng, mrz, fields, "หนังสือเดินทาง  PASSPORT", page.THAI_PAGE, "ประเทศไทย  THAILAND", faces)
            elif o.layout == "world":
                mrz, fields, img, boxes = world.compose(r, rng, o.worn, int(o.held_out > 0))
            elif o.held_out:
                states, layouts = (people.OTHER_STATES, page.HELD_OUT) if o.held_out == 1 else (people.FRESH_STATES, page.FRESH)
                of = states[i % len(states)]
                mrz, fields, state = people.invented(r, of)
                mrz = spoilt(o, i, mrz)
                img, boxes = page.compose(rng, mrz, fields, "PASSPORT", layouts[of[0]], state, faces)
            else:
                mrz, fields, state = people.invented(r)
                mrz = spoilt(o, i, mrz)
                img, boxes = page.compose(rng, mrz, fields, "PASSPORT", page.STANDARD_PAGE, "REPUBLIC OF " + state)
            if o.codeless:
                img = img[:int((page.HEIGHT - 21) * page.DENSITY)]
            m = np.eye(3)
            if o.look == "photo":
                img, m = scene(rng, img)
            elif o.look == "scan":
                img, m = world.scanned(r, img)
            quads = {}
            for key, list_ in boxes.items():
                quads[key] = []
                for x0, y0, x1, y1 in list_:
                    q = np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]]) * page.DENSITY
                    t = np.hstack([q, np.ones((4, 1))]) @ m.T
                    quads[key].append(np.round(t[:, :2] / t[:, 2:], 1).tolist())
            name = "%s_%s_%03d.jpg" % (o.layout, o.look, i)
            cv2.imwrite(os.path.join(o.out, "images", name), np.clip(img, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(72, 95))])
            face = np.array(quads["face"][0])
            low, high = face.min(0), face.max(0)
            row = {"file": name, "flipped": o.flip, "mrz_1": mrz[0], "mrz_2": mrz[1], "fields": {k: v.replace("\n", " ") for k, v in fields.items()}, "quads": quads,
                   "face_bbox_xywh": [round(float(v), 1) for v in (*low, *(high - low))]}
            f.write(json.dumps(row, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()

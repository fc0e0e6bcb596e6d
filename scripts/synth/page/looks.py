"""Writes a drawn page as the looks in which it is measured (text layer, scan, photo), each with its own truth row."""
import json, os, sys

import cv2
import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import camera

DPI = 200
LOOKS = ["clean", "scan", "photo"]


def deliver(shot, name, look, folder, seed):
    """Saves page one as folder/name_look.pdf|jpg. Returns (file, width, height, at), at taking a box in CSS pixels to corners in
    the picture. The clean look is the PDF with its text layer, as an accounting program or an insurer sends it."""
    os.makedirs(folder, exist_ok=True)
    scale = DPI / 96
    n = np.random.default_rng(seed)
    img = shot.raster(DPI)[0]
    H = np.eye(3)
    if look == "clean":
        file = f"{name}_clean.pdf"
        open(os.path.join(folder, file), "wb").write(shot.pdf)
    else:
        img, H = camera.LOOKS[look](img, n)
        file = f"{name}_{look}.jpg"
        cv2.imwrite(os.path.join(folder, file), img, [cv2.IMWRITE_JPEG_QUALITY, 92])
    h, w = img.shape[:2]
    return file, w, h, lambda box: camera.move([v * scale for v in box], H)


def upright(corners):
    """x0, y0, x1, y1 around corners."""
    xs, ys = [p[0] for p in corners], [p[1] for p in corners]
    return [round(min(xs)), round(min(ys)), round(max(xs)), round(max(ys))]


def truth(folder, rows):
    with open(os.path.join(folder, "..", "truth.jsonl"), "w", encoding="utf-8") as f:
        for r in rows:
            f.write(json.dumps(r, ensure_ascii=False) + "\n")

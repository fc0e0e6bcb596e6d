"""Copies of labelled pictures as another camera would have taken them: turned, tilted, blurred, dim, glaring, small.

    python3 scripts/measure/passport/poses.py --data DIR --out OUT --poses 90,180,270,7,-7,tilt

DIR holds truth.jsonl (file, face_bbox_xywh) and images/; each pose becomes a folder OUT/POSE of the same make, with the
labelled face's box led along, for members.py and faces.py. An angle turns the picture clockwise on a grey table. tilt: a
camera 15 degrees off the normal at 2.5 widths' distance, the pose of vision/mrz/bench. The rest keeps its geometry: small
(0.7 of each side), soft (Gaussian blur of a seven-hundredth of the width), shake (motion blur of a hundredth), dim (a fifth
of the light, gamma, noise), glare (three lamps on the laminate), jpeg (quality 25), photo (7 degrees, half the tilt, uneven
light, some blur, noise, JPEG 70). Needs OpenCV and NumPy.
"""
import argparse
import json
import math
import os
import zlib

import cv2
import numpy as np


def turned(w, h, degrees):
    a = math.radians(degrees)
    return np.array([[math.cos(a), -math.sin(a), 0], [math.sin(a), math.cos(a), 0], [0, 0, 1]])


def tilted(w, h, degrees):
    a, far = math.radians(degrees), 2.5 * w
    centre = np.array([[1, 0, -w / 2], [0, 1, -h / 2], [0, 0, 1]])
    return np.array([[1, 0, 0], [0, math.cos(a), 0], [0.5 * math.sin(a) / far, math.sin(a) / far, 1]]) @ centre


def warp(img, m):
    """The picture under m on a table big enough, and the whole map."""
    h, w = img.shape[:2]
    corners = cv2.perspectiveTransform(np.float64([[[0, 0], [w, 0], [w, h], [0, h]]]), m)[0]
    low, high = corners.min(0), corners.max(0)
    m = np.array([[1, 0, -low[0]], [0, 1, -low[1]], [0, 0, 1]]) @ m
    size = tuple(int(v) for v in np.round(high - low))
    return cv2.warpPerspective(img, m, size, flags=cv2.INTER_LINEAR, borderValue=(90, 90, 90)), m


def clouds(rng, shape, cells):
    """Smooth noise between 0 and 1."""
    return cv2.resize(rng.random((cells, cells)).astype(np.float32), shape[1::-1], interpolation=cv2.INTER_CUBIC).clip(0, 1)


def soft(rng, img):
    return cv2.GaussianBlur(img, (0, 0), img.shape[1] / 700)


def shake(rng, img):
    n = max(3, round(img.shape[1] / 100))
    k = np.zeros((n, n), np.float32)
    a = rng.uniform(0, math.pi)
    c = n // 2
    cv2.line(k, (round(c - c * math.cos(a)), round(c - c * math.sin(a))), (round(c + c * math.cos(a)), round(c + c * math.sin(a))), 1.0)
    return cv2.filter2D(img, -1, k / k.sum())


def dim(rng, img):
    light = (img / 255.0) ** 1.2 * 51 * (0.7 + 0.6 * clouds(rng, img.shape, 4)[..., None])
    return np.clip(light + rng.normal(0, 2.2, img.shape), 0, 255).astype(np.uint8)


def glare(rng, img):
    h, w = img.shape[:2]
    layer = np.zeros((h, w), np.float32)
    for _ in range(3):
        at = (int(rng.uniform(0, w)), int(rng.uniform(0, h)))
        cv2.ellipse(layer, at, (int(w * rng.uniform(0.03, 0.09)), int(w * rng.uniform(0.015, 0.05))), rng.uniform(0, 180), 0, 360, rng.uniform(0.4, 0.8), -1)
    layer = cv2.GaussianBlur(layer, (0, 0), w / 60)[..., None]
    return np.clip(img + (255.0 - img) * layer, 0, 255).astype(np.uint8)


def jpeg(rng, img, quality=25):
    return cv2.imdecode(cv2.imencode(".jpg", img, [cv2.IMWRITE_JPEG_QUALITY, quality])[1], cv2.IMREAD_COLOR)


def photo(rng, img):
    lit = img * (0.7 + 0.5 * clouds(rng, img.shape, 4)[..., None])
    lit = cv2.GaussianBlur(lit, (0, 0), img.shape[1] / 1400) + rng.normal(0, 3, img.shape)
    return jpeg(rng, np.clip(lit, 0, 255).astype(np.uint8), 70)


def posed(rng, img, pose):
    h, w = img.shape[:2]
    if pose == "tilt":
        return warp(img, tilted(w, h, 15))
    if pose == "small":
        out = cv2.resize(img, None, fx=0.7, fy=0.7, interpolation=cv2.INTER_AREA)
        return out, np.diag([out.shape[1] / w, out.shape[0] / h, 1.0])
    if pose == "photo":
        out, m = warp(img, turned(w, h, rng.uniform(-7, 7)) @ tilted(w, h, rng.uniform(-7.5, 7.5)))
        return photo(rng, out), m
    looks = {"soft": soft, "shake": shake, "dim": dim, "glare": glare, "jpeg": jpeg}
    if pose in looks:
        return looks[pose](rng, img), np.eye(3)
    return warp(img, turned(w, h, float(pose)))


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--data", required=True)
    p.add_argument("--out", required=True)
    p.add_argument("--poses", default="90,180,270,7,-7,tilt", help="write --poses=-7,... where the first is negative")
    o = p.parse_args()
    rows = [json.loads(line) for line in open(os.path.join(o.data, "truth.jsonl"), encoding="utf-8") if line.strip()]
    for pose in o.poses.split(","):
        folder = os.path.join(o.out, pose)
        os.makedirs(os.path.join(folder, "images"), exist_ok=True)
        with open(os.path.join(folder, "truth.jsonl"), "w", encoding="utf-8") as f:
            for row in rows:
                img = cv2.imread(os.path.join(o.data, "images", row["file"]), cv2.IMREAD_COLOR)
                out, m = posed(np.random.default_rng(zlib.crc32((pose + row["file"]).encode())), img, pose)
                name = os.path.splitext(row["file"])[0] + ".jpg"
                cv2.imwrite(os.path.join(folder, "images", name), out, [cv2.IMWRITE_JPEG_QUALITY, 95])
                new = {k: row[k] for k in ("mrz_1", "mrz_2", "fields", "flipped") if k in row} | {"file": name}
                if row.get("face_bbox_xywh"):
                    x, y, w, h = row["face_bbox_xywh"]
                    q = cv2.perspectiveTransform(np.float64([[[x, y], [x + w, y], [x + w, y + h], [x, y + h]]]), m)[0]
                    new["face_bbox_xywh"] = [round(float(v), 1) for v in (*q.min(0), *(q.max(0) - q.min(0)))]
                f.write(json.dumps(new, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()

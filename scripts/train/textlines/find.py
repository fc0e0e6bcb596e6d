"""Lines that a trained net finds on pictures, as scripts/measure/lines/score.py takes them: python3 find.py NET.onnx PICTURE… >OUT

By OpenCV, as the product would: the picture as it is and a third as large, cores at half the net's input, a line about each."""
import json
import math
import sys

import cv2
import numpy as np

SURE = 2.0          # logit of a place of a core
LEAST, MEAN = 8, 0.93  # places of a core, and their mean probability
INSET = 0.25        # what a core lies inside its line, in the line's height
COARSE, TALL = 0.3, 44  # scale of the second look; lines taller than this in the first are left to it
ROOM = 2600         # longer side of what is looked at


def look(net, grey, scale):
    """The net's maps of a picture at a scale: logits of the core at half its size, the others at a quarter."""
    small = cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    h, w = small.shape
    small = cv2.copyMakeBorder(small, 0, max(96, -(-h // 32) * 32) - h, 0, max(96, -(-w // 32) * 32) - w, cv2.BORDER_REPLICATE)
    net.setInput(small[None, None].astype(np.float32) / 255)
    out = net.forward()[0]
    c, h, w = out.shape
    return out[:4].reshape(2, 2, h, w).transpose(2, 0, 3, 1).reshape(2 * h, 2 * w), out[4:]


def line(ys, xs, logits, rest, scale):
    """The line about a core, None where it is none."""
    p = 1 / (1 + np.exp(-logits))
    if len(p) < LEAST or p.mean() < MEAN:
        return None
    mx, my = np.average(xs, weights=p), np.average(ys, weights=p)
    told = np.average(rest[:, ys // 2, xs // 2], axis=1, weights=p)
    dx, dy = xs - mx, ys - my
    xx, xy, yy = (dx * dx).sum(), (dx * dy).sum(), (dy * dy).sum()
    spread = math.hypot(xx - yy, 2 * xy)
    angle = math.pi / 2 * int(told[:4].argmax())
    if xx + yy + spread >= 9 * max(xx + yy - spread, 1e-9):  # long: its own axis, and the sense that the net tells
        angle = math.atan2(2 * xy, xx - yy) / 2
        way = round(angle / (math.pi / 2)) % 4
        angle += math.pi if told[(way + 2) % 4] > told[way] else 0
    ux, uy = math.cos(angle), math.sin(angle)
    along, down = dx * ux + dy * uy, dy * ux - dx * uy
    lo, hi, top, bottom = 2 * along.min() - 1, 2 * along.max() + 1, 2 * down.min() - 1, 2 * down.max() + 1
    height = math.sqrt((bottom - top) / (1 - 2 * INSET) * 8 * 2 ** told[5])
    grow, middle = min(INSET * height, 0.35 * (hi - lo) / 0.3), (top + bottom) / 2
    corner = lambda a, d: {"x": (2 * mx + 1 + a * ux - d * uy) / scale, "y": (2 * my + 1 + a * uy + d * ux) / scale}
    t, b, l, r = middle - height / 2, middle + height / 2, lo - grow, hi + grow
    return {"Quad": [corner(l, t), corner(r, t), corner(r, b), corner(l, b)], "Height": height, "Reversed": bool(told[4] > 0), "Text": {"Value": "", "Confidence": float(p.mean())}}


def lines(net, grey, scale):
    core, rest = look(net, grey, scale)
    n, names = cv2.connectedComponents((core > SURE).astype(np.uint8), connectivity=4)
    ys, xs = np.nonzero(names)
    order = np.argsort(names[ys, xs], kind="stable")
    ys, xs = ys[order], xs[order]
    cuts = np.searchsorted(names[ys, xs], np.arange(1, n + 1))
    found = [line(ys[a:b], xs[a:b], core[ys[a:b], xs[a:b]], rest, scale) for a, b in zip(cuts[:-1], cuts[1:])]
    return [f for f in found if f]


def both(net, grey):
    """The lines of both looks; the fine one gives way to what is too tall for it."""
    scale = min(1.0, ROOM / max(grey.shape))
    tall = [l for l in lines(net, grey, COARSE * scale) if l["Height"] > COARSE * TALL]
    quads = [np.array([[c["x"], c["y"]] for c in l["Quad"]], np.float32) for l in tall]
    for l in lines(net, grey, scale):
        middle = tuple(np.mean([[c["x"], c["y"]] for c in l["Quad"]], 0))
        if l["Height"] <= 1.6 * TALL and not any(cv2.pointPolygonTest(q, middle, False) >= 0 for q in quads):
            tall.append(l)
    return tall


def main():
    net = cv2.dnn.readNetFromONNX(sys.argv[1])
    for path in sys.argv[2:]:
        grey = cv2.imread(path, cv2.IMREAD_GRAYSCALE)
        print(json.dumps({"File": path, "ToSource": [1, 0, 0, 0, 1, 0, 0, 0, 1], "Lines": both(net, grey)}), flush=True)


if __name__ == "__main__":
    main()

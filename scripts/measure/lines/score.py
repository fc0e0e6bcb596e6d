"""How well a page's lines are found: python3 score.py PAGES LAYOUT… where PAGES is a folder of scripts/synth/blocks and LAYOUT
what scripts/layout wrote for its pictures. A line is found where the overlap of its ink with a line of the layout is at least half
of their union, with the right direction of reading and polarity. What was read counts beside it, as shares of characters. The
margin that the engine leaves around ink for its recognisers (vision/sheet's padding) is taken off first."""
import json, math, os, sys

import cv2
import numpy as np


def overlap(a, b):
    a, b = np.array(a, np.float32), np.array(b, np.float32)
    both = cv2.intersectConvexConvex(cv2.convexHull(a), cv2.convexHull(b))[0]
    return both / (cv2.contourArea(a) + cv2.contourArea(b) - both + 1e-6)


def meets(a, b):
    """Most of a lies in b, or touches it where b is cut."""
    a, b = np.array(a, np.float32), np.array(b, np.float32)
    both = cv2.intersectConvexConvex(cv2.convexHull(a), cv2.convexHull(b))[0]
    return both >= 0.3 * cv2.contourArea(a)


def ink(p, l):
    """The corners of a line of the engine's without its margin: a fifth of its letters' height or two pixels of the sheet."""
    q, margin = l["Quad"], max(2, 0.2 * l["Height"]) if "Number" in p else 0
    mx, my = sum(c["x"] for c in q) / 4, sum(c["y"] for c in q) / 4
    return [{"x": c["x"] + math.copysign(margin, mx - c["x"]), "y": c["y"] + math.copysign(margin, my - c["y"])} for c in q]


def to_source(h, q):
    p = []
    for c in q:
        x, y = c["x"], c["y"]
        w = h[6] * x + h[7] * y + h[8]
        p.append([(h[0] * x + h[1] * y + h[2]) / w, (h[3] * x + h[4] * y + h[5]) / w])
    return p


def angle(q):
    return math.degrees(math.atan2(q[1][1] - q[0][1], q[1][0] - q[0][0]))


def same_way(a, b):
    return abs((angle(a) - angle(b) + 180) % 360 - 180) < 45


def distance(a, b):
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        last, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            last, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, last + (x != y))
    return row[-1]



def main():
    folder, outs = sys.argv[1], [a for a in sys.argv[2:] if not a.startswith("-")]
    pages = {}
    for out in outs:
        for row in open(out, encoding="utf-8"):
            p = json.loads(row)
            pages.setdefault(os.path.basename(p["File"]), []).append(p)
    sums = {}
    for row in open(os.path.join(folder, "truth.jsonl"), encoding="utf-8"):
        t = json.loads(row)
        if t["file"] not in pages:
            continue
        got = [(to_source(p["ToSource"], ink(p, l)), l) for p in pages[t["file"]] for l in p["Lines"]]
        got = [g for g in got if not any(meets(g[0], c) for c in t.get("cut", []))]
        taken, missed = set(), []
        for l in t["lines"]:
            best = max(range(len(got)), key=lambda i: overlap(got[i][0], l["quad"]) if i not in taken else 0, default=None)
            o = overlap(got[best][0], l["quad"]) if best is not None and best not in taken else 0
            way = o >= 0.5 and same_way(got[best][0], l["quad"])
            pole = o >= 0.5 and bool(got[best][1].get("Reversed")) == l["reversed"]
            if o >= 0.5:
                taken.add(best)
            wrong = distance(l["text"].replace(" ", ""), got[best][1]["Text"]["Value"].replace(" ", "")) if o >= 0.5 else len(l["text"])
            hard = "turned" if l["turn"] else "reversed" if l["reversed"] else "plain"
            for key in ("all", hard, "look " + t["look"]):
                s = sums.setdefault(key, np.zeros(7))
                s += [1, o >= 0.5, way, way and pole, min(len(l["text"]), wrong), len(l["text"]), 0]
            if not (way and pole):
                missed.append((hard, l["text"], [int(v) for v in l["quad"][0]], round(o, 2), got[best][1]["Text"]["Value"] if best is not None and o > 0 else "", way, pole))
        s = sums["all"]
        s[6] += len(got)
        if "--show" in sys.argv:
            for m in missed:
                print(t["file"], *m)
            for i, (q, l) in enumerate(got):
                if i not in taken:
                    print(t["file"], "EXTRA", [int(v) for v in q[0]], l["Text"]["Value"], round(l["Text"]["Confidence"], 2), l.get("Turn", 0), l.get("Reversed", False))
    for key, s in sums.items():
        print(f"{key:10s} lines {int(s[0]):6d}  found {s[1] / s[0]:.3f}  direction {s[2] / s[0]:.3f}  and polarity {s[3] / s[0]:.3f}  characters wrong {s[4] / s[5]:.3f}"
              + (f"  precision {s[1] / max(1, s[6]):.3f}" if key == "all" else ""))


if __name__ == "__main__":
    main()

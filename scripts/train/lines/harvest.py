"""Shards of crops as the page engine cuts them: harvest.py OUT.npz PAGES LAYOUT… where PAGES is a folder of scripts/synth/lines/pages.py,
scripts/synth/label/pages.py or blocks.py and LAYOUT what `layout -text net -plain -crops` wrote for its pictures. A crop gets the text of the printed pieces that
its line holds, where these fill it; lines that hold parts of pieces are left out. `pixels` are grey here, dark on white."""
import argparse
import base64
import json
import os
import random
import sys

import cv2
import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../measure/lines"))
import score  # noqa: E402
from edits import distance  # noqa: E402

FILLED = 0.5  # overlap of the pieces' hull with the line's quad, as a share of their union
WHOLE = 0.85  # of a piece lies in the line
FOREIGN = 0.15  # and of a piece that does not belong to it, at most
WRONG = 0.6  # a crop that is read so wrongly shows something else
TALL = 64
EASY = 0.85  # a crop that is read right with this confidence has little to teach
TOUCHING = 0.1  # of a piece's height: less room before it is none


def inside(a, b):
    """The share of a's area in b."""
    a, b = np.array(a, np.float32), np.array(b, np.float32)
    return cv2.intersectConvexConvex(cv2.convexHull(a), cv2.convexHull(b))[0] / (cv2.contourArea(a) + 1e-6)


def grown(q, share):
    """A quad with room around it, as a share of its height: marks of Thai letters reach out of what is thought to be the line."""
    q = np.array(q, np.float64)
    along, down = q[1] - q[0], q[3] - q[0]
    h = np.linalg.norm(down) * share
    a, d = h * along / (np.linalg.norm(along) + 1e-6), h * down / (np.linalg.norm(down) + 1e-6)
    return (q + [-a - d, a - d, a + d, -a + d]).tolist()


def printed(quad, pieces):
    """The text of the pieces in a line's quad, in reading order; None where they do not fill it, or one is cut."""
    room, mine = grown(quad, 0.15), []
    for p in pieces:
        share = inside(p["quad"], room)
        if share > WHOLE and score.same_way(p["quad"], quad):
            mine.append(p)
        elif share > FOREIGN:
            return None
    if not mine:
        return None
    hull = cv2.convexHull(np.array([c for p in mine for c in p["quad"]], np.float32)).reshape(-1, 2)
    if score.overlap(hull, quad) < FILLED:
        return None
    along = np.array(quad[1]) - quad[0]
    mine.sort(key=lambda p: float(np.dot(np.mean(p["quad"], 0), along)))
    return " ".join("".join(between(a, b, along) + b["text"] for a, b in zip([None] + mine, mine)).split())


def between(a, b, along):
    """What stands between the pieces a and b of a line that runs along a vector: nothing where they touch."""
    if a is None:
        return ""
    room = np.dot(np.subtract(b["quad"][0], a["quad"][1]), along / (np.linalg.norm(along) + 1e-6))
    return " " if room > TOUCHING * np.linalg.norm(np.subtract(b["quad"][3], b["quad"][0])) else ""


def crops(truth, pages, alphabet):
    """(grey crop, text, whether it was read right, how surely) of the lines of a document that show whole pieces."""
    for page in pages:
        for line, png in zip(page["Lines"], page.get("Crops") or []):
            if not png:
                continue
            quad = score.to_source(page["ToSource"], score.ink(page, line))
            text = printed(quad, truth["lines"])
            if not text or not set(text) <= alphabet or any(score.meets(quad, c) for c in truth.get("cut", [])):
                continue
            read = line["Text"]["Value"].replace(" ", "")
            if distance(read, text.replace(" ", "")) > WRONG * len(text):
                continue
            grey = cv2.imdecode(np.frombuffer(base64.b64decode(png), np.uint8), cv2.IMREAD_GRAYSCALE)
            if grey.shape[0] > TALL:
                grey = cv2.resize(grey, (max(1, round(grey.shape[1] * TALL / grey.shape[0])), TALL), interpolation=cv2.INTER_AREA)
            yield grey, text, read == text.replace(" ", ""), line["Text"]["Confidence"]


def teaches(same, sure, easy, lot):
    """Whether a crop is kept: all that are misread or doubted, a share of the others."""
    return not same or sure < EASY or lot.random() < easy


def main():
    p = argparse.ArgumentParser()
    p.add_argument("out")
    p.add_argument("pages")
    p.add_argument("layouts", nargs="+")
    p.add_argument("--alphabet", required=True)
    p.add_argument("--easy", type=float, default=1.0, help="share kept of the crops that were read right and surely")
    a = p.parse_args()
    alphabet = set(open(a.alphabet, encoding="utf8").read().rstrip("\n"))
    read = {}
    for path in a.layouts:
        for row in open(path, encoding="utf8"):
            page = json.loads(row)
            read.setdefault(os.path.basename(page["File"]), []).append(page)
    got, lines, seen, right, lot = [], 0, 0, 0, random.Random(os.path.basename(a.pages))
    for row in open(os.path.join(a.pages, "truth.jsonl"), encoding="utf8"):
        truth = json.loads(row)
        lines += len(truth["lines"]) if truth["file"] in read else 0
        for grey, text, same, sure in crops(truth, read.get(truth["file"], []), alphabet):
            seen, right = seen + 1, right + same
            if teaches(same, sure, a.easy, lot):
                got.append((grey, text))
    np.savez(a.out, pixels=np.concatenate([g.ravel() for g, _ in got]), shape=np.array([g.shape for g, _ in got], np.int32),
             text=np.array("\n".join(t for _, t in got)))
    print(f"{seen} crops of {lines} lines; {right} were read right; {len(got)} kept", flush=True)


if __name__ == "__main__":
    main()

"""How true the crops are that lines are read in: python3 crops.py [--list] PAGES LAYOUT where PAGES is a folder of pictures that
scripts/synth/label/pages.py drew with -masks (their truth in PAGES/truth.jsonl) and LAYOUT what `layout -text net -plain -crops` wrote for them.
A crop may lack ink of its own line, outside of its frame or taken for something else within, or hold ink of other lines. For each fault: how
many crops have it and how many of these are read right. --list names them."""
import argparse
import base64
import collections
import json
import os

import cv2
import numpy as np

import score

LETTERS = 2.0  # a crop's height in that of its letters
LEAST = 0.012  # ink that counts as a fault, in squares of the letters' height
OWN_MIDDLE = 0.25  # of a piece's ink in a crop lies in the middle third of its height, where it is the crop's own
OWN_MOST = 0.6  # and of the piece's ink in the crop and around it lies in the crop
DARK = 170
FEWEST = 3  # signs of a piece that tells something


def pieces_of(inside, around):
    """The numbers of the pieces that a crop is of, by the masks of the crop and of the crop with room around it."""
    h = inside.shape[0]
    middle = inside[h // 3:2 * h // 3]
    return [i for i in np.unique(inside[inside > 0])
            if (middle == i).sum() > OWN_MIDDLE * (inside == i).sum() and (inside == i).sum() > OWN_MOST * (around == i).sum()]


def largest(mask):
    """The area of the largest patch and its box x, y, w, h."""
    n, _, stats, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8), connectivity=8)
    if n < 2:
        return 0, (0, 0, 0, 0)
    i = 1 + int(np.argmax(stats[1:, 4]))
    return int(stats[i, 4]), tuple(int(v) for v in stats[i, :4])


def square(side):
    return np.ones((side, side), np.uint8)


def faults(crop, around, own):
    """What is wrong with a grey crop: a set of "lacks above", "lacks below", "lacks beside", "lacks within", "others'". around is the mask
    with half the crop's height as room on each side, own the numbers of the crop's pieces."""
    h, w = crop.shape
    room, letter = h // 2, h / LETTERS
    mine, others = np.isin(around, own), (around > 0) & ~np.isin(around, own)
    others = cv2.erode(others.astype(np.uint8), square(2)) > 0
    dark = np.zeros(around.shape, np.uint8)
    dark[room:room + h, room:room + w] = crop < DARK
    high = max(5, int(letter / 7))
    reach = np.ones((high, max(high, int(letter * 0.45))), np.uint8)  # the sheet is flattened, a line may lie a little beside its print
    lost = cv2.morphologyEx((mine & (cv2.dilate(dark, reach) == 0)).astype(np.uint8), cv2.MORPH_OPEN, square(max(3, int(letter / 9))))
    foreign = (dark > 0) & others & (cv2.dilate(mine.astype(np.uint8), reach) == 0)
    out = set()
    area, (x, y, bw, bh) = largest(lost)
    if area > LEAST * letter ** 2:
        out.add("lacks " + where(x + bw / 2 - room, y + bh / 2 - room, w, h))
    if largest(foreign)[0] > LEAST * letter ** 2:
        out.add("others'")
    return out


def where(x, y, w, h):
    if not 0 <= x < w:
        return "beside"
    return "above" if y < 0 else "below" if y >= h else "within"


def masks(folder, truth):
    """A function that returns a picture's mask and how many of its pixels are one of the picture's."""
    kept = {}

    def of(file):
        if file not in kept:
            kept.clear()
            mask = cv2.imread(os.path.join(folder, file + ".pieces.png"), cv2.IMREAD_UNCHANGED)
            mask[mask > len(truth[file]["pieces"])] = 0
            kept[file] = mask, round(mask.shape[1] / truth[file]["w"])
        return kept[file]
    return of


def crops(folder, layout):
    """(file, line, crop, what is printed there, faults) of the level crops that show print."""
    truth = {t["file"]: t for t in map(json.loads, open(os.path.join(folder, "truth.jsonl"), encoding="utf-8"))}
    mask_of = masks(folder, truth)
    for row in open(layout, encoding="utf-8"):
        page = json.loads(row)
        file = os.path.basename(page["File"])
        if file not in truth:
            continue
        mask, fine = mask_of(file)
        for line, png in zip(page["Lines"], page.get("Crops") or []):
            if not png or line.get("Turn", 0) % 2:
                continue
            crop = cv2.imdecode(np.frombuffer(base64.b64decode(png), np.uint8), cv2.IMREAD_GRAYSCALE)
            h, w = crop.shape
            quad = np.array(score.to_source(page["ToSource"], line["Quad"]), np.float32) * fine
            flat = cv2.getPerspectiveTransform(quad, np.float32([[0, 0], [w, 0], [w, h], [0, h]]) + h // 2)
            around = cv2.warpPerspective(mask, flat, (w + 2 * (h // 2), h + 2 * (h // 2)), flags=cv2.INTER_NEAREST)
            own = pieces_of(around[h // 2:h // 2 + h, h // 2:h // 2 + w], around)
            if own:
                yield file, line, crop, " ".join(truth[file]["pieces"][i - 1] for i in own), faults(crop, around, own)


def squeezed(text):
    return "".join(text.split())


def whole(folder, layout):
    """(how many pieces stand whole in the text of a line of their picture, how many pieces there are), those of a sign or two left out."""
    read = collections.defaultdict(list)
    for row in open(layout, encoding="utf-8"):
        page = json.loads(row)
        read[os.path.basename(page["File"])] += [squeezed(line["Text"]["Value"]) for line in page["Lines"]]
    found = n = 0
    for row in open(os.path.join(folder, "truth.jsonl"), encoding="utf-8"):
        truth = json.loads(row)
        for piece in map(squeezed, truth["pieces"] if truth["file"] in read else []):
            if len(piece) >= FEWEST:
                n += 1
                found += any(piece in text for text in read[truth["file"]])
    return found, n


def main():
    a = argparse.ArgumentParser(description=__doc__)
    a.add_argument("pages")
    a.add_argument("layout")
    a.add_argument("--list", action="store_true")
    o = a.parse_args()
    told = collections.defaultdict(lambda: [0, 0])
    for file, line, _, text, wrong in crops(o.pages, o.layout):
        right = squeezed(text) == squeezed(line["Text"]["Value"])
        for kind in {"all", *(wrong or {"none"})}:
            told[kind][0] += 1
            told[kind][1] += right
        if wrong and o.list:
            print(file, *sorted(wrong), "right" if right else "wrong", repr(line["Text"]["Value"]), repr(text), sep="\t")
    for kind, (n, right) in sorted(told.items(), key=lambda t: -t[1][0]):
        print(f"{kind:14} {n:6} crops, {n / told['all'][0]:.3f} of all, read right {right / n:.3f}")
    print("{} of {} printed pieces stand whole in a line's text".format(*whole(o.pages, o.layout)))


if __name__ == "__main__":
    main()

"""Writes what the Go reader of taggers is tested with: golden.py FOLDER makes golden.net, a small net of random weights, and golden.json, a
random page and what the net says of it here."""
import base64
import json
import os
import sys

import numpy as np
import torch

sys.path[:0] = [os.path.dirname(os.path.abspath(__file__))]
import tagger

FIELDS = ("name", "address")


def page(rng, lines=5, line_traits=16 + 5 + 6 + 3, word_traits=9):
    """A page of random lines of no, one or several words."""
    words = [0, 1, 3, 2, 4][:lines]
    n = sum(words)
    grams = lambda counts: (rng.integers(0, tagger.BUCKETS, sum(counts)).astype(np.uint16), np.concatenate([[0], np.cumsum(counts)]))
    lg, ls = grams([7, 0, 12, 30, 2][:lines])
    wg, ws = grams(list(rng.integers(0, 9, n)))
    corner = rng.uniform(0, 400, (lines, 2))
    boxes = np.concatenate([corner, corner + rng.uniform(5, 200, (lines, 2))], 1).astype(np.float32)
    return tagger.Page(boxes, rng.uniform(.5, 30, lines).astype(np.float32), rng.normal(size=(lines, line_traits)).astype(np.float16), rng.normal(size=(n, word_traits)).astype(np.float16),
                       np.repeat(np.arange(lines), words), lg, ls, wg, ws, rng.integers(0, 128, (lines, lines)).astype(np.uint8), np.zeros(n, np.uint8))


def plain(p):
    """A page as extract/find/tag.Page is written in JSON."""
    numbers = lambda a: [float(v) for v in a]
    word = lambda k: {"Grams": p.word_grams[p.word_starts[k]:p.word_starts[k + 1]].tolist(), "Traits": numbers(p.words[k])}
    line = lambda i: {"Box": numbers(p.boxes[i]), "Height": float(p.heights[i]), "Grams": p.line_grams[p.line_starts[i]:p.line_starts[i + 1]].tolist(), "Traits": numbers(p.lines[i]),
                      "Words": [word(k) for k in np.flatnonzero(p.line == i)]}
    return {"Lines": [line(i) for i in range(len(p.boxes))], "Bonds": base64.b64encode(p.bonds.tobytes()).decode()}


def main(folder):
    torch.manual_seed(1)
    p = page(np.random.default_rng(1))
    net = tagger.Tagger(p.lines.shape[1], p.words.shape[1], 1 + len(FIELDS), wide=16, letters=2, layers=2).eval()
    path = os.path.join(folder, "golden.net")
    tagger.export(net, FIELDS, path)
    for w in tagger.order(net):  # what the file keeps of them
        w.data = w.data.to(torch.bfloat16).float()
    letters = net.letters.weight.data
    scale = letters.abs().max(1, keepdim=True).values.clamp(min=1e-8) / 127
    net.letters.weight.data = (letters / scale).round() * scale
    with torch.no_grad():
        said = torch.log_softmax(net(tagger.batch([p])), -1)
    with open(os.path.join(folder, "golden.json"), "w") as f:
        json.dump({"page": plain(p), "said": said.tolist()}, f)


if __name__ == "__main__":
    main(sys.argv[1])

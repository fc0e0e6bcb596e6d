"""Writes what the Go reader of vision/table/ties is tested with: golden.py FOLDER makes golden.net, a small net of random weights, and
golden.json, a random web and what the net says of it here."""
import json
import os
import sys

import numpy as np
import torch

sys.path[:0] = [os.path.dirname(os.path.abspath(__file__))]
import ties

TRAITS = (46, 15, 18)  # of words, of ties beside and under


def row(rng, words=7):
    """A page of random words; the last of them has no tie, the first several."""
    numbers = lambda n, wide: rng.normal(size=(n, wide)).round(2).tolist()
    beside, under = [[0, 1], [1, 2], [3, 4]], [[0, 3], [0, 4], [1, 4], [2, 5], [0, 5]]
    tied = lambda ends, wide, kinds: {"ends": ends, "traits": numbers(len(ends), wide), "of": rng.integers(0, kinds, len(ends)).tolist()}
    return {"words": numbers(words, TRAITS[0]), "of": rng.integers(0, ties.WORD, words).tolist(), "beside": tied(beside, TRAITS[1], ties.BESIDE), "under": tied(under, TRAITS[2], ties.UNDER)}


def main(folder):
    torch.manual_seed(1)
    r = row(np.random.default_rng(1))
    net = ties.Net(*TRAITS, wide=8, rounds=2).eval()
    ties.export(net, os.path.join(folder, "golden.net"))
    for w in net.parameters():  # what the file keeps of them
        w.data = w.data.to(torch.bfloat16).float()
    with torch.no_grad():
        beside, under, words = (torch.log_softmax(s, -1).tolist() for s in net(ties.Batch([ties.Page(r)])))
    tied = lambda k: [{"From": a, "To": b, "Traits": t} for (a, b), t in zip(r[k]["ends"], r[k]["traits"])]
    web = {"Words": [{} for _ in r["words"]], "Traits": r["words"], "Beside": tied("beside"), "Under": tied("under")}
    with open(os.path.join(folder, "golden.json"), "w") as f:
        json.dump({"web": web, "said": {"Words": words, "Beside": beside, "Under": under}}, f)


if __name__ == "__main__":
    main(sys.argv[1])

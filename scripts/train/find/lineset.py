"""Trains a set transformer that says of every line of a page which field it belongs to: the other scorer beside the trees of train.py.

    python3 lineset.py --out build/train/lineset --minutes 11 --pages A1.jsonl A2.jsonl --real R1.pages R2.pages --check C.pages [--found FOUND.jsonl]

PAGES are what scripts/synth/label/pages.py writes (simulated readings) and what `labels` reads by the real engine; half of each batch
is of each. After every thousand steps and at the end it tells, of the lines of the receiver's fields on the pages of --check, how
many fields have exactly their lines, and F1 over lines; --found takes `labels -measure -fields < CHECK` and tells the same of the
trees' finder. Lines are hashed n-grams of their letters (figures are one) and 17 numbers on place, size and letters; attention
is biased by how lines lie to each other, in their heights. A page takes 2 ms of one core."""
import collections
import json
import math
import os
import random
import re
import sys
import time
import unicodedata

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, "..")]
import session  # noqa: E402

PARTY = ("name", "address", "phone_number")
FIELDS = ("none", *("reciever_" + f for f in PARTY), *("sender_" + f for f in PARTY), "third")
CHECKED = FIELDS[1:4]
HASHES, NUMBERS, HEADS = 8192, 17, 4
MOST_LINES, MOST_GRAMS = 120, 160

Page = collections.namedtuple("Page", "file grams numbers labels boxes")


def fnv(text):
    h = 2166136261
    for c in text.encode():
        h = (h ^ c) * 16777619 & 0xFFFFFFFF
    return h % HASHES


def grams(text):
    """Hashes of a line's runs of one to four signs and of its words, figures alike."""
    s = "^" + re.sub(r"\d", "0", unicodedata.normalize("NFC", text).lower()) + "$"
    out = [fnv(s[i:i + n]) for n in (1, 2, 3, 4) for i in range(len(s) - n + 1)] + [fnv("w:" + w) for w in re.findall(r"\w+", s)]
    return out[:MOST_GRAMS]


def box(quad):
    xs, ys = [p["x"] for p in quad], [p["y"] for p in quad]
    return min(xs), min(ys), max(xs), max(ys)


def numbers(line, b, width, height):
    s, side = line["Text"]["Value"], max(width, height)
    n = max(1, len(s))
    share = lambda of: sum(map(of, s)) / n
    return (*(v / side for v in b), (b[0] + b[2]) / 2 / width, (b[1] + b[3]) / 2 / height, math.log((line.get("Height") or 10) / side * 100 + .1), (b[2] - b[0]) / width,
            (line.get("Turn") or 0) / 3, float(bool(line.get("Reversed"))), line["Text"]["Confidence"],
            share(str.isalpha), share(str.isdigit), share(str.isupper), share(lambda c: "\u0e00" <= c <= "\u0e7f"), math.log(n), width / height)


def label(b, truth):
    """The field whose quad covers most of a line's box."""
    best, out = .3, 0
    for field, quads in truth:
        for q in quads:
            across, down = min(b[2], q[2]) - max(b[0], q[0]), min(b[3], q[3]) - max(b[1], q[1])
            if across > 0 and down > .4 * min(b[3] - b[1], q[3] - q[1]):
                o = across / min(max(1, b[2] - b[0]), max(1, q[2] - q[0]))
                if o > best:
                    best, out = o, FIELDS.index(field)
    return out


def read(path):
    with open(path, encoding="utf-8") as f:
        for row in map(json.loads, f):
            lines = (row["Lines"] or [])[:MOST_LINES]
            truth = [("third" if t["Field"].startswith("third") else t["Field"], [box(q) for q in t.get("Quads") or []]) for t in row["truth"] or []]
            truth = [t for t in truth if t[0] in FIELDS]
            boxes = [box(line["Quad"]) for line in lines]
            if lines:
                yield Page(row["File"], [grams(line["Text"]["Value"]) for line in lines],
                           np.array([numbers(line, b, row["Width"], row["Height"]) for line, b in zip(lines, boxes)], np.float32),
                           np.array([label(b, truth) for b in boxes]), boxes)


class LineSet(nn.Module):
    """1.6 M parameters, two thirds of them the hashes'."""

    def __init__(self, wide=128, layers=4):
        super().__init__()
        self.layers = layers
        self.letters = nn.EmbeddingBag(HASHES, wide, mode="mean")
        self.place = nn.Sequential(nn.Linear(NUMBERS, wide), nn.ReLU(), nn.Linear(wide, wide))
        self.bias = nn.Sequential(nn.Linear(8, 32), nn.ReLU(), nn.Linear(32, HEADS * layers))
        self.norms = nn.ModuleList(nn.LayerNorm(wide) for _ in range(layers))
        self.qkv = nn.ModuleList(nn.Linear(wide, 3 * wide) for _ in range(layers))
        self.join = nn.ModuleList(nn.Linear(wide, wide) for _ in range(layers))
        self.feed = nn.ModuleList(nn.Sequential(nn.LayerNorm(wide), nn.Linear(wide, 2 * wide), nn.GELU(), nn.Dropout(.1), nn.Linear(2 * wide, wide)) for _ in range(layers))
        self.out = nn.Sequential(nn.LayerNorm(wide), nn.Linear(wide, len(FIELDS)))

    def relations(self, numbers):
        """How line k lies to line i, in heights of line i, for the bias of attention: [N, T, T, 8]."""
        c, h = numbers[:, :, :4], (torch.exp(numbers[:, :, 6:7]) / 100).unsqueeze(2)
        to, of = c[:, None], c[:, :, None]
        lie = [(to[..., a:a + 1] - of[..., b:b + 1]) / h for a, b in ((0, 0), (1, 1), (2, 2), (1, 3), (0, 2))]
        r = torch.cat(lie, -1)
        r = torch.sign(r) * torch.log1p(r.abs())
        taller = torch.log(h.transpose(1, 2) / h).expand(*r.shape[:3], 1)
        return torch.cat([r, (r[..., 1:2].abs() < .4).float(), (r[..., 0:1].abs() < .4).float(), taller], -1)

    def forward(self, ids, offsets, numbers, there):  # numbers [N,T,17], there [N,T] -> [N,T,8]
        n, t, _ = numbers.shape
        x = self.letters(ids, offsets).view(n, t, -1) + self.place(numbers)
        bias = self.bias(self.relations(numbers)).permute(0, 3, 1, 2).masked_fill(~there[:, None, None, :], -1e4)
        deep = x.shape[-1] // HEADS
        for i in range(self.layers):
            q, k, v = self.qkv[i](self.norms[i](x)).view(n, t, 3, HEADS, deep).permute(2, 0, 3, 1, 4)
            w = (q @ k.transpose(-1, -2) / math.sqrt(deep) + bias[:, HEADS * i:HEADS * (i + 1)]).softmax(-1)
            x = x + self.join[i]((w @ v).permute(0, 2, 1, 3).reshape(n, t, -1))
            x = x + self.feed[i](x)
        return self.out(x)


def batch(pages, learning):
    """Tensors of some pages; for learning, n-grams are left out by lot and places shaken."""
    n, t = len(pages), max(len(p.grams) for p in pages)
    nums, labels, there = np.zeros((n, t, NUMBERS), np.float32), np.full((n, t), -100), np.zeros((n, t), bool)
    ids, offsets = [], []
    for k, p in enumerate(pages):
        m = len(p.grams)
        nums[k, :m], labels[k, :m], there[k, :m] = p.numbers, p.labels, True
        if learning:
            nums[k, :m, :6] *= 1 + random.uniform(-.1, .1)
            nums[k, :m, 6] += random.uniform(-.1, .1)
        for i in range(t):
            offsets.append(len(ids))
            if i < m:
                ids += [g for g in p.grams[i] if not learning or random.random() > .15]
    return torch.tensor(ids or [0]), torch.tensor(offsets), torch.tensor(nums), torch.tensor(there), torch.tensor(labels)


def scores(pages, chosen):
    """Of each field checked: how many have exactly their lines, and F1 over lines. chosen gives a page's lines of a field."""
    out = {}
    for f in CHECKED:
        exact, both, all_, n = 0, 0, 0, 0
        for p in pages:
            want = set(np.flatnonzero(p.labels == FIELDS.index(f)))
            if want:
                have = chosen(p, f)
                exact, both, all_, n = exact + (have == want), both + len(have & want), all_ + len(have) + len(want), n + 1
        out[f] = (exact / max(1, n), 2 * both / max(1, all_), n)
    return out


def lines_of(page, quads):
    """The lines that some quads cover, wholly or in part."""
    out = set()
    for b in map(box, quads):
        y = (b[1] + b[3]) / 2
        out |= {i for i, o in enumerate(page.boxes) if o[1] < y < o[3] and min(b[2], o[2]) - max(b[0], o[0]) > .3 * min(b[2] - b[0], o[2] - o[0])}
    return out


def tell(name, result):
    print(name, ", ".join("%s exact %.3f F1 %.3f of %d" % (f, *v) for f, v in result.items()), flush=True)


def check(net, pages):
    net.eval()
    said, begun = {}, time.process_time()
    with torch.no_grad():
        for p in pages:
            said[p.file] = net(*batch([p], False)[:4])[0].argmax(-1).numpy()
    net.train()
    tell("set transformer, %.1f ms a page:" % (1000 * (time.process_time() - begun) / max(1, len(pages))), scores(pages, lambda p, f: set(np.flatnonzero(said[p.file] == FIELDS.index(f)))))


def main():
    a = session.options(__doc__, steps=6000, batch=32, rate=1e-3)
    for k in ("pages", "real", "check"):
        a.add_argument("--" + k, nargs="+", required=True)
    a.add_argument("--found", help="the fields that the trees' finder gives of --check")
    o = a.parse_args()
    session.seed_all(o.seed)
    load = lambda files: [p for f in files for p in read(f)]
    drawn, real, held = load(o.pages), load(o.real), load(o.check)
    if o.found:
        with open(o.found, encoding="utf-8") as f:
            found = {r["File"]: r["Fields"] for r in map(json.loads, f)}
        tell("finder:", scores(held, lambda p, f: lines_of(p, found.get(p.file, {}).get(f, []))))
    net = LineSet()
    s = session.Session(net, o, decay=.02, clip=1.0)
    random.seed(o.seed * 1000003 + s.step)
    while not s.done:
        ids, offsets, nums, there, labels = batch(random.sample(drawn, o.batch // 2) + random.sample(real, o.batch - o.batch // 2), True)
        s.update({"field": F.cross_entropy(net(ids, offsets, nums, there).flatten(0, 1), labels.flatten(), ignore_index=-100, label_smoothing=.02)})
        if s.step % 1000 == 0:
            check(net, held)
    s.tell()
    check(net, held)


if __name__ == "__main__":
    main()

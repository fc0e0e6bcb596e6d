"""Trains the tagger of extract/find/tag: a set transformer over a page's lines that says of every word which field it is a part of.

    python3 tagger.py --out build/train/tagger --fields A,B,C --minutes 40 --pages A1.tags A2.tags --real R.tags --check C.tags

TAGS are what `rows -tags` writes: of pages of simulated readings (--pages) and of the real engine (--real); every eight batches hold both. What the net is told of lines and words is computed there, by the code that runs in the product. After every thousand steps and
at the end it tells of each field how often exactly its words are found on the pages of --check, and F1 over words. Attention is
biased by how lines lie to each other, in their heights, and by what stands between them. --init takes a shipped net too. At the end OUT.net is what
extract/find/tag reads: hashed letters in eight bits, everything else as bfloat16."""
import collections
import json
import math
import os
import struct
import sys
import time

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, "..")]
import session  # noqa: E402

BUCKETS, BONDS, HEADS = 1 << 14, 7, 4
# For learning, sequences of letters are left out: of a page one of these shares, and of this share of lines and words all.
LOST, UNKNOWN = (.15, .15, .3, .5), .06
RELATIONS = 8 + BONDS
POOL = 8  # batches drawn at once, whose pages are parted by length

# Of one page: boxes [T,4], heights [T], traits of lines [T,L] and words [W,V], line of each word [W], sequences of letters of lines and
# words with where each begins, bonds [T,T], labels [W].
Page = collections.namedtuple("Page", "boxes heights lines words line line_grams line_starts word_grams word_starts bonds labels")


def read(path):
    """The pages of a file that `rows -tags` wrote."""
    with open(path, "rb") as f:
        data = f.read()
    at = 0

    def take(dtype, *shape):
        nonlocal at
        n = int(np.prod(shape))
        out = np.frombuffer(data, dtype, n, at).reshape(shape)
        at += n * out.itemsize
        return out

    starts = lambda counts: np.concatenate([[0], np.cumsum(counts.astype(np.int64))])
    while at < len(data):
        t, w, lg, wg, lines, words = take("<i4", 6)
        boxes, heights, lt, wt = take("<f4", t, 4), take("<f4", t), take("<f4", t, lines).astype(np.float16), take("<f4", w, words).astype(np.float16)
        each, lc, wc = take("<u2", t), take("<u2", t), take("<u2", w)
        yield Page(boxes, heights, lt, wt, np.repeat(np.arange(t), each), take("<u2", lg).copy(), starts(lc), take("<u2", wg).copy(), starts(wc), take("u1", t, t).copy(), take("u1", w).copy())


class Tagger(nn.Module):
    """2.3 M parameters, two thirds of them the hashes'."""

    def __init__(self, lines, words, tags, wide=128, letters=96, layers=4, buckets=BUCKETS):
        super().__init__()
        self.layers, self.wide = layers, wide
        self.letters = nn.EmbeddingBag(buckets, letters, mode="mean")
        self.line_letters, self.word_letters = nn.Linear(letters, wide), nn.Linear(letters, wide)
        self.place = nn.Sequential(nn.Linear(lines, wide), nn.ReLU(), nn.Linear(wide, wide))
        self.look = nn.Linear(words, wide)
        self.bias = nn.Sequential(nn.Linear(RELATIONS, 32), nn.ReLU(), nn.Linear(32, HEADS * layers))
        self.norms = nn.ModuleList(nn.LayerNorm(wide) for _ in range(layers))
        self.qkv = nn.ModuleList(nn.Linear(wide, 3 * wide) for _ in range(layers))
        self.join = nn.ModuleList(nn.Linear(wide, wide) for _ in range(layers))
        self.feed_norms = nn.ModuleList(nn.LayerNorm(wide) for _ in range(layers))
        self.feed = nn.ModuleList(nn.Linear(wide, 2 * wide) for _ in range(layers))
        self.back = nn.ModuleList(nn.Linear(2 * wide, wide) for _ in range(layers))
        self.last = nn.LayerNorm(wide)
        self.around = nn.ModuleList(nn.Linear(4 * wide, wide) for _ in range(2))  # the word before, itself, the word behind, its line
        self.out = nn.Linear(wide, tags)
        self.drop = nn.Dropout(.1)

    def forward(self, b):  # -> [W, tags] of all words of a batch
        n, t, _ = b.lines.shape
        x = self.line_letters(self.letters(b.line_grams, b.line_offsets)).view(n, t, -1) + self.place(b.lines)
        u = self.word_letters(self.letters(b.word_grams, b.word_offsets)) + self.look(b.words)
        bias = self.bias(b.relations).permute(0, 3, 1, 2).masked_fill(~b.there[:, None, None, :], -1e4)
        deep = self.wide // HEADS
        for i in range(self.layers):
            q, k, v = self.qkv[i](self.norms[i](x)).view(n, t, 3, HEADS, deep).permute(2, 0, 3, 1, 4)
            w = (q @ k.transpose(-1, -2) / math.sqrt(deep) + bias[:, HEADS * i:HEADS * (i + 1)]).softmax(-1)
            x = x + self.join[i]((w @ v).permute(0, 2, 1, 3).reshape(n, t, -1))
            x = x + self.back[i](self.drop(F.gelu(self.feed[i](self.feed_norms[i](x)))))
        c = self.last(x).view(n * t, -1)[b.line]
        for a in self.around:
            none = u.new_zeros(1, self.wide)
            before = torch.cat([none, u[:-1]]) * b.follows[:, None]
            behind = torch.cat([u[1:], none]) * b.goes_on[:, None]
            u = F.gelu(a(torch.cat([before, u, behind, c], -1)))
        return self.out(self.drop(u))


Batch = collections.namedtuple("Batch", "lines words relations there line line_grams line_offsets word_grams word_offsets follows goes_on labels")


def relations(boxes, heights, bonds):
    """How line k lies to line i, in heights of line i: [T, T, RELATIONS]."""
    h = np.maximum(heights, 1)[:, None]
    apart = lambda a, b: (boxes[None, :, a] - boxes[:, None, b]) / h
    r = np.stack([apart(0, 0), apart(1, 1), apart(2, 2), apart(1, 3), apart(0, 2)], -1)
    r = np.sign(r) * np.log1p(np.abs(r))
    flags = np.stack([np.abs(r[..., 1]) < .4, np.abs(r[..., 0]) < .4], -1)
    taller = np.log(np.maximum(heights, 1)[None, :] / h)[..., None]
    return np.concatenate([r, flags, taller, np.unpackbits(bonds[..., None], axis=-1, bitorder="little")[..., :BONDS]], -1).astype(np.float32)


def spoilt(p, rng):
    """A page for learning: moved and scaled, some captions not known as such."""
    lines, words = p.lines.astype(np.float32), p.words.astype(np.float32)
    lines[:, :4] = lines[:, :4] * (1 + rng.uniform(-.1, .1)) + rng.uniform(-.03, .03)
    lines[:, 5] += rng.uniform(-.15, .15)
    if rng.random() < .4:  # captions that no table knows
        unknown = rng.random(len(lines)) < .5
        k = captions(p)
        lines[unknown, -k:] = 0
        lines[unknown, 15] = 0
        words[unknown[p.line], -k:] = 0
    return lines, words


TOLD = 16 + 5 + 6  # traits of a line before those that tell of captions; see extract/find/tags.go


def captions(p):
    """How many traits at the end tell of captions: the same of lines and of words, behind classes of words."""
    return p.lines.shape[1] - TOLD


def batch(pages, rng=None):
    """Tensors of some pages; with rng for learning: sequences of letters are left out by lot."""
    n, t = len(pages), max(len(p.boxes) for p in pages)
    lines, rel, there = np.zeros((n, t, pages[0].lines.shape[1]), np.float32), np.zeros((n, t, t, RELATIONS), np.float32), np.zeros((n, t), bool)
    words, line, lg, lo, wg, wo, at = [], [], [], [], [], [], [0, 0]

    def letters(grams, starts, ids, offsets, k):
        keep = np.ones(len(grams), bool) if rng is None else rng.random(len(grams)) > lost
        if rng is not None:
            keep &= np.repeat(rng.random(len(starts) - 1) > UNKNOWN, np.diff(starts))
        count = np.concatenate([[0], np.cumsum(keep)])
        ids.append(grams[keep])
        offsets.append(at[k] + count[starts[:-1]])
        at[k] += int(count[-1])

    for k, p in enumerate(pages):
        m, lost = len(p.boxes), 0 if rng is None else rng.choice(LOST)
        a, b = (p.lines, p.words) if rng is None else spoilt(p, rng)
        lines[k, :m], rel[k, :m, :m], there[k, :m] = a, relations(p.boxes, p.heights, p.bonds), True
        words.append(b)
        line.append(p.line + k * t)
        letters(p.line_grams, p.line_starts, lg, lo, 0)
        lo.append(np.full(t - m, at[0]))
        letters(p.word_grams, p.word_starts, wg, wo, 1)
    line = np.concatenate(line)
    follows = np.concatenate([[False], line[1:] == line[:-1]])
    of = lambda parts, kind: torch.from_numpy(np.concatenate(parts).astype(kind))
    return Batch(torch.from_numpy(lines), of(words, np.float32), torch.from_numpy(rel), torch.from_numpy(there), torch.from_numpy(line), of(lg, np.int64), of(lo, np.int64),
                 of(wg, np.int64), of(wo, np.int64), torch.from_numpy(follows.astype(np.float32)), torch.from_numpy(np.append(follows[1:], False).astype(np.float32)), of([p.labels for p in pages], np.int64))


def alike(pages, size, rng):
    """Batches of pages with about as many lines each, in random order: every page of a batch costs as much as its longest one."""
    pages = sorted(pages, key=lambda p: len(p.boxes))
    parts = [pages[i:i + size] for i in range(0, len(pages), size)]
    return [parts[i] for i in rng.permutation(len(parts))]


def scores(pages, said, fields):
    """Of each field: the share of pages on which exactly its words were found, F1 over words, and how many pages have it."""
    out = {}
    for k, name in enumerate(fields, 1):
        exact, both, all_, n = 0, 0, 0, 0
        for p, s in zip(pages, said):
            want, have = p.labels == k, s == k
            if want.any():
                exact, both, all_, n = exact + bool((want == have).all()), both + (want & have).sum(), all_ + want.sum() + have.sum(), n + 1
        out[name] = (exact / max(1, n), 2 * both / max(1, all_), n)
    return out


def check(net, pages, fields):
    net.eval()
    begun = time.process_time()
    with torch.no_grad():
        said = [net(batch([p])).argmax(-1).numpy() for p in pages]
    net.train()
    print("%.1f ms a page;" % (1000 * (time.process_time() - begun) / max(1, len(pages))), "; ".join("%s exact %.3f F1 %.3f of %d" % (f, *v) for f, v in scores(pages, said, fields).items()), flush=True)


def order(net):
    """The tensors of a net in the order of the file, but for the hashed letters."""
    linear = lambda m: [m.weight, m.bias]
    out = linear(net.line_letters) + linear(net.word_letters) + linear(net.place[0]) + linear(net.place[2]) + linear(net.look) + linear(net.bias[0]) + linear(net.bias[2])
    for i in range(net.layers):
        out += linear(net.norms[i]) + linear(net.qkv[i]) + linear(net.join[i]) + linear(net.feed_norms[i]) + linear(net.feed[i]) + linear(net.back[i])
    return out + linear(net.last) + linear(net.around[0]) + linear(net.around[1]) + linear(net.out)


def export(net, fields, path):
    """What extract/find/tag reads: a JSON head behind its length, bfloat16 tensors, then of the hashed letters a float32 scale and int8 values each."""
    letters = net.letters.weight.detach().numpy()
    head = json.dumps({"fields": list(fields), "wide": net.wide, "heads": HEADS, "layers": net.layers, "buckets": len(letters), "letters": letters.shape[1],
                       "line_traits": net.place[0].in_features, "word_traits": net.look.in_features}).encode()
    scale = np.maximum(np.abs(letters).max(1), 1e-8) / 127
    with open(path, "wb") as f:
        f.write(struct.pack("<I", len(head)) + head)
        for w in order(net):
            f.write(w.detach().to(torch.bfloat16).view(torch.int16).numpy().astype("<i2").tobytes())
        f.write(scale.astype("<f4").tobytes() + np.round(letters / scale[:, None]).astype(np.int8).tobytes())


def restore(path):
    """The net of a file that export wrote, to go on with where there is no checkpoint."""
    with open(path, "rb") as f:
        data = f.read()
    size = struct.unpack_from("<I", data)[0]
    head, at = json.loads(data[4:4 + size]), 4 + size
    net = Tagger(head["line_traits"], head["word_traits"], 1 + len(head["fields"]), head["wide"], head["letters"], head["layers"], head["buckets"])
    with torch.no_grad():
        for w in order(net):
            w.copy_(torch.frombuffer(bytearray(data[at:at + 2 * w.numel()]), dtype=torch.bfloat16).view(w.shape))
            at += 2 * w.numel()
        scale = np.frombuffer(data, "<f4", head["buckets"], at)
        values = np.frombuffer(data, np.int8, offset=at + 4 * len(scale)).reshape(net.letters.weight.shape)
        net.letters.weight.copy_(torch.from_numpy(values * scale[:, None]))
    return net


def graft(net, path):
    """Begins a net with what one of another kind knows of lines, words and letters; captions and fields are each kind's own."""
    other = restore(path)
    own, theirs, captioned = net.state_dict(), other.state_dict(), other.place[0].in_features - TOLD
    same = {k: v for k, v in theirs.items() if v.shape == own[k].shape}
    for name in ("place.0.weight", "look.weight"):
        known = theirs[name].shape[1] - captioned
        own[name][:, :known] = theirs[name][:, :known]
    net.load_state_dict({**own, **same})


def main():
    a = session.options(__doc__, steps=12000, batch=32, rate=1.5e-3)
    a.add_argument("--fields", required=True, help="the kind's fields in the order of its declaration")
    a.add_argument("--threads", type=int, default=1)
    a.add_argument("--share", type=float, default=.5, help="of the pages of every eight batches, how much is read by the real engine")
    a.add_argument("--graft", help="a shipped net of another kind to begin from")
    for k in ("pages", "real", "check"):
        a.add_argument("--" + k, nargs="+", required=True)
    o = a.parse_args()
    session.seed_all(o.seed, o.threads)
    fields = o.fields.split(",")
    load = lambda files: [p for f in files for p in read(f)]
    drawn, real, held = load(o.pages), load(o.real), load(o.check)
    print(len(drawn), "drawn,", len(real), "real,", len(held), "to check", flush=True)
    if (o.init or "").endswith(".net"):
        net, o.init = restore(o.init), None
    else:
        net = Tagger(drawn[0].lines.shape[1], drawn[0].words.shape[1], 1 + len(fields))
        if o.graft:
            graft(net, o.graft)
    s = session.Session(net, o, decay=.02, clip=1.0, average=.999)
    pick = lambda pages, n: [pages[i] for i in s.rng.integers(0, len(pages), n)]
    while not s.done:
        n = POOL * round(o.share * o.batch)
        for pages in alike(pick(drawn, POOL * o.batch - n) + pick(real, n), o.batch, s.rng):
            b = batch(pages, s.rng)
            s.update({"field": F.cross_entropy(net(b), b.labels, label_smoothing=.02)})
            if s.step % 1000 == 0:
                check(s.average, held, fields)
            if s.done:
                break
    s.tell()
    check(s.average, held, fields)
    export(s.average, fields, o.out + ".net")


if __name__ == "__main__":
    main()

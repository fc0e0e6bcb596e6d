#!/usr/bin/env python3
"""Train the net of vision/table/ties: ties.py --out OUT --pages WEBS.jsonl… --check WEBS.jsonl… [--minutes 40]

WEBS.jsonl comes from `table webs`. Every word gathers what its neighbours to the right, to the left, below and above know, a few rounds
long; then each tie is told from both its words. Writes OUT.pt (the checkpoint, which a later call goes on from) and OUT.net.
Needs torch, numpy.
"""
import json, os, struct, sys

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import session  # noqa: E402

WIDE, ROUNDS, TIE = 40, 4, 24
BESIDE, UNDER, WORD = 3, 4, 3  # what a tie to the right, a tie downwards and a word may be


class Page:
    """Traits, ends and truth of one page, as tensors."""

    def __init__(self, row):
        t = lambda v, wide: torch.tensor(v, dtype=torch.float32).reshape(len(v), wide)
        self.words, self.of = t(row["words"], len(row["words"][0])), torch.tensor(row["of"])
        self.ties = []
        for k in ("beside", "under"):
            p = row[k]
            ends = torch.tensor(p["ends"] or np.zeros((0, 2)), dtype=torch.long).reshape(-1, 2)
            self.ties.append((ends, t(p["traits"], len(p["traits"][0])) if p["traits"] else None, torch.tensor(p["of"] or [], dtype=torch.long)))


def read(path):
    """Pages with ties of both kinds; others teach nothing."""
    rows = (json.loads(line) for line in open(path))
    return [Page(r) for r in rows if r["words"] and r["beside"]["ends"] and r["under"]["ends"]]


class Batch:
    """Pages as one web of parts that do not meet."""

    def __init__(self, pages):
        self.words, self.of = torch.cat([p.words for p in pages]), torch.cat([p.of for p in pages])
        starts = np.cumsum([0] + [len(p.words) for p in pages[:-1]])
        self.page = torch.cat([torch.full((len(p.words),), k) for k, p in enumerate(pages)])
        self.n = len(pages)
        self.ties = [(torch.cat([p.ties[k][0] + int(s) for p, s in zip(pages, starts)]), torch.cat([p.ties[k][1] for p in pages]), torch.cat([p.ties[k][2] for p in pages])) for k in (0, 1)]


def mean_to(values, to, n):
    """The mean of the values that go to each of n."""
    count = torch.zeros(n).index_add_(0, to, torch.ones(len(to))).clamp(min=1)
    return torch.zeros(n, values.shape[1]).index_add_(0, to, values) / count[:, None]


class Round(nn.Module):
    """What comes from four sides and from the page as a whole is added to what a word knows."""

    def __init__(self, wide):
        super().__init__()
        self.norm = nn.LayerNorm(wide)
        self.send, self.hear = nn.Linear(wide, 4 * wide), nn.Linear(wide, 4 * wide)
        self.tie = nn.ModuleList([nn.Linear(TIE, 2 * wide) for _ in range(2)])
        self.join = nn.Linear(6 * wide, wide)
        self.back = nn.Linear(wide, wide)
        self.forget = nn.Dropout(.1)

    def forward(self, x, b, known):
        y = self.norm(x)
        sent, heard = self.send(y).chunk(4, 1), self.hear(y).chunk(4, 1)
        got = [y]
        for k, (ends, _, _) in enumerate(b.ties):
            along = self.tie[k](known[k]).chunk(2, 1)
            for d in (0, 1):  # from the tie's second word to its first, then the other way
                at, other = ends[:, d], ends[:, 1 - d]
                i = 2 * k + d
                got.append(mean_to(F.relu(sent[i][other] + heard[i][at] + along[d]), at, len(x)))
        got.append(mean_to(y, b.page, b.n)[b.page])
        return x + self.back(self.forget(F.relu(self.join(torch.cat(got, 1)))))


class Net(nn.Module):
    def __init__(self, words, beside, under, wide=WIDE, rounds=ROUNDS):
        super().__init__()
        self.enter = nn.ModuleList([nn.Linear(words, wide), nn.Linear(wide, wide)])
        self.know = nn.ModuleList([nn.Linear(beside, TIE), nn.Linear(under, TIE)])
        self.rounds = nn.ModuleList([Round(wide) for _ in range(rounds)])
        self.last = nn.LayerNorm(wide)
        self.pair = nn.ModuleList([nn.Linear(2 * wide + TIE, wide) for _ in range(2)])
        self.say = nn.ModuleList([nn.Linear(wide, BESIDE), nn.Linear(wide, UNDER)])
        self.word = nn.Linear(wide, WORD)

    def forward(self, b):
        x = self.enter[1](F.relu(self.enter[0](b.words)))
        known = [F.relu(k(t[1])) for k, t in zip(self.know, b.ties)]
        for r in self.rounds:
            x = r(x, b, known)
        x = self.last(x)
        said = [self.say[k](F.relu(self.pair[k](torch.cat([x[ends[:, 0]], x[ends[:, 1]], known[k]], 1)))) for k, (ends, _, _) in enumerate(b.ties)]
        return said + [self.word(x)]


def losses(net, b):
    truth = [b.ties[0][2], b.ties[1][2], b.of]
    return {k: F.cross_entropy(s, t, ignore_index=-1, label_smoothing=.01) * w for k, s, t, w in zip(("beside", "under", "word"), net(b), truth, (1, 1, .3))}


def check(net, pages):
    """The shares of words and ties told wrongly."""
    net.eval()
    wrong, all_, bits = np.zeros(3), np.zeros(3), np.zeros(3)
    with torch.no_grad():
        for p in pages:
            b = Batch([p])
            for k, (s, t) in enumerate(zip(net(b), [b.ties[0][2], b.ties[1][2], b.of])):
                wrong[k] += int(((s.argmax(1) != t) & (t >= 0)).sum())
                all_[k] += int((t >= 0).sum())
                bits[k] += float(F.cross_entropy(s, t, ignore_index=-1, reduction="sum"))
    net.train()
    print("wrong: beside %.4f under %.4f word %.4f" % tuple(wrong / all_), "loss: %.4f %.4f %.4f" % tuple(bits / all_), flush=True)


def order(net):
    """The linear maps and norms in the order of the file."""
    for layer in [*net.enter, *net.know]:
        yield layer
    for r in net.rounds:
        yield from (r.norm, r.send, r.hear, *r.tie, r.join, r.back)
    yield from (net.last, *net.pair, *net.say, net.word)


def export(net, path):
    """Writes the weights with their upper halves (bfloat16), as vision/table/ties reads them."""
    head = json.dumps({"wide": net.enter[0].out_features, "rounds": len(net.rounds), "tie": TIE, "words": net.enter[0].in_features, "beside": net.know[0].in_features, "under": net.know[1].in_features}).encode()
    with open(path, "wb") as f:
        f.write(struct.pack("<I", len(head)) + head)
        for layer in order(net):
            for w in (layer.weight, layer.bias):
                f.write(w.detach().to(torch.bfloat16).view(torch.int16).numpy().astype("<i2").tobytes())


def restore(net, path):
    """Reads the weights that export wrote, for a training that goes on from what is shipped."""
    with open(path, "rb") as f:
        f.read(struct.unpack("<I", f.read(4))[0])
        with torch.no_grad():
            for layer in order(net):
                for w in (layer.weight, layer.bias):
                    said = np.frombuffer(f.read(2 * w.numel()), "<i2").copy()
                    w.copy_(torch.from_numpy(said).view(torch.bfloat16).reshape(w.shape))


def main():
    a = session.options(__doc__, steps=12000, batch=12, rate=3e-3)
    a.add_argument("--threads", type=int, default=1)
    a.add_argument("--shipped", metavar="NET", help="begin with the weights of this exported net")
    for k in ("pages", "check"):
        a.add_argument("--" + k, nargs="+", required=True)
    o = a.parse_args()
    session.seed_all(o.seed, o.threads)
    load = lambda files: [p for f in files for p in read(f)]
    pages, held = load(o.pages), load(o.check)
    print(len(pages), "pages,", len(held), "to check", flush=True)
    net = Net(pages[0].words.shape[1], pages[0].ties[0][1].shape[1], pages[0].ties[1][1].shape[1])
    print(sum(p.numel() for p in net.parameters()), "weights", flush=True)
    if o.shipped:
        restore(net, o.shipped)
        check(net, held)
    s = session.Session(net, o, decay=.05, clip=1.0, average=.998)
    while not s.done:
        s.update(losses(net, Batch([pages[i] for i in s.rng.integers(0, len(pages), o.batch)])))
        if s.step % 500 == 0:
            check(s.average, held)
            export(s.average, o.out + ".net")
    s.tell()
    check(s.average, held)
    export(s.average, o.out + ".net")


if __name__ == "__main__":
    main()

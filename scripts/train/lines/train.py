"""Trains the line net. Resumes from its own checkpoint (optimiser and all) or warm-starts from shipped weights (--init).

With --minutes the learning rate follows the clock, not the step count, so that a busy machine still ends its schedule.
"""
import glob
import math
import os
import sys
import time

import numpy as np
import torch
import torch.distributed as dist

import data
import net as nets
from edits import distance

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import session  # noqa: E402


def decode(logits):
    """Greedy CTC over classes x T."""
    best = logits.argmax(0).tolist()
    return [c for i, c in enumerate(best) if c and (i == 0 or best[i - 1] != c)]


def to_input(x, device):
    return torch.from_numpy(x).to(device)[:, None].to(memory_format=torch.channels_last).float().div_(255)


def validate(model, groups, device):
    """CER and exact share over fixed held-out batches."""
    model.eval()
    err = total = exact = n = 0
    with torch.no_grad(), session.half(device):
        for x, labels in groups:
            out = model(to_input(x, device)).float().cpu()
            for o, l in zip(out, labels):
                d = distance(decode(o), l.tolist())
                err, total, exact, n = err + d, total + len(l), exact + (d == 0), n + 1
    model.train()
    return err / max(total, 1), exact / max(n, 1)


def held_batches(folder, index, level=None, limit=400):
    """Fixed batches of a folder's lines, degraded to a level; None: crops of the page engine's, as they are."""
    r = np.random.default_rng(7)
    lines = []
    for path in sorted(glob.glob(os.path.join(folder, "shard*.npz"))):
        for ink, t in list(data.load(path))[:limit]:
            lines.append((data.normalise.normalise(ink if level is None else data.augment.degrade(ink, r, level)), t))
    return [b for g in data.batches(iter(lines), index) for b in g]


class Ranks:
    """The processes that train one model together (torchrun): each its own lines, all the mean of the gradients. Alone without torchrun."""

    def __init__(self):
        self.many = "RANK" in os.environ
        if self.many:
            dist.init_process_group("gloo")
        self.rank = dist.get_rank() if self.many else 0
        self.size = dist.get_world_size() if self.many else 1

    def agree(self, value):
        """Rank 0's value for all: they end, and fall in rate, together."""
        if not self.many:
            return value
        t = torch.tensor([value], dtype=torch.float64)
        dist.broadcast(t, 0)
        return t.item()

    def mean(self, parameters):
        """Replaces every gradient by its mean over the ranks."""
        if not self.many:
            return
        grads = [p.grad for p in parameters]
        flat = torch.cat([g.flatten() for g in grads])
        dist.all_reduce(flat)
        for g, part in zip(grads, (flat / self.size).split([g.numel() for g in grads])):
            g.copy_(part.view_as(g))


def course(step, progress):
    """Up over the first fiftieth of the time, level to a tenth of it, then a cosine down to nothing."""
    return min(1.0, progress / 0.02 + 0.02) * (0.5 + 0.5 * math.cos(math.pi * max(0.0, progress - 0.1) / 0.9)) + 0.003


def options():
    a = session.options(__doc__, steps=0, batch=64, rate=3e-3, minutes=60.0)
    a.add_argument("--data", required=True, help="folder of shards from scripts/synth/lines/render.py")
    a.add_argument("--held", required=True, help="folder of held-out shards")
    a.add_argument("--alphabet", required=True)
    a.add_argument("--cut", help="folder of crops of the page engine's, from scripts/train/lines/crops")
    a.add_argument("--cut-share", type=float, default=0.5, help="of the lines, with --cut")
    a.add_argument("--cut-held", help="folder of such crops in held-out faces, to look at")
    a.add_argument("--short", type=float, default=0.06, help="share of the time on short clean lines")
    a.add_argument("--every", type=float, default=180, help="seconds between looks at the held-out lines")
    a.add_argument("--hard", type=float, default=1.0, help="the level of degradation that the curriculum ends at, 0 to 1")
    a.add_argument("--ramp", type=float, default=0.4, help="share of the time after which that level is reached")
    a.add_argument("--shares", type=float, nargs=3, default=(1, 1, 1), help="shares used of the lines with Thai letters, with Latin letters only, with neither")
    a.add_argument("--letters", help="the alphabet of before widen.py: train nothing but how the letters behind it are told")
    return a.parse_args()


def ctc(model, x, labels, device):
    """The loss of a batch of lines."""
    with session.half(device.type):
        y = model(to_input(x, device))
    logp = y.float().log_softmax(1).permute(2, 0, 1)
    lengths = torch.tensor([len(l) for l in labels])
    return torch.nn.functional.ctc_loss(logp, torch.from_numpy(np.concatenate(labels)), torch.full((len(labels),), logp.shape[0]), lengths, zero_infinity=True)


class Log:
    """What curve.py draws: the loss, and how held-out lines are read, by the averaged weights."""

    def __init__(self, run, o, index):
        self.run, self.seen, self.smooth, self.looked, self.every = run, 0, None, time.time(), o.every
        self.held = {"clean": held_batches(o.held, index, 0.0), "photo": held_batches(o.held, index, 1.0)}
        if o.cut_held:
            self.held["cut"] = held_batches(o.cut_held, index, limit=2000)

    def batch(self, lines, loss):
        self.seen += lines
        self.smooth = loss if self.smooth is None else 0.98 * self.smooth + 0.02 * loss
        if self.run.step % 50 == 0:
            print(f"step {self.run.step} lines {self.seen} t {self.run.elapsed:.0f} loss {self.smooth:.4f}", flush=True)
        if time.time() - self.looked > self.every:
            self.look()

    def look(self):
        told = {n: validate(self.run.average, g, self.run.device.type) for n, g in self.held.items()}
        print(f"held step {self.run.step} " + " ".join(f"{n} cer {c:.4f} exact {e:.3f}" for n, (c, e) in told.items()), flush=True)
        self.looked = time.time()


def only(model, known):
    """Trains nothing but the rows of the head behind the first `known` classes, with no weight decay, so that all else is as it was."""
    model.body.eval().requires_grad_(False)
    rows = torch.arange(model.head.out_channels) % (model.head.out_channels // 2) >= known
    for p in (model.head.weight, model.head.bias):
        p.register_hook(lambda g: g * rows.to(g.dtype).view(-1, *[1] * (g.dim() - 1)))


def main():
    o = options()
    device = session.seed_all(o.seed, int(os.environ.get("OMP_NUM_THREADS", "1")))
    ranks = Ranks()
    alphabet = open(o.alphabet, encoding="utf8").read().rstrip("\n")
    index = {c: i + 1 for i, c in enumerate(alphabet)}
    model = nets.LineNet(len(alphabet) + 1)
    if o.letters:
        only(model, len(open(o.letters, encoding="utf8").read().rstrip("\n")) + 1)
    # The average costs as much as a small step, so it follows every eighth.
    run = session.Session(model, o, device, decay=0.0 if o.letters else 0.01, clip=2.0, course=course, average=0.998, every=8,
                          before=lambda: ranks.mean([p for p in model.parameters() if p.requires_grad]), keep=ranks.rank == 0)
    log = Log(run, o, index) if ranks.rank == 0 else None
    feed = data.Feed(o.data, index, o.seed + run.step + 7919 * ranks.rank, tuple(o.shares), o.batch, o.cut, o.cut_share)
    while (done := ranks.agree(run.progress)) < 1:
        feed.short.value = done < o.short
        feed.level.value = 0.0 if done < o.short else o.hard * min(1.0, (done - o.short) / o.ramp)
        x, labels = feed.get()
        loss = ctc(model, x, labels, device)
        run.update({"ctc": loss}, done)
        if log:
            log.batch(ranks.size * len(labels), loss.item())
    run.tell()
    if log:
        log.look()
    feed.process.terminate()


if __name__ == "__main__":
    main()

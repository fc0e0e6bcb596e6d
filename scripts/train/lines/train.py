"""Trains the line net for a given time. Resumes from its own checkpoint (optimiser and all) or warm-starts from shipped weights.

The learning rate follows the clock, not the step count, so that a busy machine still ends its schedule.
"""
import argparse
import copy
import glob
import math
import os
import random
import time

import numpy as np
import torch
import torch.distributed as dist

import data
import net as nets
from edits import distance


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
    with torch.no_grad(), torch.autocast(device, dtype=torch.bfloat16):
        for x, labels in groups:
            out = model(to_input(x, device)).float().cpu()
            for o, l in zip(out, labels):
                d = distance(decode(o), l.tolist())
                err, total, exact, n = err + d, total + len(l), exact + (d == 0), n + 1
    model.train()
    return err / max(total, 1), exact / max(n, 1)


def held_batches(folder, index, level, limit=400):
    r = np.random.default_rng(7)
    lines = []
    for path in sorted(glob.glob(os.path.join(folder, "shard*.npz"))):
        for ink, t in list(data.load(path))[:limit]:
            lines.append((data.normalise.normalise(data.augment.degrade(ink, r, level)), t))
    return [b for g in data.batches(iter(lines), index) for b in g]


def start(o, classes):
    model = nets.LineNet(classes).to(o.device, memory_format=torch.channels_last)
    opt = torch.optim.AdamW(model.parameters(), lr=1e-3, weight_decay=0.01, fused=True)
    average, step = copy.deepcopy(model), 0
    path = os.path.join(o.out, "last.pt")
    if os.path.exists(path):
        c = torch.load(path, weights_only=True, map_location=o.device)
        model.load_state_dict(c["model"]), average.load_state_dict(c["average"]), opt.load_state_dict(c["opt"])
        step = c["step"]
    elif o.warm:
        w = {k: v.float() if v.is_floating_point() else v for k, v in torch.load(o.warm, weights_only=True, map_location=o.device).items()}
        model.load_state_dict(w), average.load_state_dict(w)
    return model, average, opt, step


def save(o, model, average, opt, step):
    path = os.path.join(o.out, "last.pt")
    torch.save({"model": model.state_dict(), "average": average.state_dict(), "opt": opt.state_dict(), "step": step}, path + ".tmp")
    os.replace(path + ".tmp", path)


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


def main():
    a = argparse.ArgumentParser()
    a.add_argument("--data", required=True, help="folder of shards from scripts/synth/lines/render.py")
    a.add_argument("--held", required=True, help="folder of held-out shards")
    a.add_argument("--alphabet", required=True)
    a.add_argument("--out", required=True)
    a.add_argument("--warm", help="weights to start from when --out holds no checkpoint")
    a.add_argument("--seconds", type=float, required=True)
    a.add_argument("--rate", type=float, default=3e-3)
    a.add_argument("--short", type=float, default=0.06, help="share of the time on short clean lines")
    a.add_argument("--every", type=float, default=180, help="seconds between checkpoints")
    a.add_argument("--hard", type=float, default=1.0, help="the level of degradation that the curriculum ends at, 0 to 1")
    a.add_argument("--ramp", type=float, default=0.4, help="share of the time after which that level is reached")
    a.add_argument("--shares", type=float, nargs=3, default=(1, 1, 1), help="shares used of the lines with Thai letters, with Latin letters only, with neither")
    a.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    a.add_argument("--seed", type=int, default=1)
    o = a.parse_args()
    torch.set_num_threads(int(os.environ.get("OMP_NUM_THREADS", "1")))
    torch.manual_seed(o.seed), random.seed(o.seed)
    ranks = Ranks()
    os.makedirs(o.out, exist_ok=True)
    alphabet = open(o.alphabet, encoding="utf8").read().rstrip("\n")
    index = {c: i + 1 for i, c in enumerate(alphabet)}
    model, average, opt, step = start(o, len(alphabet) + 1)
    clean, photo = held_batches(o.held, index, 0.0), held_batches(o.held, index, 1.0)
    feed = data.Feed(o.data, index, o.seed + step + 7919 * ranks.rank, tuple(o.shares))
    begin = saved = time.time()
    seen, smooth = 0, None
    while True:
        done = ranks.agree((time.time() - begin) / o.seconds)
        if done >= 1:
            break
        feed.short.value = done < o.short
        feed.level.value = 0.0 if done < o.short else o.hard * min(1.0, (done - o.short) / o.ramp)
        rate = o.rate * min(1.0, done / 0.02 + 0.02) * (0.5 + 0.5 * math.cos(math.pi * max(0.0, done - 0.1) / 0.9)) + 1e-5
        for g in opt.param_groups:
            g["lr"] = rate
        x, labels = feed.get()
        with torch.autocast(o.device, dtype=torch.bfloat16):
            y = model(to_input(x, o.device))
        logp = y.float().log_softmax(1).permute(2, 0, 1)
        lengths = torch.tensor([len(l) for l in labels])
        loss = torch.nn.functional.ctc_loss(logp, torch.from_numpy(np.concatenate(labels)), torch.full((len(labels),), logp.shape[0]), lengths, zero_infinity=True)
        opt.zero_grad(set_to_none=True)
        loss.backward()
        ranks.mean(model.parameters())
        torch.nn.utils.clip_grad_norm_(model.parameters(), 2.0)
        opt.step()
        step, seen = step + 1, seen + ranks.size * len(labels)
        if step % 8 == 0:  # the average costs as much as a small step, so it follows every eighth
            decay = min(0.998, (1 + step) / (10 + step)) ** 8
            with torch.no_grad():
                for p, q in zip(average.state_dict().values(), model.state_dict().values()):
                    p.lerp_(q, 1 - decay) if p.is_floating_point() else p.copy_(q)
        smooth = loss.item() if smooth is None else 0.98 * smooth + 0.02 * loss.item()
        if ranks.rank > 0:
            continue
        if step % 50 == 0:
            print(f"step {step} lines {seen} t {time.time() - begin:.0f} loss {smooth:.4f} rate {rate:.5f} queue {feed.queue.qsize()}", flush=True)
        if time.time() - saved > o.every:
            save(o, model, average, opt, step)
            c, p = validate(average, clean, o.device), validate(average, photo, o.device)
            print(f"held step {step} clean cer {c[0]:.4f} exact {c[1]:.3f} photo cer {p[0]:.4f} exact {p[1]:.3f}", flush=True)
            saved = time.time()
    if ranks.rank == 0:
        save(o, model, average, opt, step)
        c, p = validate(average, clean, o.device), validate(average, photo, o.device)
        print(f"held step {step} clean cer {c[0]:.4f} exact {c[1]:.3f} photo cer {p[0]:.4f} exact {p[1]:.3f} final", flush=True)
    feed.process.terminate()


if __name__ == "__main__":
    main()

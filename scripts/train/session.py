"""What all trainings of nets share: one set of options, seeds, checkpoints that a later call resumes, the learning rate's course,
averaged weights, and an end that keeps the work.

    a = session.options(__doc__, steps=3000, batch=16, rate=3e-3)        # --out --seed --resume --minutes --steps --rate --batch --init
    a.add_argument(…); o = a.parse_args()
    s = session.Session(net, o)
    while not s.done:
        s.update({"loss": …})                                            # one descent; logs and keeps once a minute
    s.tell()
"""
import argparse
import copy
import math
import os
import random
import time

import numpy as np
import torch


def options(doc, steps, batch, rate, minutes=0.0):
    """The options of every training of a net."""
    p = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_options(p, steps, batch, rate, minutes)
    return p


def add_options(p, steps, batch, rate, minutes=0.0):
    p.add_argument("--out", required=True, help="without its ending: OUT.pt is the checkpoint, OUT.onnx the net")
    p.add_argument("--seed", type=int, default=1, help="the same seed draws the same samples")
    p.add_argument("--resume", action=argparse.BooleanOptionalAction, default=True, help="go on with OUT.pt where there is one")
    p.add_argument("--minutes", type=float, default=minutes, help="be done after this time over all calls, however few steps that are; 0: by steps")
    p.add_argument("--steps", type=int, default=steps)
    p.add_argument("--rate", "--lr", dest="lr", type=float, default=rate, help="the highest learning rate")
    p.add_argument("--batch", type=int, default=batch)
    p.add_argument("--init", help="begin with the weights of this checkpoint")


def seed_all(seed, threads=1):
    """Seeds every generator and returns the device to train on."""
    torch.set_num_threads(threads)
    random.seed(seed)
    np.random.seed(seed)
    torch.manual_seed(seed)
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")


def half(kind):
    """Half precision where it is quicker: processors without AVX-512 only imitate bfloat16, twenty times as slowly."""
    return torch.autocast(kind, dtype=torch.bfloat16, enabled=kind != "cpu" or "CPU capability usage: AVX512" in torch.__config__.show())


def cosine(step, progress, warm=100, floor=.003):
    """The share of the highest rate: up over the first steps, then a cosine down to the floor."""
    return min(1.0, step / warm + .01) * (.5 + .5 * math.cos(math.pi * progress) + floor)


def checkpoint(path, device):
    """A file that a training wrote. It is read whole: the safe reader of Debian 12's torch 1.13 knows no numbers, and a training
    reads its own files alone."""
    return torch.load(path, map_location=device, weights_only=False)


def weights(path, device="cpu"):
    """The weights of a checkpoint, averaged ones where it has them, or a bare file of weights, in full precision."""
    c = checkpoint(path, device)
    state = c.get("average") or c.get("net") or c
    return {k: v.float() if v.is_floating_point() else v for k, v in state.items()}


def mixed(states, shares):
    """The mean of states, each by its share: between states of one training lies a better one than any (model soups, Wortsman et al. 2022)."""
    return {k: sum(s * state[k] for s, state in zip(shares, states)) if v.is_floating_point() else v for k, v in states[-1].items()}


class Session:
    """One training run: AdamW, clipped gradients, the rate by steps or by the clock where minutes say when to be done. course(step,
    progress) gives the share of the rate; average is the decay of the averaged weights, 0 for none. before runs between the
    gradients and their use; keep is false for all but one of the processes that train together."""

    def __init__(self, net, o, device=None, decay=1e-3, clip=5.0, course=cosine, average=0.0, every=1, before=None, keep=True):
        self.device = device or torch.device("cpu")
        self.net, self.out, self.steps, self.step, self.batch = net.to(self.device, memory_format=torch.channels_last), o.out, o.steps, 0, o.batch
        self.lr, self.limit, self.spent = o.lr, o.minutes * 60, 0.0
        self.clip, self.course, self.decay, self.every, self.before, self.keep = clip, course, average, every, before, keep
        os.makedirs(os.path.dirname(os.path.abspath(o.out)), exist_ok=True)
        if o.init:
            net.load_state_dict(weights(o.init, self.device))
        self.opt = torch.optim.AdamW(net.parameters(), lr=o.lr, weight_decay=decay)
        self.average = copy.deepcopy(net) if average else None
        self.told, self.sums, self.count = time.time(), {}, 0
        if getattr(o, "resume", True) and os.path.exists(o.out + ".pt"):
            self.load(o.out + ".pt")
        self.begun = time.time() - self.spent
        # The samples follow from the seed and from where the run goes on: the same call gives the same ones, and a resumed run
        # none that it has seen.
        self.rng = np.random.default_rng([getattr(o, "seed", 1), self.step])

    def load(self, path):
        c = checkpoint(path, self.device)
        self.net.load_state_dict(c["net"])
        self.opt.load_state_dict(c["opt"])
        if self.average is not None:
            self.average.load_state_dict(c["average"])
        self.step, self.spent = c["step"], c["spent"]
        print("resumed at step", self.step, flush=True)

    @property
    def elapsed(self):
        """Seconds of training over all calls."""
        return time.time() - self.begun

    @property
    def progress(self):
        """0 at the start, 1 when done."""
        share = self.step / self.steps if self.steps else 0.0
        return max(share, self.elapsed / self.limit) if self.limit else share

    @property
    def done(self):
        return self.progress >= 1

    def update(self, losses, progress=None):
        """One descent on the sum of the losses, which are logged by their names."""
        total = sum(losses.values())
        self.opt.zero_grad(set_to_none=True)
        total.backward()
        if self.before:
            self.before()
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), self.clip)
        p = min(self.progress if progress is None else progress, 1.0)
        for g in self.opt.param_groups:
            g["lr"] = self.lr * self.course(self.step, p)
        self.opt.step()
        self.step += 1
        self.count += 1
        if self.average is not None and self.step % self.every == 0:
            self.follow()
        for k, v in losses.items():
            self.sums[k] = self.sums.get(k, 0.0) + float(v.detach())
        if time.time() - self.told > 60:
            self.tell()

    def follow(self):
        """Moves the averaged weights; in the beginning they follow at once."""
        decay = min(self.decay, (1 + self.step) / (10 + self.step)) ** self.every
        with torch.no_grad():
            for p, q in zip(self.average.state_dict().values(), self.net.state_dict().values()):
                p.lerp_(q, 1 - decay) if p.is_floating_point() else p.copy_(q)

    def tell(self):
        """Logs the means since the last time, and keeps the work."""
        if not self.keep:
            return
        means = " ".join(f"{k}={v / max(1, self.count):.4f}" for k, v in self.sums.items())
        print(f"step {self.step}/{self.steps} {self.elapsed:.0f}s {means}", flush=True)
        self.told, self.sums, self.count = time.time(), {}, 0
        self.save()

    def save(self):
        state = {"net": self.net.state_dict(), "opt": self.opt.state_dict(), "step": self.step, "spent": self.elapsed}
        if self.average is not None:
            state["average"] = self.average.state_dict()
        torch.save(state, self.out + ".tmp")
        os.replace(self.out + ".tmp", self.out + ".pt")

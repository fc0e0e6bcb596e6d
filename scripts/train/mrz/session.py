"""What the trainings of the zone's nets share: options, resuming, the learning rate's course, and an end that keeps the work."""
import argparse
import os
import time

import numpy as np
import torch
from torch import nn


class Session:
    """One training run: `for spent in session.steps()` goes on until the minutes are over; take() is one descent."""

    def __init__(self, doc, net, name, minutes, rate, warm):
        p = argparse.ArgumentParser(description=doc)
        p.add_argument("--out", required=True)
        p.add_argument("--minutes", type=float, default=minutes)
        p.add_argument("--seed", type=int, default=1)
        p.add_argument("--rate", type=float, default=rate)
        p.add_argument("--work", default="build/train")
        self.options = o = p.parse_args()
        torch.set_num_threads(1)
        torch.manual_seed(o.seed)
        os.makedirs(o.work, exist_ok=True)
        self.net, self.warm, self.step = net, warm, 0
        self.path = os.path.join(o.work, name + ".pt")
        self.optimiser = torch.optim.AdamW(net.parameters(), lr=o.rate, weight_decay=1e-3)
        if os.path.exists(self.path):
            was = torch.load(self.path)
            net.load_state_dict(was["net"])
            self.optimiser.load_state_dict(was["optimiser"])
            self.step = was["step"]
            print("resumed", self.path, "at step", self.step)
        # The samples follow from the seed and from where the run goes on: the same call gives the same ones, and a resumed run
        # none that it has seen.
        self.rng = np.random.default_rng([o.seed, self.step])

    def steps(self):
        begin = time.time()
        while (spent := (time.time() - begin) / 60) < self.options.minutes:
            fall = max(0.01, 0.5 * (1 + np.cos(np.pi * spent / self.options.minutes)))
            for group in self.optimiser.param_groups:
                group["lr"] = self.options.rate * min(1, (self.step + 1) / self.warm) * fall
            yield spent
        self.keep()

    def take(self, loss):
        self.optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(self.net.parameters(), 2.0)
        self.optimiser.step()
        self.step += 1

    def keep(self):
        torch.save({"net": self.net.state_dict(), "optimiser": self.optimiser.state_dict(), "step": self.step}, self.path)

"""Train the finder: a fully convolutional net that marks the cores of machine-readable lines with direction and pitch.

    python3 scripts/train/mrz/finder.py --out build/train/finder --minutes 30

Trained on synthetic scenes only (scripts/synth/mrz/scenes.py). Any input whose sides are multiples of 16.
"""
import os
import sys

import numpy as np
import torch
from torch import nn

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, "..", "..", "synth", "mrz"), os.path.join(HERE, "..")]
import scenes  # noqa: E402
import session  # noqa: E402


def block(cin, cout, stride=1, dilation=1, kernel=3):
    return nn.Sequential(nn.Conv2d(cin, cout, kernel, stride, dilation * (kernel // 2), dilation, bias=False), nn.BatchNorm2d(cout), nn.ReLU(inplace=True))


class Finder(nn.Module):
    def __init__(self):
        super().__init__()
        self.quarter = nn.Sequential(block(1, 12, 2), block(12, 20, 2), block(20, 20))
        self.eighth = nn.Sequential(block(20, 40, 2), block(40, 40))
        self.coarse = nn.Sequential(block(40, 64, 2), block(64, 64), block(64, 64, 1, 2), block(64, 64, 1, 3))
        self.back8 = block(64, 40, kernel=1)
        self.join8 = block(40, 32)
        self.back4 = block(32, 20, kernel=1)
        self.join4 = block(20, 20)
        self.head = nn.Conv2d(20, 4, 1)

    def forward(self, x):  # [N,1,H,W] -> [N,4,H/4,W/4]: core logit, cos, sin, log2(pitch/8)
        a = self.quarter(x)
        b = self.eighth(a)
        up = nn.functional.interpolate(self.back8(self.coarse(b)), scale_factor=2.0, mode="nearest")
        b = self.join8(b + up)
        up = nn.functional.interpolate(self.back4(b), scale_factor=2.0, mode="nearest")
        return self.head(self.join4(a + up))


def losses(out, truth):
    core = truth[:, 0]
    bce = nn.functional.binary_cross_entropy_with_logits(out[:, 0], core, pos_weight=torch.tensor(3.0))
    p = torch.sigmoid(out[:, 0])
    dice = 1 - (2 * (p * core).sum() + 1) / (p.sum() + core.sum() + 1)
    rest = (((out[:, 1:] - truth[:, 1:]) ** 2) * core[:, None] * torch.tensor([1.0, 1.0, 0.5])[None, :, None, None]).sum() / (core.sum() + 1)
    return {"core": bce, "dice": dice, "direction+pitch": rest}


def export(net, path):
    net.eval()
    torch.onnx.export(net, torch.zeros(1, 1, 480, 640), path, opset_version=12, input_names=["scene"], output_names=["map"],
                      dynamic_axes={"scene": {2: "h", 3: "w"}, "map": {2: "h4", 3: "w4"}}, do_constant_folding=True)
    net.train()


def main():
    o = session.options(__doc__, steps=0, batch=12, rate=3e-3, minutes=30).parse_args()
    session.seed_all(o.seed)
    run = session.Session(Finder(), o, clip=2.0, course=lambda step, progress: session.cosine(step, progress, warm=60, floor=.01))
    size = scenes.SIZE
    xs = np.zeros((5000, size, size), np.float16)
    ys = np.zeros((5000, 4, size // 4, size // 4), np.float16)
    have, at = 0, 0
    while not run.done:
        for _ in range(4 if have > 60 else 60):
            xs[at], ys[at] = scenes.sample(run.rng)
            at = (at + 1) % len(xs)
            have = min(len(xs), have + 1)
        pick = run.rng.integers(0, have, o.batch)
        x = torch.from_numpy(xs[pick].astype(np.float32))[:, None]
        y = torch.from_numpy(ys[pick].astype(np.float32))
        if run.rng.random() < 0.5:  # half a turn: the direction turns with it
            x, y = x.flip(2, 3), y.flip(2, 3) * torch.tensor([1.0, -1.0, -1.0, 1.0])[None, :, None, None]
        x = x * torch.empty(o.batch, 1, 1, 1).uniform_(0.7, 1.3)
        run.update(losses(run.net(x), y))
    run.tell()
    export(run.net, run.out + ".onnx")


if __name__ == "__main__":
    main()

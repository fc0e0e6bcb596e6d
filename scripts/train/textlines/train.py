"""Trains the finder of text lines: a fully convolutional net that marks the cores of lines of print with their direction of
reading, polarity and height.

    python3 ../../synth/blocks/flats.py PAGES --prefix blocks ../../synth/blocks/blocks.py TMP --pages 600 --seed 17001   # and other generators
    python3 bank.py BANK.npz
    python3 train.py --pages PAGES --bank BANK.npz --out build/train/textlines --minutes 60

Own drawn data only. Any input whose sides are multiples of 32, grey, 1 white. Out: 10 maps at a quarter of the input's size: the
logits of the core for the four pixels of each cell (at half the size, row by row), of the direction of reading in quarter turns
clockwise, of light print, and log2 of the height over eight pixels."""
import os
import sys

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "..")]
import session  # noqa: E402
import windows  # noqa: E402


def block(cin, cout, stride=1, kernel=3, dilation=1):
    return nn.Sequential(nn.Conv2d(cin, cout, kernel, stride, dilation * (kernel // 2), dilation, bias=False), nn.BatchNorm2d(cout), nn.ReLU(inplace=True))


class Finder(nn.Module):
    """0.36 M parameters, 2.3 k multiplications for each pixel of the input."""

    def __init__(self):
        super().__init__()
        self.quarter = nn.Sequential(block(1, 16, 2, 5), block(16, 24, 2), block(24, 24))
        self.eighth = nn.Sequential(block(24, 40, 2), block(40, 40))
        self.sixteenth = nn.Sequential(block(40, 64, 2), block(64, 64))
        self.coarse = nn.Sequential(block(64, 80, 2), block(80, 80), block(80, 80, dilation=2), block(80, 80))
        self.back16, self.join16 = block(80, 64, kernel=1), block(64, 48)
        self.back8, self.join8 = block(48, 40, kernel=1), block(40, 32)
        self.back4, self.join4 = block(32, 24, kernel=1), block(24, 24)
        self.head = nn.Conv2d(24, 10, 1)

    def forward(self, x):  # [N,1,H,W] -> [N,10,H/4,W/4]
        up = lambda t: F.interpolate(t, scale_factor=2.0, mode="nearest")
        a = self.quarter(x)
        b = self.eighth(a)
        c = self.sixteenth(b)
        c = self.join16(c + up(self.back16(self.coarse(c))))
        b = self.join8(b + up(self.back8(c)))
        return self.head(self.join4(a + up(self.back4(b))))


def losses(out, core, seen, rest):
    """core and seen at half the size, as the head's four pixels a cell; rest at a quarter."""
    target, counts = F.pixel_unshuffle(core, 2), F.pixel_unshuffle(seen, 2)
    near = F.pixel_unshuffle(F.max_pool2d(core, 7, 1, 3), 2)  # the rim of cores parts lines: it counts more
    each = F.binary_cross_entropy_with_logits(out[:, :4], target, reduction="none") * counts * (1 + 2 * near)
    p = torch.sigmoid(out[:, :4]) * counts
    dice = 1 - (2 * (p * target).sum() + 1) / (p.sum() + (target * counts).sum() + 1)
    on = rest[:, 0]
    n = on.sum() + 1
    way = (F.cross_entropy(out[:, 4:8], rest[:, 1].long(), reduction="none") * on).sum() / n
    light = (F.binary_cross_entropy_with_logits(out[:, 8], (rest[:, 2] > 0).float(), reduction="none") * on).sum() / n
    tall = ((out[:, 9] - rest[:, 3]).abs() * on).sum() / n
    return {"core": 2 * each.mean(), "dice": dice, "way": way, "light": 0.3 * light, "tall": 0.3 * tall}


def export(net, path):
    net.eval()
    torch.onnx.export(net, torch.zeros(1, 1, 480, 640), path, opset_version=11, input_names=["page"], output_names=["map"],
                      dynamic_axes={"page": {2: "h", 3: "w"}, "map": {2: "h4", 3: "w4"}}, do_constant_folding=True)
    net.train()


class Pool:
    """Samples drawn so far; each step adds a few and learns from some, old and new."""

    def __init__(self, source, most):
        size, self.source, self.have, self.at = windows.SIZE, source, 0, 0
        self.x, self.core = np.zeros((most, size, size), np.uint8), np.zeros((most, size // 2, size // 2), np.uint8)
        self.seen, self.rest = np.zeros_like(self.core), np.zeros((most, 4, size // 4, size // 4), np.float16)

    def draw(self, n, r):
        for _ in range(n):
            self.x[self.at], (self.core[self.at], self.seen[self.at], self.rest[self.at]) = self.source.sample(r)
            self.at = (self.at + 1) % len(self.x)
            self.have = min(self.have + 1, len(self.x))

    def batch(self, n, r):
        pick = r.integers(0, self.have, n)
        whole = lambda a: torch.from_numpy(a[pick].astype(np.float32) / 255)[:, None]
        out = [whole(self.x), whole(self.core), whole(self.seen), torch.from_numpy(self.rest[pick].astype(np.float32))]
        turn = int(r.integers(4))  # as a whole, by quarters clockwise: a page may lie any way
        out = [torch.rot90(t, -turn, (2, 3)).contiguous() for t in out]
        out[3][:, 1] = (out[3][:, 1] + turn) % 4
        return out


def main():
    p = session.options(__doc__, steps=0, batch=6, rate=3e-3, minutes=60)
    p.add_argument("--pages", required=True)
    p.add_argument("--bank", required=True)
    p.add_argument("--fresh", type=int, default=3, help="windows drawn for each step")
    p.add_argument("--pool", type=int, default=1500)
    o = p.parse_args()
    session.seed_all(o.seed)
    run = session.Session(Finder(), o, clip=2.0, average=0.999, course=lambda step, progress: session.cosine(step, progress, warm=60, floor=.01))
    pool = Pool(windows.Windows(o.pages, o.bank), o.pool)
    pool.draw(40, run.rng)
    while not run.done:
        pool.draw(o.fresh, run.rng)
        x, core, seen, rest = pool.batch(o.batch, run.rng)
        with session.half("cpu"):
            out = run.net(x.contiguous(memory_format=torch.channels_last))
        run.update(losses(out.float(), core, seen, rest))
    run.tell()
    export(run.average, run.out + ".onnx")


if __name__ == "__main__":
    main()

"""Train the reader: a fully convolutional net from a 32-pixel strip to 37 characters + blank, one column every 4 pixels.

    python3 scripts/train/mrz/reader.py --out build/train/reader --minutes 20

Only glyphs of fonts-ocr-b are used. New strips enter a buffer while batches are drawn from it, so that one core both
generates and trains.
"""
import os
import sys

import numpy as np
import torch
from torch import nn

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, "..", "..", "synth", "mrz"), os.path.join(HERE, "..")]
import strips  # noqa: E402
import session  # noqa: E402


def block(cin, cout, kernel, pad):
    return [nn.Conv2d(cin, cout, kernel, padding=pad, bias=False), nn.BatchNorm2d(cout), nn.ReLU(inplace=True)]


class Reader(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(
            *block(1, 16, 3, 1), nn.MaxPool2d(2),
            *block(16, 32, 3, 1), nn.MaxPool2d(2),
            *block(32, 64, 3, 1),
            *block(64, 64, 3, 1), nn.MaxPool2d((2, 1)),
            *block(64, 112, (4, 3), (0, 1)),
            nn.Dropout(0.1),
            *block(112, 112, (1, 3), (0, 1)),
            nn.Conv2d(112, 38, 1),
        )

    def forward(self, x):  # [N,1,32,W] -> [N,38,1,W/4] logits
        return self.body(x)


def export(net, path, width=320):
    net.eval()
    torch.onnx.export(net, torch.zeros(1, 1, strips.HEIGHT, width), path, opset_version=12, input_names=["strip"], output_names=["logits"],
                      dynamic_axes={"strip": {0: "n", 3: "w"}, "logits": {0: "n", 3: "c"}}, do_constant_folding=True)
    net.train()


def main():
    o = session.options(__doc__, steps=0, batch=32, rate=2e-3, minutes=20).parse_args()
    session.seed_all(o.seed)
    net = Reader()
    run = session.Session(net, o, clip=2.0, course=lambda step, progress: session.cosine(step, progress, floor=.01))
    held = [strips.sample(np.random.default_rng(10**6 + i)) for i in range(300)]
    hx = torch.from_numpy(np.stack([s for s, _ in held]))[:, None]
    hy = torch.from_numpy(np.stack([y for _, y in held]))
    xs = np.zeros((9000, strips.HEIGHT, 320), np.float32)
    ys = np.zeros((9000, 80), np.int64)
    have, at = 0, 0
    while not run.done:
        for _ in range(16 if have > 400 else 400):
            xs[at], ys[at] = strips.sample(run.rng)
            at = (at + 1) % len(xs)
            have = max(have, at) if have < len(xs) else have
        pick = run.rng.integers(0, have, o.batch)
        x = torch.from_numpy(xs[pick])[:, None]
        x = x * torch.empty(o.batch, 1, 1, 1).uniform_(0.8, 1.2) + torch.randn_like(x) * 0.05
        loss = nn.functional.cross_entropy(net(x)[:, :, 0], torch.from_numpy(ys[pick]), ignore_index=strips.IGNORE, label_smoothing=0.02)
        run.update({"letters": loss})
        if run.step % 100 == 0:
            net.eval()
            with torch.no_grad():
                guess = net(hx)[:, :, 0].argmax(1)
            net.train()
            ink = (hy >= 0) & (hy < strips.BLANK)
            print("held step %d ink wrong %.4f blank wrong %.4f" % (run.step, (guess != hy)[ink].float().mean(), (guess != hy)[hy == strips.BLANK].float().mean()), flush=True)
    export(run.net, run.out + ".onnx")


if __name__ == "__main__":
    main()

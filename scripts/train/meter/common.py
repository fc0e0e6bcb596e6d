"""What the meter nets share beside scripts/train/session.py: scenes, the course of a training on them, ONNX export."""
import argparse
import json
import math
import os
import sys

import cv2
import numpy as np
import torch

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, "..", "..", "synth", "meter"), os.path.join(HERE, "..")]
import session  # noqa: E402


def block(i, o, k=3, stride=1, pad=1, dilation=1):
    return torch.nn.Sequential(torch.nn.Conv2d(i, o, k, stride, pad, dilation, bias=False), torch.nn.BatchNorm2d(o), torch.nn.ReLU(inplace=True))


def setup(seed, threads=1):
    cv2.setNumThreads(1)
    return session.seed_all(seed, threads)


def read_scenes(folders, keep=lambda r: True):
    """Rows of truth.jsonl of all folders, with the full path of the picture."""
    rows = []
    for folder in folders:
        with open(os.path.join(folder, "truth.jsonl"), encoding="utf-8") as f:
            for line in f:
                try:
                    r = json.loads(line)
                except ValueError:
                    continue  # the generator is still writing
                path = os.path.join(folder, r["file"])
                if keep(r) and os.path.exists(path):
                    r["path"], r["cells"] = path, np.array(r["cells"], np.float32)
                    rows.append(r)
    return rows


SAMPLE_SHARE = .15  # of the scenes drawn, where there are corrections from boxes: they are few and worth the most


def draw(rng, rows):
    """A scene at random; corrected samples come as SAMPLE_SHARE of all, however few they are."""
    samples = [r for r in rows if r["kind"] == "sample"] if rng.random() < SAMPLE_SHARE else []
    return samples[rng.integers(len(samples))] if samples else rows[rng.integers(len(rows))]


AVERAGE = .998  # decay of the mean of the weights, a step: what ships, for the last step's own are noisy


class Trainer(session.Session):
    """A session with the meter nets' usual weight decay and averaged weights."""

    def __init__(self, net, a, device, decay=1e-3):
        super().__init__(net, a, device, decay, average=AVERAGE)

    def settle(self):
        """Puts the averaged weights into the net, at the end."""
        self.net.load_state_dict(self.average.state_dict())


def common_arguments(ap, steps, batch, lr):
    session.add_options(ap, steps, batch, lr)


def train_on_scenes(doc, defaults, make, batch, losses, check, shape, names, prints=False):
    """The main program of a net that learns from scenes. batch(rng, rows, cache, size) gives the picture and what losses(out, ...)
    takes behind the net's output; check(net, folder, device) prints figures of held-out scenes. With prints the batches print words,
    in the faces of cache["fonts"] too."""
    ap = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    common_arguments(ap, *defaults)
    ap.add_argument("--scenes", nargs="+", required=True, help="of generate.py or of `lensd export samples`")
    ap.add_argument("--check")
    if prints:
        ap.add_argument("--fonts", help="a folder of further faces to print with")
    a = ap.parse_args()
    device = setup(a.seed)
    rows, cache, net = read_scenes(a.scenes), {"fonts": getattr(a, "fonts", None)}, make()
    print(len(rows), "scenes,", sum(p.numel() for p in net.parameters()), "parameters", flush=True)
    t = Trainer(net, a, device)
    rng = np.random.default_rng(a.seed + t.step)
    net.train()
    while not t.done:
        x, *truth = [v.to(device) for v in batch(rng, rows, cache, a.batch)]
        with session.half(device.type):
            out = net(x.contiguous(memory_format=torch.channels_last)).float()
        t.update(losses(out, *truth))
        if t.step % 100 == 0:
            rows = read_scenes(a.scenes)  # the generator may have written more
        if a.check and t.step % 500 == 0:
            check(net, a.check, device)
    t.tell()
    t.settle()
    if a.check:
        check(net, a.check, device)
    print("bytes:", export(net, a.out + ".onnx", shape, names))


def export(net, path, shape, names):
    """ONNX opset 11 with BatchNorm folded into the convolutions, checked against torch by the caller."""
    net = net.eval().cpu()
    torch.onnx.export(net, torch.zeros(shape), path, opset_version=11, input_names=["picture"], output_names=names,
                      do_constant_folding=True)
    return os.path.getsize(path)


def jpeg(im, rng, low=30):
    ok, buf = cv2.imencode(".jpg", im, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(low, 95))])
    return cv2.imdecode(buf, cv2.IMREAD_COLOR)


def angle_of(q):
    """Direction of a row's quad in radians."""
    v = (q[1] + q[2]) - (q[0] + q[3])
    return math.atan2(float(v[1]), float(v[0]))

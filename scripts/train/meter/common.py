"""What the three meter nets share: seeds, checkpoints, logs, the learning-rate plan, ONNX export."""
import argparse
import json
import math
import os
import random
import sys
import time

import cv2
import numpy as np
import torch

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "..", "synth", "meter"))


def setup(seed, threads=1):
    cv2.setNumThreads(1)
    torch.set_num_threads(threads)
    random.seed(seed)
    np.random.seed(seed)
    torch.manual_seed(seed)
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")


def bf16(device):
    """Mixed precision: twice as fast on CPUs with AMX or AVX512-BF16, and no worse for nets of this size."""
    return torch.autocast(device.type, torch.bfloat16)


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


class Trainer:
    """AdamW with warm-up and a cosine down to nothing, by steps or by the clock where minutes says when to be done.
    Checkpoints that a later call resumes, a log line a minute."""

    def __init__(self, net, a, device, decay=1e-3):
        self.net, self.out, self.steps, self.step, self.batch = net.to(device, memory_format=torch.channels_last), a.out, a.steps, 0, a.batch
        self.lr, self.limit, self.spent = a.lr, a.minutes * 60, 0.0
        if a.init:
            net.load_state_dict(torch.load(a.init, map_location=device, weights_only=True)["net"])
        self.opt = torch.optim.AdamW(net.parameters(), lr=a.lr, weight_decay=decay)
        self.told, self.sums, self.count = time.time(), {}, 0
        if os.path.exists(a.out + ".pt"):
            c = torch.load(a.out + ".pt", map_location=device, weights_only=True)
            net.load_state_dict(c["net"])
            self.opt.load_state_dict(c["opt"])
            self.step, self.spent = c["step"], c["spent"]
            print("resumed at step", self.step, flush=True)
        self.begun = time.time() - self.spent

    @property
    def progress(self):
        """0 at the start, 1 when done."""
        share = self.step / self.steps
        return max(share, (time.time() - self.begun) / self.limit) if self.limit else share

    @property
    def done(self):
        return self.progress >= 1

    def update(self, losses):
        total = sum(losses.values())
        self.opt.zero_grad(set_to_none=True)
        total.backward()
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), 5.0)
        p = min(self.progress, 1.0)
        for g in self.opt.param_groups:
            g["lr"] = self.lr * min(1.0, self.step / 100 + .01) * (.5 + .5 * math.cos(math.pi * p) + .003)
        self.opt.step()
        self.step += 1
        self.count += 1
        for k, v in losses.items():
            self.sums[k] = self.sums.get(k, 0.0) + float(v.detach())
        if time.time() - self.told > 60:
            self.tell()

    def tell(self):
        means = " ".join(f"{k}={v / max(1, self.count):.4f}" for k, v in self.sums.items())
        print(f"step {self.step}/{self.steps} {time.time() - self.begun:.0f}s {means}", flush=True)
        self.told, self.sums, self.count = time.time(), {}, 0
        self.save()

    def save(self):
        state = {"net": self.net.state_dict(), "opt": self.opt.state_dict(), "step": self.step, "spent": time.time() - self.begun}
        torch.save(state, self.out + ".tmp")
        os.replace(self.out + ".tmp", self.out + ".pt")


def common_arguments(ap, steps, batch, lr):
    ap.add_argument("--out", required=True, help="checkpoint without its ending")
    ap.add_argument("--steps", type=int, default=steps)
    ap.add_argument("--minutes", type=float, default=0, help="be done after this time, however few steps that are")
    ap.add_argument("--batch", type=int, default=batch)
    ap.add_argument("--lr", type=float, default=lr)
    ap.add_argument("--seed", type=int, default=1)
    ap.add_argument("--init", help="begin with the weights of this checkpoint")


def train_on_scenes(doc, defaults, make, batch, losses, check, shape, names):
    """The main program of a net that learns from scenes. batch(rng, rows, cache, size) gives the picture and what losses(out, ...)
    takes behind the net's output; check(net, folder, device) prints figures of held-out scenes."""
    ap = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    common_arguments(ap, *defaults)
    ap.add_argument("--scenes", nargs="+", required=True, help="of generate.py or of `lensd export samples`")
    ap.add_argument("--check")
    a = ap.parse_args()
    device = setup(a.seed)
    rows, cache, net = read_scenes(a.scenes), {}, make()
    print(len(rows), "scenes,", sum(p.numel() for p in net.parameters()), "parameters", flush=True)
    t = Trainer(net, a, device)
    rng = np.random.default_rng(a.seed + t.step)
    net.train()
    while not t.done:
        x, *truth = [v.to(device) for v in batch(rng, rows, cache, a.batch)]
        with bf16(device):
            out = net(x.contiguous(memory_format=torch.channels_last)).float()
        t.update(losses(out, *truth))
        if t.step % 100 == 0:
            rows = read_scenes(a.scenes)  # the generator may have written more
        if a.check and t.step % 500 == 0:
            check(net, a.check, device)
    t.tell()
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

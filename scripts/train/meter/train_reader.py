#!/usr/bin/env python3
"""Train the ring-position reader: train_reader.py --out FILE --crops DIR --scenes DIR... [--samples DIR...] [--hold GROUP,...]

--crops    folder of real digit crops with index.jsonl; --samples takes folders that `lensd export samples` wrote.
--hold     groups (meters) of the crops kept out of training and reported at the end; --no-crop-rows leaves synthetic
           rows composed of real crops out too, which a fair hold-out needs.
Writes FILE.pt (resumable), FILE.onnx, and prints the figures of every held group.
"""
import argparse

import numpy as np
import torch
import torch.nn.functional as F

from common import Trainer, common_arguments, export, read_scenes, session, setup
from reader_data import Tiles, read_crops, read_scene_cells
from reader_net import HEIGHT, WIDTH, Reader, ring_target, standardise


LOOKS = (1.0, 1.22, 1.1)  # how much of a cell the figures' looks show (the product takes two, see vision/meter/rings.go); training is about the last


EASY, HARD = .2, 2.0  # least and greatest weight of a drawn cell: what nobody can read must not take over


def affine(n, rng, device, jitter=1.0, look=1.1):
    """Sampling grids that take a 72 x 48 tile to 48 x 32: shift, zoom, aspect, small rotation and shear."""
    j = lambda s: torch.as_tensor(rng.normal(0, s * jitter, n).clip(-2.5 * s, 2.5 * s), dtype=torch.float32)
    zx = (2 / 3) * look * torch.exp(j(.12))
    zy = (2 / 3) * look * torch.exp(j(.10))
    a, sh = j(.06), j(.06)
    th = torch.stack([torch.stack([zx * torch.cos(a), zy * (-torch.sin(a) + sh), j(.07)], 1),
                      torch.stack([zx * torch.sin(a) * .67, zy * torch.cos(a), j(.045)], 1)], 1)
    return F.affine_grid(th.to(device), (n, 3, HEIGHT, WIDTH), align_corners=False)


def spoil(x, rng):
    """Photometric changes on standardised-to-be crops: casts, gamma, negatives, gray, noise, blur, occlusion."""
    n, dev = x.shape[0], x.device
    u = lambda a, b, *s: torch.as_tensor(rng.uniform(a, b, (n,) + s), dtype=torch.float32, device=dev)
    gain = torch.exp(torch.as_tensor(rng.normal(0, .15, (n, 3, 1, 1)), dtype=torch.float32, device=dev))
    x = (x * gain).clamp(1, 255)
    x = 255 * (x / 255) ** torch.exp((u(-.5, .5))[:, None, None, None])
    gray = x.mean(1, keepdim=True).expand_as(x)
    x = torch.where((u(0, 1) < .2)[:, None, None, None], gray, x)
    x = torch.where((u(0, 1) < .12)[:, None, None, None], 255 - x, x)
    x = torch.where((u(0, 1) < .15)[:, None, None, None], x.flip(1), x)
    soft = F.avg_pool2d(x, 3, 1, 1, count_include_pad=False)
    k = (u(0, 1) ** 2)[:, None, None, None]
    x = x * (1 - k) + soft * k
    if rng.random() < .5:
        small = F.interpolate(x, scale_factor=.5, mode="bilinear", align_corners=False)
        up = F.interpolate(small, size=x.shape[2:], mode="bilinear", align_corners=False)
        x = torch.where((u(0, 1) < .3)[:, None, None, None], up, x)
    ramp = torch.linspace(-1, 1, x.shape[2], device=dev)[None, None, :, None] * u(-25, 25, 1, 1, 1) \
        + torch.linspace(-1, 1, x.shape[3], device=dev)[None, None, None, :] * u(-25, 25, 1, 1, 1)
    x = x + ramp + torch.randn_like(x) * u(0, 9, 1, 1, 1)
    return x


class Sampler:
    """Balanced draws: a fixed share of real crops (each meter alike), the rest synthetic, the drawn cells that were read
    badly more often: most of a big pool is easy after a while."""

    def __init__(self, tiles, pos, sigma, nad, group, real_share=0.45):
        self.data = tiles, pos, sigma, nad
        self.excess = np.ones(len(pos), np.float32)  # of the last loss over the target's entropy
        self.drawn, self.sum = 0, None
        self.synth = np.flatnonzero(group == "synthetic")
        self.real = [np.flatnonzero(group == g) for g in sorted(set(group)) if g != "synthetic"]
        # Between a meter alike and a crop alike: the mixed group holds many meters.
        w = np.array([len(i) ** .6 for i in self.real])
        self.weight = w / w.sum() if len(w) else w
        self.share = real_share if len(self.synth) and self.real else float(bool(self.real))

    def batch(self, n, rng):
        k = int(round(n * self.share))
        idx = [rng.choice(self.real[g]) for g in rng.choice(len(self.real), k, p=self.weight)] if k else []
        idx = np.concatenate([np.array(idx, int), self.hard(n - k, rng)] if n > k else [np.array(idx, int)])
        self.last = idx
        return [torch.from_numpy(d[idx]) for d in self.data]

    def hard(self, n, rng):
        """Drawn cells by weight, from EASY to HARD."""
        if self.drawn % 20 == 0:
            self.sum = np.cumsum(self.excess[self.synth].clip(EASY, HARD).astype(np.float64))
        self.drawn += 1
        i = np.searchsorted(self.sum, rng.random(n) * self.sum[-1])
        return self.synth[i.clip(0, len(self.synth) - 1)]

    def learned(self, excess):
        """Tells how badly the cells of the last batch were read."""
        self.excess[self.last] = .5 * self.excess[self.last] + .5 * excess


def evaluate(net, tiles, pos, nad, device):
    """Which settled digits are right, their errors, and the errors of all positions, over real digits; each is read with the
    product's looks, the answers averaged as logarithms."""
    rng = np.random.default_rng(0)
    out = []
    net.eval()
    with torch.no_grad():
        for i in range(0, len(tiles), 256):
            x = torch.from_numpy(tiles[i:i + 256]).to(device).permute(0, 3, 1, 2).float()
            views = [F.grid_sample(x, affine(len(x), rng, device, 0.0, k), padding_mode="border", align_corners=False) for k in LOOKS]
            p = sum(net(standardise(v))[:, :-1].log_softmax(1) for v in views).div(len(views)).softmax(1)
            t = torch.arange(100, device=device) * 2 * np.pi / 100
            # Mode, refined by the circular mean around it.
            m = p.argmax(1)
            d = (torch.arange(100, device=device)[None] - m[:, None] + 50) % 100 - 50
            near = p * (d.abs() <= 4)
            out.append(((m + (near * d).sum(1) / near.sum(1)) / 10 % 10).cpu().numpy())
    net.train()
    got = np.concatenate(out) if out else np.zeros(0)
    err = np.abs((got - pos + 5) % 10 - 5)
    frac = np.minimum(pos % 1, 1 - pos % 1)
    settled = frac < .15
    right = np.round(got[settled]) % 10 == np.round(pos[settled]) % 10
    return right, err[settled], err


def report(net, data, hold, device):
    tiles, pos, _, nad, group = data
    worst, rows = 1.0, []
    for g in hold:
        i = np.flatnonzero((group == g) & ~nad)
        if not len(i):
            continue
        right, _, err = evaluate(net, tiles[i], pos[i], nad[i], device)
        print(f"held {g}: n={len(i)} settled={right.mean():.4f} ({len(right)}) within0.5={(err <= .5).mean():.4f}", flush=True)
        rows.append((len(right), right.sum(), len(err), (err <= .5).sum()))
    if rows:
        s = np.array(rows, float).sum(0)
        print(f"held all: settled={s[1] / s[0]:.4f} within0.5={s[3] / s[2]:.4f} "
              f"meter minimum settled={min(r[1] / max(1, r[0]) for r in rows):.3f} within={min(r[3] / r[2] for r in rows):.3f}", flush=True)


def fit(t, sampler, rng, device):
    """Steps until the trainer is done."""
    t.net.train()
    while not t.done:
        x, pos, sigma, nad = [v.to(device) for v in sampler.batch(t.batch, rng)]
        x = x.permute(0, 3, 1, 2).float()
        x = F.grid_sample(x, affine(len(x), rng, device), padding_mode="border", align_corners=False)
        with session.half(device.type):
            y = t.net(standardise(spoil(x, rng)).contiguous(memory_format=torch.channels_last)).float()
        goal = ring_target(pos, sigma, nad)
        each = -(goal * F.log_softmax(y, 1)).sum(1)
        t.update({"ring": each.mean()})
        sampler.learned((each.detach() + (goal * goal.clamp(min=1e-9).log()).sum(1)).cpu().numpy())
    t.tell()


def load(a):
    rng = np.random.default_rng(a.seed)
    into = Tiles()
    for folder in a.crops:
        read_crops(folder, into)
    keep = (lambda r: r["kind"] != "crops") if a.no_crop_rows else (lambda r: True)
    # Folders that `lensd export samples` wrote have the format of scenes.
    read_scene_cells(read_scenes(a.scenes + a.samples, keep), rng, into)
    return into.arrays()


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    common_arguments(ap, 2000, 192, 4e-3)
    ap.add_argument("--crops", nargs="*", default=[])
    ap.add_argument("--scenes", nargs="*", default=[])
    ap.add_argument("--samples", nargs="*", default=[])
    ap.add_argument("--real", type=float, default=.45, help="share of real crops in a batch")
    ap.add_argument("--hold", default="")
    ap.add_argument("--no-crop-rows", action="store_true")
    a = ap.parse_args()
    device = setup(a.seed)
    data = load(a)
    hold = [g for g in a.hold.split(",") if g]
    train = ~np.isin(data[4], hold)
    print(f"{train.sum()} tiles to train on, {(~train).sum()} held", flush=True)
    sampler = Sampler(*[d[train] for d in data], real_share=a.real)
    net = Reader()
    print(sum(p.numel() for p in net.parameters()), "parameters", flush=True)
    t = Trainer(net, a, device)
    fit(t, sampler, np.random.default_rng(a.seed + t.step), device)
    t.settle()
    report(net, data, hold, device)
    print("bytes:", export(net, a.out + ".onnx", (1, 3, HEIGHT, WIDTH), ["ring"]))


if __name__ == "__main__":
    main()

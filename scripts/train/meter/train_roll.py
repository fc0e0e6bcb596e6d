#!/usr/bin/env python3
"""Train the row reader of wheels: train_roll.py --out FILE --scenes DIR... [--check DIR]

Strips are cut as for the line reader of displays (strips.py), with the errors that a search makes, a part of them upside down. Displays and the
rivals of mine_rivals.py are among the scenes as what is no wheel.
"""
import math

import cv2
import numpy as np
import torch
import torch.nn.functional as F

from common import draw, read_scenes, train_on_scenes
from reader_net import BINS, ring_target, standardise
from roll_net import CHANNELS, FIRST, HEIGHT, STRIDE, WIDTH, Roll
from strips import FONTS, astray, beside, cut_line, line_map, noise, shade
from train_detector import apply, load, recolour, row_quad
from train_line import target as places

COLS = WIDTH // STRIDE
PLAIN = .15  # share of strips that show no wheels
TURNED = .25  # share of strips that are upside down: they teach where wheels are and the direction
SIGN = .35  # share of strips with an emblem, a dot or a letter beyond an end
ASTRAY = .4  # share of the strips without wheels that are cut anywhere
EXACT, CROP = .1, .14  # digits: how well a drawn wheel's place is known, and a real crop's
WHEELS = ("roller", "crops", "sample")  # what people correct is mostly wheels


def sample(rng, r, im, noisy=True):
    q, turned = row_quad(r["cells"]), noisy and rng.random() < TURNED
    if turned:
        q = q[[2, 3, 0, 1]]
    bend = (rng.normal(0, 9), rng.normal(0, 2.6), math.exp(rng.normal(0, .13)), rng.normal(0, .035), math.exp(rng.normal(0, .07))) if noisy else None
    wheels = r["kind"] in WHEELS
    if noisy and not wheels and rng.random() < ASTRAY:
        q = astray(rng, im.shape[1::-1], q)
    h = line_map(q, bend)
    x = cut_line(im, h)
    cells = [apply(h, c) for c in r["cells"]] if wheels else []
    if noisy and len(cells) > 1:
        if rng.random() < SIGN:
            x = beside(rng, FONTS, x, cells, turned)
        x = shade(rng, x, cells)
    t, w, which = places(cells, range(len(cells)), 0.0 if turned else 1.0, r["decimals"])
    pos = np.array(r["positions"], np.float32)[which] if cells else np.zeros(COLS, np.float32)
    sigma = np.float32(EXACT if r["kind"] == "roller" else CROP)
    return x, t, w, pos, sigma, np.float32(not turned), np.float32(r["kind"] == "roller")


def batch(rng, rows, cache, n):
    if cache.get("rows") is not rows:
        cache["rows"], cache["split"] = rows, ([r for r in rows if r["kind"] in WHEELS], [r for r in rows if r["kind"] not in WHEELS])
    wheels, plain = cache["split"]
    got = []
    while len(got) < n:
        r = draw(rng, plain if plain and rng.random() < PLAIN else wheels)
        im = load(cache, r["path"], False)
        got += [sample(rng, r, im) for _ in range(min(2, n - len(got)))]
    x = torch.from_numpy(np.stack([recolour(rng, g[0]) for g in got])).permute(0, 3, 1, 2).float()
    x = x + noise(cache, rng, x) * torch.rand(n, 1, 1, 1) * 8
    return [standardise(x)] + [torch.from_numpy(np.stack([g[k] for g in got])) for k in range(1, 7)]


def losses(y, t, w, pos, sigma, up, know):
    y = y[:, :, 0]
    heat = t[:, 0]
    bce = F.binary_cross_entropy_with_logits(y[:, 0], heat, reduction="none")
    floor = -(heat * torch.log(heat.clamp(min=1e-6)) + (1 - heat) * torch.log((1 - heat).clamp(min=1e-6)))
    n = w.sum().clamp(min=1)
    reg = lambda k, beta: (F.smooth_l1_loss(y[:, k], t[:, k], reduction="none", beta=beta) * w).sum() / n
    dec = F.binary_cross_entropy_with_logits(y[:, 5], t[:, 5], reduction="none", pos_weight=y.new_tensor(2.0))
    way = F.binary_cross_entropy_with_logits(y[:, 6], t[:, 6], reduction="none")
    read = (w * up[:, None]) > 0
    goal = ring_target(pos[read], sigma[:, None].expand_as(pos)[read], torch.zeros_like(pos[read], dtype=torch.bool))[:, :BINS]
    ring = -(goal * F.log_softmax(y[:, FIRST:].permute(0, 2, 1)[read], 1)).sum(1)
    return {"heat": 3 * (bce - floor).mean(), "dx": .5 * reg(1, .5), "y": 4 * reg(2, .1), "h": 2 * reg(3, .1), "w": 2 * reg(4, .1),
            "dec": .7 * (dec * w * know[:, None]).sum() / n, "up": .7 * (way * w).sum() / n, "ring": ring.mean() if len(ring) else y.sum() * 0}


def check(net, folder, device):
    """Of rows cut by their truth with a search's errors: rows whose every wheel is read within half a digit, and the wheels."""
    rows, rng, cache = read_scenes([folder], lambda r: r["kind"] in WHEELS)[:400], np.random.default_rng(3), {}
    exact, every = [], []
    net.eval()
    for r in rows:
        im = load(cache, r["path"], False)
        h = line_map(row_quad(r["cells"]), (rng.normal(0, 4), rng.normal(0, 1.2), math.exp(rng.normal(0, .05)), rng.normal(0, .015), 1.0))
        x = cut_line(im, h)
        with torch.no_grad():
            y = net(standardise(torch.from_numpy(x[None]).permute(0, 3, 1, 2).float()).to(device))[0, :, 0].float().cpu().numpy()
        at = [int(np.clip(apply(h, c).mean(0)[0] / STRIDE, 0, COLS - 1)) for c in r["cells"]]
        off = np.abs((y[FIRST:, at].argmax(0) / 10 - np.array(r["positions"]) + 5) % 10 - 5) < .5
        exact.append(off.all())
        every += list(off)
    net.train()
    print(f"check: rows={np.mean(exact):.3f} wheels={np.mean(every):.4f}", flush=True)


if __name__ == "__main__":
    train_on_scenes(__doc__, (20000, 32, 3e-3), Roll, batch, losses, check, (1, 3, HEIGHT, WIDTH), ["rings"])

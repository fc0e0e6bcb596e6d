"""Batches for the line net: shards in, degraded and normalised anew at each use, bucketed by width, made in a process beside the trainer."""
import glob
import multiprocessing as mp
import os
import sys

import cv2
import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../synth/lines"))
import augment  # noqa: E402
import normalise  # noqa: E402

BUDGET = int(os.environ.get("LINES_BATCH_COLUMNS", 3200))  # in one batch
cv2.setNumThreads(1)


def load(path):
    d = np.load(path)
    offsets = np.r_[0, np.cumsum(d["shape"].prod(1, dtype=np.int64))]
    pixels, shape = d["pixels"], d["shape"]
    for i, t in enumerate(str(d["text"]).split("\n")):
        yield pixels[offsets[i]:offsets[i + 1]].reshape(shape[i]), t


def batches(lines, index, pool=1200, most=64):
    """lines: iterable of (40 x W uint8, text), at most so many in a batch. Yields (N x 40 x W uint8, list of label arrays)."""
    def flush(chunk):
        chunk.sort(key=lambda c: c[0].shape[1])
        out, i = [], 0
        while i < len(chunk):
            j = i
            while j < len(chunk) and (j - i + 1) * bucket(chunk[j][0].shape[1]) <= BUDGET and j - i < most:
                j += 1
            j = max(j, i + 1)
            w = bucket(chunk[j - 1][0].shape[1])
            x = np.zeros((j - i, normalise.HEIGHT, w), np.uint8)
            for k in range(i, j):
                x[k - i, :, :chunk[k][0].shape[1]] = chunk[k][0]
            out.append((x, [np.array([index[c] for c in chunk[k][1]], np.int64) for k in range(i, j)]))
            i = j
        return out
    chunk = []
    for im, t in lines:
        # CTC needs a slot for each character and one between equal neighbours
        if im.shape[1] > 1280 or im.shape[1] < 2 * (len(t) + sum(a == b for a, b in zip(t, t[1:]))) + 2:
            continue
        if any(c not in index for c in t):
            continue
        chunk.append((im, t))
        if len(chunk) == pool:
            yield flush(chunk)
            chunk = []
    if chunk:
        yield flush(chunk)


def bucket(w):
    return (w + 31) // 32 * 32


def thai(t):
    return any("ก" <= c <= "ๆ" for c in t)


def keep(t, shares):
    """The share of the lines of t's class that is used: (Thai letters, Latin letters only, neither)."""
    if thai(t):
        return shares[0]
    return shares[1] if any(c.isalpha() for c in t) else shares[2]


def shuffled(folder, r):
    """The lines of shards drawn by lot, forever; these are listed anew each time so that new ones join a running training."""
    while True:
        lines = list(load(r.choice(sorted(glob.glob(os.path.join(folder, "shard*.npz"))))))
        for i in r.permutation(len(lines)):
            yield lines[i]


def shake(grey, r):
    """A crop of the page engine's as another look at the same print might have given it: a little wider or lower, blurred, smeared, noisy."""
    if r.random() < 0.5:
        size = max(8, round(grey.shape[1] * r.uniform(0.85, 1.15))), max(8, round(grey.shape[0] * r.uniform(0.85, 1.15)))
        grey = cv2.resize(grey, size, interpolation=cv2.INTER_LINEAR)
    em = 0.7 * grey.shape[0]  # most crops have room around their line
    k = r.random()
    if k < 0.05:
        grey = augment.faint(grey, r)
    elif k < 0.1:
        grey = grey * augment.texture(grey.shape, r, em)
    grey = np.clip(grey, 0, 255).astype(np.uint8)
    k = r.random()
    if k < 0.25:
        grey = augment.smeared(grey, r, em)
    elif k < 0.45:
        grey = cv2.GaussianBlur(grey, (0, 0), r.uniform(0.3, 0.02 * grey.shape[0] + 0.3))
    if r.random() < 0.25:
        grey = np.clip(grey + r.standard_normal(grey.shape, dtype=np.float32) * r.uniform(2, 16), 0, 255).astype(np.uint8)
    return grey


def endless(folder, seed, level, short, shares, cut=None, share=0.0):
    """Lines forever, drawn ones degraded anew; `share` of them are crops of the page engine's (harvest.py) from the folder `cut`."""
    r = np.random.default_rng(seed)
    drawn, crops = shuffled(folder, r), shuffled(cut, r) if cut else None
    while True:
        if crops and r.random() < share and not short.value:
            grey, t = next(crops)
            yield normalise.normalise(shake(grey, r), r), t
            continue
        ink, t = next(drawn)
        if (short.value and len(t) > 12) or r.random() > keep(t, shares):
            continue
        try:
            least = 0.25 if thai(t) else 0.16  # the marks of Thai letters vanish first
            yield normalise.normalise(augment.degrade(ink, r, level.value, least), r), t
        except cv2.error:
            continue


def produce(queue, folder, index, seed, level, short, shares, most, cut, share):
    r = np.random.default_rng(seed + 1)
    for group in batches(endless(folder, seed, level, short, shares, cut, share), index, most=most):
        for i in r.permutation(len(group)):
            queue.put(group[i])


class Feed:
    """A producer process; level (0..1) and short steer the curriculum while it runs."""

    def __init__(self, folder, index, seed, shares=(1, 1, 1), most=64, cut=None, share=0.0):
        ctx = mp.get_context("spawn")  # a fork would inherit OpenCV's and torch's thread pools without their threads
        self.level, self.short = ctx.Value("d", 0.0), ctx.Value("b", 0)
        self.queue = ctx.Queue(24)
        self.process = ctx.Process(target=produce, args=(self.queue, folder, index, seed, self.level, self.short, shares, most, cut, share), daemon=True)
        self.process.start()

    def get(self):
        return self.queue.get()

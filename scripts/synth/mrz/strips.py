"""Training strips of the reader: one code line at 16 pixels a character, 32 high, as the finder's crop would show it."""
import random

import cv2
import numpy as np

import ocrb
import paper

PITCH, HEIGHT, STRIDE, BLANK = 16, 32, 4, 37
IGNORE = -1


def normalise(strip):
    """Local contrast: every column is set against the mean and deviation of the 65 columns around it."""
    x = strip.astype(np.float32)
    pad = np.pad(x, ((0, 0), (32, 32)), mode="edge")
    kernel = np.ones(65, np.float32) / 65
    mean = np.convolve(pad.mean(0), kernel, "valid")
    square = np.convolve((pad * pad).mean(0), kernel, "valid")
    return (x - mean) / (np.sqrt(np.maximum(square - mean * mean, 0)) + 6)


def printed(rng, lines, row, first, count):
    """Ink coverage of a piece of a zone around line row: the line itself and what reaches in from its neighbours."""
    font, weight = ocrb.FONTS[int(rng.integers(0, 2))], float(rng.choice(ocrb.WEIGHTS))
    if rng.random() < 0.3:
        font = ocrb.OTHERS[int(rng.integers(0, len(ocrb.OTHERS)))]
    out = np.zeros((ocrb.CELL_H * 3, (count + 6) * ocrb.PITCH), np.float32)
    for k in (-1, 0, 1):
        if not 0 <= row + k < len(lines):
            continue
        text = lines[row + k][first:first + count]
        shift = 3 * ocrb.PITCH + (int(rng.uniform(-0.6, 0.6) * ocrb.PITCH) if k else 0)
        at = max(0, (1 + k) * ocrb.CELL_H + (int(rng.uniform(-0.2, 0.2) * ocrb.PITCH) if k else 0))
        img = ocrb.line_image(text, font, weight)[: out.shape[0] - at]
        out[at:at + img.shape[0], shift:shift + img.shape[1]] = img[:, : out.shape[1] - shift]
    return out


def sample(rng, width=320):
    """One strip (HEIGHT x width, normalised) and the class of each output column."""
    lines = ocrb.zone(random.Random(int(rng.integers(0, 2**31))))
    row = int(rng.integers(0, len(lines)))
    count = 16
    first = int(rng.integers(0, len(lines[row]) - count + 1))
    if rng.random() < 0.4:
        first = rng.choice((0, len(lines[row]) - count))
    ink = printed(rng, lines, row, first, count)
    source = float(np.exp(rng.uniform(np.log(4.2), np.log(22))))  # pixels a character in the sender's picture
    # atlas -> source picture: scale, small rotation and shear, a taste of perspective
    k = source / ocrb.PITCH
    slope, shear = rng.normal(0, 0.018), rng.normal(0, 0.02)
    tall = rng.uniform(0.88, 1.12)
    h, w = ink.shape
    size = (int(w * k) + 2, int(h * k * tall) + 2)
    into = np.array([[k, shear * k, rng.uniform(0, 1)], [slope * k, k * tall, rng.uniform(0, 1)], [rng.normal(0, 2e-5), rng.normal(0, 2e-5), 1]])
    into[1, 2] -= slope * size[0] / 2
    soft = 0.45 / k if k < 1 else 0
    small = cv2.warpPerspective(cv2.GaussianBlur(ink, (0, 0), soft) if soft > 0.3 else ink, into, size, flags=cv2.INTER_LINEAR)
    page = paper.paper(rng, size[1], size[0])
    tone = rng.uniform(5, 90)
    if rng.random() < 0.2:
        small = small * np.clip(0.6 + paper.clouds(rng, *small.shape, 6), 0, 1)  # worn print
    page += (tone - page) * small * rng.uniform(0.75, 1)
    page = paper.stain(rng, page, source)
    photo = paper.camera(rng, page, rng.uniform(0, 0.12) * source * (rng.random() < 0.6) + rng.uniform(0, 0.5))
    # source picture -> strip, with the finder's errors
    pitch = PITCH * rng.uniform(0.88, 1.12) / source
    start = (width - count * PITCH) / 2 + rng.uniform(-24, 24)
    if first == 0 and rng.random() < 0.5:
        start += rng.uniform(0, 60)
    mid = into @ np.array([w / 2, h / 2, 1.0])
    mid = mid[1] / mid[2]
    left = into @ np.array([3 * ocrb.PITCH, h / 2, 1.0])
    ratio = rng.uniform(0.9, 1.1)
    out = np.array([[pitch, 0, start - pitch * left[0] / left[2]], [0, pitch * ratio, HEIGHT / 2 - pitch * ratio * mid + rng.normal(0, 1.5)]])
    strip = cv2.warpAffine(photo, out, (width, HEIGHT), flags=cv2.INTER_AREA if pitch < 0.7 else cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    # truth: where each character's centre came to lie
    cx = (3.5 + np.arange(count)) * ocrb.PITCH
    pts = into @ np.stack([cx, np.full(count, h / 2), np.ones(count)])
    xs = pts[0] / pts[2] * pitch + out[0, 2]
    cell = np.median(np.diff(xs))
    columns = np.arange(width // STRIDE) * STRIDE + (STRIDE - 1) / 2
    dist = (columns[:, None] - xs[None]) / cell
    near = np.abs(dist).argmin(1)
    gap = np.abs(dist[np.arange(len(columns)), near])
    classes = np.array([ocrb.ALPHABET.index(c) for c in lines[row][first:first + count]])
    label = np.where(gap < 0.25, classes[near], np.where(gap > 0.36, BLANK, IGNORE))
    # beyond the piece the line may go on: only real ends of a line are known to be blank
    beyond_left, beyond_right = columns < xs[0] - 0.6 * cell, columns > xs[-1] + 0.6 * cell
    label[beyond_left] = BLANK
    label[beyond_right] = BLANK
    return normalise(strip).astype(np.float32), label.astype(np.int64)

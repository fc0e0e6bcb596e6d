"""Narrow digits on wide wheels in one long window: what turns beside the digits, gears, pins and coloured spacers, shows between them,
and no wall parts one wheel from the next. generate.py --drums .4 draws that share of the wheels so, from random numbers of its own."""
import cv2
import numpy as np

from counter import CELL_H, Row, draw_wheels, gray, palette, plate, random_digits
from roller import positions


def draw_drums(rng, fonts, dial=None):
    """A counter of drums, as counter.draw_counter gives one."""
    n = int(rng.choice([5, 6, 7, 8]))
    digits, decimals = random_digits(rng, n), int(rng.choice([0, 1, 2, 3]))
    lay, colours = wide(rng, n), palette(rng, dial)
    patch = plate(rng, lay, colours)
    drawn, ink, fill = draw_wheels(rng, fonts, patch, lay, colours, positions(rng, digits), decimals, fill=rng.uniform(.34, .6))
    for part in (tinted, spacers, pins):
        if rng.random() < .7:
            part(rng, patch, lay["cells"], 1 - np.clip(cv2.dilate(ink, np.ones((3, 3))), 0, 1)[:, :, None])
    row = Row(patch, lay["cells"], list(map(int, digits)), [float(p) % 10 for p in drawn], decimals, "roller", ink)
    row.fill = fill
    return row


def wide(rng, n):
    """The measures of counter.layout for wheels that touch, or nearly."""
    w, gap = int(CELL_H * rng.uniform(.6, 1.15)), int(CELL_H * rng.uniform(0, .12))
    mx, my = int(CELL_H * rng.uniform(.05, .5)), int(CELL_H * rng.uniform(.02, .4))
    cells = [(mx + i * (w + gap), my, mx + i * (w + gap) + w, my + CELL_H) for i in range(n)]
    return {"cells": cells, "size": (cells[-1][2] + mx, CELL_H + 2 * my), "gap": gap, "w": w, "h": CELL_H, "mx": mx, "my": my, "one": True}


def tinted(rng, patch, cells, free):
    """The ground changes along the row, as a lamp from one side and another make of wheel do."""
    x0, y0, x1, y1 = cells[0][0], cells[0][1], cells[-1][2], cells[0][3]
    few = rng.normal(0, 1, (1, int(rng.integers(2, 10)))).astype(np.float32)
    wave = cv2.resize(few, (x1 - x0, 1), interpolation=cv2.INTER_LINEAR)
    patch[y0:y1, x0:x1] *= np.exp(np.clip(wave, -2, 2) * rng.uniform(.05, .35))[:, :, None]


def spacers(rng, patch, cells, free):
    """Bands between the digits, some of a colour of their own."""
    w, usual = cells[0][2] - cells[0][0], gray(rng, 0, 160, 30)
    for x0, y0, x1, y1 in cells:
        x = int(x1 + rng.normal(0, .03) * w)
        a, b = max(0, x - int(w * rng.uniform(.03, .16))), x + int(w * rng.uniform(.03, .16))
        colour = usual if rng.random() < .7 else gray(rng, 0, 230, 50)
        k = rng.uniform(.3, 1) * free[y0:y1, a:b]
        patch[y0:y1, a:b] = patch[y0:y1, a:b] * (1 - k) + colour * k


def pins(rng, patch, cells, free):
    """Teeth and pins that catch the light: short bright or dark bars beside the digits, at about one height on all wheels."""
    h, w = cells[0][3] - cells[0][1], cells[0][2] - cells[0][0]
    heights = rng.uniform(0, 1, int(rng.integers(1, 4)))
    layer = np.zeros(patch.shape[:2], np.float32)
    for x0, y0, x1, y1 in cells:
        for at in heights:
            if rng.random() < .7:
                x, y = int(x1 - w * rng.uniform(.0, .25)), int(y0 + h * np.clip(at + rng.normal(0, .03), 0, 1))
                cv2.rectangle(layer, (x, y), (x + int(w * rng.uniform(.05, .22)), y + max(1, int(h * rng.uniform(.01, .05)))), float(rng.uniform(.3, 1)), -1)
    layer = cv2.GaussianBlur(layer, (0, 0), rng.uniform(.4, 1.2))[:, :, None] * free
    patch[:] = patch * (1 - layer) + (gray(rng, 150, 255) if rng.random() < .8 else gray(rng, 0, 60)) * layer

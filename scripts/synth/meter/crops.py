"""Counters composed of real digit crops, one meter's crops a row. Used at training time only; the crops are not part of
the repository (their licences allow training, see MODEL.md)."""
import json
import os

import cv2
import numpy as np

from counter import CELL_H, Row, gray, layout, plate, palette, trim


class CropSource:
    """Crops by meter. groups limits it, so that a held-out meter stays out. index.jsonl names files, groups, positions."""

    def __init__(self, folder, groups=None, exclude=()):
        self.folder, self.by_group, self.images = folder, {}, {}
        with open(os.path.join(folder, "index.jsonl"), encoding="utf-8") as f:
            rows = [json.loads(line) for line in f]
        for r in rows:
            g = r["group"]
            if g in exclude or (groups is not None and g not in groups) or r["frac"] is None:
                continue  # a crop with a digit alone has no known position, and mixed groups are many meters
            self.by_group.setdefault(g, {}).setdefault(int(r["digit"]), []).append((r["file"], float(r["label"])))
        # A row needs all ten digits settled, or it would repeat a few values.
        self.by_group = {g: d for g, d in self.by_group.items() if len(d) >= 8}
        self.groups = sorted(self.by_group)

    def image(self, name):
        if name not in self.images:
            self.images[name] = cv2.imread(os.path.join(self.folder, name)).astype(np.float32)
        return self.images[name]


def draw_crops(rng, source):
    """A row whose cells are crops; all but the last stand settled or nearly so."""
    group = source.by_group[source.groups[rng.integers(len(source.groups))]]
    have = sorted(group)
    n = int(rng.integers(4, 9))
    lay = layout(rng, n, 0)
    c = palette(rng)
    patch = plate(rng, lay, c)
    digits, pos = [], []
    for i, (x0, y0, x1, y1) in enumerate(lay["cells"]):
        d = int(have[rng.integers(len(have))])
        options = group[d]
        if i < n - 1:
            near = [o for o in options if o[1] % 1 <= .2]
            options = near or options
        name, p = options[rng.integers(len(options))]
        patch[y0:y1, x0:x1] = cv2.resize(source.image(name), (x1 - x0, CELL_H), interpolation=cv2.INTER_AREA)
        digits.append(int(p) % 10)
        pos.append(p % 10)
    trim(rng, patch, lay, c, 0)
    return Row(patch, lay["cells"], digits, pos, 0, "crops")

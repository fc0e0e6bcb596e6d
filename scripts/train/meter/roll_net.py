"""The row reader of wheels: a rectified strip around a row in, its wheels and their places on their rings out, all in one look, so
that light, face, dirt and way of the neighbours help to read each. reader_net.py is a second opinion on single cells.

The strip is that of line_net.py. Output (n, 107, 1, 96), one column for every 4 px: 0 to 6 as there (wheel-centre logit, dx, y,
log height, log width, decimal, upright), 7-106 logits of the ring's tenths. Displays, print and emblems are no wheels.
"""
import torch
from torch import nn

from reader_net import BINS
from common import block

HEIGHT, WIDTH, STRIDE = 56, 384, 4
FIRST = 7  # channel of the ring's first tenth
CHANNELS = FIRST + BINS


class Roll(nn.Module):
    """Input (n, 3, 56, 384) BGR, standardised over the strip. About 400 k parameters."""

    def __init__(self):
        super().__init__()
        self.stem = block(3, 24, 5, 2, 2)
        self.shape = nn.Sequential(block(24, 40, 3, 2), block(40, 48))
        self.again = block(48, 48)
        self.body = nn.Sequential(block(48, 72, 3, (2, 1)), block(72, 80))
        self.fold = block(80, 104, (HEIGHT // 8, 1), 1, (0, 0))
        self.along = nn.ModuleList([block(104, 104, (1, 5), 1, (0, 2 * d), (1, d)) for d in (1, 2, 4)])
        self.head = nn.Conv2d(104, CHANNELS, 1)

    def forward(self, x):
        y = self.shape(self.stem(x))
        y = self.fold(self.body(y + self.again(y)))
        for b in self.along:
            y = y + b(y)
        return self.head(y)

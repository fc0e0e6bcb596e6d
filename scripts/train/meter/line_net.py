"""The line reader of displays: a rectified strip around a row in, its digits with their boxes out, all places in one look, so
that slant, ghosts, light and width of the neighbours help to read each.

Output (n, 17, 1, 96), one column for every 4 px of the strip: 0 digit-centre logit, 1 dx to that centre (in columns), 2 centre y
and 3 log height (in units of 30 px, y from the strip's middle), 4 log width (in units of 18 px), 5 logit "behind the decimal
point", 6 logit "the strip is upright", 7-16 logits of the digits 0 to 9. Wheels, print and unlit places are no digits.
"""
import torch
from torch import nn

from common import block

HEIGHT, WIDTH, STRIDE = 56, 384, 4
CELL_H, CELL_W = 30, 18
LONGEST, SHORTEST = 350, 200  # px: longer rows are cut smaller, shorter ones stretched up to this
FIRST = 7                     # channel of the digit 0
CHANNELS = FIRST + 10


class Line(nn.Module):
    """Input (n, 3, 56, 384) BGR, standardised over the strip. About 239 k parameters. The first layer halves the strip at once:
    two layers at its full size took two thirds of a step's time."""

    def __init__(self):
        super().__init__()
        self.stem = block(3, 24, 5, 2, 2)
        self.shape = nn.Sequential(block(24, 40, 3, 2), block(40, 48))
        self.again = block(48, 48)
        self.body = nn.Sequential(block(48, 56, 3, (2, 1)), block(56, 64))
        self.fold = block(64, 80, (HEIGHT // 8, 1), 1, (0, 0))
        self.along = nn.ModuleList([block(80, 80, (1, 5), 1, (0, 2 * d), (1, d)) for d in (1, 2, 4)])
        self.head = nn.Conv2d(80, CHANNELS, 1)

    def forward(self, x):
        y = self.shape(self.stem(x))
        y = self.fold(self.body(y + self.again(y)))
        for b in self.along:
            y = y + b(y)
        return self.head(y)

"""The cell finder: a rectified strip around a counter row in, its cells out. Works on strips that stand on their head too.

Output (n, 7, 1, 80), one column for every 4 px of the strip: 0 cell-centre logit, 1 dx to that centre (in columns),
2 centre y and 3 log cell height (in units of 24 px, y from the strip's middle), 4 log cell width (in units of 16 px),
5 logit "behind the decimal point", 6 logit "the strip is upright".
"""
import torch
from torch import nn

HEIGHT, WIDTH, STRIDE = 48, 320, 4
CHANNELS = 7


def block(i, o, k=3, stride=1, pad=1, dilation=1):
    return nn.Sequential(nn.Conv2d(i, o, k, stride, pad, dilation, bias=False), nn.BatchNorm2d(o), nn.ReLU(inplace=True))


class Strip(nn.Module):
    """Input (n, 3, 48, 320) BGR, standardised over the strip."""

    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(block(3, 16), block(16, 24, 3, 2), block(24, 36, 3, 2), block(36, 40, 3, (2, 1)), block(40, 44))
        self.fold = block(44, 56, (6, 1), 1, (0, 0))
        self.along = nn.Sequential(block(56, 56, (1, 5), 1, (0, 2)), block(56, 56, (1, 5), 1, (0, 4), (1, 2)),
                                   block(56, 56, (1, 5), 1, (0, 8), (1, 4)))
        self.head = nn.Conv2d(56, CHANNELS, 1)

    def forward(self, x):
        y = self.fold(self.body(x))
        return self.head(y + self.along(y))

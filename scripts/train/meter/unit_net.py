"""The unit's net: a window around a row of digits in, and at each place which unit is printed there.

The window is level, the row's digits DIGIT px high, the row's right end at END and its middle at half the height. Output
(n, 11, 12, 40), a place every 8 px: logits of 0 nothing, then KINDS in their order.
"""
from torch import nn

from common import block

HEIGHT, WIDTH, STRIDE = 96, 320, 8
DIGIT, END = 32, 208
KINDS = ("m³", "kWh", "MWh", "gal", "ft³", "CCF", "L", "kW", "m³/h", "×10")
CHANNELS = len(KINDS) + 1


class Unit(nn.Module):
    """Input (n, 3, 96, 320) BGR, standardised over the window."""

    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(block(3, 12, 3, 2), block(12, 24, 3, 2), block(24, 32), block(32, 56, 3, 2))
        self.wide = nn.Sequential(block(56, 56), block(56, 56, (3, 5), 1, (1, 4), (1, 2)))
        self.head = nn.Conv2d(56, CHANNELS, 1)
        nn.init.constant_(self.head.bias, 0.0)
        self.head.bias.data[0] = 4.0  # nearly everywhere is nothing

    def forward(self, x):
        y = self.body(x)
        return self.head(y + self.wide(y))

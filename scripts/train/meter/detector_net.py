"""The row detector: a whole picture in, the counter's oriented box out, at any angle.

Output map at stride 8, channels: 0 row logit, 1-2 offset to the row's centre (in cells of 8 px), 3 log half length and
4 log half height (in cells), 5-6 cos, sin of the doubled direction, which has no 180 degree ambiguity. Which way up the row stands it
does not say: two channels for it had not left chance after 1,700 steps, and the readers of the strip tell it.
"""
import torch
from torch import nn

SIDE, STRIDE = 256, 8
CHANNELS = 7


def block(i, o, stride=1, dilation=1):
    return nn.Sequential(nn.Conv2d(i, o, 3, stride, dilation, dilation, bias=False), nn.BatchNorm2d(o), nn.ReLU(inplace=True))


class Residual(nn.Module):
    def __init__(self, c, dilation=1):
        super().__init__()
        self.a = block(c, c, 1, dilation)
        self.b = nn.Sequential(nn.Conv2d(c, c, 3, 1, 1, bias=False), nn.BatchNorm2d(c))
        self.act = nn.ReLU(inplace=True)

    def forward(self, x):
        return self.act(x + self.b(self.a(x)))


class Detector(nn.Module):
    """Input (n, 3, 256, 256) BGR scaled to about -1..1."""

    def __init__(self):
        super().__init__()
        self.stem = nn.Sequential(block(3, 16, 2), block(16, 28, 2))
        self.s8 = nn.Sequential(block(28, 44, 2), Residual(44))
        self.s16 = nn.Sequential(block(44, 56, 2), Residual(56), Residual(56, 2))
        self.s32 = nn.Sequential(block(56, 72, 2), Residual(72), Residual(72, 2))
        self.l32, self.l16, self.l8 = nn.Conv2d(72, 40, 1), nn.Conv2d(56, 40, 1), nn.Conv2d(44, 40, 1)
        self.m16, self.m8 = block(40, 40), block(40, 40)
        self.up = nn.Upsample(scale_factor=2, mode="nearest")
        self.head = nn.Conv2d(40, CHANNELS, 1)

    def forward(self, x):
        a = self.s8(self.stem(x))
        b = self.s16(a)
        c = self.s32(b)
        y = self.m16(self.l16(b) + self.up(self.l32(c)))
        return self.head(self.m8(self.l8(a) + self.up(y)))


def normal(x):
    """uint8 BGR to the net's input."""
    return (x - 127.0) / 64.0

"""The ring-position reader: one cell in, the position of its wheel on the ring out."""
import torch
from torch import nn

BINS = 100  # tenths of a digit around the ring; output BINS is "not a digit"
HEIGHT, WIDTH = 48, 32


def block(i, o, stride=1, k=3):
    return nn.Sequential(nn.Conv2d(i, o, k, stride, k // 2, bias=False), nn.BatchNorm2d(o), nn.ReLU(inplace=True))


class Reader(nn.Module):
    """About 200 k parameters; input (n, 3, 48, 32) in BGR, each crop standardised; output (n, 101) logits."""

    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(block(3, 24), block(24, 40, 2), block(40, 64, 2), block(64, 72), block(72, 96, 2), block(96, 24, 1, 1))
        self.drop = nn.Dropout(0.15)
        self.head = nn.Conv2d(24, BINS + 1, (HEIGHT // 8, WIDTH // 8))

    def forward(self, x):
        return self.head(self.drop(self.body(x))).flatten(1)


def standardise(x):
    """Zero mean and unit spread over a crop's pixels and channels: exposure and contrast are no evidence."""
    m = x.mean((1, 2, 3), keepdim=True)
    x = x - m
    s = x.square().mean((1, 2, 3), keepdim=True).sqrt()  # std() takes ten times as long
    return x / (s + 4.0)


def ring_target(pos, sigma, nad):
    """Soft targets: a bump on the circle around pos (in digits) of the given spread; all mass on "not a digit" where nad."""
    bins = torch.arange(BINS, device=pos.device) / 10.0
    d = (bins[None] - pos[:, None] + 5) % 10 - 5
    t = torch.exp(-0.5 * (d / sigma[:, None]) ** 2)
    t = t / t.sum(1, keepdim=True)
    t = torch.cat([t * (~nad)[:, None], nad[:, None].to(t.dtype)], 1)
    return t

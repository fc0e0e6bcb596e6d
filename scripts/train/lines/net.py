"""The line net: a fully convolutional CTC recogniser, 40 rows in, two label slots for every four columns out."""
import torch
import torch.nn as nn

HEIGHT = 40
STRIDE = 2  # columns of the input for each label slot


def conv(i, o, k=3, s=1, p=1, g=1):
    return nn.Sequential(nn.Conv2d(i, o, k, s, p, groups=g, bias=False), nn.BatchNorm2d(o), nn.ReLU(inplace=True))


class Residual(nn.Module):
    def __init__(self, body):
        super().__init__()
        self.body = body

    def forward(self, x):
        return x + self.body(x)


class LineNet(nn.Module):
    """classes counts the CTC blank, which is class 0; deep, the residual blocks at each of the first four heights; blocks, those along
    the line. Output: N x classes x T, T = width / 2, unnormalised."""

    def __init__(self, classes, c=(16, 32, 64, 128, 256), deep=(1, 2, 2, 1), blocks=7):
        super().__init__()
        self.classes = classes
        level = lambda k: [Residual(conv(c[k], c[k])) for _ in range(deep[k])]
        self.body = nn.Sequential(
            conv(1, c[0], s=2), *level(0),
            conv(c[0], c[1], s=2), *level(1),
            conv(c[1], c[2], s=(2, 1)), *level(2),
            conv(c[2], c[3], s=(2, 1)), *level(3),
            conv(c[3], c[4], k=(3, 1), p=0),
            *[Residual(nn.Sequential(conv(c[4], c[4], k=(1, 7), p=(0, 3), g=c[4]), conv(c[4], c[4], k=1, p=0))) for _ in range(blocks)],
        )
        self.head = nn.Conv2d(c[4], 2 * classes, 1)

    def forward(self, x):
        y = self.head(self.body(x))  # N x 2C x 1 x W/4
        n, _, _, w = y.shape
        return y.reshape(n, 2, self.classes, w).permute(0, 2, 3, 1).reshape(n, self.classes, 2 * w)


class Exported(nn.Module):
    """What ships: the head's plain output N x 2C x 1 x W/4 (OpenCV's DNN needs no shape arithmetic); the caller unfolds it."""

    def __init__(self, net):
        super().__init__()
        self.net = net

    def forward(self, x):
        return self.net.head(self.net.body(x))

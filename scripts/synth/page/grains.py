"""What is as fine as strokes and everywhere on a picture: noise, printed screens, the pixels of a display. Each is a plane of mean
0 and deviation about 1, to be added to a picture."""
import cv2
import numpy as np


def noise(n, h, w):
    """A sensor's in the dark, as it is or in blotches that a phone made of it."""
    out = n.normal(0, 1, (h, w)).astype(np.float32)
    if n.random() < 0.4:
        out = cv2.GaussianBlur(out, (0, 0), n.uniform(0.5, 0.8))
    return out / out.std()


def halftone(n, h, w):
    """A printed screen, or what a scanner's beat made of it: two crossing waves of two to four pixels."""
    out = np.zeros((h, w), np.float32)
    at, period = n.uniform(0, np.pi), n.uniform(2.2, 4)
    for a in (at, at + np.pi / 2):
        out += np.sin(2 * np.pi / period * _along(a, h, w))
    return out / out.std()


def display(n, h, w):
    """The rows of pixels of a display that is seen at an angle: a wave whose length changes slowly."""
    along = _along(n.uniform(0, np.pi), h, w)
    out = np.sin(2 * np.pi / n.uniform(2.2, 3.4) * (along + n.uniform(-2e-5, 2e-5) * (along - w / 2) ** 2))
    return (out / out.std()).astype(np.float32)


def _along(a, h, w):
    yy, xx = np.mgrid[0:h, 0:w].astype(np.float32)
    return np.cos(a) * xx + np.sin(a) * yy

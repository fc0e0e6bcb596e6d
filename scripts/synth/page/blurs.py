"""What a hand or a lens smears: kernels for cv2.filter2D, each of sum 1 and odd size."""
import cv2
import numpy as np


def motion(n, length):
    """The way of a camera that moved by so many pixels while it looked: nearly straight, in any direction."""
    t = np.linspace(-0.5, 0.5, 8 * int(np.ceil(length)) + 9)
    bow = n.uniform(-0.2, 0.2) * (4 * t * t - 1 / 3)
    a = n.uniform(0, np.pi)
    half = int(np.ceil(length / 2)) + 1
    x, y = (half + length * (t * np.cos(a) - bow * np.sin(a)), half + length * (t * np.sin(a) + bow * np.cos(a)))
    k = np.zeros((2 * half + 1, 2 * half + 1), np.float32)
    for px, py in zip(x, y):  # each moment on the four pixels around its place
        i, j = int(px), int(py)
        u, v = px - i, py - j
        k[j:j + 2, i:i + 2] += np.array([[(1 - u) * (1 - v), u * (1 - v)], [(1 - u) * v, u * v]])
    return k / k.sum()


def defocus(radius):
    """The disc that a lens out of focus makes of a point."""
    half = int(np.ceil(radius)) + 1
    k = np.zeros((8 * (2 * half + 1),) * 2, np.uint8)
    c = 4 * (2 * half + 1)
    cv2.circle(k, (c, c), max(1, round(8 * radius)), 255, -1)
    k = cv2.resize(k, (2 * half + 1,) * 2, interpolation=cv2.INTER_AREA).astype(np.float32)
    return k / k.sum()

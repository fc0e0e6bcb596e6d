"""A label as it is met: stuck to a parcel that lies on a desk, with tape, stickers and other papers around it. Each look is drawn by
chance; the homography from the label's pixels to the picture's is exact."""
import cv2
import numpy as np

import camera

BEYOND = 1.9  # how much longer than the label the picture is at most


def shoot(label, n):
    """label is BGR, n a numpy Generator. Returns the picture and the 3x3 homography from the label's pixels to it."""
    h, w = label.shape[:2]
    out_w, out_h = int(w * n.uniform(1.15, BEYOND)), int(h * n.uniform(1.12, BEYOND))
    img = camera._desk(n, out_h, out_w)
    parcel(img, n)
    middle, angle, k = at(n, out_w, out_h, w, h)
    corners = corners_of(w, h, middle, angle, k) * (1 + np.clip(n.normal(0, 0.012, (4, 1)), -0.03, 0.03)).astype(np.float32)
    things(img, n, corners)
    hom = cv2.getPerspectiveTransform(np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32), corners.astype(np.float32))
    lay(img, label, hom, n)
    lit(img, n)
    img = cv2.GaussianBlur(img, (0, 0), n.uniform(0.4, 1.1)) + n.normal(0, n.uniform(1, 4), img.shape)
    return camera._jpeg(np.clip(img, 0, 255).astype(np.uint8), n.uniform(65, 95)), hom


def at(n, out_w, out_h, w, h):
    """Where the label's middle comes to lie, how askew and how large: all of it in the picture."""
    angle = float(np.clip(n.normal(0, 5), -14, 14))
    a = np.deg2rad(angle)
    need = np.array([abs(w * np.cos(a)) + abs(h * np.sin(a)), abs(w * np.sin(a)) + abs(h * np.cos(a))])
    k = min(1.0, float(np.min(np.array([out_w, out_h]) * 0.93 / need))) * n.uniform(0.9, 1)
    room = np.maximum(0, (np.array([out_w, out_h]) - need * k) / 2 - 0.03 * np.array([out_w, out_h]))
    return np.array([out_w, out_h]) / 2 + n.uniform(-1, 1, 2) * room, a, k


def corners_of(w, h, middle, angle, k):
    c, s = np.cos(angle) * k / 2, np.sin(angle) * k / 2
    return np.array([[x * w * c - y * h * s + middle[0], x * w * s + y * h * c + middle[1]] for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))], np.float32)


def patch(img, quad, colour, n, grain=3.0, see=1.0):
    """Fills a quad with a grained colour of which a share of see covers what was there."""
    mask = cv2.fillConvexPoly(np.zeros(img.shape[:2], np.float32), quad.astype(np.int32), 1.0, cv2.LINE_AA)[:, :, None] * see
    layer = np.asarray(colour, np.float32) + n.normal(0, grain, img.shape[:2])[:, :, None]
    img[:] = img * (1 - mask) + layer * mask


def parcel(img, n):
    """The box: its face fills most of the picture, or all of it; cardboard, white, grey or coloured foil; perhaps taped."""
    h, w = img.shape[:2]
    kind = n.random()
    colour = np.array([95, 140, 180]) * n.uniform(0.7, 1.15) if kind < 0.6 else np.full(3, n.uniform(150, 225)) if kind < 0.8 else n.uniform(20, 170, 3)
    edge = n.uniform(-0.1, 0.09, 8)
    quad = np.array([[edge[0] * w, edge[1] * h], [(1 - edge[2]) * w, edge[3] * h], [(1 - edge[4]) * w, (1 - edge[5]) * h], [edge[6] * w, (1 - edge[7]) * h]])
    patch(img, quad, colour, n)
    if n.random() < 0.5:
        x, half = n.uniform(0, w), n.uniform(0.02, 0.07) * w
        tape = np.array([[x - half, 0], [x + half, 0], [x + half + n.normal(0, 0.02) * w, h], [x - half, h]])
        patch(img, tape, colour * n.uniform(0.75, 1.1) if n.random() < 0.6 else np.full(3, n.uniform(190, 240)), n, 2, n.uniform(0.5, 1))


def things(img, n, corners):
    """Stickers, an older label and other papers, beside the label or partly under it."""
    h, w = img.shape[:2]
    for _ in range(int(n.integers(0, 4))):
        a, b = n.uniform(0.06, 0.3) * w, n.uniform(0.05, 0.25) * h
        middle = n.uniform(0, 1, 2) * [w, h]
        if cv2.pointPolygonTest(corners, (float(middle[0]), float(middle[1])), False) > 0:
            continue
        q = corners_of(a, b, middle, n.normal(0, 0.2), 1.0)
        patch(img, q, np.full(3, n.uniform(170, 245)) if n.random() < 0.6 else n.uniform(20, 235, 3), n)
        for y in np.arange(0.2, 0.85, n.uniform(0.12, 0.3)):
            s = corners_of(a * 0.7, b * 0.05, middle + [0, (y - 0.5) * b], 0, 1.0)
            patch(img, s, np.full(3, n.uniform(10, 90)), n)


def lay(img, label, hom, n):
    """The label with the thin shadow of its edge, some under clear foil."""
    h, w = img.shape[:2]
    size = label.shape[:2]
    tint = np.array([n.uniform(.86, 1), n.uniform(.9, 1), n.uniform(.92, 1)], np.float32) * n.uniform(.8, 1)
    mask = cv2.warpPerspective(np.full(size, 255, np.uint8), hom, (w, h)).astype(np.float32)[:, :, None] / 255
    dx, dy = (int(v) for v in n.integers(-4, 5, 2))
    shadow = cv2.GaussianBlur(np.roll(mask[:, :, 0], (dy, dx), (0, 1)), (0, 0), n.uniform(1.5, 5))[:, :, None]
    page = cv2.warpPerspective(label, hom, (w, h), flags=cv2.INTER_AREA).astype(np.float32) * tint
    img[:] = img * (1 - n.uniform(0, 0.35) * shadow) * (1 - mask) + page * mask
    if n.random() < 0.3:  # clear foil, wider than the label
        foil = cv2.dilate(mask[:, :, 0], np.ones((int(n.integers(9, 40)),) * 2))[:, :, None]
        img[:] = img * (1 - 0.12 * foil) + 255 * 0.12 * foil * n.uniform(0.3, 1)


def lit(img, n):
    """Light from one side, a shadow's edge, glare."""
    h, w = img.shape[:2]
    yy, xx = np.mgrid[0:h, 0:w].astype(np.float32)
    t = n.uniform(0, 2 * np.pi)
    light = 1 + n.uniform(0, 0.35) * (np.cos(t) * (xx / w - .5) + np.sin(t) * (yy / h - .5))
    if n.random() < 0.3:
        edge = (np.cos(t + 1) * (xx / w - n.uniform(.2, .8)) + np.sin(t + 1) * (yy / h - n.uniform(.2, .8))) / n.uniform(0.01, 0.08)
        light *= 1 - n.uniform(0.1, 0.4) / (1 + np.exp(-np.clip(edge, -30, 30)))
    img *= light[:, :, None]
    if n.random() < 0.2:
        gx, gy, s = n.uniform(0, w), n.uniform(0, h), n.uniform(0.05, 0.15) * w
        img += (n.uniform(20, 90) * np.exp(-((xx - gx) ** 2 + (yy - gy) ** 2) / (2 * s * s)))[:, :, None]

"""From a flat label to what a camera sees: cardboard, an older label below, perspective, curl, light, a hand, noise."""
import cv2
import numpy as np


def background(n, w, h):
    """A shelf or desk with a cardboard box in front of it."""
    base = n.uniform(40, 150, 3)
    grain = cv2.resize(n.normal(0, 14, (h // 24, w // 24, 3)).astype(np.float32), (w, h), interpolation=cv2.INTER_CUBIC)
    img = np.clip(base + grain, 0, 255).astype(np.float32)
    if n.random() < 0.4:  # a white shelf beside the box
        img[:, :int(w * n.uniform(0.05, 0.3))] = n.uniform(170, 225)
    box = np.array([[n.uniform(0, .06) * w, n.uniform(.02, .12) * h], [n.uniform(.9, 1) * w, n.uniform(.02, .14) * h],
                    [n.uniform(.9, 1) * w, n.uniform(.9, .99) * h], [n.uniform(0, .06) * w, n.uniform(.9, .99) * h]], np.float32)
    cardboard = np.array([95, 140, 180], np.float32) * n.uniform(0.75, 1.1)  # BGR
    layer = cardboard + cv2.resize(n.normal(0, 7, (h // 6, w // 6, 1)).astype(np.float32), (w, h))[:, :, None]
    mask = cv2.fillConvexPoly(np.zeros((h, w), np.uint8), box.astype(np.int32), 255)
    img[mask > 0] = layer[mask > 0]
    return img


def curl(label, n):
    """A bottom edge or a corner that lifts off: a smooth bend of the columns, with its shade."""
    h, w = label.shape[:2]
    amp = n.uniform(0, 0.012) * h
    xx, yy = np.meshgrid(np.arange(w, dtype=np.float32), np.arange(h, dtype=np.float32))
    bend = amp * np.sin(np.pi * xx / w + n.uniform(0, 3)) * (yy / h) ** 2
    shade = 1 - 0.12 * (amp / (0.012 * h)) * np.sin(np.pi * xx / w) ** 2 * (yy / h) ** 2
    out = cv2.remap(label, xx, yy + bend, cv2.INTER_LINEAR, borderValue=255)
    return np.clip(out * shade, 0, 255).astype(np.uint8)


def place(label, n, w, h):
    """The homography that puts the label on the box: turned a little, tilted a little."""
    lh, lw = label.shape[:2]
    scale = min(0.62 * w / lw, 0.72 * h / lh) * n.uniform(0.8, 1.05)
    angle = np.deg2rad(n.normal(0, 7))
    c, s = np.cos(angle), np.sin(angle)
    corners = np.array([[-lw, -lh], [lw, -lh], [lw, lh], [-lw, lh]], np.float32) / 2 * scale
    corners = corners @ np.array([[c, s], [-s, c]], np.float32)
    corners *= 1 + n.normal(0, 0.025, (4, 1))
    centre = np.array([n.uniform(0.44, 0.56) * w, n.uniform(0.44, 0.56) * h])
    quad = (corners + centre).astype(np.float32)
    return cv2.getPerspectiveTransform(np.array([[0, 0], [lw, 0], [lw, lh], [0, lh]], np.float32), quad), quad


def lay(img, label, hom, tint):
    """Pastes the label with its thin shadow."""
    h, w = img.shape[:2]
    mask = cv2.warpPerspective(np.full(label.shape[:2], 255, np.uint8), hom, (w, h))
    shadow = cv2.GaussianBlur(np.roll(mask, (3, 3), (0, 1)).astype(np.float32) / 255, (0, 0), 4)
    img *= 1 - 0.25 * shadow[:, :, None]
    colour = cv2.warpPerspective(label, hom, (w, h), flags=cv2.INTER_AREA).astype(np.float32)[:, :, None] * tint
    a = mask[:, :, None].astype(np.float32) / 255
    return img * (1 - a) + colour * a


def hand(img, n):
    """Fingers that reach in from below or from the side, clear of the middle."""
    h, w = img.shape[:2]
    skin = np.array([120, 150, 205], np.float32) * n.uniform(0.6, 1.05)
    x = int(n.choice([n.uniform(0, 0.12), n.uniform(0.88, 1)]) * w)
    y = int(n.uniform(0.6, 0.95) * h)
    for k in range(4):
        cv2.ellipse(img, (x, y + int(k * 0.035 * h)), (int(0.11 * w), int(0.018 * h)), n.normal(0, 12), 0, 360, skin.tolist(), -1, cv2.LINE_AA)


def shoot(img, n):
    """Light, lens and sensor."""
    h, w = img.shape[:2]
    yy, xx = np.mgrid[0:h, 0:w].astype(np.float32)
    a = n.uniform(0, 2 * np.pi)
    light = 1 + n.uniform(0, 0.25) * (np.cos(a) * (xx / w - .5) + np.sin(a) * (yy / h - .5))
    img = img * (light * n.uniform(0.75, 1.05))[:, :, None]
    img = cv2.GaussianBlur(img, (0, 0), n.uniform(0.4, 1.1))
    img += n.normal(0, n.uniform(1, 4), img.shape)
    return np.clip(img, 0, 255).astype(np.uint8)


def photo(label, older, r, w=1512, h=2016):
    """Returns a BGR picture, the label's quad and the homography from the label."""
    n = np.random.default_rng(r.randrange(1 << 30))
    img = background(n, w, h)
    label = curl(label, n)
    hom, quad = place(label, n, w, h)
    if older is not None and n.random() < 0.5:
        old, _ = place(older, n, w, h)
        img = lay(img, older, old, np.array([1, 1, 1], np.float32))
    tint = np.array([n.uniform(.86, 1), n.uniform(.9, 1), n.uniform(.92, 1)], np.float32) * n.uniform(.82, .98)
    img = lay(img, label, hom, tint)
    if n.random() < 0.25:
        hand(img, n)
    return shoot(img, n), quad, hom

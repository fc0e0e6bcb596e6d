"""What a scanner and a telephone make of a flat page. Each function takes a BGR page and a numpy Generator and returns the
picture and the 3x3 homography from page pixels to picture pixels, exact for every look, or a function of points where the page is bent."""
import cv2
import numpy as np

import bends, blurs, creases, grains, grounds


def _jpeg(img, quality):
    ok, b = cv2.imencode(".jpg", img, [cv2.IMWRITE_JPEG_QUALITY, int(quality)])
    return cv2.imdecode(b, cv2.IMREAD_COLOR)


def _smooth(n, h, w, cells, low, high):
    """A field of soft patches between low and high."""
    return cv2.resize(n.uniform(low, high, (cells, cells)).astype(np.float32), (w, h), interpolation=cv2.INTER_CUBIC)


def scan(img, n):
    """Flatbed or feeder: slightly askew, uneven toner, dust, a grey edge, sometimes grey or black and white only."""
    h, w = img.shape[:2]
    angle, s = np.deg2rad(np.clip(n.normal(0, 0.5), -1.8, 1.8)), n.uniform(0.985, 1.015)
    c, d = s * np.cos(angle), s * np.sin(angle)
    dx, dy = n.uniform(-0.01, 0.01, 2) * w
    H = np.array([[c, -d, w / 2 - c * w / 2 + d * h / 2 + dx], [d, c, h / 2 - d * w / 2 - c * h / 2 + dy], [0, 0, 1]])
    paper = n.uniform(238, 255)
    out = cv2.warpPerspective(img, H, (w, h), flags=cv2.INTER_AREA, borderValue=(paper,) * 3).astype(np.float32)
    ink = n.uniform(0, 70)
    out = ink + out * (paper - ink) / 255
    out += _smooth(n, h, w, 6, -5, 5)[:, :, None] + n.normal(0, n.uniform(0.5, 5), out.shape[:2])[:, :, None]
    if n.random() < 0.3:  # dust
        for x, y in zip(n.integers(0, w, 40), n.integers(0, h, 40)):
            cv2.circle(out, (int(x), int(y)), int(n.integers(1, 3)), (float(n.uniform(60, 200)),) * 3, -1)
    if n.random() < 0.25:
        out[:, :int(n.uniform(2, 12))] = n.uniform(0, 120)
    out = cv2.GaussianBlur(np.clip(out, 0, 255).astype(np.uint8), (0, 0), n.uniform(0.3, 0.9))
    look = n.random()
    if look < 0.5:
        out = cv2.cvtColor(cv2.cvtColor(out, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    if look < 0.07:  # black and white, as fax machines do: by the darkness around each place, so that thin print stays
        grey = cv2.cvtColor(out, cv2.COLOR_BGR2GRAY)
        side = int(min(h, w) / 40) * 2 + 1
        out = cv2.cvtColor(cv2.adaptiveThreshold(grey, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY, side, n.uniform(8, 20)), cv2.COLOR_GRAY2BGR)
    return _jpeg(out, n.uniform(55, 95)), H


def _desk(n, h, w):
    base = n.uniform(30, 190, 3).astype(np.float32)
    img = base + _smooth(n, h, w, int(n.integers(3, 40)), -25, 25)[:, :, None]
    if n.random() < 0.5:  # wood
        img += (8 * np.sin(np.arange(h) * n.uniform(0.02, 0.3) + n.uniform(0, 6)))[:, None, None] * n.uniform(0.3, 1)
    return img


def phone(img, n, tilt=1.0, blank=None, ground=_desk):
    """A hand-held picture: the page on a desk, askew and in perspective, light from one side, shadow, glare, blur, noise.
    tilt scales how askew; blank is the share of the frame beside the page (drawn when None); ground draws what the page lies on."""
    h, w = img.shape[:2]
    k = n.uniform(0.8, 1.1)
    W, Hh = int(w * k * n.uniform(1.03, 1.3)), int(h * k * n.uniform(1.03, 1.25))
    if blank is not None:
        W, Hh = int(w * k * (1 + blank)), int(h * k * (1 + blank))
    corners = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32)
    a = np.deg2rad(n.normal(0, 2.5) * tilt)
    rot = np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]], np.float32)
    q = ((corners - [w / 2, h / 2]) * k * 0.97) @ rot
    q *= 1 + np.clip(n.normal(0, 0.02 * tilt, (4, 1)), -0.05, 0.05)
    q = (q + [W / 2, Hh / 2] + n.uniform(-0.01, 0.01, 2) * [W, Hh]).astype(np.float32)
    H = cv2.getPerspectiveTransform(corners, q)
    out = ground(n, Hh, W)
    tint = np.array([n.uniform(.82, 1), n.uniform(.9, 1), n.uniform(.92, 1)], np.float32) * n.uniform(0.8, 1)
    page = cv2.warpPerspective(img, H, (W, Hh), flags=cv2.INTER_AREA).astype(np.float32) * tint
    mask = cv2.warpPerspective(np.full((h, w), 255, np.uint8), H, (W, Hh)).astype(np.float32)[:, :, None] / 255
    shadow = cv2.GaussianBlur(np.roll(mask[:, :, 0], tuple(int(x) for x in n.integers(-8, 9, 2)), (0, 1)), (0, 0), 6)[:, :, None]
    out = out * (1 - 0.35 * shadow) * (1 - mask) + page * mask
    yy, xx = np.mgrid[0:Hh, 0:W].astype(np.float32)
    t = n.uniform(0, 2 * np.pi)
    light = 1 + n.uniform(0, 0.35) * (np.cos(t) * (xx / W - .5) + np.sin(t) * (yy / Hh - .5))
    if n.random() < 0.3:  # the shadow of a hand or the telephone
        edge = (np.cos(t + 1) * (xx / W - n.uniform(.2, .8)) + np.sin(t + 1) * (yy / Hh - n.uniform(.2, .8))) / n.uniform(0.01, 0.08)
        light *= 1 - n.uniform(0.1, 0.4) / (1 + np.exp(-np.clip(edge, -30, 30)))
    out *= light[:, :, None]
    if n.random() < 0.2:  # glare
        gx, gy, s = n.uniform(0, W), n.uniform(0, Hh), n.uniform(0.05, 0.15) * W
        out += (n.uniform(20, 90) * np.exp(-((xx - gx) ** 2 + (yy - gy) ** 2) / (2 * s * s)))[:, :, None]
    out = cv2.GaussianBlur(out, (0, 0), n.uniform(0.4, 1.2))
    out += n.normal(0, n.uniform(1, 5), out.shape[:2])[:, :, None] + n.normal(0, n.uniform(0, 2), out.shape)
    return _jpeg(np.clip(out, 0, 255).astype(np.uint8), n.uniform(60, 95)), H


def rough(img, n):
    """phone, with a page that lies on carpet, stone, cloth or boards."""
    return phone(img, n, ground=grounds.ground)


def bent(img, n):
    """phone or scan of a page that does not lie flat."""
    bend = bends.Bend(n, *img.shape[:2])
    out, H = (phone if n.random() < 0.6 else scan)(bend.picture(img), n)
    return out, lambda p: cv2.perspectiveTransform(bend.points(p)[None], H)[0]


def creased(img, n):
    """phone or scan of a page that was folded or crumpled."""
    return (phone if n.random() < 0.6 else scan)(creases.crease(img, n), n)


def shade(img, n):
    """The sun's shadow of a box or a roof over a part of a picture, in which its light falls to between a quarter and three fifths."""
    h, w = img.shape[:2]
    yy, xx = np.mgrid[0:h, 0:w].astype(np.float32)
    t, soft = n.uniform(0, 2 * np.pi), n.uniform(0.001, 0.02) * w
    edge = (np.cos(t) * (xx - n.uniform(0.3, 0.7) * w) + np.sin(t) * (yy - n.uniform(0.3, 0.7) * h)) / soft
    dark = 1 - n.uniform(0.4, 0.75) / (1 + np.exp(-np.clip(edge, -30, 30)))
    return np.clip(img * dark[:, :, None], 0, 255).astype(np.uint8)


def smear(img, n):
    """A picture whose camera moved, or looked past its page: smeared by up to about half of small print's height."""
    size = max(img.shape[:2])
    kernel = blurs.motion(n, n.uniform(0.003, 0.008) * size) if n.random() < 0.6 else blurs.defocus(n.uniform(0.0015, 0.0035) * size)
    noisy = cv2.filter2D(img, -1, kernel) + n.normal(0, n.uniform(0.5, 3), img.shape[:2])[:, :, None]
    return _jpeg(np.clip(noisy, 0, 255).astype(np.uint8), n.uniform(75, 95))


def burn(img, n):
    """A picture that was exposed for its darker side: most of its paper is as white as white can be, and it darkens towards one side."""
    h, w = img.shape[:2]
    yy, xx = np.mgrid[0:h, 0:w].astype(np.float32)
    t = n.uniform(0, 2 * np.pi)
    way = np.cos(t) * (xx / w - .5) + np.sin(t) * (yy / h - .5)
    way = (way - way.min()) / np.ptp(way)
    at, least = n.uniform(0.2, 0.5), n.uniform(0.5, 0.8)
    gain = 255 / np.percentile(img, 80) * np.where(way < at, least + (1 - least) * way / at, 1 + 0.3 * (way - at))
    return _jpeg(np.clip(img * gain[:, :, None] + n.normal(0, n.uniform(0.5, 3), (h, w))[:, :, None], 0, 255).astype(np.uint8), n.uniform(75, 95))


def grain(img, n):
    """A dim picture of a sensor that is turned up, a print in a screen or a display: grain of up to an eighth of the paper's tone."""
    h, w = img.shape[:2]
    kind = (grains.noise, grains.halftone, grains.display)[int(n.choice(3, p=(0.6, 0.2, 0.2)))]
    light = n.uniform(0.5, 0.9) if kind is grains.noise else 0.85
    depth = n.uniform(0.05, 0.12 if kind is grains.noise else 0.07) * light * np.percentile(img, 80)
    return _jpeg(np.clip(img * light + depth * kind(n, h, w)[:, :, None] + 10, 0, 255).astype(np.uint8), n.uniform(85, 97))


def veil(img, n):
    """Print that faded, a veil over the lens, or too much light: what is black on the page is grey beside its paper."""
    depth, top = n.uniform(0.12, 0.5), n.uniform(190, 255)
    return _jpeg(np.clip(top - depth * (255 - img.astype(np.float32)) + n.normal(0, n.uniform(0.3, 2), img.shape[:2])[:, :, None], 0, 255).astype(np.uint8), n.uniform(80, 97))


def screen(img, n):
    """The page as a screen shows it: letters of six to ten pixels, sharp but for a coder, as pictures of tables on the web are."""
    k = n.uniform(0.45, 0.65)
    h, w = img.shape[:2]
    small = cv2.resize(img, (round(w * k), round(h * k)), interpolation=cv2.INTER_AREA)
    return small if n.random() < 0.5 else _jpeg(small, n.uniform(70, 95)), np.diag([k, k, 1.0])


def _after(spoil):
    """A look that is spoil's of a photograph or a scan."""
    def look(img, n):
        out, H = (phone if n.random() < 0.6 else scan)(img, n)
        return spoil(out, n), H
    return look


LOOKS = {"scan": scan, "photo": phone, "screen": screen, "rough": rough, "bent": bent, "creased": creased, "burnt": _after(burn), "grainy": _after(grain), "pale": _after(veil), "blurred": _after(smear), "shaded": _after(shade)}


def move(box, H):
    """Corners of a box [x0, y0, x1, y1] taken through H, in the order of shoot.Fragment's quads."""
    x0, y0, x1, y1 = box
    p = np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]], np.float64)
    p = H(p) if callable(H) else cv2.perspectiveTransform(p[None], H)[0]
    return [[round(float(x), 2), round(float(y), 2)] for x, y in p]

"""Training scenes of the finder: pages with a machine-readable zone at any angle among other print, with the core of
every code line, its reading direction and its pitch as truth on a grid of every fourth pixel."""
import functools
import glob
import random
import string

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

import ocrb
import paper

SIZE, STRIDE = 256, 4
PITCH = 14  # of the upright canvas
THAI = "กขคงจฉชซญดตถทธนบปผพภมยรลวศสหอะาิีุูเแโใไ่้์"


@functools.lru_cache(None)
def faces():
    files = [f for pattern in ("/usr/share/fonts/**/*.otf", "/usr/share/fonts/**/*.ttf") for f in glob.glob(pattern, recursive=True)]
    latin = [f for f in files if "ocr-b" not in f and not ("noto" in f.lower() and not f.endswith(("NotoSans-Regular.ttf", "NotoSerif-Regular.ttf")))]
    return sorted(latin)


@functools.lru_cache(400)
def face(path, size):
    return ImageFont.truetype(path, size)


class Stock:
    """Sheets kept for reuse: a fresh one is drawn for one scene in twelve, the rest are cut out of old ones."""

    def __init__(self, make):
        self.sheets, self.make = [], make

    def cut(self, rng, h, w):
        if len(self.sheets) < 16 or rng.random() < 0.08:
            self.sheets.append(self.make(rng))
            self.sheets = self.sheets[-120:]
        sheet = self.sheets[int(rng.integers(0, len(self.sheets)))]
        y, x = int(rng.integers(0, 901 - h)), int(rng.integers(0, 901 - w))
        piece = np.rot90(sheet[y:y + h, x:x + w], 2 * int(rng.integers(0, 2)))
        return np.ascontiguousarray(piece)


def phrase(rng):
    n = int(rng.integers(2, 28))
    pool = (string.ascii_uppercase + "  ", string.ascii_letters + "   ", string.digits + "  -/.", THAI + "  ")[int(rng.choice(4, p=(0.4, 0.3, 0.2, 0.1)))]
    return "".join(pool[i] for i in rng.integers(0, len(pool), n))


def write(rng, layer, count):
    """Other print: lines of any font over the layer (PIL, ink 255)."""
    draw = ImageDraw.Draw(layer)
    w, h = layer.size
    for _ in range(count):
        f = face(faces()[int(rng.integers(0, len(faces())))], int(rng.choice((6, 8, 9, 10, 12, 14, 16, 20, 30))))
        x, y = int(rng.integers(-40, w)), int(rng.integers(0, h))
        for k in range(int(rng.integers(1, 5))):
            draw.text((x, y + k * f.size * 1.25), phrase(rng), font=f, fill=int(rng.integers(90, 256)))


def sheet_of_print(rng):
    layer = Image.new("L", (900, 900), 0)
    write(rng, layer, int(rng.integers(20, 70)))
    return np.asarray(layer)


PAPER = Stock(lambda rng: paper.paper(rng, 900, 900))
PRINT = Stock(sheet_of_print)


def canvas(rng):
    """An upright page: grey picture and the code lines as (x0, x1, y) with pitch PITCH."""
    w, h = int(PITCH * rng.uniform(48, 62)), int(PITCH * rng.uniform(24, 60))
    page = PAPER.cut(rng, h, w) + rng.uniform(-30, 10)
    ink = PRINT.cut(rng, h, w).astype(np.float32) / 255
    page += (rng.uniform(0, 110) - page) * ink * rng.uniform(0.5, 1)
    if rng.random() < 0.7:  # a portrait: a mass of soft blobs
        x, y, r = int(rng.integers(0, w)), int(rng.integers(0, h)), int(rng.uniform(4, 10) * PITCH)
        blob = paper.clouds(rng, h, w, int(rng.integers(8, 40))) * 255
        mask = np.zeros((h, w), np.uint8)
        cv2.rectangle(mask, (x, y), (x + r, y + int(r * 1.3)), 255, -1)
        page = np.where(mask > 0, blob, page)
    lines = []
    if rng.random() < 0.88:
        text = ocrb.zone(random.Random(int(rng.integers(0, 2**31))))
        font, weight = ocrb.FONTS[int(rng.integers(0, 2))], float(rng.choice(ocrb.WEIGHTS))
        spacing = rng.uniform(2.1, 2.9) * PITCH
        tall = rng.uniform(0.88, 1.15)
        x0 = int(rng.uniform(0.3, 4) * PITCH)
        y0 = int(h - rng.uniform(1, 4) * PITCH - spacing * len(text))
        if rng.random() < 0.3:  # the zone of many states stands on plain ground
            page[max(0, y0):, :] += (rng.uniform(150, 250) - page[max(0, y0):, :]) * rng.uniform(0.5, 1)
        tone, strength = rng.uniform(5, 90), rng.uniform(0.75, 1)
        for i, t in enumerate(text):
            img = cv2.resize(ocrb.line_image(t, font, weight), (len(t) * PITCH, int(2.5 * PITCH * tall)), interpolation=cv2.INTER_AREA)
            mid = y0 + spacing * (i + 0.5)
            top = int(mid - img.shape[0] / 2)
            x1 = min(w, x0 + img.shape[1])
            a, b = max(0, top), min(h, top + img.shape[0])
            if b <= a:
                continue
            part = page[a:b, x0:x1]
            part += (tone - part) * img[a - top:b - top, : x1 - x0] * strength
            lines.append((x0, x1, mid))
    return paper.stain(rng, page, PITCH), lines


def place(rng, w, h, lines):
    """Map of the canvas into the scene: any angle, pitch 4 to 19, some perspective."""
    pitch = float(np.exp(rng.uniform(np.log(4), np.log(19))))
    k, a = pitch / PITCH, rng.uniform(0, 2 * np.pi)
    if rng.random() < 0.5:
        a = rng.integers(0, 4) * np.pi / 2 + rng.normal(0, 0.06)
    cx, cy = (w / 2, h / 2)
    if lines and rng.random() < 0.9:
        cx, cy = np.mean([line[:2] for line in lines]), np.mean([line[2] for line in lines])
    tx, ty = rng.uniform(0.25, 0.75, 2) * SIZE
    c, s = np.cos(a) * k, np.sin(a) * k
    m = np.array([[c, -s, tx - c * cx + s * cy], [s, c, ty - s * cx - c * cy], [0, 0, 1]])
    tilt = np.array([[1, 0, 0], [0, 1, 0], [rng.normal(0, 3e-4), rng.normal(0, 3e-4), 1]])
    shift = np.array([[1, 0, -SIZE / 2], [0, 1, -SIZE / 2], [0, 0, 1]])
    return np.linalg.inv(shift) @ tilt @ shift @ m


def normalise(grey):
    """Local contrast over 33 pixels."""
    x = grey.astype(np.float32)
    mean = cv2.blur(x, (33, 33), borderType=cv2.BORDER_REPLICATE)
    var = cv2.blur(x * x, (33, 33), borderType=cv2.BORDER_REPLICATE) - mean * mean
    return (x - mean) / (np.sqrt(np.maximum(var, 0)) + 12)


def sample(rng):
    """Scene (SIZE x SIZE, normalised) and truth [4, SIZE/4, SIZE/4]: core, cos, sin, log2(pitch / 8)."""
    page, lines = canvas(rng)
    h, w = page.shape
    m = place(rng, w, h, lines)
    scene = PAPER.cut(rng, SIZE, SIZE) * rng.uniform(0.1, 1)
    if rng.random() < 0.5:
        scene -= PRINT.cut(rng, SIZE, SIZE).astype(np.float32) / 255 * rng.uniform(20, 150)
    if m[2] @ np.array([w / 2, h / 2, 1]) < 0.2:
        return sample(rng)
    k = np.sqrt(abs(np.linalg.det(m[:2, :2])))
    soft = cv2.GaussianBlur(page, (0, 0), 0.45 / k) if k < 0.8 else page
    cover = cv2.warpPerspective(np.ones((h, w), np.float32), m, (SIZE, SIZE))
    warped = cv2.warpPerspective(soft, m, (SIZE, SIZE), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    scene += (warped - scene) * cover
    scene = paper.camera(rng, scene, rng.uniform(0, 0.9))
    n = SIZE // STRIDE
    truth = np.zeros((4, n, n), np.float32)
    for x0, x1, y in lines:
        half = 0.30 * PITCH
        quad = np.array([[x0, y - half], [x1, y - half], [x1, y + half], [x0, y + half]])
        p = np.hstack([quad, np.ones((4, 1))]) @ m.T
        p = p[:, :2] / p[:, 2:]
        mask = np.zeros((n, n), np.uint8)
        at = (p - (STRIDE - 1) / 2) / STRIDE
        cv2.fillConvexPoly(mask, np.round(at * 16).astype(np.int32), 1, cv2.LINE_8, 4)
        along = (p[1] + p[2] - p[0] - p[3]) / 2
        length = np.hypot(*along)
        truth[0][mask > 0] = 1
        truth[1][mask > 0], truth[2][mask > 0] = along / length
        truth[3][mask > 0] = np.log2(length / (x1 - x0) * PITCH / 8)
    return normalise(scene).astype(np.float16), truth.astype(np.float16)

"""A grey crop of one line -> 40 rows of ink (0 paper, 255 ink). vision/linenet/normalise.go is the same steps; keep the two alike."""
import cv2
import numpy as np

HEIGHT = 40
MARGIN = 0.09
FLOAT, TONE = 0.8, (0.08, 0.4)  # how far above its letters a tone floats, and how high it is, in their height
NEAR = 0.35  # how far letters stand by each other, in the crop's height
FAINT, PALE = 0.7, 0.15  # shares of the strongest ink's strength: fainter ink is brought up to the first, as if it had the second at least
WORK = 48, 96  # rows: lower crops are enlarged to the first, at most four times, higher ones reduced to the second


def flatten(g):
    """Ink strength: light background removed, inverse print turned, scaled to the strongest ink."""
    if g.shape[0] > WORK[1]:
        g = cv2.resize(g, (max(1, round(g.shape[1] * WORK[1] / g.shape[0])), WORK[1]), interpolation=cv2.INTER_AREA)
    elif g.shape[0] < WORK[0]:  # the marks of small print are single pixels, which the flattening would treat as noise
        k = min(4.0, WORK[0] / g.shape[0])
        g = cv2.resize(g, (int(g.shape[1] * k + 0.5), int(g.shape[0] * k + 0.5)), interpolation=cv2.INTER_CUBIC)
    h = g.shape[0]
    k = max(3, h // 2 | 1)
    square = np.ones((k, k), np.uint8)
    smooth = cv2.blur(g, (3, 3))
    v = cv2.subtract(cv2.blur(cv2.dilate(smooth, square), (k, k)), g)
    inverse = cv2.subtract(g, cv2.blur(cv2.erode(smooth, square), (k, k)))
    # Ink is the lesser part of a crop: light print on dark paper leaves more below its surroundings' brightest than above their darkest.
    if int(v.sum(dtype=np.int64)) > int(inverse.sum(dtype=np.int64)):
        v = inverse
    hist = np.bincount(v.ravel(), minlength=256).cumsum()
    top = max(24, int(np.searchsorted(hist, 0.995 * hist[-1])))
    return even(cv2.convertScaleAbs(v, alpha=255.0 / top))


def even(v):
    """Ink that failed here and there nearly as strong as the rest: each column by what is strongest near it. Ordinary print stays as it is."""
    reach = 2 * int(v.shape[0] * NEAR) + 1
    strongest = cv2.dilate(cv2.blur(v, (3, 3)).max(0)[None, :], np.ones((1, reach), np.uint8))
    near = np.maximum(cv2.blur(strongest, (reach, 1)), np.float32(255 * PALE))
    return np.minimum(v * np.maximum(255 * FAINT / near, 1), 255).astype(np.uint8)


def longest(mask):
    """The longest run of ink in each row: a rule's is nearly the whole row, a dense line of print has gaps."""
    x = np.arange(mask.shape[1])
    return (x - np.maximum.accumulate(np.where(mask, -1, x), axis=1)).max(1)


def band(v):
    """Rows and columns of the line's ink: y0, y1, x0, x1."""
    h, w = v.shape
    mask = v > 110
    count = mask.sum(1)
    count[longest(mask) > 0.6 * w] = 0  # rules
    need = max(1, int(0.002 * w))
    rows = np.flatnonzero(count >= need)
    if len(rows) == 0:
        return 0, h, 0, w
    cuts = np.flatnonzero(np.diff(rows) > 1)
    starts, ends = rows[np.r_[0, cuts + 1]], rows[np.r_[cuts, len(rows) - 1]] + 1
    weight = [count[a:b].sum() for a, b in zip(starts, ends)]
    m = int(np.argmax(weight))
    y0, y1 = int(starts[m]), int(ends[m])
    body = y1 - y0
    reach = max(2.0, 0.3 * body)
    for i in range(m - 1, -1, -1):
        tone = starts[i] > 0 and TONE[0] * body <= ends[i] - starts[i] <= TONE[1] * body
        if y0 - ends[i] > (max(reach, FLOAT * body) if tone else reach) or (starts[i] == 0 and ends[i] - starts[i] < 0.3 * (y1 - y0)):
            break
        y0 = int(starts[i])
    for i in range(m + 1, len(starts)):
        if starts[i] - y1 > reach or (ends[i] == h and ends[i] - starts[i] < 0.3 * (y1 - y0)):
            break
        y1 = int(ends[i])
    least = max(4, int(0.3 * h))
    if y1 - y0 < least:
        y0 = max(0, (y0 + y1 - least) // 2)
        y1 = min(h, y0 + least)
    cols = np.flatnonzero(mask[y0:y1].any(0))
    x0, x1 = (int(cols[0]), int(cols[-1]) + 1) if len(cols) else (0, w)
    return y0, y1, x0, x1


def normalise(g, jitter=None):
    """40 x W uint8. jitter (a numpy Generator) shakes the framing for training."""
    v = flatten(g)
    y0, y1, x0, x1 = band(v)
    b = y1 - y0
    mt, mb, ml, mr = MARGIN * b, MARGIN * b, 0.25 * b, 0.25 * b
    if jitter is not None:
        mt, mb = np.array([mt, mb]) + jitter.uniform(-0.07, 0.16, 2) * b
        ml, mr = np.array([ml, mr]) + jitter.uniform(-0.15, 0.2, 2) * b
    scale = HEIGHT / (b + mt + mb)
    w = max(8, int(round((x1 - x0 + ml + mr) * scale)))
    # one affine step maps the framed band on the output; areas are averaged first when it shrinks
    if scale < 0.75:
        small = cv2.resize(v, (max(1, round(v.shape[1] * scale)), max(1, round(v.shape[0] * scale))), interpolation=cv2.INTER_AREA)
        fx, fy = small.shape[1] / v.shape[1], small.shape[0] / v.shape[0]
        M = np.float32([[1, 0, -(x0 - ml) * fx], [0, 1, -(y0 - mt) * fy]])
        return cv2.warpAffine(small, M, (w, HEIGHT), flags=cv2.INTER_LINEAR)
    M = np.float32([[scale, 0, -(x0 - ml) * scale], [0, scale, -(y0 - mt) * scale]])
    return cv2.warpAffine(v, M, (w, HEIGHT), flags=cv2.INTER_LINEAR)

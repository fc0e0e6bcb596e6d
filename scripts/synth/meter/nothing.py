"""Pictures without any counter: rooms, people, pages, parcel labels, meters' housings seen from behind. A reader must say of each
that nothing is there. Numbers stand on most pages and labels, as they do on real ones."""
import cv2
import numpy as np

from counter import gray
from dial import WORDS, background, barcode, housing, paste
from photo import photograph
from scene import project

NAMES = ("Invoice", "Receipt", "Tax ID", "Total", "Date", "No.", "Page 1 of 2", "Description", "Quantity", "Amount", "Bangkok", "Street",
         "Dear Sir or Madam", "Best regards", "Delivery note", "Order", "Customer", "Phone", "Ship to", "From", "Somchai", "Company Ltd",
         "Account", "Balance", "Weight 2.4 kg", "VAT 7 %", "Signature", "Passport", "Surname", "we have received your letter and")


def number(rng):
    """A phone, a date, an amount, a postcode or a code."""
    n = lambda k: "".join(map(str, rng.integers(0, 10, k)))
    return (f"0{n(2)}-{n(3)}-{n(4)}", f"{rng.integers(1, 29):02d}/{rng.integers(1, 13):02d}/{rng.integers(1990, 2027)}", f"{int(n(4)):,}.{n(2)}",
            n(5), f"{n(1)}-{n(4)}-{n(5)}-{n(2)}-{n(1)}", "TH" + n(9))[rng.integers(6)]


def room(rng, fonts):
    """Walls, a floor, boxes, windows and lamps; now and then somebody in it."""
    w, h = [(640, 480), (480, 640), (800, 600)][rng.integers(3)]
    c = background(rng, h, w)
    y = int(h * rng.uniform(.45, .9))
    cv2.fillPoly(c, [np.array([(0, y), (w, int(y + rng.normal(0, .08) * h)), (w, h), (0, h)])], gray(rng, 20, 220, 30).tolist())
    for _ in range(int(rng.integers(2, 12))):
        x0, y0 = rng.uniform(-.1, .9) * w, rng.uniform(0, .9) * h
        x1, y1 = x0 + rng.uniform(.05, .5) * w, y0 + rng.uniform(.05, .5) * h
        box = np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)]) + rng.normal(0, .02 * w, (4, 2))
        cv2.fillPoly(c, [box.astype(np.int32)], gray(rng, 0, 255, 40).tolist(), cv2.LINE_AA)
        if rng.random() < .3:  # panes, drawers, shelves
            for k in range(1, int(rng.integers(2, 7))):
                p = box[0] + (box[3] - box[0]) * k / 7, box[1] + (box[2] - box[1]) * k / 7
                cv2.line(c, *[tuple(int(v) for v in e) for e in p], gray(rng, 0, 255).tolist(), int(rng.integers(1, 5)), cv2.LINE_AA)
    if rng.random() < .35:
        person(rng, c, w * rng.uniform(.2, .8), h * rng.uniform(.25, .6), h * rng.uniform(.08, .3))
    if rng.random() < .3:
        paste(c, fonts.text(rng, WORDS[rng.integers(len(WORDS))], int(h * rng.uniform(.02, .1))), w * rng.random(), h * rng.random(), gray(rng, 0, 255))
    return c


def person(rng, c, x, y, r):
    """A head with hair, eyes and mouth on shoulders."""
    skin = np.array([120, 160, 210]) * rng.uniform(.35, 1.15)
    at = lambda dx, dy: (int(x + dx * r), int(y + dy * r))
    size = lambda a, b: (max(1, int(a * r)), max(1, int(b * r)))
    cv2.ellipse(c, at(0, 2.5), size(1.9, 1.5), 0, 0, 360, gray(rng, 0, 255, 40).tolist(), -1, cv2.LINE_AA)
    cv2.ellipse(c, at(0, -.15), size(.85, 1.1), 0, 0, 360, gray(rng, 0, 90, 15).tolist(), -1, cv2.LINE_AA)
    cv2.ellipse(c, at(0, .1), size(.75, 1), 0, 0, 360, skin.tolist(), -1, cv2.LINE_AA)
    for dx in (-.3, .3):
        cv2.ellipse(c, at(dx, 0), size(.13, .08), 0, 0, 360, (235, 235, 235), -1, cv2.LINE_AA)
        cv2.circle(c, at(dx, 0), max(1, int(.07 * r)), (30, 30, 30), -1, cv2.LINE_AA)
    cv2.ellipse(c, at(0, .55), size(.28, .1), 0, 0, 180, (60, 60, 150), max(1, int(.06 * r)), cv2.LINE_AA)


def sheet(rng, fonts, label):
    """A page of text, or a label with an address and a bar code, on a table."""
    w, h = (int(rng.uniform(420, 620)), int(rng.uniform(280, 460))) if label else (int(rng.uniform(440, 560)), int(rng.uniform(560, 760)))
    p = np.empty((h, w, 3), np.float32)
    p[:] = gray(rng, 215, 255, 6)
    y, ink = h * rng.uniform(.03, .1), gray(rng, 0, 70)
    size = h * (rng.uniform(.035, .07) if label else rng.uniform(.016, .03))
    while y < h * .94:
        x = w * rng.uniform(.04, .1)
        for _ in range(int(rng.integers(1, 5))):
            m = fonts.text(rng, number(rng) if rng.random() < .35 else NAMES[rng.integers(len(NAMES))], max(8, int(size * rng.uniform(.8, 1.3))))
            if x + m.shape[1] > w * .96:
                break
            paste(p, m, x + m.shape[1] / 2, y + m.shape[0] / 2, ink)
            x += m.shape[1] + size * rng.uniform(.4, 5)
        if rng.random() < .1:
            cv2.line(p, (int(w * .04), int(y - 2)), (int(w * .96), int(y - 2)), ink.tolist(), 1)
        y += size * rng.uniform(1.5, 2.6)
    if rng.random() < (.9 if label else .15):
        x, y, bw, bh = w * rng.uniform(.3, .7), h * rng.uniform(.2, .85), w * rng.uniform(.25, .5), h * rng.uniform(.08, .16)
        barcode(rng, p, x, y, bw, bh)
        paste(p, fonts.text(rng, number(rng), max(8, int(size))), x, y + bh * .8, ink)
    return p


def lying(rng, p):
    """The sheet on a table, turned, seen by a camera."""
    w, h = [(640, 480), (480, 640), (800, 600)][rng.integers(3)]
    c = background(rng, h, w)
    ph, pw = p.shape[:2]
    k, a = min(w / pw, h / ph) * rng.uniform(.6, 1.5), rng.normal(0, .12) if rng.random() < .7 else rng.uniform(-np.pi, np.pi)
    m = np.array([[k * np.cos(a), -k * np.sin(a), w / 2], [k * np.sin(a), k * np.cos(a), h / 2], [*rng.normal(0, .08, 2) / pw, 1]])
    m = m @ np.array([[1, 0, -pw / 2], [0, 1, -ph / 2], [0, 0, 1.]])
    assert np.isfinite(project(m, [[0, 0], [pw, ph]])).all()
    return cv2.warpPerspective(p, m, (w, h), dst=c, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_TRANSPARENT)


def pipes(rng):
    """A shaft with pipes and a meter's closed lid."""
    w, h = 640, 480
    c = background(rng, h, w)
    for _ in range(int(rng.integers(1, 5))):
        p, q = rng.uniform(-.2, 1.2, 2) * (w, h), rng.uniform(-.2, 1.2, 2) * (w, h)
        cv2.line(c, tuple(p.astype(int).tolist()), tuple(q.astype(int).tolist()), gray(rng, 20, 230, 30).tolist(), int(rng.uniform(.05, .2) * w), cv2.LINE_AA)
    cx, cy, r = w * rng.uniform(.3, .7), h * rng.uniform(.3, .7), h * rng.uniform(.15, .35)
    housing(rng, c, cx, cy, r)
    cv2.circle(c, (int(cx), int(cy)), int(r), gray(rng, 10, 230, 30).tolist(), -1, cv2.LINE_AA)
    return c


def make_nothing(seed, fonts):
    """One picture, uint8 BGR, and its sort."""
    rng = np.random.default_rng((seed, 80))
    sort = ("room", "page", "label", "pipes")[rng.choice(4, p=[.3, .3, .3, .1])]
    if sort == "room":
        c = room(rng, fonts)
    elif sort == "pipes":
        c = pipes(rng)
    else:
        c = lying(rng, sheet(rng, fonts, sort == "label"))
    return photograph(rng, c, .2), sort

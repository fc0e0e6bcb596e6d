"""Random pages of blocks that are hard to find the lines of: black and coloured bars, tabs turned to either side, print on
tinted, graded and patterned ground, frames in frames, small print, headlines. Writes pictures and truth.jsonl, a row a page:
lines {text, quad, turn, reversed}, quads of lines that its edge cuts, areas {quad, filled, dark}, in pixels of the picture.

    python3 blocks.py OUT --pages 300 --seed 7 [--held]     # --held: blocks, faces and grounds kept for measuring

A line's quad is that of its ink; it starts where reading starts, above the letters."""
import argparse, json, os, random, sys

import cv2
import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "page"))
import camera, faces, shoot
from vocabulary import Vocabulary

INKS = ["#000", "#111", "#222", "#1a1a4a", "#333"]
PALE = ["#fff", "#fff", "#f4f4f4", "#eee", "#e6eef8", "#fdf3d8", "#fbe3e3", "#dff0df"]
HELD_PALE = ["#fff", "#ebe4f5", "#ffe9c9", "#d8e8ea", "#e9e9e9"]
DARK = ["#000", "#000", "#111", "#222", "#14365c", "#7a1f1f", "#1f4d2b", "#444"]
HELD_DARK = ["#000", "#0b0b0b", "#3b2460", "#8a4a00", "#005b63", "#555"]


class Maker:
    """Draws one page's HTML."""

    def __init__(self, seed, held):
        self.r, self.held = random.Random(seed), held
        self.v = Vocabulary(seed, held)
        self.lang = self.r.choice(["th", "bi", "en"])
        self.font = faces.pick(self.r, held, self.lang)
        self.size = self.r.choice([9, 10, 11, 12, 13, 14, 16])
        self.pale, self.dark = (HELD_PALE, HELD_DARK) if held else (PALE, DARK)

    def tongue(self):
        return self.lang if self.lang != "bi" else self.r.choice(["th", "en"])

    def text(self):
        v, r, t = self.v, self.r, self.tongue()
        return r.choice([lambda: v.person(t), lambda: v.firm(t), lambda: v.phone(t), lambda: v.shape("##/##/####"), lambda: v.shape("##-####-##"),
                         lambda: f"{v.satang() / 100:,.2f}", lambda: v.shape("@@######")])()

    def caption(self):
        th = ["ผู้รับ", "ผู้ส่ง", "ปลายทาง", "เลขที่", "วันที่", "จำนวนเงิน", "หมายเหตุ", "น้ำหนัก", "รายการ", "ที่อยู่", "ผู้ซื้อ", "ผู้ขาย"]
        en = ["SHIP TO", "FROM", "BUYER", "Seller", "Date", "Amount", "Weight", "Order no.", "REMARK", "Address", "TOTAL", "Item"]
        return self.r.choice(th if self.tongue() == "th" else en)

    def address(self):
        parts = self.v.address(self.tongue())
        cut = self.r.randint(1, max(1, len(parts) - 1))
        return " ".join(parts[:cut]) + "<br>" + " ".join(parts[cut:])

    def paper(self, tone):
        """A ground: plain, graded or patterned."""
        if self.r.random() < 0.7:
            return f"background:{tone}"
        if self.held:
            return f"background:radial-gradient({tone},#fff)" if self.r.random() < 0.5 else f"background:repeating-linear-gradient(90deg,{tone} 0 5px,#fff 5px 9px)"
        return f"background:linear-gradient({self.r.randrange(360)}deg,{tone},#fff)" if self.r.random() < 0.6 else f"background:repeating-linear-gradient(45deg,{tone} 0 6px,#fff 6px 14px)"

    def paragraph(self):
        n = self.r.randint(2, 5)
        words = " ".join(self.v.firm(self.tongue()) + " " + self.v.person(self.tongue()) for _ in range(n))
        return f"<p style='text-align:{self.r.choice(['left', 'justify'])}'>{words}</p>"

    def pairs(self):
        rows = "".join(f"<tr><td style='padding:2px 34px 2px 0'>{self.caption()}</td><td>{self.text()}</td></tr>" for _ in range(self.r.randint(2, 6)))
        return f"<table style='border-collapse:collapse'>{rows}</table>"

    def bar(self):
        align, pad = self.r.choice(["left", "center", "right"]), self.r.choice([0, 1, 2, 4, 8])
        return (f"<div style='background:{self.r.choice(self.dark)};color:#fff;padding:{pad}px 8px;text-align:{align};font-weight:{self.r.choice([400, 700])};"
                f"font-size:{self.r.uniform(0.9, 2.2):.2f}em'>{self.caption()}</div>")

    def tab(self, side=None):
        side = side or self.r.choice(["left", "right"])
        dark = self.r.random() < 0.65
        tone = self.r.choice(self.dark if dark else self.pale)
        turn = "" if self.r.random() < 0.5 else "transform:rotate(180deg);"
        tab = (f"<div style='background:{tone};color:{'#fff' if dark else '#000'};padding:6px {self.r.choice([2, 4, 7])}px;display:flex;justify-content:center;align-items:center'>"
               f"<span style='writing-mode:vertical-rl;white-space:nowrap;{turn}font-weight:{self.r.choice([400, 700])};font-size:{self.r.uniform(0.9, 1.6):.2f}em'>{self.caption()}</span></div>")
        body = f"<div style='padding:8px 12px;flex:1;{self.paper(self.r.choice(self.pale))}'><b>{self.v.person(self.tongue())}</b><br>{self.address()}<br>{self.v.phone(self.tongue())}</div>"
        inner = tab + body if side == "left" else body + tab
        return f"<div style='display:flex;align-items:stretch;border:{self.r.choice([0, 1, 2])}px solid #000;min-height:{self.r.choice([80, 100, 130])}px'>{inner}</div>"

    def box(self):
        inside = self.r.choice([self.pairs, self.paragraph, self.bar])()
        nested = f"<div style='border:1px solid #000;padding:6px;margin:6px 0'>{self.caption()}</div>" if self.r.random() < 0.4 else ""
        return f"<div style='border:{self.r.choice([1, 1, 2, 3])}px solid {self.r.choice(['#000', '#777'])};padding:8px 12px;{self.paper(self.r.choice(self.pale))}'>{inside}{nested}</div>"

    def table(self):
        cols, rows = self.r.randint(2, 5), self.r.randint(2, 6)
        line = self.r.choice(["1px solid #000", "1px solid #aaa", "0"])
        head = "".join(f"<th style='padding:4px 14px;border:{line}'>{self.caption()}</th>" for _ in range(cols))
        body = "".join("<tr>" + "".join(f"<td style='padding:4px 14px;border:{line}'>{self.text()}</td>" for _ in range(cols)) + "</tr>" for _ in range(rows))
        dark = self.r.random() < 0.5
        look = f"background:{self.r.choice(self.dark)};color:#fff" if dark else f"background:{self.r.choice(self.pale)}"
        return f"<table style='border-collapse:collapse;font-size:.85em'><tr style='{look}'>{head}</tr>{body}</table>"

    def headline(self):
        return f"<div style='font-size:{self.r.uniform(2, 5):.1f}em;font-weight:700;white-space:nowrap'>{self.caption()}</div>"

    def small(self):
        return f"<div style='font-size:{self.r.choice([5, 5.5, 6, 7])}px'>{self.v.firm(self.tongue())} {self.v.phone(self.tongue())}<br>{self.v.firm(self.tongue())}</div>"

    def columns(self):
        blocks = [self.pairs(), self.r.choice([self.box, self.bar, self.pairs])()]
        return "<div style='display:flex;gap:40px'>" + "".join(f"<div style='flex:1'>{b}</div>" for b in blocks) + "</div>"

    # Held out: no rule saw these arrangements.
    def ticket(self):
        tone = self.r.choice(self.dark)
        stub = f"<span style='writing-mode:vertical-rl;white-space:nowrap;transform:rotate({self.r.choice([0, 180])}deg);font-weight:700'>{self.text()}</span>"
        return (f"<div style='display:flex;background:{tone};color:#fff;border-radius:14px;overflow:hidden'><div style='flex:1;padding:14px'><div style='font-size:1.5em'>{self.caption()}</div>"
                f"{self.text()}<br>{self.text()}</div><div style='background:#fff;color:#000;border-left:2px dashed {tone};padding:14px 8px;display:flex;align-items:center'>{stub}</div></div>")

    def banner(self):
        return (f"<div style='{self.paper(self.r.choice(self.pale))};border-left:26px solid {self.r.choice(self.dark)};padding:10px 18px'><div style='transform:rotate(180deg);width:max-content'>{self.text()}</div>"
                f"<div style='margin-top:10px;width:max-content;{self.r.choice(['border-bottom:3px double #000', 'letter-spacing:2px', 'background:#222;color:#eee;padding:1px 5px'])}'>{self.caption()} {self.text()}</div></div>")

    def steps(self):
        cells = "".join(f"<div style='flex:1;padding:6px;text-align:center;background:{t};color:{c}'>{self.caption()}</div>"
                        for t, c in [(self.r.choice(self.dark), "#fff"), (self.r.choice(self.pale), "#000"), (self.r.choice(self.dark), "#ff0")])
        return f"<div style='display:flex'>{cells}</div>"

    def page(self, w, h):
        common = [self.paragraph, self.pairs, self.columns, self.table, self.small, self.headline, self.box]
        marked = [self.bar, self.tab, self.box] + ([self.ticket, self.banner, self.steps] * 2 if self.held else [])
        blocks, n = [], self.r.randint(5, 9)
        for _ in range(n):
            blocks.append(self.r.choice(marked if self.r.random() < 0.45 else common)())
        gap, pad = self.r.choice([6, 10, 16, 24]), self.r.choice([14, 30, 50])
        ground = self.paper(self.r.choice(self.pale)) if self.r.random() < 0.25 else "background:#fff"
        body = "".join(f"<div style='margin-bottom:{gap}px'>{b}</div>" for b in blocks)
        return (f"<div class='page' style=\"padding:{pad}px;{ground};color:{self.r.choice(INKS)};font-size:{self.size}px;line-height:{self.r.uniform(1.25, 1.7):.2f};"
                f"font-family:{self.font.replace(chr(34), chr(39))}\">{body}</div>")


def between(box, others, room):
    """The part of a fragment's surroundings, so far out of its box, that is nearer to its middle than to those of the fragments above,
    below and beside it, larger ones reaching further: boxes of faces with room for Thai marks reach into the next lines' print."""
    x0, y0, x1, y1 = box
    out = [x0 - room, y0 - room, x1 + room, y1 + room]
    for o in others:
        if o[0] >= out[2] or o[2] <= out[0] or o[1] >= out[3] or o[3] <= out[1]:
            continue
        over = [min(x1, o[2]) - max(x0, o[0]), min(y1, o[3]) - max(y0, o[1])]
        k = 1 if over[0] > over[1] else 0  # the way in which the two follow each other
        a, b, size, other = (box[k] + box[k + 2]) / 2, (o[k] + o[k + 2]) / 2, box[k + 2] - box[k], o[k + 2] - o[k]
        at = a + (b - a) * size / (size + other)
        if b > a:
            out[k + 2] = min(out[k + 2], at)
        elif b < a:
            out[k] = max(out[k], at)
    return out


def ink(gray, box, others=()):
    """The box of the print of a fragment: of what differs from the ground and lies in the fragment's box for the most part. Marks of
    Thai reach out of the boxes of their faces, those of the lines above and below, whose boxes are others, reach in; rules beside
    print are none of it."""
    x0, y0, x1, y1 = [int(round(v)) for v in box]
    x0, y0 = max(0, x0), max(0, y0)
    inner = gray[y0:y1, x0:x1].astype(int)
    if inner.size == 0:
        return None
    tall = min(inner.shape)
    left, top, right, bottom = [max(0, int(round(v))) for v in between([x0, y0, x1, y1], others, int(0.4 * tall) + 1)]
    far = np.abs(gray[top:bottom, left:right].astype(int) - np.median(inner)) > 60
    if far.size == 0:
        return None
    x0, y0, x1, y1 = max(x0, left), max(y0, top), min(x1, right), min(y1, bottom)
    _, names, stats, _ = cv2.connectedComponentsWithStats(far.astype(np.uint8), connectivity=8)
    inside = np.bincount(names[y0 - top:y1 - top, x0 - left:x1 - left].ravel(), minlength=len(stats))
    boxes = []
    for (x, y, w, h, area), n in list(zip(stats, inside))[1:]:
        rule = max(w, h) > 10 * min(w, h) and max(w, h) > 1.6 * tall
        if 2 * n >= area and area > 1 and not rule and min(w, h) <= 1.5 * tall:
            boxes.append((left + x, top + y, left + x + w, top + y + h))
    if not boxes:
        return None
    found = [int(f(b[i] for b in boxes)) for i, f in enumerate((min, min, max, max))]
    return found if found[2] - found[0] > 1 and found[3] - found[1] > 1 else None


# A line whose print agrees less than this with what became of it, as a correlation, is not there: black and white makes a page of the
# darkness around each place, and where that is a wide dark box leaves nothing of light print in it.
LEAST_LEFT = 0.2


def left(flat, back, box):
    """How much of a line's print (box, whole pixels of the flat page) is left in the picture, brought back onto the page: -1 to 1."""
    x0, y0, x1, y1 = (int(v) for v in box)
    a, b = (g[max(0, y0):y1 + 1, max(0, x0):x1 + 1].astype(np.float64) for g in (flat, back))
    a, b = a - a.mean(), b - b.mean()
    return float((a * b).sum() / (np.sqrt((a * a).sum() * (b * b).sum()) + 1e-9))


def make(browser, i, seed, held, out, look=None, maker=Maker, dpi=None):
    r = np.random.default_rng([seed, i])
    size = [(794, 1123), (559, 794), (400, 600), (380, 570)][int(r.integers(4))]
    # Drawn on a longer page, so that the lines which the picture's lower edge cuts are known: they count neither way.
    shot = browser.shoot(maker(seed * 100003 + i, held).page(*size), size=(size[0], 2 * size[1]))
    usual = float(r.choice([150, 200, 200, 300]))
    if size[0] < 500:
        usual = float(r.choice([200, 300]))
    dpi = dpi or usual
    page, k = shot.pages[0], dpi / 96
    flat = np.ascontiguousarray(shot.raster(dpi)[0][:round(size[1] * k)])
    gray = cv2.cvtColor(flat, cv2.COLOR_BGR2GRAY)
    look = look or ["plain", "scan", "phone", "phone"][int(r.integers(4))]
    img, hom = {"plain": lambda: (flat, np.eye(3)), "scan": lambda: camera.scan(flat, r), "phone": lambda: camera.phone(flat, r)}[look]()
    back = cv2.warpPerspective(cv2.cvtColor(img, cv2.COLOR_BGR2GRAY), np.linalg.inv(hom), gray.shape[::-1], flags=cv2.INTER_AREA)
    lines, cut = [], [camera.move([v * k for v in box], hom) for box in page.cut if box[1] < size[1]]
    for f in page.fragments:
        if f.box[1] >= size[1]:
            continue
        box = ink(gray, [v * k for v in f.box], [[v * k for v in o.box] for o in page.fragments if o is not f and o.turn == f.turn])
        if box is None or not f.text.strip() or box[2] >= flat.shape[1] - 1 or f.box[3] >= size[1] - 1 or left(gray, back, box) < LEAST_LEFT:
            cut.append(camera.move([v * k for v in f.box], hom))
            continue
        q = camera.move(box, hom)
        lines.append({"text": f.text.strip(), "quad": q[f.turn:] + q[:f.turn], "turn": f.turn, "reversed": f.reversed})
    areas = [{"quad": camera.move([v * k for v in a.box], hom), "filled": a.filled, "dark": a.dark} for a in page.areas]
    name = f"{'held' if held else 'own'}_{i:04d}_{look}.png" if look == "plain" else f"{'held' if held else 'own'}_{i:04d}_{look}.jpg"
    cv2.imwrite(os.path.join(out, name), img)
    return {"file": name, "look": look, "lines": lines, "cut": cut, "areas": areas}


def main():
    p = argparse.ArgumentParser()
    p.add_argument("out")
    p.add_argument("--pages", type=int, default=20)
    p.add_argument("--first", type=int, default=0)
    p.add_argument("--seed", type=int, default=7)
    p.add_argument("--held", action="store_true")
    a = p.parse_args()
    os.makedirs(a.out, exist_ok=True)
    with shoot.Browser() as b, open(os.path.join(a.out, "truth.jsonl"), "a", encoding="utf-8") as f:
        for i in range(a.first, a.first + a.pages):
            f.write(json.dumps(make(b, i, a.seed, a.held, a.out), ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()

"""What the page engine would say of a drawn page, without drawing it: fragments joined into lines as the engine joins them, with
misreadings, lost, cut and merged lines, unsteady boxes. One page of HTML gives as many different readings as one likes.

    row = read(page, fields, random.Random(1))     # page, fields: of shoot.py; row: a JSON object as scripts/train/find reads it
"""
import math

CONFUSED = {"0": "OoD", "O": "0", "1": "lI7", "l": "1I", "I": "l1", "5": "S", "S": "5", "8": "B", "B": "8", "2": "Z", "6": "b", "9": "g", "m": "rn", "n": "h", "e": "c", "c": "e", "a": "o", "u": "v",
            "ป": "บ", "บ": "ป", "ถ": "ล", "ล": "ถ", "ษ": "ม", "ม": "น", "น": "ม", "ท": "ห", "ห": "ท", "ค": "ด", "ด": "ค", "ต": "ด", "ผ": "ฝ", "พ": "ฟ", "ฟ": "พ", "ช": "ซ", "ซ": "ช", "ร": "ธ", "ธ": "ร",
            "่": "้", "้": "่", "ี": "ิ", "ิ": "ี", "ึ": "ื", "ื": "ี", "ุ": "ู", "ู": "ุ", "/": "7", ".": ",", ",": ".", ":": "."}
MARKS = set("่้๊๋็์ัิีึืุูํ")
JUNK = ["—", "|", "๕4", "9", "๒", "๐4", "ca", "๘", "21.", "8*", "=", "I", "ø", "d", "-", "ุ", "ไ", "0", "ll", "รี", "EI", "๔2", "oo", "Ta"]


def misread(text, rate, r):
    """(what is read of each letter, how many letters are wrong)"""
    out, wrong = [], 0
    for c in text:
        x = r.random()
        if x < rate:
            wrong += 1
            y = r.random()
            if c == " ":
                out.append("")
            elif y < 0.6 and c in CONFUSED:
                out.append(r.choice(CONFUSED[c]) if c != "m" else "rn")
            elif y < 0.75 or c in MARKS:
                out.append("")
            elif y < 0.85:
                out.append(c + r.choice("-. 'ิ่1l"))
            else:
                out.append(r.choice("abdeihlnoกดนมรลสอ157"))
        else:
            out.append(c)
    return out, wrong


def chars(read, spans):
    """The letters that were read with their places: of what stands for one printed letter each has a part of its span; one blank for several."""
    out = []
    for said, (x0, x1) in zip(read, spans):
        for i, c in enumerate(said):
            out.append([c, x0 + (x1 - x0) * i / len(said), x0 + (x1 - x0) * (i + 1) / len(said)])
    while out and out[0][0].isspace():
        out.pop(0)
    while out and out[-1][0].isspace():
        out.pop()
    return [q for q, before in zip(out, [None] + out) if not (q[0].isspace() and before[0].isspace())]


def garbled(text, r):
    return "".join(r.choice("abcdeghiklmnorstuvwxA1ILO|¥ก๒4ุ") for _ in range(max(2, int(len(text) * r.uniform(0.4, 1))))).strip()


class Camera:
    """Page pixels to those of the sheet: scaled, shifted, a little turned."""

    def __init__(self, page, r):
        self.k = r.uniform(1.2, 3.2)
        self.a = math.radians(r.gauss(0, 0.35)) if r.random() < 0.6 else 0
        self.cx, self.cy = page.width / 2, page.height / 2
        self.dx, self.dy = (r.uniform(0, 60), r.uniform(0, 60)) if r.random() < 0.4 else (0, 0)
        if r.random() < 0.25:  # the label on a larger sheet
            self.dx, self.dy = r.uniform(0, page.width), r.uniform(0, page.height)
        self.width = int(self.k * page.width + self.dx * r.uniform(1, 2))
        self.height = int(self.k * page.height + self.dy * r.uniform(1, 2))

    def point(self, x, y):
        c, s = math.cos(self.a), math.sin(self.a)
        x, y = x - self.cx, y - self.cy
        return {"x": round((x * c - y * s + self.cx) * self.k + self.dx, 1), "y": round((x * s + y * c + self.cy) * self.k + self.dy, 1)}

    def quad(self, box, turn=0):
        x0, y0, x1, y1 = box
        q = [self.point(x0, y0), self.point(x1, y0), self.point(x1, y1), self.point(x0, y1)]
        return q[turn:] + q[:turn]


def ink(f):
    """The box of a fragment's print: its line height without the room above and below."""
    x0, y0, x1, y1 = f.box
    if f.turn % 2 == 0:
        m, h = (y0 + y1) / 2, 0.48 * f.size
        return [x0, m - h, x1, m + h]
    m, h = (x0 + x1) / 2, 0.48 * f.size
    return [m - h, y0, m + h, y1]


def along(box, turn):
    """(start, end, across) of a box in reading direction."""
    x0, y0, x1, y1 = box
    return [(x0, x1, (y0 + y1) / 2), (y0, y1, -(x0 + x1) / 2), (-x1, -x0, -(y0 + y1) / 2), (-y1, -y0, (x0 + x1) / 2)][turn % 4]


def rows(fragments, gap, r):
    """Fragments joined into lines: lists in reading order."""
    out = []
    for f in sorted(fragments, key=lambda f: (f.turn, round(along(ink(f), f.turn)[2] / (0.5 * f.size)), along(ink(f), f.turn)[0])):
        best = None
        a0, a1, m = along(ink(f), f.turn)
        for line in out:
            g = line[-1]
            b0, b1, n = along(ink(g), g.turn)
            if g.turn == f.turn and g.reversed == f.reversed and abs(m - n) < 0.35 * max(f.size, g.size) and -2 < a0 - b1 < gap * max(f.size, g.size) and (a0 - b1 < 0.4 * f.size or r.random() > 0.06):
                best = line
        if best is not None:
            best.append(f)
        else:
            out.append([f])
    return out


def printed(line):
    """A line's text, single blanks only, and of each letter where it stands along the line."""
    out = []

    def add(c, x0, x1):
        if c.isspace():
            c = " "
            if not out or out[-1][0] == " ":
                return
        out.append((c, x0, x1))
    for i, f in enumerate(line):
        a0, a1, _ = along(f.box, f.turn)
        if i and a0 - along(ink(line[i - 1]), f.turn)[1] > 0.12 * f.size:
            add(" ", out[-1][2], a0)
        places = [a0 + x for x in f.starts] + [a1]
        for c, x0, x1 in zip(f.text, places, places[1:]):
            add(c, x0, x1)
    while out and out[-1][0] == " ":
        out.pop()
    # A blank is as wide as the white around it: two of them may have become one.
    return "".join(q[0] for q in out), [(q[1], after[1] if q[0] == " " else q[2]) for q, after in zip(out, out[1:] + out[-1:])]


def cut(line, r):
    """A line that the engine takes for two at one of its blanks: [line] or its two parts."""
    text, at = line["Text"]["Value"], [i for i, c in enumerate(line["Text"]["Value"]) if c == " "]
    if not at:
        return [line]
    i, q, cs = r.choice(at), line["Quad"], line["Text"]["Chars"]
    mid = lambda a, b, k: {"x": round(a["x"] + k * (b["x"] - a["x"]), 1), "y": round(a["y"] + k * (b["y"] - a["y"]), 1)}

    def piece(value, cs):
        a, b = cs[0]["X0"], max(cs[-1]["X1"], cs[0]["X0"] + 1e-3)
        moved = [dict(c, X0=round((c["X0"] - a) / (b - a), 4), X1=round((c["X1"] - a) / (b - a), 4)) for c in cs]
        return dict(line, Quad=[mid(q[0], q[1], a), mid(q[0], q[1], b), mid(q[3], q[2], b), mid(q[3], q[2], a)], Text=dict(line["Text"], Value=value, Chars=moved))
    return [piece(text[:i], cs[:i]), piece(text[i + 1:], cs[i + 1:])]


def stray(line, r):
    """A frame's corner or a rule read as a sign before or behind a line."""
    sign, t = r.choice(["!", "|", "»", "“", "[", "'", "๓", "_", "L_", "—", "]", "1", "f"]), line["Text"]
    before = r.random() < 0.6
    at = lambda s: [{"Rune": ord(c), "Confidence": t["Confidence"], "X0": 0.0 if before else 1.0, "X1": 0.0 if before else 1.0} for c in s]
    line["Text"] = dict(t, Value=f"{sign} {t['Value']}", Chars=at(sign + " ") + t["Chars"]) if before else dict(t, Value=f"{t['Value']} {sign}", Chars=t["Chars"] + at(" " + sign))
    return line


def placed(letters, sure):
    """Letters with their places along the line, from 0 to 1, as the recogniser tells them."""
    a, b = letters[0][1], max(letters[-1][2], letters[0][1] + 1e-3)
    return [{"Rune": ord(c), "Confidence": round(sure, 3), "X0": round((x0 - a) / (b - a), 4), "X1": round((x1 - a) / (b - a), 4)} for c, x0, x1 in letters]


def union(boxes):
    return [min(b[0] for b in boxes), min(b[1] for b in boxes), max(b[2] for b in boxes), max(b[3] for b in boxes)]


def innermost(box, areas):
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    inside = [(a.box[2] - a.box[0]) * (a.box[3] - a.box[1]) for a in areas]
    best = -1
    for i, a in enumerate(areas):
        if a.box[0] <= x <= a.box[2] and a.box[1] <= y <= a.box[3] and (best < 0 or inside[i] < inside[best]):
            best = i
    return best


def read(page, fields, r, clean=None):
    """One reading of a page. fields: of shoot.fields_of. clean: share of readings without any fault (default 0.2)."""
    cam = Camera(page, r)
    perfect = r.random() < (0.2 if clean is None else clean)
    rate = 0 if perfect else r.choice([0, 0.004, 0.01, 0.02, 0.05, 0.1])
    dark, tabs = (1, 1) if perfect else (r.choice([1, 1, 0.8, 0.4]), r.choice([1, 1, 0.8, 0.4]))
    areas = [a for a in page.areas if perfect or r.random() > 0.15] if r.random() < 0.75 else []
    rules = [q for q in page.rules if perfect or r.random() > 0.15] if r.random() < 0.85 else []
    for a in page.areas:
        if a.framed and rules is not None and r.random() < 0.9:
            x0, y0, x1, y1 = a.box
            rules = rules + [[x0, y0, x1, y0, 1], [x0, y1, x1, y1, 1], [x0, y0, x0, y1, 1], [x1, y0, x1, y1, 1]]
    doubt = 0.04 if perfect else r.choice([0.04, 0.1, 0.2, 0.3])  # a recogniser is often unsure of what it reads right
    lines, block = [], 0
    for line in rows(page.fragments, r.uniform(0.9, 2.6), r):
        (text, spans), box, f = printed(line), union([ink(g) for g in line]), line[0]
        if not text or not perfect and r.random() < 0.012:
            continue
        own = rate * (3 if r.random() < 0.08 else 1)
        if f.reversed and r.random() > dark or f.turn and r.random() > tabs:
            if r.random() < 0.5:
                continue
            got, wrong = [garbled(text, r)], len(text)
            spans = [(spans[0][0], spans[-1][1])]
        else:
            got, wrong = misread(text, own, r)
        got = chars(got, spans)
        if not got:
            continue
        sure = min(0.999, max(0.02, 1 - doubt * abs(r.gauss(0, 1)) - min(0.6, 5 * wrong / (len(text) + 4)) * r.random()))
        j = 0 if perfect else f.size * 0.06
        box = [box[0] + r.gauss(0, j), box[1] + r.gauss(0, j), box[2] + r.gauss(0, j), box[3] + r.gauss(0, j)]
        part = innermost(box, areas)
        lines.append({"Quad": cam.quad(box, f.turn), "Block": block, "Turn": f.turn, "Reversed": f.reversed and r.random() < 0.8, "Height": round(cam.k * f.size * r.uniform(0.62, 0.78), 1), "Area": part,
                      "Text": {"Value": "".join(c for c, _, _ in got), "Confidence": round(sure, 3), "Chars": placed(got, sure)}})
        block += 1
    if not perfect:
        split = r.choice([0, 0.02, 0.05])
        lines = [part for q in lines for part in (cut(q, r) if r.random() < split else [stray(q, r)] if r.random() < 0.01 else [q])]
        for _ in range(r.choice([0, 0, 0, 1, 3, 8])):
            x, y, s = r.uniform(0, page.width * 0.95), r.uniform(0, page.height * 0.98), r.uniform(6, 22)
            lines.append({"Quad": cam.quad([x, y, x + s * r.uniform(0.5, 2), y + s]), "Block": block, "Height": round(cam.k * s * 0.7, 1), "Area": -1,
                          "Text": {"Value": r.choice(JUNK), "Confidence": round(r.random(), 2)}})
            block += 1
    lines.sort(key=lambda q: (round(q["Quad"][0]["y"] / 8), q["Quad"][0]["x"]))
    truth = [{"Field": name, "Value": v["value"], "Quads": [cam.quad(b) for b in v["boxes"]]} for name, vs in fields.items() for v in vs]
    return {"Number": 1, "Width": cam.width, "Height": cam.height, "Lines": lines, "truth": truth,
            "Areas": [{"Quad": cam.quad(a.box), "Parent": -1, "Filled": a.filled, "Dark": a.dark} for a in areas],
            "Rules": [{"A": cam.point(q[0], q[1]), "B": cam.point(q[2], q[3]), "Thick": 2} for q in rules]}

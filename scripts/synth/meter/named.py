"""Units as they are printed on meters and displays, by what they are, and print that looks like one and is none."""
import cv2
import numpy as np

from units import LETTERS, lettering

# As a person writes them, and as makers print them.
PRINTS = {
    "m³": ("m³", "m³", "m³", "m3", "M³"),
    "kWh": ("kWh", "kWh", "kWh", "KWH", "kW h", "kWh."),
    "MWh": ("MWh", "MWh", "MWH", "MW h"),
    "gal": ("gal", "GAL", "Gal", "GALLONS", "U.S. GALLONS", "gallons", "US gal"),
    "ft³": ("ft³", "ft³", "ft3", "CUBIC FEET", "CU FT", "CU. FT.", "cu.ft", "cubic feet"),
    "CCF": ("CCF", "CCF", "ccf", "100 CU FT", "100 CUBIC FEET"),
    "L": ("LITRES", "Liter", "LITER", "litres", "Liters"),
    "kW": ("kW", "kW", "KW"),
    "m³/h": ("m³/h", "m³/h", "m3/h"),
    "×10": ("×10", "x10", "X10", "× 10", "x 10"),
}
TOTALS = ("m³", "kWh", "MWh", "gal", "ft³", "CCF", "L")  # what a counter counts
HELD_OUT = ("kWh.", "US gal", "cubic feet", "100 CUBIC FEET", "Liters")  # prints that training never sees
OTHERS = ("kVAh", "kvarh", "kVA", "kvar", "Hz", "V", "A", "T1", "T2", "L1", "L2", "L3", "1.8.0", "2.8.0", "+A", "-A", "TOTAL", "Cum", "MD", "OK", "imp/kWh",
          "1000 imp/kWh", "x0.1", "x0.01", "×0.001", "Q3 2.5", "R160", "DN20", "No.", "Wh", "Cl.1", "IP54", "bar", "°C", "RATE A", "E", "S", "->", "mA", "GJ",
          "rev/kWh", "PF", "Max", "Date", "h", "min", "WATER", "GAS", "METER", "HOT", "G4", "dm³/rev", "Pmax", "CE M21")


def printed(rng, kind, held_out):
    """One way to print a unit."""
    ways = [p for p in PRINTS[kind] if held_out or p not in HELD_OUT]
    return ways[rng.integers(len(ways))]


def mask(rng, fonts, text, strokes=0.0):
    """The text as a tight mask: in a face, or with the chance `strokes` in single strokes as a glass's maker draws them. A raised 3 is
    the face's own or a small one."""
    plain = text.replace("³", "3")
    if rng.random() < strokes and all(c in LETTERS or c == " " for c in plain):
        return lettering(rng, plain, fonts.held_out)
    size = int(rng.uniform(36, 60))
    if "³" not in text or rng.random() < .5:
        return fonts.text(rng, text, size)
    return raised(rng, fonts, *text.split("³"), size)


def raised(rng, fonts, before, after, size):
    """before³after, the 3 a small one of the same face."""
    state = rng.bit_generator.state
    parts = []
    for s, k in ((before, 1), ("3", rng.uniform(.5, .7)), (after, 1)):
        if s:
            rng.bit_generator.state = state  # the same face
            parts.append(fonts.text(rng, s, max(8, int(size * k))))
    rng.bit_generator.state = state
    fonts.pick(rng, size)
    gap, high = max(1, size // 14), int(max(p.shape[0] for p in parts) + size * rng.uniform(0, .25))
    out, x = np.zeros((high, sum(p.shape[1] + gap for p in parts)), np.uint8), 0
    for i, p in enumerate(parts):
        y = 0 if i == 1 else high - p.shape[0]
        out[y:y + p.shape[0], x:x + p.shape[1]] = p
        x += p.shape[1] + gap
    return out


class Told:
    """What stands on a canvas as a unit: its kind, box and ink; kind None is print of which nothing is said."""

    def __init__(self):
        self.units = []

    def add(self, kind, box, ink):
        self.units.append((kind, tuple(float(v) for v in box), ink))

    @staticmethod
    def other(rng, text):
        """A distractor's text, another one for a unit: no meter bears two that differ."""
        return OTHERS[rng.integers(len(OTHERS))] if within(text) else text

    def around(self, text, middle, ink, level):
        """Print whose middle is there; what lies on its side names nothing, and nothing is taught of it."""
        (x, y), (h, w) = middle, ink.shape
        if not level:
            w, h = h, w
        self.add(within(text) if level else None, (x - w / 2, y - h / 2, x + w / 2, y + h / 2), ink)

    def move(self, k, at):
        """Takes all boxes to another canvas."""
        self.units = [(kind, tuple(v * k + at[i % 2] for i, v in enumerate(box)), ink) for kind, box, ink in self.units]

    def paint(self, size):
        """The ink of all of them on a canvas of (width, height)."""
        out = np.zeros((size[1], size[0]), np.float32)
        for _, box, ink in self.units:
            x0, y0, x1, y1 = (int(v) for v in box)
            if min(x0, y0) < 0 or x1 > size[0] or y1 > size[1] or x1 - x0 < 2 or y1 - y0 < 2:
                continue
            m = cv2.resize(ink, (x1 - x0, y1 - y0), interpolation=cv2.INTER_AREA).astype(np.float32) / 255
            out[y0:y1, x0:x1] = np.maximum(out[y0:y1, x0:x1], m)
        return out


# Print that says a unit within other words: neither taught nor held against anybody.
def within(text):
    """What a distractor's text says: a kind, None where a unit is a part of it, or "" where it is no unit at all."""
    for kind, ways in PRINTS.items():
        if text in ways:
            return kind
    lower = text.lower()
    if text in OTHERS or not any(w in lower for w in ("kwh", "m³", "m3", "liter", "gal", "watt-hour")):
        return ""
    return None


DIAL_WEIGHTS = {"m³": 9, "kWh": 4, "gal": 4, "ft³": 3, "CCF": 1, "L": 2, "MWh": 1, None: 5}


def name_dial(rng, c, fonts, told, counter, ink):
    """Any unit right of a counter (x, y, w, h; its middle), seldom over or under it; returns its kind, None without one."""
    x, y, w, h = counter
    kinds, weights = zip(*DIAL_WEIGHTS.items())
    kind = kinds[rng.choice(len(kinds), p=np.array(weights) / sum(weights))]
    if kind is None:
        return None
    m, tall = mask(rng, fonts, printed(rng, kind, fonts.held_out)), h * rng.uniform(.25, .75)
    if m.shape[1] > 5 * m.shape[0]:
        tall *= .5
    wide, spot = m.shape[1] * tall / m.shape[0], rng.random()
    if spot < .65:
        px, py = x + w / 2 + h * rng.uniform(.08, .5), y + rng.normal(0, .12) * h - tall / 2
        if rng.random() < .12:
            t = mask(rng, fonts, printed(rng, "×10", fonts.held_out))
            if stamp(c, t, (px, py, px + t.shape[1] * tall / t.shape[0], py + tall), ink, told, "×10"):
                px += t.shape[1] * tall / t.shape[0] + tall * rng.uniform(.15, .5)
    else:
        px = x + rng.uniform(-.5, .5) * (w - wide) - wide / 2
        py = y - h / 2 - tall * rng.uniform(1.1, 1.8) if spot < .82 else y + h / 2 + tall * rng.uniform(.1, .8)
    return kind if stamp(c, m, (px, py, px + wide, py + tall), ink, told, kind) else None


def name_plate(rng, c, fonts, told, glass, kind, ink):
    """The unit on the plate, beside, over or under the glass (x, y, w, h). True where it found room."""
    x, y, w, h = glass
    m = mask(rng, fonts, printed(rng, kind, fonts.held_out))
    tall = h * rng.uniform(.18, .5)
    wide = min(m.shape[1] * tall / m.shape[0], 5 * tall)
    px, py = [(x + w + tall * rng.uniform(.2, .8), y + h * rng.uniform(.1, .9) - tall / 2), (x + rng.uniform(.1, .9) * w, y - tall * rng.uniform(1.15, 1.6)),
              (x + rng.uniform(.1, .9) * w, y + h + tall * rng.uniform(.15, .6))][rng.choice(3, p=[.5, .25, .25])]
    return stamp(c, m, (px, py, px + wide, py + tall), ink, told, kind)


def stamp(c, m, box, ink, told, kind):
    """Prints a mask into a box on a canvas, and tells it; nothing where the box leaves the canvas."""
    x0, y0, x1, y1 = (int(v) for v in box)
    if min(x0, y0) < 0 or x1 > c.shape[1] or y1 > c.shape[0] or x1 - x0 < 4 or y1 - y0 < 4:
        return False
    a = cv2.resize(m, (x1 - x0, y1 - y0), interpolation=cv2.INTER_AREA).astype(np.float32)[:, :, None] / 255
    part = c[y0:y1, x0:x1]
    part[:] = part * (1 - a) + a * np.asarray(ink, np.float32)
    told.add(kind, (x0, y0, x1, y1), m)
    return True

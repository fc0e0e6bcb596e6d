"""Pages in small print: what is said to stand in a box is drawn there, in letters of the size asked for."""
import os
import random
import sys
import unittest

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import fonts  # noqa: E402
import small  # noqa: E402


class Told:
    """Texts that say the same again and again, the last of which no face at hand can draw."""

    def __init__(self, *lines):
        self.lines, self.n = lines, 0

    def line(self, longest):
        self.n += 1
        return self.lines[self.n % len(self.lines)][:longest]


def face():
    return next(p for p in fonts.list_fonts(HERE, False)[1] if "LiberationSans-Regular" in p)


class Painter:
    pools = {False: [[face()]], True: [[face()]]}


def page(seed, whole=True):
    return small.Page(random.Random(seed), Painter(), Told("Mean", "Type of delay", "\U00013000"), Told("55.3", "40.0 (1.2)"), False, whole)


class Small(unittest.TestCase):
    def test_print_stands_in_its_box_however_it_is_drawn(self):
        for seed in range(6):
            p = page(seed, whole=seed % 2 == 0)
            p.rules = []
            for name, g in (("hinted", small.drawn(p, 1, 0)), ("reduced", small.reduced(p, random.Random(seed), 0))):
                if name == "hinted" and seed % 2:
                    continue
                with self.subTest(f"{name} {seed}"):
                    boxes = np.zeros_like(g)
                    for piece in p.pieces:
                        x0, y0, x1, y1 = piece.box()
                        inner = g[max(0, round(y0)):round(y1), max(0, round(x0)):round(x1)]
                        self.assertTrue(inner.size and (inner < 200).any(), piece.text)
                        boxes[max(0, int(y0) - 1):int(y1) + 2, max(0, int(x0) - 2):int(x1) + 3] = 1
                    self.assertFalse((g[boxes == 0] < 200).any(), "ink beside all boxes")

    def test_letters_are_small_and_none_is_a_hollow_box(self):
        for seed in range(20):
            p = page(seed)
            self.assertTrue(7 <= p.em <= 14, p.em)
            for piece in p.pieces:
                self.assertTrue(piece.text.isascii(), "no face at hand draws it")

    def test_a_raised_sign_stands_higher_behind_its_word(self):
        piece = small.Piece("0.016", small.Face(face()), 9.0, "c")
        (_, _, size, x, y), (_, _, less, behind, higher) = piece.placed()
        self.assertEqual(piece.text, "0.016c")
        self.assertTrue(less < size and behind > x and higher < y)

    def test_a_spoilt_picture_says_how_much_larger_it_is(self):
        g = np.full((80, 200), 255, np.uint8)
        for seed in range(30):
            got, zoom = small.spoilt(g, random.Random(seed))
            self.assertAlmostEqual(got.shape[1], zoom * 200, delta=1)


if __name__ == "__main__":
    unittest.main()

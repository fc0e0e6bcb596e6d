"""The framing of lines, which is vision/linenet's too: its TestFindBand has the same cases."""
import os
import sys
import unittest

import numpy as np

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import normalise  # noqa: E402


def flat(*above, h=80):
    """Ink of upright strokes in rows 26 to 54, and a mark in each of the ranges of rows."""
    v = np.zeros((h, 200), np.uint8)
    for x in range(20, 178, 8):
        v[26:54, x:x + 3] = 255
    for y0, y1 in above:
        v[y0:y1, 60:64] = 255
    return v


class Band(unittest.TestCase):
    def test_tones_that_float_are_the_lines(self):
        for name, mark, want in (("none", (0, 0), 26), ("a tone that floats", (2, 7), 2), ("one that the edge cut", (0, 5), 26), ("dust", (5, 7), 26),
                                 ("a part of the line above", (1, 13), 26), ("a tone as by the rules", (18, 23), 18)):
            with self.subTest(name):
                self.assertEqual(tuple(normalise.band(flat(mark))[:2]), (want, 54))

    def test_below_a_line_nothing_floats(self):
        self.assertEqual(tuple(normalise.band(flat((70, 75), h=90))[:2]), (26, 54))


class Even(unittest.TestCase):
    def test_faint_ink_is_brought_up_and_ordinary_print_stays(self):
        v = flat()
        v[:, 100:] //= 4
        out = normalise.even(v)
        self.assertTrue((out[:, :60] == v[:, :60]).all())
        self.assertGreater(int(out[40, 140:].max()), 160)
        self.assertEqual(0, int(out[0].max()), "paper stays paper")


if __name__ == "__main__":
    unittest.main()

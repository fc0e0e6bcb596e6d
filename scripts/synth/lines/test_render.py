"""Marks of lines that are set without their face's rules."""
import os
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import fonts  # noqa: E402
import render  # noqa: E402


def norasi():
    return next(p for p in fonts.list_fonts(HERE, False)[0] if p.endswith("Norasi.ttf"))


def top(painter, text):
    return painter.face(norasi(), 52, text).getbbox(text, anchor="ls")[1]


class Unshaped(unittest.TestCase):
    def test_tones_stand_as_high_over_letters_as_over_vowels(self):
        shaped, unshaped = render.Painter(HERE, False, 1), render.Painter(HERE, False, 1, unshaped=1)
        self.assertGreater(top(shaped, "ก่"), top(shaped, "กี่") + 5)
        self.assertAlmostEqual(top(unshaped, "ก่"), top(unshaped, "กี่"), delta=1)

    def test_what_is_drawn_without_the_option_stays(self):
        a, b = render.Painter(HERE, False, 7), render.Painter(HERE, False, 7, unshaped=0)
        a.face(norasi(), 52, "ก่")
        self.assertEqual(a.r.random(), b.r.random(), "no number is drawn by lot for it")


if __name__ == "__main__":
    unittest.main()

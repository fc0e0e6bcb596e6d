"""Run with unittest: pages whose tones float, and how they are told."""
import itertools
import os
import random
import sys
import tempfile
import types
import unittest

import numpy as np
from PIL import ImageFont

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import floating  # noqa: E402
import fonts  # noqa: E402

LEVEL = [1, 0, 0, 0, 1, 0, 0, 0, 1]


def face(name):
    with tempfile.TemporaryDirectory() as none:
        return next(p for p in fonts.list_fonts(none, False)[0] + fonts.list_fonts(none, True)[0] if os.path.basename(p).startswith(name))


def found(text, x, y):
    return {"Quad": [{"x": x, "y": y}, {"x": x + 100, "y": y}, {"x": x + 100, "y": y + 20}, {"x": x, "y": y + 20}], "Text": {"Value": text}}


class Floating(unittest.TestCase):
    def test_faces_are_kept_whose_tones_float(self):
        for name, want in (("Norasi.ttf", True), ("Loma.ttf", True), ("NotoSansThai-Regular", False)):
            self.assertEqual(floating.floats(face(name)), want, name)

    def test_ink_lies_in_its_lines_box_alone(self):
        f = ImageFont.truetype(face("Norasi.ttf"), 30, layout_engine=ImageFont.Layout.BASIC)
        im, boxes = floating.page(f, 30, 2.0, ["ที่อยู่", "บ้านใหม่"])
        ink = np.asarray(im) < 128
        for x0, y0, x1, y1 in map(lambda b: [round(v) for v in b], boxes):
            self.assertTrue(ink[y0:y1, x0:x1].any())
            ink[y0:y1, x0:x1] = False
        self.assertFalse(ink.any())

    def test_lines_are_told_by_what_stands_on_them(self):
        truth = [{"file": "a", "way": "without", "lines": [{"text": "นายดี มีสุข", "box": [0, 10, 300, 40]}, {"text": "ถนนยาว", "box": [0, 60, 300, 90]}]}]
        pages = {"a": {"ToSource": LEVEL, "Lines": [found("มีสุข", 150, 15), found("นายดี", 0, 16), found("ถนนยาว", 0, 100)]}}
        self.assertEqual(floating.told(truth, pages), {"without": [2, 1, 6, 16]})

    def test_a_line_read_in_parts_is_joined_from_left_to_right(self):
        self.assertEqual(floating.read_as([0, 0, 9, 9], [([[5, 1], [9, 1], [9, 5], [5, 5]], "ข"), ([[0, 2], [4, 2], [4, 6], [0, 6]], "ก"), ([[0, 12], [4, 12], [4, 16], [0, 16]], "ค")]), "กข")

    def test_lines_are_mostly_thai_and_cut_at_a_space(self):
        names, addresses = (itertools.cycle(them) for them in (["1/2 กขค", "นายสมชาย  รักษ์ไทย"], ["99/1 ถนน" + "ก" * 30 + " อ.เมือง จ.เชียงใหม่ 50000"]))
        source = types.SimpleNamespace(r=random.Random(1), thai_name=lambda: next(names), thai_address=lambda: next(addresses))
        self.assertEqual(set(itertools.islice(floating.texts(source), 20)), {"นายสมชาย รักษ์ไทย", "99/1 ถนน" + "ก" * 30})


if __name__ == "__main__":
    unittest.main()

"""Narrow digits on wide wheels."""
import json
import os
import subprocess
import sys
import tempfile
import unittest

import numpy as np

import common  # noqa: F401  (puts the generator on the path)
import drums
from drums import draw_drums
from glyphs import Fonts
from near import make_strip, narrowed
from scene import in_picture


class Drums(unittest.TestCase):
    def test_the_cells_lie_in_the_patch_and_hold_narrow_paint(self):
        for seed in range(20):
            row = draw_drums(np.random.default_rng(seed), Fonts())
            h, w = row.patch.shape[:2]
            self.assertEqual(len(row.cells), len(row.digits))
            for x0, y0, x1, y1 in row.cells:
                self.assertTrue(0 <= x0 < x1 <= w and 0 <= y0 < y1 <= h, seed)

    def test_what_turns_beside_the_digits_leaves_their_paint_alone(self):
        for seed in range(20):
            rng = np.random.default_rng(seed)
            patch = np.full((100, 400, 3), 50, np.float32)
            cells = [(10 + 70 * i, 10, 80 + 70 * i, 82) for i in range(5)]
            free = np.ones((100, 400, 1), np.float32)
            free[:, 100:130] = 0
            before = patch.copy()
            drums.spacers(rng, patch, cells, free)
            drums.pins(rng, patch, cells, free)
            np.testing.assert_array_equal(patch[:, 100:130], before[:, 100:130])
            self.assertTrue((patch != before).any(), seed)

    def test_the_edge_takes_of_the_digit_not_of_the_wheel(self):
        q = np.array([[[-30, 0], [60, 0], [60, 100], [-30, 100]]], np.float64)
        np.testing.assert_allclose(narrowed(q, .5)[0, :, 0], [-7.5, 37.5, 37.5, -7.5])
        np.testing.assert_allclose(narrowed(q, 1.0), q)
        self.assertLess(in_picture(q, (200, 100))[0], .7)
        self.assertGreater(in_picture(narrowed(q, .5), (200, 100))[0], .8)

    def test_none_are_drawn_where_none_are_asked_for(self):
        generate = os.path.join(os.path.dirname(drums.__file__), "generate.py")
        with tempfile.TemporaryDirectory() as d:
            told = []
            for share in ("0", "1"):
                out = os.path.join(d, share)
                subprocess.run([sys.executable, generate, "--out", out, "--count", "3", "--seed", "4", "--strip", "--drums", share], check=True)
                with open(os.path.join(out, "truth.jsonl"), encoding="utf-8") as f:
                    told.append([json.loads(line)["digits"] for line in f])
        plain = [make_strip(4_000_000 + i, Fonts()) for i in range(3)]
        self.assertEqual(told[0], ["".join(map(str, s.digits)) for s in plain])
        self.assertNotEqual(told[0], told[1])


if __name__ == "__main__":
    unittest.main()

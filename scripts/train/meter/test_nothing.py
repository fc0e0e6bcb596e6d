"""Pictures without a counter, and what is mined of them; pictures of the counter alone."""
import os
import tempfile
import unittest

import cv2
import numpy as np

import common  # noqa: F401  (puts the generator on the path)
from glyphs import Fonts
from mine_rivals import apart
from near import make_strip, narrowed
from nothing import make_nothing
from scene import visible
from train_detector import batch, losses


class Nothing(unittest.TestCase):
    def test_every_sort_is_drawn_the_same_way_again(self):
        sorts = set()
        for seed in range(24):
            picture, sort = make_nothing(seed, Fonts())
            sorts.add(sort)
            self.assertEqual(picture.dtype, np.uint8)
            self.assertEqual(picture.ndim, 3)
            self.assertGreater(min(picture.shape[:2]), 400)
        self.assertEqual(sorts, {"room", "page", "label", "pipes"})
        np.testing.assert_array_equal(make_nothing(3, Fonts())[0], make_nothing(3, Fonts())[0])

    def test_every_find_there_is_a_rival(self):
        q = np.array([[0, 0], [9, 0], [9, 3], [0, 3]], np.float32)
        self.assertTrue(apart(q, None))
        self.assertFalse(apart(q, q))
        self.assertTrue(apart(q, q + 50))

    def test_the_detector_learns_that_no_row_is_there(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "none.jpg")
            cv2.imwrite(path, make_nothing(2, Fonts())[0])
            x, t, w = batch(np.random.default_rng(4), [{"kind": "nothing", "path": path, "cells": np.zeros(0, np.float32)}], {}, 3)
        self.assertEqual(len(x), 3)
        self.assertEqual(float(t[:, 0].sum()), 0)
        self.assertTrue((w == 1).all(), "every place counts")
        y = t.clone()
        quiet = losses(y - 6, t, w)
        self.assertGreater(losses(y + 6, t, w)["row"], 100 * quiet["row"])
        self.assertEqual(float(quiet["size"] + quiet["axis"] + quiet["centre"]), 0)


class Strip(unittest.TestCase):
    def test_only_what_the_edge_leaves_is_true(self):
        cut = 0
        for seed in range(12):
            s = make_strip(seed, Fonts())
            h, w = s.picture.shape[:2]
            self.assertTrue(4 <= len(s.cells) == len(s.digits) == len(s.positions), seed)
            self.assertTrue(visible(narrowed(s.cells, s.row_info.fill), (w, h)).all(), seed)
            cut += (s.cells[..., 0] < 0).any() or (s.cells[..., 0] > w).any()
        self.assertGreater(cut, 0)
        np.testing.assert_array_equal(make_strip(5, Fonts()).picture, make_strip(5, Fonts()).picture)


if __name__ == "__main__":
    unittest.main()

"""python3 -m unittest discover scripts/train/meter: what the trainings are fed with."""
import os
import tempfile
import unittest

import cv2
import numpy as np

import common  # noqa: F401  (puts the generator on the path)
from glyphs import Fonts, kept_out
from mine_rivals import apart, finds
from reader_data import no_digit
from scene import make_close
from train_reader import EASY, HARD, Sampler
from line_net import HEIGHT, WIDTH
from strips import FONTS, beside
from train_line import split
from train_roll import sample


class Faces(unittest.TestCase):
    def test_a_family_is_for_training_or_for_judging_never_for_both(self):
        with tempfile.TemporaryDirectory() as d:
            for name in ("Roboto_400Regular", "Roboto_700Bold", "Inconsolata-Bold", "Charm_400Regular") + tuple(f"Face{i}_400" for i in range(40)):
                open(os.path.join(d, name + ".ttf"), "wb").close()
            mine = lambda held: {os.path.basename(p) for p in Fonts(held, d).paths if p.startswith(d)}
            train, judge = mine(False), mine(True)
        self.assertFalse(train & judge)
        self.assertEqual(len(train | judge), 43, "all but the hand-written face")
        self.assertLessEqual({"Roboto_400Regular.ttf", "Roboto_700Bold.ttf", "Inconsolata-Bold.ttf"}, judge)
        self.assertTrue(any(n.startswith("Face") for n in judge), "some of its own families are held out too")
        self.assertEqual(kept_out("Face3_400.ttf"), kept_out("Face3_700Bold.ttf"))


class Close(unittest.TestCase):
    def test_the_counter_lies_in_the_picture(self):
        for seed in range(12):
            s = make_close(seed, Fonts())
            h, w = s.picture.shape[:2]
            self.assertTrue((s.cells > 0).all() and (s.cells[..., 0] < w).all() and (s.cells[..., 1] < h).all(), seed)
            self.assertEqual(len(s.cells), len(s.positions))

    def test_the_same_seed_gives_the_same_picture(self):
        np.testing.assert_array_equal(make_close(5, Fonts()).picture, make_close(5, Fonts()).picture)

    def test_what_is_no_digit_is_not_cut_from_a_wheel(self):
        # The counter fills the picture: only the gap, the rim or the place past an end are left to show.
        cells = np.array([[(20 + 40 * i, 10), (50 + 40 * i, 10), (50 + 40 * i, 60), (20 + 40 * i, 60)] for i in range(5)], np.float32)
        im = np.full((70, 240, 3), 30, np.uint8)
        for q in cells:
            c = q.mean(0).astype(int)
            cv2.circle(im, (int(c[0]), int(c[1])), 5, (255, 255, 255), -1)
        middle = [no_digit(np.random.default_rng(i), im, cells)[34:38, 22:26].mean() for i in range(60)]
        self.assertLess(max(middle), 250)


class Hard(unittest.TestCase):
    def test_badly_read_cells_come_more_often_but_never_alone(self):
        n = 200
        s = Sampler(np.zeros((n, 1)), np.zeros(n), np.ones(n), np.zeros(n, bool), np.array(["synthetic"] * n))
        rng = np.random.default_rng(1)
        for _ in range(60):
            s.batch(64, rng)
            s.learned(np.where(s.last < 20, 50.0, 0.0).astype(np.float32))
        drawn = np.concatenate([(s.batch(64, rng), s.last)[1] for _ in range(200)])
        share = (drawn < 20).mean()
        self.assertAlmostEqual(share, 20 * HARD / (20 * HARD + 180 * EASY), delta=.06)


class Strips(unittest.TestCase):
    cells = [[[60 + 30 * i, 40], [82 + 30 * i, 40], [82 + 30 * i, 74], [60 + 30 * i, 74]] for i in range(5)]

    def row(self, kind):
        return {"kind": kind, "cells": np.array(self.cells, np.float32), "decimals": 0, "positions": [1, 2, 3, 4, 5]}

    def test_a_rival_has_no_places(self):
        im = np.random.default_rng(2).integers(0, 255, (120, 300, 3), np.uint8)
        for kind, places in (("rival", False), ("roller", True), ("sample", True)):
            x, t, w, *_ = sample(np.random.default_rng(3), self.row(kind), im)
            self.assertEqual(x.shape, (HEIGHT, WIDTH, 3))
            self.assertEqual(bool(t[0].max() > .5), places)
            self.assertEqual(bool(w.any()), places)

    def test_what_a_person_corrected_is_no_display_and_no_rival_of_one(self):
        rows = [self.row(kind) for kind in ("lcd", "roller", "sample")]
        self.assertEqual([[r["kind"] for r in part] for part in split(rows)], [["lcd"], ["roller"]])

    def test_what_is_painted_beside_a_row_leaves_its_wheels_alone(self):
        x = np.full((HEIGHT, WIDTH, 3), 200, np.uint8)
        cells = [np.array([[90 + 28 * i, 12], [108 + 28 * i, 12], [108 + 28 * i, 36], [90 + 28 * i, 36]], np.float32) for i in range(5)]
        changed = 0
        for seed in range(30):
            y = beside(np.random.default_rng(seed), FONTS, x, cells, False)
            changed += bool((y != x).any())
            np.testing.assert_allclose(y[:, 110:200].astype(int), 200, atol=2)
        self.assertGreater(changed, 10)


class Rivals(unittest.TestCase):
    def test_a_find_on_the_counter_is_no_rival(self):
        q = np.array([[10, 10], [90, 10], [90, 30], [10, 30]], np.float32)
        self.assertFalse(apart(q + 2, q))
        self.assertTrue(apart(q + (0, 40), q))

    def test_finds_come_best_first_and_end(self):
        y = np.full((7, 32, 32), 0.0, np.float32)
        y[0] = -9
        for (j, i), v in (((8, 8), 3.0), ((24, 20), 1.0)):
            y[0, j, i] = v
            y[5, j, i], y[3, j, i] = 1, 1
        got = [round(s, 2) for _, s in finds(y)]
        self.assertEqual(got, [.95, .73])


if __name__ == "__main__":
    unittest.main()

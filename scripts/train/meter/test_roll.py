"""What the row reader of wheels is fed with, and what is put over and beside wheels."""
import unittest

import numpy as np
import torch

import common  # noqa: F401  (puts the generator on the path)
from counter import draw_counter
from glyphs import Fonts
from roll_net import CHANNELS, FIRST, HEIGHT, STRIDE, WIDTH, Roll
from train_roll import losses, sample
from wear import boxed, wear


def scene(kind="roller"):
    cells = [[[60 + 30 * i, 40], [82 + 30 * i, 40], [82 + 30 * i, 74], [60 + 30 * i, 74]] for i in range(5)]
    return {"kind": kind, "cells": np.array(cells, np.float32), "decimals": 1, "digits": "01234", "positions": [0, 1, 2, 3, 4.5]}


class Rolls(unittest.TestCase):
    im = np.random.default_rng(2).integers(0, 255, (120, 300, 3), np.uint8)

    def test_each_column_on_a_wheel_has_that_wheels_place(self):
        x, t, w, pos, _, up, know = sample(np.random.default_rng(3), scene(), self.im, noisy=False)
        self.assertEqual((x.shape, up, know), ((HEIGHT, WIDTH, 3), 1, 1))
        self.assertEqual(list(dict.fromkeys(pos[w > 0].tolist())), [0, 1, 2, 3, 4.5])
        self.assertEqual(len(w), WIDTH // STRIDE)

    def test_a_display_has_no_wheels(self):
        _, t, w, *_ = sample(np.random.default_rng(3), scene("lcd"), self.im, noisy=False)
        self.assertFalse(w.any() or (t[0] > .1).any())

    def test_what_hangs_upside_down_teaches_no_place(self):
        _, t, w, pos, sigma, up, know = (torch.from_numpy(np.asarray(v))[None] for v in sample(np.random.default_rng(3), scene(), self.im, noisy=False))
        y = torch.zeros(1, CHANNELS, 1, WIDTH // STRIDE)
        wrong = y.clone()
        wrong[:, FIRST + 70] = 9
        upright, down = ([float(losses(o, t, w, pos, sigma, u, know)["ring"]) for o in (y, wrong)] for u in (up, up * 0))
        self.assertGreater(upright[1], upright[0])
        self.assertEqual(down, [0, 0])

    def test_the_net_has_a_column_every_four_pixels(self):
        self.assertEqual(Roll().eval()(torch.zeros(1, 3, HEIGHT, WIDTH)).shape, (1, CHANNELS, 1, WIDTH // STRIDE))


class Wear(unittest.TestCase):
    def test_the_truth_stays(self):
        for seed in range(40):
            rng = np.random.default_rng(seed)
            row = draw_counter(rng, Fonts())
            digits, pos, before = list(row.digits), list(row.pos), row.patch.copy()
            wear(np.random.default_rng((seed, 1)), Fonts(), row)
            self.assertEqual((digits, pos), (row.digits, row.pos))
            self.assertEqual(row.patch.shape[:2], row.ink.shape)
            self.assertFalse(before.shape == row.patch.shape and (before == row.patch).all() and row.cells[0][1] > 9, seed)

    def test_a_sign_before_the_first_wheel_moves_the_cells_with_the_paint(self):
        for seed in range(12):
            row = draw_counter(np.random.default_rng(seed), Fonts())
            x0, y0, x1, y1 = row.cells[0]
            ink = row.ink[y0:y1, x0:x1].copy()
            boxed(np.random.default_rng(seed), Fonts(), row)
            x0, y0, x1, y1 = row.cells[0]
            np.testing.assert_array_equal(ink, row.ink[y0:y1, x0:x1])


if __name__ == "__main__":
    unittest.main()

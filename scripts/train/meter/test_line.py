"""What the line reader of displays is fed with, and what is read from its map."""
import argparse
import tempfile
import unittest
from unittest import mock

import numpy as np
import torch

import common  # noqa: F401  (puts the generator on the path)
from glyphs import Fonts
from line_net import CELL_H, CELL_W, CHANNELS, FIRST, HEIGHT, STRIDE, WIDTH, Line
from near import make_near
import train_line
from scene import visible
from train_line import cut_line, ended, line_map, losses, peaks, sample, tail, target


def cells(n=5):
    return [np.array([(100 + 30 * i, 13), (120 + 30 * i, 13), (120 + 30 * i, 43), (100 + 30 * i, 43)], np.float32) for i in range(n)]


def answer(cells, digits, upright=1.0):
    """The map that a perfect net would give."""
    t, w, which = target(cells, digits, upright, 2)
    y = np.zeros((CHANNELS, WIDTH // STRIDE), np.float32)
    y[:FIRST] = t
    y[0] = np.where(t[0] > .3, 5, -5) * (1 - .01 * np.abs(t[1]))
    y[FIRST + which, np.arange(len(which))] = 9 * w
    return y, t, w, which


class Near(unittest.TestCase):
    def test_the_row_is_seen_and_its_digits_named(self):
        for seed in range(8):
            s = make_near(seed, Fonts())
            self.assertTrue(3 <= len(s.cells) == len(s.digits) == len(s.positions), seed)
            self.assertTrue(visible(s.cells, s.picture.shape[1::-1]).all(), seed)
            self.assertLess(s.decimals, len(s.digits), seed)
        np.testing.assert_array_equal(make_near(5, Fonts()).picture, make_near(5, Fonts()).picture)


class Ended(unittest.TestCase):
    def test_digits_that_the_edge_cuts_by_half_are_none(self):
        ground = np.arange(WIDTH, dtype=np.uint8)[None, :, None].repeat(HEIGHT, 0).repeat(3, 2)
        lost = 0
        for seed in range(60):
            x, left, digits, decimals = ended(np.random.default_rng(seed), ground, cells(7), list(range(7)), 2)
            self.assertEqual(len(left), len(digits))
            self.assertGreaterEqual(len(left), 5)
            a, b = int(x[0, 0, 0]) if x[0, 0, 0] else 0, int(x[0, -1, 0])
            self.assertEqual(decimals, 2 - (6 not in digits))
            for q, d in zip(left, digits):
                np.testing.assert_array_equal(q, cells(7)[d])
                if d == 0:
                    self.assertLessEqual(a, q[0, 0] + .4 * 20 + 1)
            lost += 7 - len(left)
            self.assertGreaterEqual(b, 0)
        self.assertGreater(lost, 20)


class Map(unittest.TestCase):
    def test_what_is_aimed_at_reads_as_the_row(self):
        y, *_ = answer(cells(), [0, 3, 8, 1, 7])
        got = peaks(y)
        self.assertEqual([p[6] for p in got], [0, 3, 8, 1, 7])
        self.assertEqual([p[4] > .5 for p in got], [False] * 3 + [True] * 2)
        for p, c in zip(got, cells()):
            np.testing.assert_allclose(p[:4], [c[:, 0].mean(), HEIGHT / 2, CELL_H, 20], atol=.6)
        self.assertEqual(peaks(np.full_like(y, -9)), [])
        self.assertGreater(CELL_W, 0)

    def test_the_strip_holds_the_row_in_its_middle(self):
        q = np.array([[300, 200], [420, 210], [418, 240], [298, 230]], np.float32)
        h = line_map(q)
        p = np.c_[q, np.ones(4)] @ h.T
        p = p[:, :2] / p[:, 2:]
        np.testing.assert_allclose(p.mean(0), [WIDTH / 2, HEIGHT / 2], atol=.5)
        np.testing.assert_allclose(p[3, 1] - p[0, 1], CELL_H, atol=.5)
        self.assertEqual(cut_line(np.zeros((400, 600, 3), np.uint8), h).shape, (HEIGHT, WIDTH, 3))


class Samples(unittest.TestCase):
    def test_wheels_and_print_are_no_digits_of_a_display(self):
        im = np.random.default_rng(2).integers(0, 255, (120, 300, 3), np.uint8)
        row = {"cells": np.array(cells()) - (60, 0), "decimals": 1, "digits": "01234"}
        for kind, lit in (("lcd", True), ("roller", False), ("rival", False)):
            with mock.patch.object(train_line, "ENDED", 0):
                x, t, w, which, up = sample(np.random.default_rng(3), {**row, "kind": kind}, im)
            self.assertEqual(x.shape, (HEIGHT, WIDTH, 3))
            self.assertEqual(bool(w.any()), lit, kind)
            self.assertEqual(sorted(set(which[w > 0])), [0, 1, 2, 3, 4] if lit else [], kind)

    def test_smaller_decimals_are_cut_to_their_own_height(self):
        quads = np.array(cells(), np.float32) - (60, 0)
        self.assertEqual(tail(quads), 0)
        quads[3:, :2, 1] += 18
        self.assertEqual(tail(quads), 3)
        im = np.random.default_rng(2).integers(0, 255, (120, 300, 3), np.uint8)
        row = {"cells": quads, "decimals": 2, "digits": "01234", "kind": "lcd"}
        for share, shown in ((0, {0, 1, 2, 3, 4}), (1, {3, 4})):
            seen, high = set(), []
            with mock.patch.multiple(train_line, TAIL=share, TURNED=0, ENDED=0, ASIDE=0):
                for seed in range(20):
                    _, t, w, which, _ = sample(np.random.default_rng(seed), row, im)
                    seen |= set(which[w > 0].tolist())
                    high += (CELL_H * np.exp(t[3][(w > 0) & (which > 2)])).tolist()
            self.assertEqual(seen, shown)
            self.assertGreater((20, 40)[share], np.median(high))
            self.assertLess((5, 20)[share], np.median(high))


class Learning(unittest.TestCase):
    def test_digits_upside_down_are_found_but_not_judged(self):
        y, t, w, which = answer(cells(), [0, 3, 8, 1, 7])
        t, w, which = (torch.from_numpy(v)[None] for v in (t, w, which))
        wrong = torch.from_numpy(y)[None, :, None].clone()
        wrong[:, FIRST:] = 0
        up, down = (losses(wrong, t, w, which, torch.tensor([v]))["digit"] for v in (1.0, 0.0))
        self.assertGreater(float(up), 1)
        self.assertEqual(float(down), 0)

    def test_the_mean_of_the_weights_follows_and_survives_a_restart(self):
        net = Line()
        with tempfile.TemporaryDirectory() as d:
            a = argparse.Namespace(out=d + "/n", steps=10, batch=1, lr=1e-2, minutes=0, init=None)
            t = common.Trainer(net, a, torch.device("cpu"))
            before = t.average.head.bias.detach().clone()
            for _ in range(3):
                t.update({"sum": net(torch.randn(2, 3, HEIGHT, WIDTH)).square().mean()})
            self.assertFalse(torch.equal(before, t.average.head.bias))
            self.assertFalse(torch.equal(net.head.bias, t.average.head.bias))
            t.save()
            again = common.Trainer(Line(), a, torch.device("cpu"))
            torch.testing.assert_close(again.average.head.bias, t.average.head.bias)
            again.settle()
            torch.testing.assert_close(again.net.head.bias, t.average.head.bias)


if __name__ == "__main__":
    unittest.main()

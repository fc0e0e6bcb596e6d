"""Units and registers as they are drawn, and what the unit's net is fed with."""
import unittest

import numpy as np
import torch

import common  # noqa: F401  (puts the generator on the path)
import named
from glyphs import Fonts
from scene import make_panel, make_scene
from train_detector import apply
from train_unit import LEGIBLE, TILE_H, TILE_W, finish, losses, sample, target, told, window_map
from unit_net import CHANNELS, DIGIT, END, HEIGHT, KINDS, STRIDE, WIDTH, Unit


def box(x, y, w, h):
    return [[x, y], [x + w, y], [x + w, y + h], [x, y + h]]


class Prints(unittest.TestCase):
    def test_every_unit_is_drawn_and_known_by_its_print(self):
        fonts = Fonts()
        self.assertEqual(tuple(named.PRINTS), KINDS)
        for i, (kind, ways) in enumerate(named.PRINTS.items()):
            for text in ways:
                self.assertEqual(named.within(text), kind)
                self.assertGreater(int(named.mask(np.random.default_rng(i), fonts, text, .5).max()), 100, text)
            drawn = {named.printed(np.random.default_rng(seed), kind, False) for seed in range(60)}
            self.assertFalse(drawn & set(named.HELD_OUT))
        for text, want in (("imp/kWh", ""), ("T1", ""), ("Static kWh Meter", None), ("Qn 1.5 m³/h", None)):
            self.assertEqual(named.within(text), want, text)

    def test_a_raised_three_stands_over_its_letter(self):
        m = named.raised(np.random.default_rng(1), Fonts(), "m", "", 48)
        left, right = m[:, :m.shape[1] // 2], m[:, -m.shape[1] // 5:]
        self.assertGreater(np.nonzero(left.max(1))[0].max(), np.nonzero(right.max(1))[0].max())


class Scenes(unittest.TestCase):
    def test_units_and_registers_are_told_where_they_stand(self):
        fonts, roles, kinds = Fonts(), set(), set()
        for seed in range(14):
            s = make_panel(seed, fonts, named=True)
            t, h, w = s.truth(), *s.picture.shape[:2]
            self.assertLessEqual(sum(g["role"] == "total" for g in t["registers"]), 1)
            for g in t["registers"]:
                self.assertEqual(len(g["digits"]), len(g["cells"]))
                roles.add(g["role"])
                if g["role"] == "total":
                    np.testing.assert_allclose(g["cells"], t["cells"], atol=.1)
            for u in t["units"]:
                at = np.mean(u["quad"], 0)
                self.assertTrue((at > -9).all() and at[0] < w + 9 and at[1] < h + 9)
                kinds.add(u["unit"])
        self.assertGreater(len(roles), 2)
        self.assertTrue(kinds & set(named.TOTALS) and "" in kinds)

    def test_a_dial_has_its_unit_and_the_same_again(self):
        fonts = Fonts()
        truths = [make_scene(seed, fonts, named=True).truth() for seed in range(8)]
        said = [t.get("unit") for t in truths]
        self.assertTrue(set(said) - {None})
        for t in truths:
            others = {u["unit"] for u in t["units"]} & set(named.TOTALS)
            self.assertLessEqual(others, {t.get("unit")})
        np.testing.assert_array_equal(make_scene(3, fonts, named=True).picture, make_scene(3, fonts, named=True).picture)
        self.assertNotIn("units", make_scene(3, fonts).truth())


class Tiles(unittest.TestCase):
    cells = np.array([box(100 + 24 * i, 200, 20, 30) for i in range(6)], np.float32)

    def test_the_window_is_level_and_ends_behind_the_row(self):
        for degrees in (0, 30, -100):
            a = np.radians(degrees)
            turn = np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])
            cells = (self.cells @ turn.T).astype(np.float32)
            to = apply(window_map(cells), cells[-1])
            np.testing.assert_allclose(to[1] - to[2], (0, -DIGIT), atol=1e-3)
            np.testing.assert_allclose((to[1] + to[2]) / 2, (END, HEIGHT / 2), atol=1e-3)

    def test_the_middle_of_a_legible_unit_is_taught(self):
        unit = {"unit": "gal", "quad": box(40, 20, 30, 18), "legible": 1.0}
        t = target([unit], np.eye(3))
        self.assertEqual(set(np.unique(t)), {-1, 0, KINDS.index("gal") + 1})
        self.assertEqual(t[int(29 / STRIDE), int(55 / STRIDE)], KINDS.index("gal") + 1)
        for other in ({**unit, "legible": LEGIBLE - .1}, {**unit, "unit": None}, {**unit, "quad": box(-15, 20, 30, 18)}):
            self.assertEqual(set(np.unique(target([other], np.eye(3)))), {-1, 0})
        self.assertFalse(target([{**unit, "unit": ""}], np.eye(3)).any())

    def test_further_print_teaches_its_kind(self):
        im = np.full((400, 400, 3), 120, np.uint8)
        r = {"units": [], "cells": self.cells}
        prints = [("kWh", np.full((30, 60), 255, np.uint8))]
        found = set()
        for seed in range(12):
            rng = np.random.default_rng(seed)
            x, t, cells = sample(rng, r, self.cells, (im, np.eye(3)))
            y, t = finish(rng, prints, x, t, cells)
            self.assertEqual((y.shape, t.shape), ((TILE_H, TILE_W, 3), (TILE_H // STRIDE, TILE_W // STRIDE)))
            found |= set(np.unique(t))
        self.assertIn(KINDS.index("kWh") + 1, found)

    def test_a_wrong_kind_costs_more_than_the_right_one_and_what_is_not_taught_nothing(self):
        t = torch.zeros(1, 8, 16, dtype=torch.long)
        t[0, 3, 4], t[0, 5, 5] = 2, -1
        y = torch.zeros(1, CHANNELS, 8, 16)
        y[:, 0] = 5
        right, wrong, other = y.clone(), y.clone(), y.clone()
        right[0, 2, 3, 4], wrong[0, 3, 3, 4], other[0, 3, 5, 5] = 9, 9, 9
        cost = [float(sum(losses(v, t).values())) for v in (right, y, wrong, other)]
        self.assertLess(cost[0], cost[1])
        self.assertLess(cost[1], cost[2])
        self.assertEqual(cost[1], cost[3])

    def test_a_rows_unit_stands_beside_it(self):
        p = np.zeros((CHANNELS, HEIGHT // STRIDE, WIDTH // STRIDE))
        p[4, 1, 20], p[2, 5, 30] = .9, .7
        self.assertEqual(told(p)[1], KINDS[1])
        self.assertEqual(Unit().eval()(torch.zeros(1, 3, HEIGHT, WIDTH)).shape, (1, CHANNELS, HEIGHT // STRIDE, WIDTH // STRIDE))


if __name__ == "__main__":
    unittest.main()

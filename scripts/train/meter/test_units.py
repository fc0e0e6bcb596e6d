"""What stands beside a display's digits and is none, and print that is no counter."""
import unittest
from unittest import mock

import numpy as np

import common  # noqa: F401  (puts the generator on the path)
import display
import prints
import units
from generate import printed
from glyphs import Fonts
from near import make_near
from scene import make_panel


class Units(unittest.TestCase):
    def test_every_word_has_strokes(self):
        for i, word in enumerate(units.WORDS):
            for held_out in (False, True):
                m = units.lettering(np.random.default_rng(i), word, held_out)
                self.assertEqual(int(m.max()), 255, word)
                self.assertTrue(m[0].any() and m[-1].any() and m[:, 0].any() and m[:, -1].any(), word)

    def test_decimals_stand_behind_each_other_within_the_row(self):
        smaller = set()
        for seed in range(60):
            rng = np.random.default_rng(seed)
            whole, gap, _ = display.row_layout(rng, 6, 0)
            boxes, decimals = units.tail(rng, whole, gap)
            tall = boxes[:, 3] - boxes[:, 1]
            self.assertTrue((boxes[:, 1] >= -1e-6).all() and (boxes[:, 3] <= tall[0] + 1e-6).all(), seed)
            first = 6 - decimals
            self.assertTrue((boxes[max(first, 1):, 0] >= boxes[max(first, 1) - 1:-1, 2] - (1e-6 if decimals else 99)).all(), seed)
            np.testing.assert_array_equal(boxes[:first], whole[:first])
            smaller.add(bool(tall[-1] < .9 * tall[0]))
        self.assertEqual(smaller, {False, True})

    def test_they_come_in_the_share_that_is_asked_for(self):
        for share in (0.0, 1.0):
            with mock.patch.object(display, "UNITED", share):
                rows = [display.draw_glass(np.random.default_rng(seed), Fonts()) for seed in range(6)]
                near, panel = make_near(7, Fonts()), make_panel(7, Fonts())
            self.assertEqual([r.united for r in rows], [share > 0] * 6)
            self.assertEqual((near.row_info.united, panel.row_info.united), (share > 0, share > 0))


class Prints(unittest.TestCase):
    def test_every_sort_is_drawn_the_same_way_again(self):
        fonts, sorts = Fonts(), set()
        for seed in range(60):
            picture, sort = prints.make_print(seed, fonts)
            sorts.add(sort)
            self.assertEqual(picture.dtype, np.uint8)
            self.assertGreater(min(picture.shape[:2]), 400)
        self.assertEqual(sorts, set(prints.SORTS))
        np.testing.assert_array_equal(prints.make_print(3, fonts)[0], prints.make_print(3, fonts)[0])

    def test_the_share_that_is_asked_for(self):
        self.assertFalse(any(printed(seed, 0.0) for seed in range(50)))
        self.assertAlmostEqual(np.mean([printed(seed, .3) for seed in range(400)]), .3, delta=.06)


if __name__ == "__main__":
    unittest.main()

"""python3 -m unittest discover scripts/train/textlines: what the net is told of lines, and what is made of its answer."""
import unittest

import numpy as np

import find
import windows


class Truth(unittest.TestCase):
    def test_a_core_lies_inside_its_line_with_direction_polarity_and_height(self):
        for turn in range(4):
            box = (100, 200, 300, 224) if turn % 2 == 0 else (200, 100, 224, 300)
            core, seen, rest = windows.truth([windows.Line(box, turn, turn == 3)])
            ys, xs = np.nonzero(core)
            self.assertTrue((seen == 255).all())
            low, high = (xs, ys) if turn % 2 == 0 else (ys, xs)
            self.assertTrue(50 < low.min() < 56 and 144 < low.max() < 150, (turn, low.min(), low.max()))
            self.assertTrue(100 < high.min() < 106 and 106 < high.max() < 112, (turn, high.min(), high.max()))
            on = rest[0] > 0
            self.assertEqual(set(rest[1][on]), {turn})
            self.assertEqual(set(rest[2][on]), {1.0 if turn == 3 else -1.0})
            np.testing.assert_allclose(rest[3][on], np.log2(24 / 8), atol=1e-6)

    def test_what_is_too_small_or_too_large_counts_neither_way(self):
        core, seen, _ = windows.truth([windows.Line((10, 10, 60, 13), 0, False), windows.Line((100, 100, 400, 220), 0, False)])
        self.assertEqual(core.max(), 0)
        self.assertEqual(seen[80, 120], 0)
        self.assertEqual(seen[200, 20], 255)

    def test_a_line_follows_its_page(self):
        m = np.array([[0, -1, 400], [1, 0, 0], [0, 0, 1.0]])  # a quarter clockwise
        l = windows.seen_through([windows.Line((100, 50, 300, 70), 0, True)], m)[0]
        np.testing.assert_allclose(l.quad[0], (350, 100))
        np.testing.assert_allclose(l.quad[1], (350, 300))
        self.assertTrue(l.reversed)


class Net:
    """Answers with maps that say what windows.truth says."""

    def __init__(self, lines):
        core, _, rest = windows.truth(lines, windows.SIZE)
        n = windows.SIZE // 4
        logits = np.where(core > 0, 6.0, -6.0).reshape(n, 2, n, 2).transpose(1, 3, 0, 2).reshape(4, n, n)
        ways = np.stack([np.where(rest[1] == k, 3.0, -3.0) for k in range(4)])
        self.out = np.concatenate([logits, ways, 3 * rest[2:3], rest[3:]])[None].astype(np.float32)

    def setInput(self, blob):
        self.shape = blob.shape

    def forward(self):
        return self.out


class Found(unittest.TestCase):
    def test_the_line_of_a_core_is_the_line_that_was_drawn(self):
        for turn in range(4):
            drawn = windows.Line((100, 200, 300, 224) if turn % 2 == 0 else (200, 100, 224, 300), turn, turn == 1)
            found = find.lines(Net([drawn]), np.zeros((windows.SIZE, windows.SIZE), np.uint8), 1.0)
            self.assertEqual(len(found), 1)
            quad = np.array([[c["x"], c["y"]] for c in found[0]["Quad"]])
            self.assertLess(np.abs(quad - drawn.quad).max(), 4, turn)
            self.assertEqual(found[0]["Reversed"], turn == 1)

    def test_lines_under_each_other_stay_apart_and_specks_are_none(self):
        drawn = [windows.Line((100, 200 + 20 * i, 300, 216 + 20 * i), 0, False) for i in range(4)]
        net = Net(drawn)
        net.out[0, :4, 100, 100] = 6
        self.assertEqual(len(find.lines(net, np.zeros((windows.SIZE, windows.SIZE), np.uint8), 1.0)), 4)


if __name__ == "__main__":
    unittest.main()

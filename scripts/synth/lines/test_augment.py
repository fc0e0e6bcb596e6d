"""What ink and cameras do to lines."""
import os
import sys
import unittest

import numpy as np

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import augment  # noqa: E402


def strokes():
    """Dark upright strokes on light paper."""
    g = np.full((40, 300), 230, np.float32)
    for x in range(20, 280, 10):
        g[8:32, x:x + 3] = 30
    return g


class Spoilt(unittest.TestCase):
    def test_ink_fails_and_paper_stays(self):
        for seed in range(8):
            out = augment.faint(strokes(), np.random.default_rng(seed))
            ink = out[20, 21:280:10]
            self.assertGreater(float(np.ptp(ink)), 30, seed)
            self.assertLess(float(ink.max()), 230 - 0.09 * 200, "some ink is left")
            self.assertLess(float(np.abs(out[20, 26:280:10] - 230).max()), 1, "paper stays paper")

    def test_smeared_print_keeps_its_ink(self):
        whole = float((230 - strokes()).sum())
        for seed in range(12):
            out = augment.smeared(strokes(), np.random.default_rng(seed), 20)
            self.assertAlmostEqual(1, float((230 - out).sum()) / whole, delta=0.03)
            self.assertGreater(float(np.abs(out - strokes()).mean()), 1, seed)


if __name__ == "__main__":
    unittest.main()

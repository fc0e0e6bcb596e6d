"""python3 -m unittest discover scripts/train/meter: what is fitted for the decimal point."""
import unittest

import numpy as np

import common  # noqa: F401  (puts the generator on the path)
import fit_point as fits


class Point(unittest.TestCase):
    def test_each_place_that_the_point_may_have_is_a_row(self):
        for n, want in ((4, 2), (5, 3), (7, 5), (8, 5)):
            self.assertEqual(fits.places([0] * n, [0] * n).shape, (want, len(fits.NAMES)))

    def test_what_was_drawn_is_learned(self):
        rng = np.random.default_rng(3)
        rows = []
        for _ in range(300):
            decimals = int(rng.choice([0, 1, 3]))
            behind = np.arange(8) >= 8 - decimals
            rows.append((fits.places(40 * behind + rng.normal(0, 4, 8), 6 * behind - 3 + rng.normal(0, 1, 8)), decimals))
        right, none, wrong = fits.tell(fits.fit(rows[:200]), rows[200:], .7)
        self.assertGreaterEqual(right, 98)
        self.assertEqual(none + wrong, 100 - right)

    def test_what_is_not_sure_is_not_given(self):
        features = np.array([[0.], [1.], [.9]])
        self.assertEqual(fits.tell(np.array([1.]), [(features, 1)], .7), (0, 1, 0))
        self.assertEqual(fits.tell(np.array([1.]), [(features, 1), (features, 2)], 0), (1, 0, 1))
        self.assertEqual(fits.tell(np.array([1.]), [(features, 0)], .7), (1, 0, 0))


if __name__ == "__main__":
    unittest.main()

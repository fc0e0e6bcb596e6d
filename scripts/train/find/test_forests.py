"""The mean of two judges says the mean of what they say."""
import os
import sys
import unittest

import numpy as np

sys.path[:0] = [os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")]
import forest  # noqa: E402
import forests  # noqa: E402


def model(features, *values):
    trees = [{"f": [0], "t": [.5], "l": [-1], "r": [-2], "v": list(v)} for v in values]
    return {"counts": [0, 0, features, 0], "sure": trees, "curve": [[features, 1]]}


class Forests(unittest.TestCase):
    def test_the_mean_says_the_mean_and_keeps_the_rest(self):
        a, b, x = model(1, (1, -2), (.5, 0)), model(1, (-3, 4)), np.array([[0.], [1.]])
        got = forests.mean(a, b, .25)
        np.testing.assert_allclose(forest.score(got["sure"], x), .75 * forest.score(a["sure"], x) + .25 * forest.score(b["sure"], x))
        self.assertEqual(got["curve"], a["curve"])

    def test_judges_of_other_features_are_refused(self):
        with self.assertRaises(ValueError):
            forests.mean(model(1, (1, 2)), model(2, (1, 2)), .5)


if __name__ == "__main__":
    unittest.main()

"""What may be read of a row that the picture's edge cuts."""
import sys
import unittest

import numpy as np

import common  # noqa: F401 puts the generator on the path
from scene import cut_readings, make_panel


class Cut(unittest.TestCase):
    def test_readings(self):
        for name, digits, share, want in (
            ("nothing is cut", "1234", [1, 1, 1, 1], None),
            ("a last digit by half", "1234", [1, 1, 1, .5], {"123", "1234"}),
            ("a last digit by a sliver", "1234", [1, 1, 1, .04], None),
            ("a first digit by a third", "1234", [.7, 1, 1, 1], {"1234", "234"}),
            ("both ends", "1234", [.7, 1, 1, .3], {"123", "23", "1234", "234"}),
        ):
            got = cut_readings(list(map(int, digits)), np.array(share))
            self.assertEqual(got if got is None else set(got), want, name)

    def test_panels_tell_them(self):
        told = [s.truth() for s in (make_panel(seed) for seed in range(40))]
        cut = [t for t in told if "accept" in t]
        self.assertTrue(cut)
        for t in told:
            self.assertIn(t["digits"], t.get("accept", [t["digits"]]))


if __name__ == "__main__":
    unittest.main()

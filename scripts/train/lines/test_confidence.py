"""What tells how sure a line is: the scale of what was told before stays, trees that were scaled say so, readings are compared without blanks."""
import json
import os
import sys
import tempfile
import unittest

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "..")]
import confidence  # noqa: E402
import forest  # noqa: E402


class Confidence(unittest.TestCase):
    def test_blanks_do_not_count_and_lines_without_evidence_are_left_out(self):
        said = [{"text": "a b", "read": "ab", "confidence": 0.9, "evidence": [1.0]}, {"text": "a", "read": "o", "confidence": 0.3, "evidence": [2.0]}, {"text": "a", "read": "", "confidence": 0}]
        with tempfile.NamedTemporaryFile("w", suffix=".jsonl", encoding="utf8") as f:
            f.write("\n".join(map(json.dumps, said)))
            f.flush()
            x, y = confidence.rows([f.name])
        self.assertEqual(x.tolist(), [[1.0], [2.0]])
        self.assertEqual(y.tolist(), [1, 0])

    def test_the_scale_of_before_stays(self):
        z = np.random.default_rng(1).normal(2, 1.5, 4000)
        usual = 0.7 * z - 0.4
        by, shift = confidence.scale(z, usual[np.random.default_rng(2).permutation(4000)])
        self.assertAlmostEqual(by, 0.7, delta=0.02)
        self.assertAlmostEqual(shift, -0.4, delta=0.05)

    def test_scaled_trees_say_the_scaled_sum(self):
        trees = [{"f": [0], "t": [0.5], "l": [-1], "r": [-2], "v": [-1.0, 2.0]}, {"f": [], "t": [], "l": [], "r": [], "v": [0.25]}]
        x = np.array([[0.0], [1.0]], np.float32)
        before, after = forest.score(trees, x), forest.score(confidence.scaled(trees, 0.5, 3.0), x)
        np.testing.assert_allclose(after, 0.5 * before + 3.0)

    def test_how_well_right_and_wrong_are_told_apart(self):
        y = np.r_[np.ones(200), np.zeros(100)]
        p = np.r_[np.full(150, 0.9), np.full(50, 0.4), np.full(100, 0.5)]
        said = confidence.told(p + np.arange(300) * 1e-9, y, "x")
        self.assertIn("area 0.750", said)
        self.assertIn("share with 0.01 wrong 0.503", said)
        self.assertIn("at 0.8 and more 0.500, wrong 0.0000", said)


if __name__ == "__main__":
    unittest.main()

"""python3 -m unittest discover scripts/train: the form in which forests ship."""
import unittest

import numpy as np

import forest


class Trees(unittest.TestCase):
    def test_children_below_nought_are_leaves(self):
        leaf = lambda v: {"leaf_value": v}
        root = {"split_feature": 3, "threshold": 0.1234567, "left_child": leaf(.123456), "right_child":
                {"split_feature": 1, "threshold": 2.0, "left_child": leaf(.5), "right_child": leaf(-.25)}}
        self.assertEqual(forest.tree(root, 4, 3), {"f": [3, 1], "t": [.123, 2.0], "l": [-1, -2], "r": [1, -3], "v": [.1235, .5, -.25]})
        self.assertEqual(forest.tree(leaf(.5), 4, None), {"f": [], "t": [], "l": [], "r": [], "v": [.5]})

    def test_rows_are_scored_as_the_product_does(self):
        leaf = {"f": [], "t": [], "l": [], "r": [], "v": [1000]}
        tree = {"f": [0, 1], "t": [0.5, 2], "l": [-1, -2], "r": [1, -3], "v": [1, 10, 100]}
        rows = np.array([[0.5, 9], [0.6, 2], [0.6, 3]], np.float32)
        self.assertEqual([1001, 1010, 1100], list(forest.score([tree, leaf], rows)))


if __name__ == "__main__":
    unittest.main()

"""python3 -m unittest discover scripts/train: the form in which forests ship."""
import unittest

import forest


class Trees(unittest.TestCase):
    def test_children_below_nought_are_leaves(self):
        leaf = lambda v: {"leaf_value": v}
        root = {"split_feature": 3, "threshold": 0.1234567, "left_child": leaf(.123456), "right_child":
                {"split_feature": 1, "threshold": 2.0, "left_child": leaf(.5), "right_child": leaf(-.25)}}
        self.assertEqual(forest.tree(root, 4, 3), {"f": [3, 1], "t": [.123, 2.0], "l": [-1, -2], "r": [1, -3], "v": [.1235, .5, -.25]})
        self.assertEqual(forest.tree(leaf(.5), 4, None), {"f": [], "t": [], "l": [], "r": [], "v": [.5]})


if __name__ == "__main__":
    unittest.main()

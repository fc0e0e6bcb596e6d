import unittest

import read

# The sheet is the picture's lower right part, half as large.
PAGE = {"Number": 1, "SourceWidth": 200, "SourceHeight": 100, "ToSource": [2, 0, 100, 0, 2, 20, 0, 0, 1]}
QUAD = [[0.6, 0.3], [0.8, 0.3], [0.8, 0.4], [0.6, 0.4]]


class ReadTest(unittest.TestCase):
    def test_truth_lies_on_the_sheet(self):
        [t] = read.truth_of({"vat": {"value": 7.5, "page": 1, "quads_norm": [QUAD]}}, PAGE)
        self.assertEqual(("vat", "7.5"), (t["Field"], t["Value"]))
        self.assertEqual([[{"x": 10, "y": 5}, {"x": 30, "y": 5}, {"x": 30, "y": 10}, {"x": 10, "y": 10}]], t["Quads"])

    def test_a_page_has_its_own_truth_alone(self):
        self.assertEqual([], read.truth_of({"vat": {"value": 7.5, "page": 2, "quads_norm": [QUAD]}, "total": {"value": 8}}, PAGE))


if __name__ == "__main__":
    unittest.main()

"""Weights in half precision."""
import unittest

import numpy as np
from onnx import TensorProto, helper, numpy_helper

from halve import halve


def model(values):
    graph = helper.make_graph([helper.make_node("Relu", ["x"], ["y"])], "g", [helper.make_tensor_value_info("x", 1, [1])],
                              [helper.make_tensor_value_info("y", 1, [1])],
                              [numpy_helper.from_array(np.float32(values), "w"), numpy_helper.from_array(np.int64([7]), "n")])
    return helper.make_model(graph)


class Halve(unittest.TestCase):
    def test_weights_are_rounded_and_counts_are_not(self):
        w, n = halve(model([.1, -2])).graph.initializer
        self.assertEqual(w.data_type, TensorProto.FLOAT16)
        np.testing.assert_array_equal(numpy_helper.to_array(w), np.float16([.1, -2]))
        self.assertEqual((n.data_type, numpy_helper.to_array(n)[0]), (TensorProto.INT64, 7))

    def test_a_weight_beyond_a_half_is_an_error(self):
        with self.assertRaises(FloatingPointError):
            halve(model([1e6]))


if __name__ == "__main__":
    unittest.main()

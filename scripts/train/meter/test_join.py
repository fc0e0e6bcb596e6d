"""Two nets as one file."""
import os
import tempfile
import unittest

import cv2
import numpy as np
import onnx
import torch
from onnx import numpy_helper

import common  # noqa: F401  (puts the trainings' shared parts on the path)
from export import NETS
from join import join, second_of
from restore import fill


class Join(unittest.TestCase):
    def test_the_file_gives_the_weighted_mean_of_both_and_the_second_comes_back(self):
        make, shape, names = NETS["roll"]
        x = torch.from_numpy(np.random.default_rng(0).standard_normal(shape).astype(np.float32))
        with tempfile.TemporaryDirectory() as d:
            paths = [os.path.join(d, n) for n in ("a.onnx", "b.onnx", "both.onnx", "back.onnx")]
            want = []
            for seed, path in enumerate(paths[:2]):
                torch.manual_seed(seed)
                net = make().eval()
                for m in net.modules():  # like trained ones: equal offsets would be written once for all
                    if isinstance(m, torch.nn.BatchNorm2d):
                        torch.nn.init.normal_(m.bias, std=.1)
                common.export(net, path, shape, names)
                with torch.no_grad():
                    want.append(net(x).numpy())
            join(*paths[:3], share=.65)
            second_of(*paths[2:], share=.65)
            got = run(paths[2], x.numpy())
            np.testing.assert_allclose(got, (.35 * want[0] + .65 * want[1]), atol=1e-5)
            self.assertGreater(np.abs(want[0] - want[1]).max(), 1e-3)
            net = make()
            fill(net, paths[3], x)
            for before, after in zip(weights(paths[1]), weights(paths[3]), strict=True):
                np.testing.assert_allclose(before, after, atol=1e-6)


def run(path, x):
    net = cv2.dnn.readNetFromONNX(path)
    net.setInput(x)
    return net.forward()


def weights(path):
    graph = onnx.load(path).graph
    values = {i.name: numpy_helper.to_array(i) for i in graph.initializer}
    return [values[n] for node in graph.node if node.op_type == "Conv" for n in node.input[1:]]


if __name__ == "__main__":
    unittest.main()

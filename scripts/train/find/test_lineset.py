import json
import os
import sys
import tempfile
import unittest

import numpy as np
import torch

sys.path[:0] = [os.path.dirname(os.path.abspath(__file__))]
import lineset


def line(x, y, text):
    quad = [{"x": x, "y": y}, {"x": x + 200, "y": y}, {"x": x + 200, "y": y + 20}, {"x": x, "y": y + 20}]
    return {"Quad": quad, "Height": 14, "Text": {"Value": text, "Confidence": .9}}


def pages():
    lines = [line(10, 10, "SHIP TO"), line(10, 40, "Anna Example"), line(10, 70, "1 Road"), line(10, 100, "10110 Town")]
    truth = [{"Field": "reciever_name", "Quads": [lines[1]["Quad"]]}, {"Field": "reciever_address", "Quads": [lines[2]["Quad"], lines[3]["Quad"]]},
             {"Field": "third_name", "Quads": None}, {"Field": "cod", "Quads": [lines[0]["Quad"]]}]
    rows = [{"File": "a", "Width": 400, "Height": 300, "Lines": lines, "truth": truth}, {"File": "b", "Width": 9, "Height": 9, "Lines": None, "truth": None}]
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "p.jsonl")
        with open(path, "w", encoding="utf-8") as f:
            f.writelines(json.dumps(r) + "\n" for r in rows)
        return list(lineset.read(path))


class Pages(unittest.TestCase):
    def test_lines_have_the_field_whose_quad_covers_them(self):
        (p,) = pages()  # one without lines is left out
        self.assertEqual([0, 1, 2, 2], p.labels.tolist())

    def test_figures_are_alike(self):
        self.assertEqual(lineset.grams("Road 17"), lineset.grams("road 42"))
        self.assertNotEqual(lineset.grams("Road"), lineset.grams("Town"))

    def test_lines_of_a_quad(self):
        (p,) = pages()
        self.assertEqual({1}, lineset.lines_of(p, [[{"x": 40, "y": 41}, {"x": 120, "y": 41}, {"x": 120, "y": 59}, {"x": 40, "y": 59}]]))

    def test_scores(self):
        (p,) = pages()
        right = lineset.scores([p], lambda p, f: set(np.flatnonzero(p.labels == lineset.FIELDS.index(f))))
        self.assertEqual((1.0, 1.0, 1), right["reciever_address"])
        half = lineset.scores([p], lambda p, f: {2})
        self.assertEqual(0.0, half["reciever_address"][0])
        self.assertAlmostEqual(2 / 3, half["reciever_address"][1])


class Net(unittest.TestCase):
    def test_lines_that_are_not_there_change_nothing(self):
        (p,) = pages()
        torch.manual_seed(1)
        net = lineset.LineSet().eval()
        short = p._replace(grams=p.grams[:2], numbers=p.numbers[:2], labels=p.labels[:2])
        alone = net(*lineset.batch([short], False)[:4])[0]
        beside = net(*lineset.batch([short, p], False)[:4])[0, :2]
        torch.testing.assert_close(alone, beside, rtol=1e-4, atol=1e-5)

    def test_it_learns_a_page(self):
        (p,) = pages()
        torch.manual_seed(1)
        net = lineset.LineSet()
        opt = torch.optim.Adam(net.parameters(), 1e-3)
        for _ in range(60):
            ids, offsets, nums, there, labels = lineset.batch([p], False)
            loss = torch.nn.functional.cross_entropy(net(ids, offsets, nums, there).flatten(0, 1), labels.flatten())
            opt.zero_grad()
            loss.backward()
            opt.step()
        net.eval()
        self.assertEqual(p.labels.tolist(), net(*lineset.batch([p], False)[:4])[0].argmax(-1).tolist())


if __name__ == "__main__":
    unittest.main()

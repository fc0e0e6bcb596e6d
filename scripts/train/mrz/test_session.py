"""python3 -m unittest discover scripts/train/mrz: a training can be run again and goes on where it ended."""
import os
import sys
import tempfile
import unittest
from unittest import mock

import torch

from session import Session


def begin(work, seed=3):
    arguments = ["train", "--out", "x.onnx", "--work", work, "--seed", str(seed), "--minutes", "1"]
    with mock.patch.object(sys, "argv", arguments), mock.patch("builtins.print"):
        torch.manual_seed(0)
        return Session("", torch.nn.Linear(2, 1), "line", minutes=1, rate=1e-2, warm=1)


class Sessions(unittest.TestCase):
    def test_the_same_seed_draws_the_same_samples(self):
        with tempfile.TemporaryDirectory() as a, tempfile.TemporaryDirectory() as b:
            first, again, other = begin(a).rng.random(4), begin(b).rng.random(4), begin(b, seed=4).rng.random(4)
        self.assertEqual(first.tolist(), again.tolist())
        self.assertNotEqual(first.tolist(), other.tolist())

    def test_a_resumed_run_goes_on_with_new_samples(self):
        with tempfile.TemporaryDirectory() as work:
            run = begin(work)
            seen = run.rng.random(4)
            run.take(run.net(torch.ones(1, 2)).sum())
            run.keep()
            self.assertTrue(os.path.exists(run.path))
            on = begin(work)
            self.assertEqual(on.step, 1)
            self.assertNotEqual(seen.tolist(), on.rng.random(4).tolist())
            self.assertEqual(run.net.weight.tolist(), on.net.weight.tolist())


if __name__ == "__main__":
    unittest.main()

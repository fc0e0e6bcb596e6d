"""python3 -m unittest discover scripts/train: a training can be run again, goes on where it ended, and all take the same options."""
import contextlib
import io
import os
import re
import subprocess
import sys
import tempfile
import unittest
import unittest.mock

import torch

import session

HERE = os.path.dirname(os.path.abspath(__file__))
NETS = ("find/tagger.py", "mrz/finder.py", "mrz/reader.py", "lines/train.py", "textlines/train.py", "meter/train_detector.py",
        "meter/train_roll.py", "meter/train_reader.py", "meter/train_line.py", "meter/train_unit.py")
FORESTS = ("find/train.py", "joints/train.py", "lines/confidence.py", "sure/fit.py", "table/train.py")


def begin(folder, *more, seed=3, **how):
    o = session.options("", steps=10, batch=1, rate=1e-2).parse_args(["--out", os.path.join(folder, "net"), "--seed", str(seed), *more])
    torch.manual_seed(0)
    with contextlib.redirect_stdout(io.StringIO()):
        return session.Session(torch.nn.Linear(2, 1), o, **how)


def descend(s):
    s.update({"loss": s.net(torch.ones(1, 2)).sum()})


class Sessions(unittest.TestCase):
    def test_the_same_seed_draws_the_same_samples(self):
        with tempfile.TemporaryDirectory() as d:
            first, again, other = begin(d).rng.random(4), begin(d).rng.random(4), begin(d, seed=4).rng.random(4)
        self.assertEqual(first.tolist(), again.tolist())
        self.assertNotEqual(first.tolist(), other.tolist())

    def test_a_resumed_run_goes_on_with_new_samples(self):
        with tempfile.TemporaryDirectory() as d:
            run = begin(d)
            seen = run.rng.random(4)
            descend(run)
            run.save()
            on = begin(d)
            self.assertEqual(on.step, 1)
            self.assertGreater(on.elapsed, 0)
            self.assertNotEqual(seen.tolist(), on.rng.random(4).tolist())
            self.assertEqual(run.net.weight.tolist(), on.net.weight.tolist())
            self.assertEqual(begin(d, "--no-resume").step, 0)

    def test_weights_begin_another_run(self):
        with tempfile.TemporaryDirectory() as d, tempfile.TemporaryDirectory() as other:
            run = begin(d)
            descend(run)
            run.save()
            on = begin(other, "--init", run.out + ".pt")
            self.assertEqual((on.step, on.net.weight.tolist()), (0, run.net.weight.tolist()))

    def test_it_ends_by_steps_or_by_the_clock(self):
        with tempfile.TemporaryDirectory() as d:
            run = begin(d, "--steps", "3")
            for _ in range(3):
                self.assertFalse(run.done)
                descend(run)
            self.assertTrue(run.done)
            timed = begin(d, "--minutes", "1", "--steps", "0")
            self.assertFalse(timed.done)
            timed.begun -= 61
            self.assertTrue(timed.done)

    def test_the_average_follows_and_is_kept(self):
        with tempfile.TemporaryDirectory() as d:
            run = begin(d, average=.9)
            before = run.average.weight.clone()
            for _ in range(5):
                descend(run)
            moved, ahead = (run.average.weight - before).abs().max(), (run.net.weight - before).abs().max()
            self.assertTrue(0 < moved < ahead)
            run.save()
            self.assertEqual(session.weights(run.out + ".pt")["weight"].tolist(), run.average.weight.tolist())
            self.assertEqual(begin(d, average=.9).average.weight.tolist(), run.average.weight.tolist())

    def test_the_rate_rises_and_falls_to_nothing(self):
        rates = [session.cosine(i, i / 1000) for i in range(1001)]
        self.assertLess(rates[0], .02)
        self.assertGreater(max(rates), .95)
        self.assertLess(rates[-1], .01)


class Options(unittest.TestCase):
    def text(self, script):
        with open(os.path.join(HERE, script), encoding="utf-8") as f:
            return f.read()

    def test_half_precision_is_used_where_it_is_quick(self):
        for shown, want in (("CPU capability usage: AVX2", False), ("CPU capability usage: AVX512", True)):
            with unittest.mock.patch("torch.__config__.show", return_value=shown), session.half("cpu"):
                self.assertEqual(want, torch.is_autocast_cpu_enabled())

    def test_every_net_takes_the_same_options(self):
        for script in NETS:
            with self.subTest(script):
                self.assertRegex(self.text(script), r"session\.options|train_on_scenes|common_arguments", "by the common library")
                says = subprocess.run([sys.executable, os.path.join(HERE, script), "--help"], capture_output=True, text=True)
                self.assertEqual(says.returncode, 0, says.stderr)
                for flag in ("--out", "--seed", "--resume", "--minutes", "--steps", "--rate", "--batch", "--init"):
                    self.assertIn(flag, says.stdout)

    def test_every_forest_takes_theirs(self):
        for script in FORESTS:  # LightGBM need not be there
            self.assertIn("forest.add_options(", self.text(script))

    def test_no_training_is_left_out(self):
        found = {os.path.relpath(os.path.join(d, f), HERE) for d, _, files in os.walk(HERE) for f in files
                 if f.endswith(".py") and not f.startswith("test_") and re.search(r"AdamW\(|lgb\.train\(|train_on_scenes\(__doc__", self.text(os.path.join(d, f)))}
        self.assertLessEqual(found - {"session.py", "meter/common.py"}, set(NETS + FORESTS))


if __name__ == "__main__":
    unittest.main()

"""python3 -m unittest discover scripts/train/meter: the fit of the confidence."""
import io
import json
import os
import re
import tempfile
import unittest
from contextlib import redirect_stdout
from unittest import mock

import numpy as np

import common  # noqa: F401  (puts scripts/train on the path)
import calibrate
from calibrate import BELOW, NAMES, PLAIN, SURE, fit, isotonic, knots, surest


def readings(n, seed=1):
    """Readings whose chance to be right is the logistic of Posterior and Agree; worse Absent comes with right ones, against its sign."""
    rng = np.random.default_rng(seed)
    x = rng.normal(0, 1, (n, len(NAMES)))
    at = NAMES.index
    odds = 2 + 2 * x[:, at("Posterior")] + x[:, at("Agree")] + .5 * x[:, at("Absent")]
    return x, (rng.random(n) < 1 / (1 + np.exp(-odds))).astype(float)


class Fit(unittest.TestCase):
    def test_what_tells_gets_the_weight(self):
        w, b = fit(*readings(3000))
        of = dict(zip(NAMES, w))
        self.assertAlmostEqual(of["Posterior"], 2, delta=.35)
        self.assertAlmostEqual(of["Agree"], 1, delta=.25)
        self.assertAlmostEqual(b, 2, delta=.35)
        self.assertLess(abs(of["Glow"]), .2)

    def test_worse_evidence_never_makes_surer(self):
        w, _ = fit(*readings(3000))
        self.assertEqual(w[NAMES.index("Absent")], 0)
        self.assertTrue((w * np.array(calibrate.SIGNS) >= 0).all())

    def test_the_steps_never_fall_and_keep_all_readings(self):
        x, y = readings(900)
        steps = isotonic(x[:, 0], y)
        shares = [s for _, s, _ in steps]
        self.assertEqual(shares, sorted(shares))
        self.assertEqual(sum(n for _, _, n in steps), 900)

    def test_surest_bears_so_many_wrong_ones(self):
        c, y = np.array([5., 4, 3, 2, 1]), np.array([1., 0, 1, 0, 1])
        self.assertEqual(surest(c, y, 0), 5)
        self.assertEqual(surest(c, y, 1), 3)
        self.assertEqual(surest(c, y, 9), 1)


class Curve(unittest.TestCase):
    def test_nothing_below_the_surest_is_called_sure(self):
        x, y = readings(2000)
        c = 2 * x[:, 0] + x[:, NAMES.index("Agree")]
        curve = np.array(knots(c, y, .0075 * len(y)))
        p = np.interp(c, *curve.T)
        limit = surest(c, y, .0075 * len(y))
        self.assertLessEqual(p[c < limit - .02].max(), BELOW)
        self.assertTrue((p[c >= limit] >= SURE).all())
        self.assertLessEqual(((c >= limit) & (y < .5)).mean(), .0075)
        self.assertTrue((np.diff(curve[:, 0]) >= 0).all() and (np.diff(curve[:, 1]) >= 0).all(), "monotone")

    def test_the_curve_never_turns_back_where_readings_are_alike(self):
        c = np.linspace(0, .03, 300)
        curve = np.array(knots(c, (c > .02).astype(float), 0))
        self.assertTrue((np.diff(curve[:, 0]) >= 0).all())
        self.assertEqual(isotonic(c[:0], c[:0]), [])

    def test_a_band_is_drawn_towards_one_half(self):
        curve = knots(np.arange(200.), np.ones(200), 0)
        self.assertTrue(all(0 < v < 1 for _, v in curve), "no share of a few readings is certain, nor is there a band of none")


class Whole(unittest.TestCase):
    def run_on(self, *options):
        rng = np.random.default_rng(2)
        x, y = readings(600)
        with tempfile.TemporaryDirectory() as d:
            dump, none = os.path.join(d, "dump.jsonl"), os.path.join(d, "none.jsonl")
            with open(dump, "w", encoding="utf-8") as f:
                for row, ok in zip(x, y):
                    f.write(json.dumps({"ok": bool(ok), "found": True, "features": {**dict(zip(NAMES, row)), "Display": 0}}) + "\n")
                # Neither what was not found nor what the other reader read is part of the fit.
                f.write(json.dumps({"ok": False, "found": False, "features": {**dict.fromkeys(NAMES, 0), "Display": 0}}) + "\n")
                f.write(json.dumps({"ok": False, "found": True, "features": {**dict.fromkeys(NAMES, 0), "Display": 1}}) + "\n")
            with open(none, "w", encoding="utf-8") as f:
                for row in rng.normal(0, 1, (80, len(NAMES))) - 2 * np.array(calibrate.SIGNS):
                    f.write(json.dumps({"ok": False, "found": True, "features": {**dict(zip(NAMES, row)), "Display": 0}}) + "\n")
            told = io.StringIO()
            with mock.patch("sys.argv", ["calibrate.py", dump, *options, "--nothing", none]), redirect_stdout(told):
                calibrate.main()
        return x, told.getvalue()

    def test_the_bias_keeps_the_share_that_needs_no_further_search(self):
        x, told = self.run_on("--plain", ".6")
        self.assertIn("n=600 ", told)
        bias = float(re.search(r"^bias = (\S+)", told, re.M)[1])
        weights = dict(re.findall(r"(\w+): (-?[\d.]+)", told.split("there:")[0]))
        c = x @ np.array([float(weights[n]) for n in NAMES]) + bias
        self.assertAlmostEqual(np.mean(c > PLAIN), .6, delta=.02)

    def test_it_tells_what_refusing_costs(self):
        _, told = self.run_on()
        limits = re.findall(r"limit (-?[\d.]+): right ones refused ([\d.]+), none read (\d+) of 80", told)
        self.assertGreater(len(limits), 4)
        refused, read = [float(r) for _, r, _ in limits], [int(n) for *_, n in limits]
        self.assertEqual(refused, sorted(refused))
        self.assertEqual(read, sorted(read, reverse=True))


if __name__ == "__main__":
    unittest.main()

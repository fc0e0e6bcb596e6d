"""python3 -m unittest discover scripts/train/meter: meters with pointers and what is fitted on them."""
import io
import json
import os
import tempfile
import unittest
from contextlib import redirect_stdout
from unittest import mock

import numpy as np

import common  # noqa: F401  (puts the generator on the path)
import fit_pointers as fits
from glyphs import Fonts
from scene import make_pointed


class Pointed(unittest.TestCase):
    def test_each_pointer_counts_on_from_the_one_before(self):
        for seed in range(12):
            s = make_pointed(seed, Fonts())
            self.assertEqual([d["factor"] for d in s.scales], [-(s.decimals + k + 1) for k in range(len(s.scales))])
            for coarse, fine in zip(s.scales, s.scales[1:]):
                off = coarse["position"] - coarse["digit"] - (fine["digit"] + .5) / 10
                self.assertLess(abs((off + 5) % 10 - 5), .6, seed)
            h, w = s.picture.shape[:2]
            for d in s.scales:
                self.assertTrue(d["radius"] < d["at"][0] < w - d["radius"] and d["radius"] < d["at"][1] < h - d["radius"], seed)

    def test_the_last_wheel_stands_where_the_first_pointer_drives_it(self):
        for seed in range(12):
            s = make_pointed(seed, Fonts())
            gone = (s.positions[-1] - s.digits[-1] + 5) % 10 - 5
            share = (s.scales[0]["digit"] + .5) / 10
            self.assertLess(min(abs(gone - share), abs(gone - max(0, 10 * share - 9))), .75, seed)

    def test_the_same_seed_gives_the_same_picture(self):
        a, b = (make_pointed(5, Fonts()) for _ in range(2))
        self.assertTrue(np.array_equal(a.picture, b.picture))
        self.assertEqual(a.truth(), b.truth())


class Fit(unittest.TestCase):
    def test_the_weights_follow_what_tells_scales_apart(self):
        rng = np.random.default_rng(1)
        rows = []
        for i in range(400):
            ok = bool(i % 2)
            scale = {"Ticks": .3 if ok else .08, "Phase": rng.random(), "Contrast": 10, "Reach": .8, "Lone": .5, "Slim": .1, "Hub": .2, "Warm": 1}
            pointer = {"Own": 2 + rng.normal(), "Odds": rng.normal(), "Wheel": (1 if ok else -1) + rng.normal(0, .3), "Edge": .5}
            rows.append({"scales": [{**scale, "ok": ok}], "pointers": [{**pointer, "ok": ok}]})
        with tempfile.TemporaryDirectory() as d:
            path = os.path.join(d, "dump.jsonl")
            with open(path, "w", encoding="utf-8") as f:
                f.writelines(json.dumps(r) + "\n" for r in rows)
            told = io.StringIO()
            with mock.patch("sys.argv", ["fit_pointers.py", path]), redirect_stdout(told):
                fits.main()
        weights = [dict(p.rsplit(" ", 1) for p in line.split(", ")[1:]) for line in told.getvalue().splitlines() if line.startswith("bias")]
        self.assertGreater(float(weights[0]["ticks"]), 1)
        self.assertLess(abs(float(weights[0]["phase"])), .8)
        self.assertGreater(float(weights[1]["Wheel"]), 1)


if __name__ == "__main__":
    unittest.main()

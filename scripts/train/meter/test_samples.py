"""python3 -m unittest discover scripts/train/meter: the export of `lensd export samples` becomes training scenes."""
import io
import json
import os
import subprocess
import sys
import tarfile
import tempfile
import unittest

from samples import convert

BOX = [[0, 0], [8, 0], [8, 12], [0, 12]]


def label(value, boxes=3, kind="water-meter", read="12.4"):
    return {"kind": kind, "station": "cellar", "reading": 4, "correction": {"value": value},
            "data": {"numbers": {"value": read, "bboxes_rotated": [BOX] * boxes}}}


class Samples(unittest.TestCase):
    def run_on(self, labels):
        with tempfile.TemporaryDirectory() as d:
            tar = os.path.join(d, "s.tar")
            with tarfile.open(tar, "w") as t:
                for i, one in enumerate(labels):
                    for name, b in ((f"{i:08d}.json", json.dumps(one).encode()), (f"{i:08d}.jpg", b"picture")):
                        m = tarfile.TarInfo(name)
                        m.size = len(b)
                        t.addfile(m, io.BytesIO(b))
            n = convert(tar, os.path.join(d, "out"))
            with open(os.path.join(d, "out", "truth.jsonl"), encoding="utf-8") as f:
                rows = [json.loads(line) for line in f]
            self.assertEqual(n, len(rows))
            for r in rows:
                self.assertTrue(os.path.exists(os.path.join(d, "out", r["file"])))
            return rows

    def test_correction_becomes_a_scene(self):
        rows = self.run_on([label("12.3"), label("123"), label("1.23")])
        self.assertEqual([(r["digits"], r["decimals"], r["kind"]) for r in rows],
                         [("123", 1, "sample"), ("123", 1, "sample"), ("123", 2, "sample")])
        self.assertEqual(rows[0]["cells"], [BOX] * 3)
        self.assertEqual(rows[0]["positions"], [1.0, 2.0, 3.0])

    def test_what_teaches_nothing_is_left_out(self):
        self.assertEqual(self.run_on([label("1234"), label(""), label("123", kind="passport")]), [])


class Training(unittest.TestCase):
    """The whole way from an export to nets in ONNX; two steps each. Needs torch, as the training does."""

    def test_the_training_takes_samples(self):
        import cv2
        import numpy as np
        here = os.path.dirname(os.path.abspath(__file__))
        with tempfile.TemporaryDirectory() as d:
            box = lambda i: [[60 + 24 * i, 90], [80 + 24 * i, 90], [80 + 24 * i, 122], [60 + 24 * i, 122]]
            one = {**label("12.345"), "data": {"numbers": {"value": "12.344", "bboxes_rotated": [box(i) for i in range(5)]}}}
            ok, jpg = cv2.imencode(".jpg", np.random.default_rng(1).integers(0, 255, (240, 320, 3), np.uint8))
            with tarfile.open(os.path.join(d, "s.tar"), "w") as t:
                for name, b in (("00000001.json", json.dumps(one).encode()), ("00000001.jpg", jpg.tobytes())):
                    m = tarfile.TarInfo(name)
                    m.size = len(b)
                    t.addfile(m, io.BytesIO(b))
            scenes = os.path.join(d, "scenes")
            self.assertEqual(convert(os.path.join(d, "s.tar"), scenes), 1)
            for script, where in (("train_reader.py", "--samples"), ("train_roll.py", "--scenes"), ("train_detector.py", "--scenes")):
                out = os.path.join(d, script)
                run = [sys.executable, os.path.join(here, script), "--out", out, where, scenes, "--steps", "2", "--batch", "4"]
                done = subprocess.run(run, capture_output=True, text=True)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertGreater(os.path.getsize(out + ".onnx"), 100_000, done.stdout)


if __name__ == "__main__":
    unittest.main()

"""What the displays and the bad light of the generator promise."""
import unittest
from unittest import mock

import cv2
import numpy as np

import common  # noqa: F401  (puts the generator on the path)
import display
import looks
import segments
from exposure import harsh
from glyphs import Fonts
from near import make_near
from scene import SEEN, make_panel, visible
from segments import ENDS, HELD_OUT_ENDS, segment_face
from train_detector import alone, row_quad
from strips import bounded, veil


def cells(n=5, last=1.0):
    q = [[(20 + 40 * i, 10), (50 + 40 * i, 10), (50 + 40 * i, 60), (20 + 40 * i, 60)] for i in range(n)]
    x, k = 20 + 40 * (n - 1), last
    q[-1] = [(x, 60 - 50 * k), (x + 30 * k, 60 - 50 * k), (x + 30 * k, 60), (x, 60)]
    return np.array(q, np.float32)


class Segments(unittest.TestCase):
    def test_ten_different_digits_within_all_segments(self):
        for seed in range(20):
            face, every = segment_face(np.random.default_rng(seed))
            self.assertEqual(len({m.tobytes() for m in face}), 10, seed)
            for m in face:
                self.assertLessEqual(int(m[every < 40].max(initial=0)), 140, seed)

    def test_held_out_ends_are_no_training_ends(self):
        self.assertFalse(set(ENDS) & set(HELD_OUT_ENDS))


class Looks(unittest.TestCase):
    def test_every_face_has_ten_different_digits(self):
        for seed in range(40):
            masks, every = looks.face(np.random.default_rng(seed), Fonts(), seed % 2 == 0)
            drawn = [masks[d] for d in range(10)]
            for a in range(10):
                self.assertEqual(drawn[a].shape, every.shape)
                for b in range(a):
                    self.assertGreater(int(np.abs(drawn[a].astype(int) - drawn[b]).max()), 50, (seed, a, b))

    def test_a_weak_stroke_is_still_seen(self):
        for seed in range(40):
            m = segments.measures(np.random.default_rng(seed), False)
            strokes = looks.Strokes(np.random.default_rng(seed), segments.SEGMENTS, m)
            for n, mask in strokes.strokes.items():
                d = next(d for d in range(10) if n in segments.SEGMENTS[d])
                self.assertGreater(int(strokes[d][mask > 200].min()), 40, (seed, n))

    def test_they_come_in_the_share_that_is_asked_for(self):
        for share in (0.0, 1.0):
            with mock.patch.object(display, "LOOKS", share):
                rows = [display.draw_glass(np.random.default_rng(seed), Fonts()) for seed in range(6)]
                near = make_near(7, Fonts())
            self.assertEqual([r.wide for r in rows], [share > 0] * 6)
            self.assertEqual(near.row_info.wide, share > 0)


class Panels(unittest.TestCase):
    def test_the_unit_at_the_digits_right_is_in_the_truth(self):
        told = [make_panel(seed, Fonts()).truth().get("unit") for seed in range(12)]
        self.assertTrue(set(told) <= {None, *display.UNITS})
        self.assertGreater(len(set(told)), 2)

    def test_cells_are_seen_and_their_digits_named(self):
        for seed in range(8):
            s = make_panel(seed, Fonts())
            self.assertTrue(4 <= len(s.cells) == len(s.digits) == len(s.positions), seed)
            self.assertTrue(visible(s.cells, s.picture.shape[1::-1]).all(), seed)
            self.assertLess(s.decimals, len(s.digits), seed)
        np.testing.assert_array_equal(make_panel(5, Fonts()).picture, make_panel(5, Fonts()).picture)

    def test_decimals_are_as_often_smaller_as_is_asked_for(self):
        smaller = []
        for share in (0.0, 1.0):
            with mock.patch.object(display, "SMALL", share):
                rows = [display.row_layout(np.random.default_rng(seed), 6, 2)[0] for seed in range(12)]
            smaller.append([r[-1][3] - r[-1][1] < .9 * (r[0][3] - r[0][1]) for r in rows])
        self.assertEqual(smaller, [[False] * 12, [True] * 12])

    def test_a_digit_cut_by_the_edge_is_not_seen(self):
        q = cells()
        self.assertEqual(visible(q - (20 + 30 * (1 - SEEN) + 1, 0), (300, 100)).tolist(), [False, True, True, True, True])


class Light(unittest.TestCase):
    def test_all_kinds_keep_the_size(self):
        im = np.full((60, 80, 3), 120, np.float32)
        for seed in range(30):
            self.assertEqual(harsh(np.random.default_rng(seed), im.copy()).shape, im.shape)


class Rows(unittest.TestCase):
    def test_smaller_decimals_do_not_skew_the_row(self):
        q = row_quad(cells(last=.6))
        np.testing.assert_allclose(q[:, 1], [10, 10, 60, 60], atol=.01)
        np.testing.assert_allclose(q[1, 0], 180 + 30 * .6, atol=.01)

    def test_a_counter_alone_has_nothing_around_it(self):
        x = alone(np.random.default_rng(1), np.full((256, 256, 3), 200, np.uint8), np.float32([[60, 100], [200, 100], [200, 130], [60, 130]]))
        self.assertEqual(int(x[20].max()), 0)
        self.assertTrue((x[103:127, 64:196] == 200).all())

    def test_a_veil_lies_over_one_end_and_a_bound_repeats_the_last_pixels(self):
        x = np.zeros((48, 320, 3), np.uint8)
        cv2.rectangle(x, (0, 0), (319, 47), (90, 120, 150), -1)
        rng = np.random.default_rng(3)
        change = np.abs(veil(rng, x, list(cells() + (60, -10))).astype(int) - x).sum((0, 2))
        self.assertGreater(max(change[0], change[-1]), 1.2 * min(change[0], change[-1]))
        x[:] = np.arange(320)[None, :, None] % 251
        out = bounded(np.random.default_rng(2), x, list(cells() + (60, -10)))
        self.assertTrue((out[:, 130:200] == x[:, 130:200]).all())
        self.assertTrue((out[:, 0] == out[:, 8]).all() or (out[:, -1] == out[:, -8]).all())


if __name__ == "__main__":
    unittest.main()

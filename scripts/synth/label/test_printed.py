"""What a drawn label says where: the quads that crops for the line net are named by."""
import argparse
import os
import sys
import unittest

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "..", "page")]
import pages  # noqa: E402
import shoot  # noqa: E402


def piece(text, box, turn=0):
    return shoot.Fragment(text=text, box=box, turn=turn, reversed=False, size=20, bold=False, face="", data={}, starts=[])


class Printed(unittest.TestCase):
    def test_quads_hold_the_ink_and_read_as_it_does(self):
        flat = np.full((200, 400, 3), 255, np.uint8)
        flat[40:60, 40:160] = 0  # at two pixels to one of the page's
        flat[100:180, 300:320] = 0
        page = shoot.Page(200, 100, [piece("level", [15, 15, 85, 35]), piece("down", [145, 45, 165, 95], 1), piece("wiped out", [15, 60, 60, 70])], [], [], [[0, 95, 40, 110]])
        got, cut = pages.printed(flat, page, 2, [[1, 0, 5], [0, 1, 0], [0, 0, 1]])
        self.assertEqual([g["text"] for g in got], ["level", "down"])
        self.assertEqual(got[0]["quad"], [[25.0, 20.0], [85.0, 20.0], [85.0, 30.0], [25.0, 30.0]])
        self.assertEqual(got[1]["quad"][0], [165.0, 50.0], "what reads downwards begins at the right above")
        self.assertEqual(len(cut), 2, "what the edge cuts, and what shows no ink")


class Abroad(unittest.TestCase):
    def languages(self, abroad):
        o = argparse.Namespace(carriers=.5, wide=.5, contacts=0, points=0, persons=None, abroad=abroad, held=False)
        return [pages.drawn(o, seed).lang for seed in range(24)]

    def test_labels_of_other_countries_are_drawn_instead_of_thai_ones(self):
        usual, half, all_ = (self.languages(a) for a in (0, .5, 1))
        self.assertGreater(usual.count("th"), half.count("th"))
        self.assertGreater(half.count("th"), 0)
        self.assertEqual(all_.count("th"), 0)
        self.assertEqual([a for a in usual if a != "th"], [b for a, b in zip(usual, all_) if a != "th"], "those that are in another language stay")


if __name__ == "__main__":
    unittest.main()

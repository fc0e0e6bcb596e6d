"""python3 -m unittest discover scripts/synth/blocks"""
import unittest

import numpy as np

import blocks
import flats


class Ink(unittest.TestCase):
    def test_marks_that_stick_out_belong_and_what_reaches_in_does_not(self):
        page = np.full((90, 220), 255, np.uint8)
        for x in range(20, 100, 10):
            page[30:50, x:x + 3] = 0
            page[54:70, x + 5:x + 8] = 0  # the next line
        page[25:33, 30:33] = 0  # a mark higher than the face's box
        page[52:54, 10:200] = 0  # a rule
        self.assertEqual(blocks.ink(page, [18, 28, 110, 58]), [20, 25, 93, 50])
        self.assertIsNone(blocks.ink(page, [120, 60, 200, 85]))


    def test_what_stands_nearer_to_the_next_line_is_its_own(self):
        page = np.full((90, 220), 255, np.uint8)
        for x in range(20, 100, 10):
            page[30:50, x:x + 3] = 0
            page[56:70, x + 5:x + 8] = 0  # the next line, in whose box the first one's ends
        first, second = [18, 22, 110, 66], [18, 50, 110, 80]
        self.assertEqual(blocks.ink(page, first), [20, 30, 98, 70])
        self.assertEqual(blocks.ink(page, first, [second]), [20, 30, 93, 50])
        self.assertEqual(blocks.ink(page, second, [first]), [25, 56, 98, 70])


class Left(unittest.TestCase):
    def test_print_that_nothing_is_left_of_is_no_line(self):
        page = np.full((60, 200), 255, np.uint8)
        for x in range(20, 180, 10):
            page[20:40, x:x + 4] = 0
        box = [20, 20, 174, 40]
        pale = 255 - (255 - page) // 4  # as light falls on it
        noise = np.random.default_rng(1).integers(200, 255, page.shape).astype(np.uint8)
        self.assertGreater(blocks.left(page, pale, box), 0.99)
        self.assertLess(blocks.left(page, noise, box), blocks.LEAST_LEFT)
        self.assertLess(blocks.left(page, np.full_like(page, 255), box), blocks.LEAST_LEFT)


class Piece:
    def __init__(self, size=10, turn=0, reversed=False):
        self.size, self.turn, self.reversed = size, turn, reversed


class Joined(unittest.TestCase):
    def test_a_words_gap_joins_and_a_wider_one_a_border_or_another_size_parts(self):
        def lines(x, area=-1, **kind):
            return len(flats.joined([(Piece(), [0, 0, 50, 10], -1), (Piece(**kind), [x, 0, x + 40, 10], area)]))
        self.assertEqual(lines(55), 1)
        self.assertEqual(lines(60), 2)
        self.assertEqual(lines(55, area=3), 2)
        self.assertEqual(lines(55, size=16), 2)
        self.assertEqual(lines(55, reversed=True), 2)


if __name__ == "__main__":
    unittest.main()

"""Run with unittest: faults of crops that are made on purpose."""
import json
import os
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import cv2
import numpy as np

import crops


def scene():
    """The mask of a line of six letters with a tone over the third, and of the line below it; the line's place is y 40 to 88, x 40 to 240."""
    mask = np.zeros((140, 300), np.uint16)
    for x in range(50, 230, 30):
        cv2.rectangle(mask, (x, 54), (x + 16, 76), 1, 3)
        cv2.rectangle(mask, (x, 92), (x + 16, 114), 2, 3)
    mask[44:50, 112:120] = 1
    return mask


def cut(mask, y0=40, y1=88, x0=40, x1=240, lacking=0):
    """A crop of a place, without what the first columns have, and the mask around it."""
    crop = np.where(mask[y0:y1, x0:x1] > 0, 0, 255).astype(np.uint8)
    crop[:, :lacking] = 255
    room = (y1 - y0) // 2
    return crop, mask[y0 - room:y1 + room, x0 - room:x1 + room]


class Faults(unittest.TestCase):
    def test_what_is_wrong_with_a_crop(self):
        for name, place, want in (
                ("nothing", {}, set()),
                ("the tone stands outside", {"y0": 51, "y1": 90}, {"lacks above"}),
                ("the feet stand outside", {"y0": 30, "y1": 68}, {"lacks below"}),
                ("the last letter stands outside", {"x1": 200}, {"lacks beside"}),
                ("the first letter was taken for something else", {"lacking": 28}, {"lacks within"}),
                ("the next line reaches in", {"y1": 100}, {"others'"})):
            crop, around = cut(scene(), **place)
            self.assertEqual(want, crops.faults(crop, around, [1]), name)

    def test_a_crop_is_of_the_print_in_its_middle(self):
        _, around = cut(scene(), y1=100)
        self.assertEqual([1], crops.pieces_of(around[30:90, 30:230], around))
        _, below = cut(scene(), y0=78, y1=126)
        self.assertEqual([2], crops.pieces_of(below[24:72, 24:224], below))

    def test_pieces_stand_whole_in_a_line_of_their_picture(self):
        with tempfile.TemporaryDirectory() as d:
            layout = os.path.join(d, "layout")
            with open(os.path.join(d, "truth.jsonl"), "w") as f:
                for file, pieces in (("a.png", ["Ship To", "Ann Lee", "42", "Leeds"]), ("b.png", ["Leeds"]), ("unread.png", ["Hull"])):
                    f.write(json.dumps({"file": file, "pieces": pieces}) + "\n")
            with open(layout, "w") as f:
                for file, lines in (("x/a.png", ["Ship To: Ann", "Lee", "Leeds"]), ("x/b.png", ["York"])):
                    f.write(json.dumps({"File": file, "Lines": [{"Text": {"Value": t}} for t in lines]}) + "\n")
            self.assertEqual((2, 4), crops.whole(d, layout))


if __name__ == "__main__":
    unittest.main()

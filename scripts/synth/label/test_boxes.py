"""Run with unittest: where a label lies on its parcel, and that all of it is in the picture."""
import os
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "..", "page")]
import cv2
import numpy as np

import boxes


def label():
    img = np.full((500, 400, 3), 255, np.uint8)
    n = np.random.default_rng(3)
    for y in range(40, 460, 30):
        for x in range(40, 340, 24):
            if n.random() < 0.6:
                cv2.rectangle(img, (x, y), (x + 16, y + 14), (0, 0, 0), -1)
    return img


class Boxes(unittest.TestCase):
    def test_the_homography_leads_to_the_label(self):
        flat = label()
        for seed in range(12):
            picture, hom = boxes.shoot(flat, np.random.default_rng(seed))
            back = cv2.warpPerspective(picture, np.linalg.inv(hom), (400, 500))
            alike = np.corrcoef(cv2.cvtColor(back, cv2.COLOR_BGR2GRAY).ravel(), flat[:, :, 0].ravel())[0, 1]
            self.assertGreater(alike, 0.8, seed)

    def test_all_of_it_is_in_the_picture(self):
        for seed in range(40):
            picture, hom = boxes.shoot(label(), np.random.default_rng(seed))
            corners = cv2.perspectiveTransform(np.float32([[[0, 0], [400, 0], [400, 500], [0, 500]]]), hom)[0]
            self.assertTrue((corners >= -1).all() and (corners <= [picture.shape[1] + 1, picture.shape[0] + 1]).all(), seed)

    def test_a_seed_draws_the_same(self):
        a, b = (boxes.shoot(label(), np.random.default_rng(5))[0] for _ in range(2))
        self.assertTrue((a == b).all())


if __name__ == "__main__":
    unittest.main()

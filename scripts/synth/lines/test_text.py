"""Letters with marks in the texts of synthetic lines."""
import collections
import os
import random
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import text  # noqa: E402


class Marks(unittest.TestCase):
    def test_a_letter_is_told_without_its_mark(self):
        for letter, want in zip("ÉřģİıŁđßþœa1-ก", "ErgIiLdspoa1-ก"):
            self.assertEqual(text.plain(letter), want)

    def test_letters_of_other_scripts_and_signs_are_none_with_marks(self):
        self.assertEqual(text.marked("aé1–กěЯÉ"), {"e": ["é", "ě"], "E": ["É"]})

    def test_rare_letters_are_drawn_as_well(self):
        marks = text.marked("eéêëěęzžÉŽ")
        drawn = collections.Counter(c for _ in range(300) for c in text.accented(random.Random(_), "the breeze IS a bee-hive", marks))
        for letter in "ěęžŽ":
            self.assertGreater(drawn[letter], 50, letter)
        self.assertEqual(drawn[" "] + drawn["-"], 300 * 5, "what is no letter stays")


if __name__ == "__main__":
    unittest.main()

"""python3 -m unittest discover scripts/synth/label"""
import os, re, sys, unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "..", "page")]
import arrange, stacks, wide


class Wide(unittest.TestCase):
    def labels(self, n=12):
        return [wide.wide(cls)(seed) for seed in range(n) for cls in (arrange.Label, stacks.Stack)]

    def test_no_caption_is_held_out(self):
        drawn = {wide.plain(label.caption(role)) for label in self.labels() for role in ("receiver", "sender", "third") for _ in range(20)}
        self.assertGreater(len(drawn), 200, "captions are put together")
        self.assertEqual(set(), drawn & wide.HELD)

    def test_no_firm_has_words_that_are_held_out(self):
        firms = [label.v.firm(label.lang) for label in self.labels() for _ in range(5)]
        self.assertGreater(len(set(firms)), 0.4 * len(firms))
        self.assertEqual(set(), {wide.plain(w) for f in firms for w in f.split()} & wide.HELD_WORDS)

    def test_telephones_are_typed_as_anybody_types_them(self):
        v = wide.Vocabulary(3)
        said = [v.phone("world") for _ in range(400)]
        alone = [p for p in said if p.isdigit()]
        self.assertTrue(50 < len(alone) < 200, f"{len(alone)} of 400 are digits alone")
        self.assertGreater(len({"".join("0" if c.isdigit() else c for c in p) for p in said}), 100, "ways to write them")
        self.assertEqual([], [p for p in said if len([c for c in p if c.isdigit()]) < 6])

    def test_the_same_seed_says_the_same(self):
        self.assertEqual(wide.wide(stacks.Stack)(7).html(), wide.wide(stacks.Stack)(7).html())

    def test_labels_tell_where_the_receiver_stands(self):
        for label in self.labels(6):
            self.assertTrue(re.search('data-f="reciever_name"', label.html()))

    def test_held_out_labels_keep_their_words(self):
        with self.assertRaises(AssertionError):
            wide.wide(arrange.Label)(1, held=True)


if __name__ == "__main__":
    unittest.main()

"""python3 -m unittest discover scripts/synth/label"""
import os, sys, unittest
from unittest import mock

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "..", "page")]
import stacks


class Letterheads(unittest.TestCase):
    def drawn(self, share, held=False):
        with mock.patch.object(stacks, "LETTERHEADS", share):
            return [stacks.Stack(seed, held) for seed in range(25)]

    def test_the_sender_comes_first(self):
        for held in (False, True):
            for label in self.drawn(1, held):
                page = label.html()
                self.assertLess(page.index('data-f="sender_name"'), page.index('data-f="reciever_name"'))

    def test_most_name_no_party(self):
        bare = [not any(w in p.html() for w in stacks.half(stacks.arrange.TO[p.caps], False)) for p in self.drawn(1)]
        self.assertGreater(sum(bare), len(bare) / 3)

    def test_firms_send_and_people_receive(self):
        people = {tag: sum(self.person(seed, tag) for seed in range(120)) / 120 for tag in ("reciever", "sender")}
        self.assertGreater(people["reciever"], .55)
        self.assertLess(people["sender"], .45)

    def person(self, seed, tag):
        """Whether a party of a label is a person."""
        label, said = stacks.Stack(seed), []
        for what in ("person", "firm"):
            setattr(label.v, what, lambda lang, what=what: said.append(what) or "Name")
        label.party(tag)
        return said[0] == "person"

    def test_other_labels_stay_as_they_were(self):
        before, after = self.drawn(0), self.drawn(.5)
        kept = [(a, b) for a, b in zip(before, after) if b.skeleton != "letterhead"]
        self.assertGreater(len(kept), 5)
        self.assertLess(len(kept), len(before))
        for a, b in kept:
            self.assertEqual(a.html(), b.html())


if __name__ == "__main__":
    unittest.main()

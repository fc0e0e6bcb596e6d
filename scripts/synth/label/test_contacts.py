"""python3 -m unittest discover scripts/synth/label"""
import os, re, sys, unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "..", "page")]
import arrange, contacts, stacks, wide

NUMBER = re.compile(r'data-f="(reciever|sender)_phone_number">')


class Contacts(unittest.TestCase):
    def drawn(self, held=False, n=24):
        """Labels with their pages, and the labels of the same seeds without a box."""
        return [(label, label.html(), kind(seed, held)) for kind in (arrange.Label, stacks.Stack) for seed in range(n) for label in [contacts.contact(kind)(seed, held)]]

    def test_a_box_says_a_phone_once_and_near_its_party(self):
        for held in (False, True):
            boxed = 0
            for label, page, _ in self.drawn(held):
                told = NUMBER.findall(page)
                self.assertEqual(len(told), len(set(told)), "no phone stands twice")
                if "reciever" in told and page.index('data-f="reciever_phone_number"') > page.index('data-f="reciever_address"'):
                    boxed += 1
            self.assertGreater(boxed, 16)

    def test_most_labels_with_a_phone_keep_one(self):
        before = after = 0
        for label, page, bare in self.drawn():
            before += 'data-f="reciever_phone_number"' in bare.html()
            after += 'data-f="reciever_phone_number"' in page
        self.assertGreater(after, .8 * before)

    def test_half_of_the_words_and_some_forms_are_held_out(self):
        said = {held: " ".join(page for _, page, _ in self.drawn(held)) for held in (False, True)}
        for words in contacts.ASK.values():
            for held in (False, True):
                other = set(contacts.half(words, not held)) - {w for ws in contacts.ASK.values() for w in contacts.half(ws, held)}
                for w in other - {w for ws in (arrange.NAME, arrange.PHONE) for v in ws.values() for w in v}:
                    self.assertNotIn(f">{w}<", said[held], w)
        self.assertTrue(set(contacts.HELD_FORMS) - set(contacts.FORMS))
        self.assertTrue(set(contacts.HELD_PLACES) - set(contacts.PLACES))

    def test_wide_labels_have_boxes_too(self):
        pages = [contacts.contact(wide.wide(stacks.Stack))(seed) for seed in range(20)]
        self.assertTrue(any("reciever" in label.html() for label in pages))

    def test_a_seed_says_the_same(self):
        self.assertEqual(contacts.contact(stacks.Stack)(9).html(), contacts.contact(stacks.Stack)(9).html())


if __name__ == "__main__":
    unittest.main()

"""python3 -m unittest discover scripts/synth/label"""
import html, os, re, sys, types, unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "..", "page")]
import arrange, contacts, pages, points, stacks, wide

KINDS = arrange.Label, stacks.Stack


def address(page):
    """The receiver's address as a page says it, without white."""
    said = re.findall(r'data-f="reciever_address"[^>]*>(.*?)</span>', page)
    return "".join(html.unescape(re.sub("<[^>]*>", "", "".join(said))).split())


def share_of_firms(persons, points_share):
    """Of 60 labels as pages.py draws them, the share whose receiver is a firm."""
    o = types.SimpleNamespace(carriers=0.5, wide=0, contacts=0, points=points_share, persons=persons, abroad=0, held=False)
    firms = 0
    for seed in range(60):
        label = pages.drawn(o, seed)
        said = []
        label.v.firm, firm = lambda lang: said.append(firm(lang)) or said[-1], label.v.firm
        firms += label.party()[0].upper() in (s.upper() for s in said)
    return firms / 60


class Points(unittest.TestCase):
    def test_receivers_may_be_mostly_firms(self):
        for share in (0, 1):
            self.assertGreater(share_of_firms(0.1, share), 0.6)
            self.assertLess(share_of_firms(None, share), 0.5)

    def drawn(self, held=False, n=30):
        return [(label, label.html()) for kind in KINDS for seed in range(n) for label in [points.point(kind)(seed, held)]]

    def test_the_parcels_address_is_the_points_unless_the_receiver_has_his_own(self):
        for held in (False, True):
            own = 0
            for kind in KINDS:
                for seed in range(30):
                    alone, there = address(kind(seed, held).html()), address(points.point(kind)(seed, held).html())
                    self.assertTrue(there.endswith(alone), (alone, there))
                    own += there == alone  # else the point's name stands before it
            self.assertTrue(12 < own < 40, own)

    def test_some_points_are_third_parties_and_say_so(self):
        said = {w for ws in points.WHERE.values() for w in ws}
        third = [page for _, page in self.drawn() if 'data-i="point"' in page]
        self.assertTrue(third)
        for page in third:
            self.assertTrue(any(esc in page for esc in map(arrange.esc, said)), "a third party's point has its caption")

    def test_a_name_said_twice_is_one_name(self):
        for _, page in self.drawn():
            names = re.findall(r'data-f="reciever_name"[^>]*>([^<]*)<', page)
            self.assertEqual(len(set(n.upper() for n in names)), 1, names)

    def test_half_of_the_captions_and_some_forms_are_held_out(self):
        said = {held: " ".join(page for _, page in self.drawn(held)) for held in (False, True)}
        for held in (False, True):
            mine = {w for ws in points.WHERE.values() for w in points.half(ws, held)} | {w for ws in arrange.THIRD.values() for w in ws}
            for w in {w for ws in points.WHERE.values() for w in ws} - mine:
                self.assertNotIn(f">{arrange.esc(w)}<", said[held], w)
        self.assertTrue(set(points.HELD_LOOKS) - set(points.LOOKS))
        self.assertTrue(set(points.HELD_SEATS) - set(points.SEATS))

    def test_with_a_box_to_call_and_in_many_words_too(self):
        for seed in range(20):
            self.assertIn("reciever_name", points.point(contacts.contact(wide.wide(stacks.Stack)))(seed).html())

    def test_a_seed_says_the_same(self):
        self.assertEqual(points.point(stacks.Stack)(9).html(), points.point(stacks.Stack)(9).html())


if __name__ == "__main__":
    unittest.main()

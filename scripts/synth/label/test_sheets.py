"""python3 -m unittest discover scripts/synth/label"""
import os, re, sys, unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "..", "page")]
import arrange, sheets, stacks

WORDS = [w for name in ("STEPS", "GOODS", "BILL", "RECEIPT", "RETURNS") for ws in getattr(sheets, name).values() for w in ws]


def drawn(held=False, n=40):
    return [sheets.sheet(cls(seed, held)) for seed in range(n) for cls in (arrange.Label, stacks.Stack)]


def printed(pages):
    """The headings of WORDS that stand on pages by themselves."""
    return {w for w in WORDS if any(f">{w}<" in p for p in pages)}


class Sheets(unittest.TestCase):
    def test_a_sheet_is_one_page_that_names_its_receiver(self):
        for page in drawn(n=15):
            self.assertEqual(1, page.count('class="page"'))
            self.assertIn('data-f="reciever_name"', page)

    def test_further_copies_are_values_of_their_own(self):
        copied = [p for p in drawn() if 'data-i="copy1"' in p]
        self.assertGreater(len(copied), 5)
        for page in copied:
            names = re.findall(r'data-f="reciever_name"([^>]*)>([^<]*)<', page)
            self.assertGreater(len({at for at, _ in names}), 1, "the first copy and another are not one value")
            self.assertEqual(1, len({text for _, text in names}), "copies are for one receiver")

    def test_who_pays_is_no_field(self):
        matter = [sheets.Matter(arrange.Label(seed)).bill() for seed in range(10)]
        self.assertFalse([m for m in matter if "data-f" in m])

    def test_held_out_sheets_have_headings_of_their_own(self):
        trained, held = printed(drawn()), printed(drawn(held=True))
        self.assertGreater(min(len(trained), len(held)), 8)
        self.assertEqual(set(), trained & held)

    def test_the_same_seed_draws_the_same(self):
        self.assertEqual(sheets.sheet(stacks.Stack(7)), sheets.sheet(stacks.Stack(7)))


if __name__ == "__main__":
    unittest.main()

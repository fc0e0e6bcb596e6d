"""python3 -m unittest discover scripts/synth/invoice"""
import collections, os, re, sys, unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import beside, generate  # noqa: E402

SEEDS = range(20)


def fields(html):
    """What is marked as a field, by name; values that break over lines as one."""
    out = collections.Counter()
    for name, value in re.findall(r'<span data-f="(\w+)"[^>]*>(.*?)</span>', html):
        out[name, re.sub(r"<br>|\s|,|^-", "", value)] += 1
    return out


class BesideFields(unittest.TestCase):
    def test_what_stands_beside_fields_moves_and_marks_none(self):
        changed = 0
        for seed in SEEDS:
            for kind in generate.KINDS:
                plain, more = generate.page(seed, kind, False)[0], generate.page(seed, kind, False, beside=1)[0]
                a, b = fields(plain), {(n, v.replace("#", "") if n == "invoice_no" else v): k for (n, v), k in fields(more).items()}
                self.assertEqual({(n, v.replace("#", "") if n == "invoice_no" else v): k for (n, v), k in a.items()}, b, (seed, kind))
                changed += plain != more
        self.assertGreater(changed, len(SEEDS))

    def test_without_it_a_seed_gives_the_page_of_before(self):
        names = [w for first, second in beside.OFFICES.values() for w in first + second if len(w) > 8]
        for seed in SEEDS:
            html = generate.page(seed, "general", True)[0]
            self.assertFalse([w for w in names if f"<div>{w}</div>" in html], seed)

    def test_pages_to_learn_from_have_nothing_that_is_held_out(self):
        held = [w for first, second in beside.OFFICES.values() for w in second]
        count = lambda h: sum(f">{w}<" in generate.page(seed, "general", h, beside=1)[0] for seed in SEEDS for w in held)
        self.assertEqual(count(False), 0)
        self.assertGreater(count(True), 0)

    def test_sums_side_by_side_stand_in_one_row(self):
        page, html = None, ""
        for seed in SEEDS:
            page = generate.page(seed, "general", False, beside=1)[0]
            row = re.search(r"<tr>((?:(?!</tr>).)*data-f=\"sub_total\"(?:(?!</tr>).)*data-f=\"grand_total\"(?:(?!</tr>).)*)</tr>", page)
            if row:
                html = row.group(1)
                break
        self.assertNotIn("font-size:.9em", html)  # captions have a row of their own
        self.assertIn("vat", html)


if __name__ == "__main__":
    unittest.main()

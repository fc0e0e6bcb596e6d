"""Pages as printed matter has them: what stands there is well formed, the same for the same seed, and a dressed grid is still a grid."""
import html.parser
import os
import random
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "..", "page")]
import content, generate, printed, vocabulary  # noqa: E402


class Open(html.parser.HTMLParser):
    """Collects the tags that are not closed in turn."""

    def __init__(self):
        super().__init__()
        self.open, self.wrong = [], []

    def handle_starttag(self, tag, attrs):
        if tag != "br":
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        """<rect/> is closed as it stands."""

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.wrong.append(tag)


def unclosed(text):
    p = Open()
    p.feed(text)
    return p.open + p.wrong


class Matter(unittest.TestCase):
    def test_each_part_is_well_formed_and_holds_no_table(self):
        for make in dict.fromkeys(printed.MATTER + [printed.beside, printed.title, printed.units]):
            for seed in range(4):
                for lang in ("en", "th", "bi"):
                    with self.subTest(make.__name__, seed=seed, lang=lang):
                        draw = lambda: make(vocabulary.Vocabulary(seed), random.Random(seed), lang)
                        text = draw()
                        self.assertEqual([], unclosed(text))
                        self.assertNotIn("data-t", text)
                        self.assertEqual(text, draw(), "the same seed draws the same")


class Dress(unittest.TestCase):
    def test_a_dressed_grid_is_tiled(self):
        v, changed = vocabulary.Vocabulary(1), 0
        for seed in range(200):
            g = content.grid(v, random.Random(seed), "en")
            rows = g["n_row"]
            printed.dress(v, g, random.Random(seed), "en")
            changed += g["n_row"] - rows
            seen = sorted((c["row"] + i, c["column"] + k) for c in g["cells"] for i in range(c["row_span"]) for k in range(c["col_span"]))
            self.assertEqual([(i, k) for i in range(1, g["n_row"] + 1) for k in range(1, g["n_column"] + 1)], seen, f"seed {seed}")
        self.assertGreater(changed, 10, "some grids have a row of units")

    def test_sections_hold_their_name_alone(self):
        v, found = vocabulary.Vocabulary(1), 0
        for seed in range(60):
            g = content.grid(v, random.Random(seed), "en")
            if any(c["row_span"] > 1 for c in g["cells"]):
                continue
            body = [c for c in g["cells"] if not c["head"] and c["col_span"] == 1]
            rows = {c["row"]: [d for d in body if d["row"] == c["row"]] for c in body}
            before = {k: [c["text"] for c in row] for k, row in rows.items()}
            printed._sections(body, random.Random(seed))
            for k, row in rows.items():
                texts = [c["text"] for c in row]
                if texts != before[k]:
                    found += 1
                    self.assertEqual([before[k][0]] + [""] * (len(row) - 1), texts, f"seed {seed}, row {k}")
        self.assertGreater(found, 60, "a section in many of the tables")

    def test_headings_of_several_lines_stand_over_narrow_columns(self):
        v, lines = vocabulary.Vocabulary(1), 0
        for seed in range(60):
            g = content.grid(v, random.Random(seed), "en")
            heads = [c for c in g["cells"] if c["row"] == 1 and c["head"]]
            before = [c["text"] for c in heads]
            printed._wrapped(v, g["cells"], 1, random.Random(seed), "en")
            for c, was in zip(heads, before):
                if c["row_span"] == 1 and c["col_span"] == 1:
                    self.assertIn("vertical-align", c["css"])
                if c["text"] != was:
                    self.assertTrue(c["wrap"] and c["width"] > 0)
                    lines += len(c["text"]) * 6 > c["width"]
        self.assertGreater(lines, 20)

    def test_a_page_of_its_own_random_generator(self):
        plain = lambda press=None: generate.page(5, False, True, press=press)
        self.assertEqual(plain(), plain())
        self.assertNotEqual(plain()[0], plain(random.Random(1))[0])
        self.assertIsNone(generate.apart_from(5, "printed", 0))
        self.assertIsNotNone(generate.apart_from(5, "printed", 1))

    def test_a_page_of_some_looks_only(self):
        for seed in range(8):
            self.assertEqual({"dotted"}, set(generate.page(seed, seed % 2 == 0, True, only=["dotted"])[2]))

    def test_what_is_printed_is_what_the_truth_says(self):
        body, grids, _ = generate.page(11, False, True, press=random.Random(2))
        self.assertEqual([], unclosed(body))
        for c in grids[0]["cells"]:
            self.assertIn(html.escape(c["text"]), body)


if __name__ == "__main__":
    unittest.main()

"""python3 -m unittest discover scripts/synth/page"""
import os, random, sys, unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import engine, shoot


def fragment(text, x, turn=0, wide=10, data=None):
    """A piece of print whose letters are all as wide as each other."""
    box = [x, 100, x + wide * len(text), 120] if turn == 0 else [100, x, 120, x + wide * len(text)]
    return shoot.Fragment(text, box, turn, False, 16, False, "", data or {}, [wide * i for i in range(len(text))])


class Engine(unittest.TestCase):
    def test_letters_have_their_places_and_white_its_width(self):
        for turn in (0, 1):
            text, spans = engine.printed([fragment("AB C", 0, turn), fragment("D", 70, turn)])
            self.assertEqual(text, "AB C D")
            self.assertEqual(spans, [(0, 10), (10, 20), (20, 30), (30, 40), (40, 70), (70, 80)])

    def test_what_is_misread_stands_where_the_print_does(self):
        r = random.Random(4)
        for rate in (0, 0.1, 0.5):
            for _ in range(50):
                text, spans = engine.printed([fragment("mo 0123 abc  def", 0)])
                got = engine.chars(engine.misread(text, rate, r)[0], spans)
                said = "".join(c for c, _, _ in got)
                self.assertEqual(said, " ".join(said.split()), "single blanks, none at the ends")
                self.assertTrue(all(a[1] <= a[2] <= b[1] for a, b in zip(got, got[1:])), got)
                if rate == 0:
                    self.assertEqual([said, got[0][1], got[-1][2]], ["mo 0123 abc def", 0, 160])

    def test_every_line_that_is_read_tells_of_each_letter(self):
        page = shoot.Page(400, 300, [fragment("To: Mary", 0, data={"f": "name"}), fragment("Smith", 110), fragment("Tel 02 123", 200)], [], [])
        seen = 0
        for seed in range(60):
            for line in engine.read(page, {}, random.Random(seed))["Lines"]:
                text, chars = line["Text"]["Value"], line["Text"].get("Chars")
                if chars is None:  # what is no print
                    continue
                seen += 1
                self.assertEqual(text, "".join(chr(c["Rune"]) for c in chars))
                self.assertTrue(all(-1e-3 <= c["X0"] <= c["X1"] <= 1.001 for c in chars), chars)
        self.assertGreater(seen, 60)

    def test_a_line_that_is_cut_keeps_its_letters_places(self):
        page = shoot.Page(400, 300, [fragment("ABCD EF", 0)], [], [])
        line = engine.read(page, {}, random.Random(1), clean=1)["Lines"][0]
        a, b = engine.cut(line, random.Random(1))
        self.assertEqual([a["Text"]["Value"], b["Text"]["Value"]], ["ABCD", "EF"])
        wide = lambda q: q["Quad"][1]["x"] - q["Quad"][0]["x"]
        self.assertAlmostEqual(wide(a) / wide(b), 2, delta=0.1)
        self.assertEqual([a["Text"]["Chars"][-1]["X1"], b["Text"]["Chars"][0]["X0"]], [1, 0])


if __name__ == "__main__":
    unittest.main()

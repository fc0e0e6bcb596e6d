import json, os, subprocess, sys, tempfile, unittest

HERE = os.path.dirname(os.path.abspath(__file__))


class TestBeside(unittest.TestCase):
    def test_captions_come_below_what_a_label_says(self):
        line = {"Quad": [{"x": 1, "y": 5}, {"x": 60, "y": 5}, {"x": 60, "y": 15}, {"x": 1, "y": 15}], "Block": 0, "Height": 7, "Area": -1, "Text": {"Value": "Mary Smith", "Confidence": 1}}
        page = {"Width": 100, "Height": 20, "Lines": [line], "truth": [{"Field": "reciever_name", "Value": "Mary Smith"}]}
        with tempfile.TemporaryDirectory() as folder:
            pages, out = os.path.join(folder, "in.jsonl"), os.path.join(folder, "out.jsonl")
            with open(pages, "w", encoding="utf-8") as f:
                f.write(json.dumps(page) + "\n")
            subprocess.run([sys.executable, os.path.join(HERE, "beside.py"), pages, out], check=True)
            with open(out, encoding="utf-8") as f:
                got = json.loads(f.read())
        self.assertEqual(got["Lines"][0], line)
        self.assertEqual(got["truth"], page["truth"])
        self.assertIn(len(got["Lines"]), (2, 3, 4))
        self.assertTrue(all(q["y"] >= 20 for other in got["Lines"][1:] for q in other["Quad"]))
        self.assertGreater(got["Height"], max(q["y"] for other in got["Lines"] for q in other["Quad"]))


if __name__ == "__main__":
    unittest.main()

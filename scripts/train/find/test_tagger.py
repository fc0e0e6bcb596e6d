import os
import sys
import tempfile
import unittest

import numpy as np
import torch

sys.path[:0] = [os.path.dirname(os.path.abspath(__file__))]
import golden
import mean
import tagger

LABELS = np.array([1, 0, 0, 2, 0, 1, 2, 0, 2, 2], np.uint8)


def page(lines=5):
    p = golden.page(np.random.default_rng(2), lines)
    return p._replace(labels=LABELS[:len(p.labels)])


def write(p, path):
    """As `rows -tags` writes a page."""
    each = np.bincount(p.line, minlength=len(p.boxes)).astype("<u2")
    head = np.array([len(p.boxes), len(p.labels), len(p.line_grams), len(p.word_grams), p.lines.shape[1], p.words.shape[1]], "<i4")
    with open(path, "wb") as f:
        for a in (head, p.boxes, p.heights, p.lines.astype("<f4"), p.words.astype("<f4"), each, np.diff(p.line_starts).astype("<u2"), np.diff(p.word_starts).astype("<u2"), p.line_grams, p.word_grams, p.bonds, p.labels):
            f.write(a.tobytes())


def net():
    torch.manual_seed(1)
    return tagger.Tagger(page().lines.shape[1], page().words.shape[1], 3, wide=16, letters=8, layers=2)


class Pages(unittest.TestCase):
    def test_a_page_is_read_as_it_was_written(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "p.tags")
            write(page(), path)
            with open(path, "ab") as f:  # a second one
                f.write(open(path, "rb").read())
            one, two = tagger.read(path)
        for a, b, c in zip(page(), one, two):
            np.testing.assert_array_equal(a, b)
            np.testing.assert_array_equal(a, c)

    def test_a_line_lies_to_itself(self):
        p = page()
        r = tagger.relations(p.boxes, p.heights, p.bonds)
        self.assertEqual((5, 5, tagger.RELATIONS), r.shape)
        self.assertEqual([0, 0, 0], r[1, 1, :3].tolist())
        self.assertEqual([1, 1, 0], r[1, 1, 5:8].tolist())
        self.assertEqual([p.bonds[1, 2] >> k & 1 for k in range(7)], r[1, 2, 8:].tolist())

    def test_spoilt_pages_know_no_captions(self):
        p, rng = page(), np.random.default_rng(1)
        k = tagger.captions(p)
        self.assertEqual(3, k)
        lost = [(a[:, -k:] == 0).all(1).sum() for a, _ in (tagger.spoilt(p, rng) for _ in range(50))]
        self.assertTrue(min(lost) == 0 and max(lost) > 0)

    def test_pages_of_a_batch_are_of_about_one_length(self):
        pages = [page(k) for k in (2, 5, 3, 5, 2, 3, 4)]
        rng = np.random.default_rng(1)
        calls = [[sorted(len(p.boxes) for p in part) for part in tagger.alike(pages, 2, rng)] for _ in range(5)]
        for lengths in calls:
            self.assertEqual([[2, 2], [3, 3], [4, 5], [5]], sorted(lengths))
        self.assertTrue(any(lengths != sorted(lengths) for lengths in calls))  # not always from short to long

    def test_scores(self):
        p = page()
        self.assertEqual((1.0, 1.0, 1), tagger.scores([p], [p.labels], ["name", "address"])["address"])
        wrong = p.labels.copy()
        wrong[0] = 0
        exact, f1, _ = tagger.scores([p], [wrong], ["name", "address"])["name"]
        self.assertEqual(0, exact)
        self.assertAlmostEqual(2 / 3, f1)


class Net(unittest.TestCase):
    def test_other_pages_of_a_batch_change_nothing(self):
        short, long, n = page(3), page(), net().eval()
        alone = n(tagger.batch([short]))
        beside = n(tagger.batch([short, long]))[:len(alone)]
        torch.testing.assert_close(alone, beside, rtol=1e-4, atol=1e-5)

    def test_a_shipped_net_is_taken_up_again(self):
        n = net().eval()
        with tempfile.TemporaryDirectory() as folder:
            path, again = os.path.join(folder, "a.net"), os.path.join(folder, "b.net")
            tagger.export(n, ["name", "address"], path)
            back = tagger.restore(path).eval()
            tagger.export(back, ["name", "address"], again)
            with open(path, "rb") as a, open(again, "rb") as b:
                self.assertEqual(a.read(), b.read())
        torch.testing.assert_close(n(tagger.batch([page()])), back(tagger.batch([page()])), rtol=.05, atol=.05)

    def test_a_net_of_another_kind_is_a_beginning(self):
        old = net()
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "a.net")
            tagger.export(old, ["name", "address"], path)
            torch.manual_seed(2)
            new = tagger.Tagger(old.place[0].in_features + 4, old.look.in_features + 4, 5, wide=16, letters=8, layers=2)
            fields, captions = new.out.weight.clone(), new.place[0].weight[:, tagger.TOLD:].clone()
            tagger.graft(new, path)
        near = dict(rtol=.02, atol=.05)  # eight bits a letter
        torch.testing.assert_close(old.letters.weight, new.letters.weight, **near)
        torch.testing.assert_close(old.qkv[1].weight, new.qkv[1].weight, **near)
        torch.testing.assert_close(old.place[0].weight[:, :tagger.TOLD], new.place[0].weight[:, :tagger.TOLD], **near)
        words = old.look.in_features - tagger.captions(page())
        torch.testing.assert_close(old.look.weight[:, :words], new.look.weight[:, :words], **near)
        self.assertTrue(torch.equal(fields, new.out.weight) and torch.equal(captions, new.place[0].weight[:, tagger.TOLD:]))

    def test_a_mean_lies_between_two_nets(self):
        with tempfile.TemporaryDirectory() as folder:
            paths = [os.path.join(folder, n) for n in ("a.net", "b.net", "mean.net", "other.net")]
            one, two = net(), net()
            with torch.no_grad():
                for p in two.parameters():
                    p.add_(1)
            for n, path in ((one, paths[0]), (two, paths[1])):
                tagger.export(n, ["name", "address"], path)
            tagger.export(one, ["name", "phone"], paths[3])
            mean.between(*paths[:2], .25, paths[2])
            got = tagger.restore(paths[2])
            torch.testing.assert_close(one.out.bias + .25, got.out.bias, rtol=0, atol=.01)
            torch.testing.assert_close(one.letters.weight + .25, got.letters.weight, rtol=0, atol=.05)
            self.assertEqual(["name", "address"], mean.fields(paths[2]))
            with self.assertRaises(ValueError):
                mean.between(paths[0], paths[3], .5, paths[2])

    def test_it_learns_a_page(self):
        p, n, rng = page(), net(), np.random.default_rng(1)
        opt = torch.optim.Adam(n.parameters(), 5e-3)
        for _ in range(80):
            b = tagger.batch([p, p], rng)
            loss = torch.nn.functional.cross_entropy(n(b), b.labels)
            opt.zero_grad()
            loss.backward()
            opt.step()
        n.eval()
        self.assertEqual(p.labels.tolist(), n(tagger.batch([p])).argmax(-1).tolist())


if __name__ == "__main__":
    unittest.main()

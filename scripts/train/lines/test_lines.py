"""What the line net is trained on and how it grows: crops named by what is printed in them, faces kept apart, a deeper net that reads as before."""
import os
import random
import sys
import tempfile
import unittest

import numpy as np
import torch

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, ".."), os.path.join(HERE, "../../synth/lines")]
import data  # noqa: E402
import export  # noqa: E402
import fonts  # noqa: E402
import grow  # noqa: E402
import harvest  # noqa: E402
import net as nets  # noqa: E402
import session  # noqa: E402
import train  # noqa: E402
import widen  # noqa: E402


def box(x0, y0, x1, y1):
    return [[x0, y0], [x1, y0], [x1, y1], [x0, y1]]


def piece(text, *where):
    return {"text": text, "quad": box(*where)}


class Printed(unittest.TestCase):
    def test_a_line_says_what_is_printed_in_it(self):
        cases = {
            "one piece": ([piece("Hamburg", 0, 0, 100, 20)], box(0, 0, 100, 20), "Hamburg"),
            "two pieces, in reading order": ([piece("22767", 70, 0, 100, 20), piece("Hamburg", 0, 0, 62, 20)], box(0, 0, 100, 20), "Hamburg 22767"),
            "pieces that touch": ([piece("Tel:", 0, 0, 40, 20), piece("081", 41, 0, 100, 20)], box(0, 0, 100, 20), "Tel:081"),
            "the line below is none of it": ([piece("Hamburg", 0, 0, 100, 20), piece("Kiel", 0, 26, 100, 46)], box(0, 0, 100, 20), "Hamburg"),
            "half a piece": ([piece("Hamburg", 0, 0, 100, 20)], box(0, 0, 50, 20), None),
            "a piece in much more": ([piece("Hamburg", 0, 0, 40, 20)], box(0, 0, 100, 20), None),
            "a piece that reads the other way": ([{"text": "Hamburg", "quad": box(0, 0, 100, 20)[2:] + box(0, 0, 100, 20)[:2]}], box(0, 0, 100, 20), None),
            "nothing": ([], box(0, 0, 100, 20), None),
        }
        for name, (pieces, quad, want) in cases.items():
            with self.subTest(name):
                self.assertEqual(harvest.printed(quad, pieces), want)

    def test_what_is_read_wrongly_or_in_doubt_teaches_always(self):
        lot = random.Random(1)
        kept = lambda same, sure, easy: sum(harvest.teaches(same, sure, easy, lot) for _ in range(400)) / 400
        self.assertEqual(kept(False, 0.99, 0.0), 1)
        self.assertEqual(kept(True, 0.5, 0.0), 1)
        self.assertEqual(kept(True, 0.99, 0.0), 0)
        self.assertAlmostEqual(kept(True, 0.99, 0.3), 0.3, delta=0.08)


class Growing(unittest.TestCase):
    def test_a_deeper_net_reads_as_before_and_can_learn(self):
        torch.manual_seed(3)
        old = nets.LineNet(9, deep=(0, 1, 1, 0), blocks=2).eval()
        new = nets.LineNet(9, deep=(1, 2, 2, 1), blocks=3)
        new.load_state_dict(grow.grown(old.state_dict(), ((0, 1, 1, 0), 2), ((1, 2, 2, 1), 3), new))
        x = torch.rand(2, 1, nets.HEIGHT, 64)
        with torch.no_grad():
            self.assertLess((old(x) - new.eval()(x)).abs().max().item(), 0.02)
        new.train()(x).square().mean().backward()
        for i, place in enumerate(grow.places((1, 2, 2, 1), 3)):
            self.assertTrue(any(p.grad is not None and p.grad.abs().max() > 0 for p in new.body[i].parameters()), place)


class Widening(unittest.TestCase):
    def test_new_letters_look_like_those_without_their_marks_and_nothing_else_changes(self):
        torch.manual_seed(4)
        for silent in (False, True):
            old, new = nets.LineNet(4).eval(), nets.LineNet(6).eval()
            new.load_state_dict(widen.widened(old.state_dict(), "aé1", "aé1ě†" if silent else "aé1ă†", silent))
            with torch.no_grad():
                x = torch.rand(2, 1, nets.HEIGHT, 64)
                was, now = old(x), new(x)
            self.assertTrue(torch.allclose(was, now[:, :4], atol=1e-5))
            like, less = (0, widen.SILENT) if silent else (1, widen.FAINT)
            self.assertTrue(torch.allclose(now[:, 4], was[:, like] - less, atol=1e-4))
            self.assertTrue(torch.allclose(now[:, 5], was[:, 0] - less, atol=1e-4), "a sign is like none")


    def test_new_letters_are_made_rarer(self):
        torch.manual_seed(6)
        a, b = nets.LineNet(6).eval(), nets.LineNet(6).eval()
        b.load_state_dict(export.rarer(a.state_dict(), 4, 2.0))
        with torch.no_grad():
            x = torch.rand(1, 1, nets.HEIGHT, 64)
            self.assertTrue(torch.allclose(a(x) - torch.tensor([0, 0, 0, 0, 2.0, 2.0]).view(1, 6, 1), b(x), atol=1e-5))

    def test_new_letters_alone_are_trained(self):
        torch.manual_seed(5)
        net = nets.LineNet(6)
        train.only(net, 4)
        before = {k: v.clone() for k, v in net.state_dict().items()}
        descent = torch.optim.AdamW(net.parameters(), lr=0.1, weight_decay=0.0)
        for _ in range(3):
            descent.zero_grad()
            net(torch.rand(2, 1, nets.HEIGHT, 64)).square().mean().backward()
            descent.step()
        for k, v in net.state_dict().items():
            rows = (v != before[k]).reshape(len(v), -1).any(1) if v.dim() else (v != before[k]).reshape(1)
            self.assertEqual(rows.nonzero().flatten().tolist(), [4, 5, 10, 11] if k.startswith("head") else [], k)


class Mixing(unittest.TestCase):
    def test_each_state_counts_by_its_share(self):
        state = lambda v, n: {"w": torch.full((2,), float(v)), "n": torch.tensor(n)}
        got = session.mixed([state(1, 1), state(2, 2), state(10, 3)], [0.5, 0.2, 0.3])
        self.assertAlmostEqual(got["w"][0].item(), 0.5 + 0.4 + 3, places=5)
        self.assertEqual(got["n"].item(), 3)


class Feeding(unittest.TestCase):
    def shard(self, folder, text, tone):
        grey = np.full((40, 90), 255, np.uint8)
        grey[8:32, 10:80:6] = tone
        np.savez(os.path.join(folder, "shard000001.npz"), pixels=np.concatenate([grey.ravel()] * 4), shape=np.array([grey.shape] * 4, np.int32), text=np.array("\n".join([text] * 4)))

    def test_as_many_crops_as_asked_for(self):
        value = lambda v: type("Value", (), {"value": v})()
        with tempfile.TemporaryDirectory() as drawn, tempfile.TemporaryDirectory() as cut:
            self.shard(drawn, "drawn", 0)
            self.shard(cut, "cut", 0)
            for share, low, high in ((0.0, 0, 0), (0.5, 60, 140), (1.0, 200, 200)):
                lines = data.endless(drawn, 1, value(1.0), value(0), (1, 1, 1), cut, share)
                n = sum(next(lines)[1] == "cut" for _ in range(200))
                self.assertTrue(low <= n <= high, (share, n))


class Faces(unittest.TestCase):
    def test_held_out_faces_are_not_fetched_into_training(self):
        with tempfile.TemporaryDirectory() as d:
            for name in ("Krub-400.ttf", "GoogleSans_400Regular.ttf"):
                open(os.path.join(d, name), "w").close()
            self.assertEqual([p for part in fonts.list_fonts(d, False, d) for p in part if p.startswith(d)], [])


if __name__ == "__main__":
    unittest.main()

import os
import sys
import tempfile
import unittest

import numpy as np
import torch

sys.path[:0] = [os.path.dirname(os.path.abspath(__file__))]
import golden
import mean
import ties


def page(words=7, seed=2):
    return ties.Page(golden.row(np.random.default_rng(seed), words))


def net():
    torch.manual_seed(1)
    return ties.Net(*golden.TRAITS, wide=8, rounds=2)


class Net(unittest.TestCase):
    def test_other_pages_of_a_batch_change_nothing(self):
        one, other, n = page(), page(9, 3), net().eval()
        alone, beside = n(ties.Batch([one])), n(ties.Batch([other, one]))
        for a, b in zip(alone, beside):
            torch.testing.assert_close(a, b[-len(a):], rtol=1e-4, atol=1e-5)

    def test_what_a_word_knows_reaches_its_neighbours_neighbour(self):
        """Words 3 and 5 hang together by word 0 alone: two rounds carry it."""
        p, n = page(), net().eval()
        before = n(ties.Batch([p]))[2]
        p.words[3] += 1
        change = (n(ties.Batch([p]))[2] - before).abs().sum(1)
        self.assertGreater(float(change[5]), float(change[6]))

    def test_a_shipped_net_is_gone_on_with(self):
        p, shipped = page(), net().eval()
        torch.manual_seed(2)
        fresh = ties.Net(*golden.TRAITS, wide=8, rounds=2).eval()
        with tempfile.TemporaryDirectory() as d:
            path = os.path.join(d, "ties.net")
            ties.export(shipped, path)
            ties.restore(fresh, path)
        for a, b in zip(shipped(ties.Batch([p])), fresh(ties.Batch([p]))):
            torch.testing.assert_close(a, b, rtol=.05, atol=.05)

    def test_a_mean_lies_between_two_nets_of_a_size(self):
        with tempfile.TemporaryDirectory() as d:
            path = lambda name: os.path.join(d, name)
            before = net()
            after = ties.Net(*golden.TRAITS, wide=8, rounds=2)
            ties.export(before, path("before"))
            ties.export(after, path("after"))
            mean.between(path("before"), path("after"), .75, path("mean"))
            for a, b, c in zip(before.parameters(), after.parameters(), mean.opened(path("mean"))[0].parameters()):
                torch.testing.assert_close(.25 * a + .75 * b, c, rtol=.02, atol=.02)
            ties.export(ties.Net(*golden.TRAITS, wide=16, rounds=2), path("other"))
            with self.assertRaises(ValueError):
                mean.between(path("before"), path("other"), .5, path("mean"))

    def test_means_go_to_where_they_belong(self):
        got = ties.mean_to(torch.tensor([[1.0], [3.0], [5.0]]), torch.tensor([2, 2, 0]), 4)
        self.assertEqual([5, 0, 2, 0], got[:, 0].tolist())

    def test_what_is_unknown_teaches_nothing(self):
        p, n = page(), net().eval()
        b = ties.Batch([p])
        b.ties[0][2][:] = -1
        b.ties[0][2][0] = 1
        said = n(b)[0]
        torch.testing.assert_close(torch.nn.functional.cross_entropy(said[:1], b.ties[0][2][:1], label_smoothing=.01), ties.losses(n, b)["beside"])

    def test_it_learns_a_page(self):
        p, n = page(), net()
        n.train()
        opt = torch.optim.Adam(n.parameters(), 1e-2)
        b = ties.Batch([p])
        for _ in range(200):
            loss = sum(ties.losses(n, b).values())
            opt.zero_grad()
            loss.backward()
            opt.step()
        n.eval()
        for said, of in zip(n(b), (b.ties[0][2], b.ties[1][2], b.of)):
            self.assertEqual(of.tolist(), said.argmax(1).tolist())

    def test_a_file_is_as_long_as_its_weights(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "a.net")
            ties.export(net(), path)
            head = int.from_bytes(open(path, "rb").read(4), "little")
            self.assertEqual(4 + head + 2 * sum(p.numel() for p in net().parameters()), os.path.getsize(path))


if __name__ == "__main__":
    unittest.main()

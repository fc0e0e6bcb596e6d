"""The table of letters: what is counted, that probabilities are such, and that the file finds them again."""
import unittest

import numpy as np

import letters as L


def number(*codes):
    n = 0
    for c in codes:
        n = n << 7 | c
    return np.uint64(n)


def found(file, key):
    """As extract/spelling looks a number up; None where it is not."""
    three = lambda i: int.from_bytes(file[3 * i:3 * i + 3], "big")
    h = int(L.mixed(np.array([key]))[0])
    bucket = h >> 48
    for i in range(three(bucket - 1) if bucket else 0, three(bucket)):
        v = three(65536 + i)
        if v >> 8 == h >> 32 & 0xFFFF:
            return (v & 255) / 20
    return None


class Letters(unittest.TestCase):
    def setUp(self):
        self.seen = L.count(L.runs(["กก ab", "กข"]))
        self.p = L.interpolate(self.seen)

    def times(self, *codes):
        keys, n = self.seen[len(codes)]
        at = np.searchsorted(keys, number(*codes))
        return int(n[at]) if at < len(keys) and keys[at] == number(*codes) else 0

    def test_runs_end_at_blanks_and_at_the_other_script(self):
        ko, kho, a = L.code("ก"), L.code("ข"), L.code("a")
        self.assertEqual(self.times(ko), 3)
        self.assertEqual(self.times(L.EDGE, ko), 2)
        self.assertEqual(self.times(ko, kho, L.EDGE), 1)
        self.assertEqual(self.times(L.EDGE), 3, "the end is predicted, the beginning is not")
        self.assertEqual(self.times(ko, a) + self.times(L.EDGE, L.EDGE), 0)

    def test_what_follows_a_context_shares_one_probability(self):
        for n in (1, 2, 3):
            keys, contexts = self.seen[n][0], {}
            for k, q in zip(keys >> np.uint64(7), self.p[n]):
                contexts[k] = contexts.get(k, 0) + q
            for k, total in contexts.items():
                self.assertLessEqual(total, 1 + 1e-9)
        self.assertAlmostEqual(self.p[1].sum(), 1)

    def test_the_file_finds_what_is_kept_and_nothing_else(self):
        kept = L.prune(self.seen, self.p, 1000)
        keys, costs = (np.concatenate(x) for x in zip(*L.rows(self.seen, self.p, kept)))
        file = L.table(keys, costs)
        for k, c in zip(keys, costs):
            self.assertAlmostEqual(found(file, k), min(c, 12.75), delta=.026)
        self.assertIsNone(found(file, number(L.code("ฮ"), L.code("ฮ"))))

    def test_room_is_kept_to(self):
        few = L.prune(self.seen, self.p, 20)
        self.assertTrue(all(few[n].all() for n in (1, 2)), "short ones stay")
        self.assertLess(sum(int(few[n].sum()) for n in few), sum(len(few[n]) for n in few))


if __name__ == "__main__":
    unittest.main()

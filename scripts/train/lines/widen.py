"""Gives a trained line net more letters, each of which looks to it like the letter without its mark until it is trained:
widen.py OLD.pt NEW.pt --old ALPHABET --new ALPHABET [--silent]. The new alphabet is the old one and what follows it.
--silent: letters that the net is never to write, for one that is not trained on them."""
import argparse
import os
import sys

import torch

sys.path[:0] = [os.path.join(os.path.dirname(os.path.abspath(__file__)), p) for p in ("..", "../../synth/lines")]
import session  # noqa: E402
import text  # noqa: E402

FAINT = 3.0  # how much less likely a new letter is than the one it resembles, in log probability
SILENT = 40.0


def widened(state, old, new, silent=False):
    """state with a head for the letters of new; its rows are the blank and the letters of every even slot, then of every odd one."""
    assert new.startswith(old), "the letters that the net knows stay where they are"
    rows = list(range(len(old) + 1)) + [0 if silent else 1 + old.index(text.plain(c)) if text.plain(c) in old else 0 for c in new[len(old):]]
    less = torch.tensor([0.0] * (len(old) + 1) + [SILENT if silent else FAINT] * (len(new) - len(old)))
    out = dict(state)
    for name in ("head.weight", "head.bias"):
        halves = state[name].chunk(2)
        out[name] = torch.cat([h[rows] for h in halves]).clone()
    out["head.bias"] -= less.repeat(2).to(out["head.bias"].dtype)
    return out


def main():
    a = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    a.add_argument("state")
    a.add_argument("out")
    for name in ("old", "new"):
        a.add_argument("--" + name, required=True)
    a.add_argument("--silent", action="store_true")
    o = a.parse_args()
    old, new = (open(p, encoding="utf8").read().rstrip("\n") for p in (o.old, o.new))
    torch.save(widened(session.weights(o.state), old, new, o.silent), o.out)


if __name__ == "__main__":
    main()

"""Gives a trained line net more residual blocks, each of which adds next to nothing until it is trained (Net2Net, Chen et al. 2016):
grow.py OLD.pt NEW.pt --alphabet FILE [--from 0 1 1 0 4]. The depths of the new net are those that net.py ships."""
import argparse
import os
import sys

import torch

import net as nets

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import session  # noqa: E402

NOTHING = 1e-3  # of a new block's output: through an exact zero no gradient would reach it


def places(deep, blocks):
    """Each module's part of the net and its number there, in the order of LineNet.body."""
    out = []
    for k, n in enumerate(deep):
        out += [(f"down {k}", 0)] + [(f"level {k}", i) for i in range(n)]
    return out + [("tall", 0)] + [("line", i) for i in range(blocks)]


def still(module):
    """Has a residual block add NOTHING, whatever it sees."""
    last = [m for m in module.modules() if isinstance(m, torch.nn.BatchNorm2d)][-1]
    torch.nn.init.zeros_(last.weight)
    torch.nn.init.constant_(last.bias, NOTHING)


def grown(state, old, new, model):
    """model's state with the weights of a shallower net; old and new are (deep, blocks) of either."""
    was, now = places(*old), places(*new)
    for i, p in enumerate(now):
        if p not in was:
            still(model.body[i])
    out = model.state_dict()
    for name, v in state.items():
        part, i, *rest = name.split(".")
        out[".".join([part, str(now.index(was[int(i)])), *rest]) if part == "body" else name] = v
    return out


def main():
    a = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    a.add_argument("old")
    a.add_argument("new")
    a.add_argument("--alphabet", required=True)
    a.add_argument("--from", dest="depths", type=int, nargs=5, default=(0, 1, 1, 0, 4), help="blocks of the old net: at four heights, along the line")
    a.add_argument("--to", type=int, nargs=5, default=(1, 2, 2, 1, 7))
    o = a.parse_args()
    classes = len(open(o.alphabet, encoding="utf8").read().rstrip("\n")) + 1
    torch.manual_seed(1)
    old, new = (tuple(o.depths[:4]), o.depths[4]), (tuple(o.to[:4]), o.to[4])
    model = nets.LineNet(classes, deep=new[0], blocks=new[1])
    torch.save(grown(session.weights(o.old), old, new, model), o.new)


if __name__ == "__main__":
    main()

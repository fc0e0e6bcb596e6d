#!/usr/bin/env python3
"""The weights between two nets of ties of which one was trained from the other: mean.py BEFORE.net AFTER.net SHARE OUT.net

SHARE of AFTER and the rest of BEFORE. Such a mean keeps more of what BEFORE knew of pages that AFTER did not learn from (Wortsman
et al., Robust fine-tuning of zero-shot models, 2022). Needs torch, numpy."""
import json
import os
import struct
import sys

import torch

sys.path[:0] = [os.path.dirname(os.path.abspath(__file__))]
import ties  # noqa: E402


def opened(path):
    """The net of a file that ties.export wrote, and what its head says."""
    with open(path, "rb") as f:
        head = json.loads(f.read(struct.unpack("<I", f.read(4))[0]))
    net = ties.Net(head["words"], head["beside"], head["under"], head["wide"], head["rounds"])
    ties.restore(net, path)
    return net, head


def between(before, after, share, out):
    (net, head), (other, same) = opened(before), opened(after)
    if head != same:
        raise ValueError("the nets are of different sizes or see different traits")
    with torch.no_grad():
        for p, q in zip(net.parameters(), other.parameters()):
            p.lerp_(q, share)
    ties.export(net, out)


if __name__ == "__main__":
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    between(sys.argv[1], sys.argv[2], float(sys.argv[3]), sys.argv[4])

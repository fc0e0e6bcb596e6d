#!/usr/bin/env python3
"""The weights between two taggers of which one was trained from the other: mean.py BEFORE.net AFTER.net SHARE OUT.net

SHARE of AFTER and the rest of BEFORE. Such a mean knows what both know, and says less surely what is wrong (Wortsman et al., Robust
fine-tuning of zero-shot models, 2022)."""
import json
import os
import struct
import sys

import torch

sys.path[:0] = [os.path.dirname(os.path.abspath(__file__))]
import tagger  # noqa: E402


def fields(path):
    """The fields that a net of a file knows, in order."""
    with open(path, "rb") as f:
        return json.loads(f.read(struct.unpack("<I", f.read(4))[0]))["fields"]


def between(before, after, share, out):
    if fields(before) != fields(after):
        raise ValueError("the nets know different fields")
    net, other = tagger.restore(before), tagger.restore(after)
    with torch.no_grad():
        for p, q in zip(net.parameters(), other.parameters()):
            p.lerp_(q, share)
    tagger.export(net, fields(before), out)


if __name__ == "__main__":
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    between(sys.argv[1], sys.argv[2], float(sys.argv[3]), sys.argv[4])

#!/usr/bin/env python3
"""Make a checkpoint of a shipped net, to train it on: restore.py detector|reader|line|roll NET.onnx SCENES_DIR OUT.pt

Export folds each BatchNorm into its convolution. Here every BatchNorm gets the mean and spread that its convolution has over
pictures, and the gain and offset that undo both: the net computes what it did, in training as well.
"""
import sys

import cv2
import numpy as np
import onnx
import torch
from onnx import numpy_helper

from common import read_scenes
from detector_net import SIDE, normal
from export import NETS
from reader_data import cut
from reader_net import standardise
from strips import cut_line, line_map
from train_detector import row_quad, shoot

PICTURES = 64


def pictures(kind, rows):
    """Input of the net from scenes."""
    rng, out = np.random.default_rng(2), []
    for r in rows:
        im = cv2.imread(r["path"])
        if kind == "detector":
            k = SIDE / max(im.shape[:2])
            out.append(shoot(rng, im, np.diag([k, k, 1.0])))
        elif kind in ("line", "roll"):
            out.append(cut_line(im, line_map(row_quad(r["cells"]))))
        else:
            out += [cv2.resize(cut(im, q, 1.1), (32, 48)) for q in r["cells"]]
    x = torch.from_numpy(np.stack(out)).permute(0, 3, 1, 2).float()
    return normal(x) if kind == "detector" else standardise(x)


def order(net, x):
    """The convolutions as they run, each with the BatchNorm behind it or None."""
    ran, hooks = [], []
    for m in net.modules():
        if isinstance(m, (torch.nn.Conv2d, torch.nn.BatchNorm2d)):
            hooks.append(m.register_forward_hook(lambda m, i, o: ran.append((m, o))))
    with torch.no_grad():
        net.eval()(x)
    for h in hooks:
        h.remove()
    return [(m, o, ran[i + 1][0] if i + 1 < len(ran) and isinstance(ran[i + 1][0], torch.nn.BatchNorm2d) else None)
            for i, (m, o) in enumerate(ran) if isinstance(m, torch.nn.Conv2d)]


def fill(net, path, x):
    graph = onnx.load(path).graph
    values = {i.name: torch.from_numpy(numpy_helper.to_array(i).copy()) for i in graph.initializer}
    convs = [n for n in graph.node if n.op_type == "Conv"]
    biases = {}
    for (conv, _, norm), node in zip(order(net, x), convs, strict=True):
        conv.weight.data.copy_(values[node.input[1]])
        if norm is None:
            conv.bias.data.copy_(values[node.input[2]])
            continue
        biases[norm] = values[node.input[2]]
        norm.running_mean.zero_()
        norm.running_var.fill_(1 - norm.eps)
        norm.weight.data.fill_(1)
        norm.bias.data.copy_(biases[norm])
    for conv, out, norm in order(net, x):
        if norm is not None:
            mean, spread = out.mean((0, 2, 3)), out.var((0, 2, 3)) + 1e-4
            norm.running_mean.copy_(mean)
            norm.running_var.copy_(spread)
            norm.weight.data.copy_((spread + norm.eps).sqrt())
            norm.bias.data.copy_(biases[norm] + mean)


def main():
    kind, source, scenes, out = sys.argv[1:5]
    net = NETS[kind][0]()
    x = pictures(kind, read_scenes([scenes])[:PICTURES])
    fill(net, source, x)
    torch.save({"net": net.state_dict(), "step": 0}, out)
    print(kind, len(x), "pictures,", sum(p.numel() for p in net.parameters()), "parameters")


if __name__ == "__main__":
    main()

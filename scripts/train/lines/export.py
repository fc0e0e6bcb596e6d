"""Writes what ships from a checkpoint: linenet.onnx (BatchNorm folded, depthwise kernels split) and weights.pt (half precision, to resume from)."""
import argparse
import os
import sys

import onnx
import torch
from torch.nn.utils.fusion import fuse_conv_bn_eval

import depthwise
import net as nets

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import session  # noqa: E402


def fold(module):
    """Folds each BatchNorm into the convolution before it."""
    for name, child in list(module.named_children()):
        if isinstance(child, torch.nn.Sequential) and len(child) == 3 and isinstance(child[1], torch.nn.BatchNorm2d):
            setattr(module, name, torch.nn.Sequential(fuse_conv_bn_eval(child[0], child[1]), child[2]))
        else:
            fold(child)


def rarer(state, known, by):
    """state with the classes behind the first `known` less likely by `by` in log probability: print has them less often than the training."""
    bias = state["head.bias"].clone()
    bias[torch.arange(len(bias)) % (len(bias) // 2) >= known] -= by
    return {**state, "head.bias": bias}


def main():
    a = argparse.ArgumentParser()
    a.add_argument("--checkpoint", required=True)
    a.add_argument("--alphabet", required=True)
    a.add_argument("--onnx", required=True)
    a.add_argument("--weights", help="where to put the half-precision state for a later warm start")
    a.add_argument("--mix", nargs="*", default=[], help="earlier states of the same training to mix in")
    a.add_argument("--share", nargs="*", type=float, default=[0.4], help="of each of these in that mixture; the rest is --checkpoint's")
    a.add_argument("--letters", help="the alphabet of before widen.py, with --rarer")
    a.add_argument("--rarer", type=float, default=0.0, help="how much less likely the letters behind --letters are made, in log probability")
    o = a.parse_args()
    classes = len(open(o.alphabet, encoding="utf8").read().rstrip("\n")) + 1
    state = session.weights(o.checkpoint)
    if o.mix:
        state = session.mixed([*map(session.weights, o.mix), state], [*o.share, round(1 - sum(o.share), 6)])
    if o.letters:
        state = rarer(state, len(open(o.letters, encoding="utf8").read().rstrip("\n")) + 1, o.rarer)
    model = nets.LineNet(classes)
    model.load_state_dict(state)
    model.eval()
    x = torch.rand(2, 1, nets.HEIGHT, 96)
    want = nets.Exported(model)(x)
    fold(model.body)
    depthwise.split(model.body)
    got = nets.Exported(model)(x)
    assert torch.allclose(want, got, atol=1e-2, rtol=1e-3), (want - got).abs().max()
    # The legacy exporter merges equal initialisers into Identity nodes, which OpenCV 4.6 refuses; trained weights are never equal.
    torch.onnx.export(nets.Exported(model), x, o.onnx, opset_version=11, input_names=["x"], output_names=["y"], dynamic_axes={"x": {0: "n", 3: "w"}, "y": {0: "n", 3: "t"}})
    shipped = depthwise.plain_pads(onnx.load(o.onnx))
    kinds = {n.op_type for n in shipped.graph.node}
    assert kinds <= {"Conv", "Relu", "Add", "Pad"}, kinds
    onnx.checker.check_model(shipped)
    onnx.save(shipped, o.onnx)
    if o.weights:
        torch.save({k: v.half() if v.is_floating_point() else v for k, v in state.items()}, o.weights)


if __name__ == "__main__":
    main()

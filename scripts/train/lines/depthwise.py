"""Splits each depthwise 1 x 7 convolution of the exported net into three of 1 x 3 that make the same: OpenCV 4.6 has a fast path for
depthwise kernels of 3 x 3 only, and the three take a third of the one's time.

A kernel's taps are the coefficients of a polynomial, one kernel after another multiplies them, and every real polynomial of degree six is
the product of three real quadratics. The line is padded before the first, so that its ends come out the same, too.
"""
import numpy as np
import torch
from onnx import helper, numpy_helper

TAPS = 7


def quadratics(taps):
    """Three kernels of three taps, as large as each other, whose convolution is `taps`."""
    taps = np.asarray(taps, np.float64)
    if not taps.any():
        return np.zeros((3, 3))
    roots = np.roots(taps)  # leading zeros leave fewer
    factors = [np.array([1, -2 * z.real, abs(z) ** 2]) for z in roots if z.imag > 0]
    lines = [np.array([1, -z.real]) for z in sorted((z for z in roots if z.imag == 0), key=abs)] + [np.array([0.0, 1.0])] * (TAPS - 1 - len(roots))
    while lines:  # a small root with a large one keeps the factors alike
        factors.append(np.convolve(lines.pop(0), lines.pop()))
    factors = [f / np.linalg.norm(f) for f in factors]
    product = np.convolve(np.convolve(factors[0], factors[1]), factors[2])
    gain = (taps @ product) / (product @ product)
    factors = [f * np.cbrt(abs(gain)) for f in factors]
    factors[0] *= np.sign(gain)
    return np.array(factors)


def kernel(taps, pad, bias=None):
    """A depthwise convolution of 3 x 3 whose outer rows are zero."""
    n = len(taps)
    conv = torch.nn.Conv2d(n, n, 3, padding=(1, pad), groups=n, bias=bias is not None)
    weight = torch.zeros(n, 1, 3, 3)
    weight[:, 0, 1] = torch.from_numpy(taps)
    conv.weight.data = weight
    if bias is not None:
        conv.bias.data = bias
    return conv


class Split(torch.nn.Sequential):
    """The three convolutions that stand for one of 1 x 7 with zeros of three columns beside the line."""

    def __init__(self, conv):
        parts = np.stack([quadratics(t) for t in conv.weight.detach().double().numpy()[:, 0, 0]])
        super().__init__(torch.nn.ZeroPad2d((2, 2, 0, 0)), kernel(parts[:, 0], 1), kernel(parts[:, 1], 0), kernel(parts[:, 2], 0, conv.bias.data))


def split(module):
    """Replaces the depthwise convolutions of a net whose BatchNorms are folded."""
    for name, child in list(module.named_children()):
        if isinstance(child, torch.nn.Conv2d) and child.groups > 1 and child.kernel_size == (1, TAPS):
            setattr(module, name, Split(child))
        else:
            split(child)


def plain_pads(model):
    """Gives each Pad of an exported graph its widths as a constant, in place of the arithmetic that computes them."""
    graph = model.graph
    graph.initializer.append(numpy_helper.from_array(np.array([0, 0, 0, 2, 0, 0, 0, 2], np.int64), "beside"))
    nodes, used = [], {o.name for o in graph.output}
    for n in reversed(graph.node):
        if not used & set(n.output):
            continue
        if n.op_type == "Pad":
            n = helper.make_node("Pad", [n.input[0], "beside"], n.output, name=n.name, mode="constant")
        used |= set(n.input)
        nodes.append(n)
    del graph.node[:]
    graph.node.extend(reversed(nodes))
    return model

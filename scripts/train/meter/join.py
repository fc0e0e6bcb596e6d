#!/usr/bin/env python3
"""Two nets of one input and output as one file that gives the mean of both, and back.

    join.py [--share .65] FIRST.onnx SECOND.onnx OUT.onnx
    join.py [--share .65] --second JOINED.onnx OUT.onnx       the second by itself, to train it on (restore.py)
"""
import argparse

import numpy as np
import onnx
from onnx import helper, numpy_helper

FIRST, SECOND = "first_", "second_"


def renamed(path, prefix, scale):
    """The nodes and weights of a net under names of its own, its last convolution scaled."""
    graph = onnx.load(path).graph
    seen, told = graph.input[0].name, graph.output[0].name
    name = lambda n: n if n == seen else prefix + n
    for node in graph.node:
        node.name = prefix + node.name
        node.input[:], node.output[:] = [name(n) for n in node.input], [name(n) for n in node.output]
    for i in graph.initializer:
        i.name = name(i.name)
    scale_last(graph, name(told), scale)
    return graph, name(told)


def scale_last(graph, told, scale):
    last = next(n for n in graph.node if told in n.output)
    if last.op_type != "Conv":
        raise SystemExit("the last layer is no convolution")
    for i in graph.initializer:
        if i.name in last.input[1:]:
            i.CopyFrom(numpy_helper.from_array((scale * numpy_helper.to_array(i)).astype(np.float32), i.name))


def save(model, nodes, weights, out):
    shape = model.graph
    graph = helper.make_graph(nodes, shape.name, list(shape.input), list(shape.output), weights)
    made = helper.make_model(graph, opset_imports=model.opset_import)
    made.ir_version = model.ir_version
    onnx.checker.check_model(made)
    onnx.save(made, out)


def join(first, second, out, share=.5):
    model = onnx.load(first)
    (a, told_a), (b, told_b) = renamed(first, FIRST, 1 - share), renamed(second, SECOND, share)
    mean = helper.make_node("Add", [told_a, told_b], [model.graph.output[0].name])
    save(model, [*a.node, *b.node, mean], [*a.initializer, *b.initializer], out)


def second_of(joined, out, share=.5):
    model = onnx.load(joined)
    graph = model.graph
    told = graph.node[-1].input[1]
    scale_last(graph, told, 1 / share)
    nodes = [n for n in graph.node if n.name.startswith(SECOND)]
    next(n for n in nodes if told in n.output).output[:] = [graph.output[0].name]
    save(model, nodes, [i for i in graph.initializer if i.name.startswith(SECOND)], out)


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--second", action="store_true")
    ap.add_argument("--share", type=float, default=.5, help="of the second net in the mean")
    ap.add_argument("files", nargs="+")
    a = ap.parse_args()
    (second_of if a.second else join)(*a.files, a.share)


if __name__ == "__main__":
    main()

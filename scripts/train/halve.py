#!/usr/bin/env python3
"""Keep a net's weights in half precision, which vision/nets widens when it opens the net: halve.py IN.onnx OUT.onnx"""
import sys

import numpy as np
import onnx
from onnx import TensorProto, numpy_helper


def halve(model):
    """The model with every weight of single precision rounded to half. One beyond what a half holds is an error."""
    for tensor in model.graph.initializer:
        if tensor.data_type == TensorProto.FLOAT:
            with np.errstate(over="raise"):
                tensor.CopyFrom(numpy_helper.from_array(numpy_helper.to_array(tensor).astype(np.float16), tensor.name))
    return model


def main():
    source, out = sys.argv[1:3]
    model = halve(onnx.load(source))
    onnx.save(model, out)
    print(out, model.ByteSize(), "bytes")


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Write a checkpoint as ONNX: export.py detector|reader|line|roll|unit CHECKPOINT.pt OUT.onnx

The result is compared with torch on random input through ONNX Runtime where that is installed.
"""
import sys

import numpy as np
import torch

from common import export, session
from detector_net import SIDE, Detector
from line_net import HEIGHT as LINE_H, WIDTH as LINE_W, Line
from reader_net import HEIGHT as TILE_H, WIDTH as TILE_W, Reader
from roll_net import Roll
from unit_net import HEIGHT as UNIT_H, WIDTH as UNIT_W, Unit

NETS = {"detector": (Detector, (1, 3, SIDE, SIDE), ["rows"]), "reader": (Reader, (8, 3, TILE_H, TILE_W), ["ring"]), "line": (Line, (1, 3, LINE_H, LINE_W), ["digits"]), "roll": (Roll, (1, 3, LINE_H, LINE_W), ["rings"]),
        "unit": (Unit, (1, 3, UNIT_H, UNIT_W), ["units"])}


def main():
    kind, source, out = sys.argv[1:4]
    make, shape, names = NETS[kind]
    net = make()
    net.load_state_dict(session.weights(source))
    print(kind, "step", session.checkpoint(source, "cpu").get("step"), export(net, out, shape, names), "bytes")
    try:
        import onnxruntime
    except ImportError:
        return
    x = np.random.default_rng(0).standard_normal(shape).astype(np.float32)
    got = onnxruntime.InferenceSession(out, providers=["CPUExecutionProvider"]).run(None, {"picture": x})[0]
    with torch.no_grad():
        want = net(torch.from_numpy(x)).numpy()
    print("largest difference", float(np.abs(got - want).max()))


if __name__ == "__main__":
    main()

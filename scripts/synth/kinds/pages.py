#!/usr/bin/env python3
"""Random forms, each with its own declaration, as the field finder's training reads them: pages.py OUT.jsonl -n 1000 -seed 1 [-held] [-readings 1]"""
import os, sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "page"))
sys.path.insert(0, HERE)
import simulate
from forms import Form

drawn = {}


def draw(seed, held):
    drawn["last"] = Form(seed, held)
    return drawn["last"].html


def declared(row):
    row["kind"] = drawn["last"].kind


if __name__ == "__main__":
    simulate.main(draw, declared)

#!/usr/bin/env python3
"""Make training scenes of corrected readings: samples.py SAMPLES.tar OUT_DIR

SAMPLES.tar comes from `lensd export samples`: a label (NNN.json) and a picture (NNN.jpg) for every reading that a person
corrected. OUT_DIR becomes a folder in the format of scripts/synth/meter/generate.py, which --scenes and --samples of the
training scripts take. Corrections whose digits do not match the boxes in number are told and left out: nobody knows which
box shows what. Documents other than meters are passed over.
"""
import json
import os
import re
import sys
import tarfile


def scene(label, name):
    """One line of truth.jsonl, or the reason why there is none."""
    if label.get("kind") != "water-meter":
        return None, "not a meter"
    truth = (label.get("correction") or {}).get("value", "")
    digits = re.sub(r"\D", "", truth)
    data = label.get("data") or {}
    numbers = data.get("numbers") or {}
    cells = numbers.get("bboxes_rotated") or []
    if not digits or len(digits) != len(cells):
        return None, f"{len(digits)} digits, {len(cells)} boxes"
    if "." in truth:
        decimals = len(truth.split(".")[1])
    else:
        read = numbers.get("value", "")
        decimals = len(read.split(".")[1]) if "." in read else 0
    # The last wheel may stand between two digits; the reader trains it with a wide target.
    return {"file": name, "digits": digits, "positions": [float(d) for d in digits], "decimals": decimals, "kind": "sample",
            "cells": cells}, None


def convert(tar, out):
    os.makedirs(out, exist_ok=True)
    kept = 0
    with tarfile.open(tar) as t, open(os.path.join(out, "truth.jsonl"), "w", encoding="utf-8") as f:
        members = {m.name: m for m in t.getmembers() if m.isfile()}
        for name in sorted(members):
            if not re.fullmatch(r"\d+\.json", name):
                continue
            picture = name[:-5] + ".jpg"
            row, why = scene(json.load(t.extractfile(members[name])), picture)
            if row is None or picture not in members:
                print(f"{name}: left out ({why or 'its picture is gone'})", file=sys.stderr)
                continue
            with open(os.path.join(out, picture), "wb") as p:
                p.write(t.extractfile(members[picture]).read())
            f.write(json.dumps(row) + "\n")
            kept += 1
    return kept


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    print(convert(sys.argv[1], sys.argv[2]), "samples")

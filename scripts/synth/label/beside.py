#!/usr/bin/env python3
"""Labels with captions of other papers at their foot: beside.py PAGES.jsonl OUT.jsonl [-seed 1]

A label may say what an invoice says, of the goods or of what is to be paid, and is a label all the same. To each page that pages.py or
scripts/train/find/labels wrote come one to three lines with captions of extract/label/others.tsv."""
import argparse, json, os, random

HERE = os.path.dirname(os.path.abspath(__file__))
TABLE = os.path.join(HERE, "..", "..", "..", "extract", "label", "others.tsv")


def captions():
    return [line.rstrip("\n").split("\t")[2] for line in open(TABLE, encoding="utf-8") if line.strip() and not line.startswith("#")]


def value(r):
    return r.choice([f"{r.randrange(1, 90000):,}.{r.randrange(100):02d}", f"{r.choice('ABCIV')}{r.randrange(10**5, 10**8)}", f"{r.randrange(1, 29):02d}/{r.randrange(1, 13):02d}/20{r.randrange(15, 27)}", ""])


def line(text, x, y, size):
    w = 0.5 * size * len(text)
    quad = [{"x": round(a, 1), "y": round(b, 1)} for a, b in ((x, y), (x + w, y), (x + w, y + size), (x, y + size))]
    return {"Quad": quad, "Block": 0, "Height": 0.7 * size, "Area": -1, "Text": {"Value": text, "Confidence": 0.9}}


def main():
    a = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    a.add_argument("pages")
    a.add_argument("out")
    a.add_argument("-seed", type=int, default=1)
    o = a.parse_args()
    r, texts = random.Random(o.seed), captions()
    with open(o.out, "w", encoding="utf-8") as out:
        for row in map(json.loads, open(o.pages, encoding="utf-8")):
            if not row["Lines"]:
                continue
            size = r.choice(row["Lines"])["Height"] / 0.7
            x, y = r.uniform(0, 0.5) * row["Width"], row["Height"]
            for text in r.sample(texts, r.choice((1, 1, 2, 3))):
                row["Lines"].append(line(f"{text} {value(r)}".strip(), x, y, size))
                y += 1.5 * size
            row["Height"] = int(y)
            out.write(json.dumps(row, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()

"""Character error rate and exact share by group of what `lines` (main.go) read; several files stand side by side.

Texts are folded as the product folds them (SARA AM composed, white space single) and compared without spaces, as in the facts; with --spaces
blanks count.
"""
import argparse
import collections
import json
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../train/lines"))
from edits import distance  # noqa: E402


def fold(s, spaces):
    s = re.sub("\u0e4d([\u0e48-\u0e4b]?)\u0e32", "\\1\u0e33", s)
    s = re.sub("([\u0e48-\u0e4b])\u0e4d\u0e32", "\\1\u0e33", s)
    return " ".join(s.split()) if spaces else re.sub(r"\s+", "", s)


def swaps(a, b):
    """The substitutions, losses (x -> nothing) and inventions (nothing -> x) of one cheapest alignment."""
    d = [list(range(len(b) + 1))]
    for i, x in enumerate(a, 1):
        d.append([i])
        for j, y in enumerate(b, 1):
            d[i].append(min(d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + (x != y)))
    i, j = len(a), len(b)
    while i or j:
        if i and j and d[i][j] == d[i - 1][j - 1] + (a[i - 1] != b[j - 1]):
            i, j = i - 1, j - 1
            if a[i] != b[j]:
                yield a[i], b[j]
        elif i and d[i][j] == d[i - 1][j] + 1:
            i -= 1
            yield a[i], "-"
        else:
            j -= 1
            yield "-", b[j]


def main():
    a = argparse.ArgumentParser()
    a.add_argument("files", nargs="+", help="readings.jsonl, one a recogniser")
    a.add_argument("--spaces", action="store_true")
    a.add_argument("--errors", type=int, default=0, help="show so many wrong lines of the first file a group")
    a.add_argument("--confusions", type=int, default=0, help="show so many of the first file's commonest confusions")
    a.add_argument("--only", default="", help="groups whose name holds this")
    a.add_argument("--match", default="", help="lines whose text holds this regular expression, such as [๐-๙]")
    a.add_argument("--markdown", action="store_true", help="the table as docs/accuracy.md has it")
    a.add_argument("--least", nargs="*", default=[], metavar="GROUP=SHARE", help="exit 1 when less of a group is exactly right")
    a.add_argument("--by", default="group", choices=("group", "script"))
    o = a.parse_args()
    table, shown, confused = {}, {}, collections.Counter()
    for k, name in enumerate(o.files):
        for r in map(json.loads, open(name, encoding="utf8")):
            if o.only not in r["group"] or not re.search(o.match, r["text"]):
                continue
            t, g = fold(r["text"], o.spaces), fold(r["read"], o.spaces)
            d = distance(t, g)
            for group in {r[o.by], "ALL"}:
                c = table.setdefault(group, [[0, 0, 0, 0] for _ in o.files])[k]
                c[0], c[1], c[2], c[3] = c[0] + d, c[1] + len(t), c[2] + (d == 0), c[3] + 1
            if k == 0 and o.confusions:
                confused.update(swaps(t, g))
            if k == 0 and d and len(shown.setdefault(r["group"], [])) < o.errors:
                shown[r["group"]].append((r["file"], r["text"], r["read"], round(r["confidence"], 2)))
    if o.markdown:
        print("| lines | number | " + " | ".join(os.path.basename(n).removesuffix(".jsonl") for n in o.files) + " |")
        print("|---|---|" + "---|" * len(o.files))
        for group in sorted(table):
            cells = [f"{100 * e / max(1, n):.2f} / {x / max(1, m):.3f}" for e, n, x, m in table[group]]
            print(f"| {'**all**' if group == 'ALL' else group} | {table[group][0][3]} | " + " | ".join(cells) + " |")
        return
    print(f"{'group':42} lines  " + "  ".join(f"{n.split('/')[-1][:18]:>18}" for n in o.files))
    for group in sorted(table):
        cells = table[group]
        print(f"{group:42} {cells[0][3]:5}  " + "  ".join(f"{100 * e / max(1, n):8.2f}% {x / max(1, m):7.3f}" for e, n, x, m in cells))
    for group in sorted(shown):
        for e in shown[group]:
            print(group, e)
    if o.confusions:
        print("confusions (printed > read):", "  ".join(f"{x} > {y} {n}" for (x, y), n in confused.most_common(o.confusions)))
    below = 0
    for group, least in (rule.split("=") for rule in o.least):
        _, _, exact, n = table.get(group, [[0, 0, 0, 0]])[0]
        if exact < float(least) * max(1, n):
            print(f"{group}: {exact} of {n} exact, less than {least}", file=sys.stderr)
            below = 1
    sys.exit(below)


if __name__ == "__main__":
    main()

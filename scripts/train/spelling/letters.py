"""Count how Thai letters follow each other, for extract/thai/spelling.

    python3 scripts/train/spelling/letters.py --out extract/thai/spelling/letters.bin words_th.txt syllables_th.txt

The word lists are PyThaiNLP's (commit 73966cf, CC0-1.0), one word a line. Written are the scores of single letters, pairs
and triples as big-endian words of 32 bits, sorted: seven bits each for the two letters before and the letter itself, then
eleven bits of minus the natural logarithm of its probability in hundredths. Unseen triples fall back to pairs ("stupid
backoff", Brants et al. 2007). Standard library only.
"""
import argparse
import collections
import math
import struct

EDGE, NONE = 1, 0  # the word's beginning and end; no letter: the place of what a shorter context lacks
LEAST = 2  # triples seen less often are left to their pairs


def code(ch):
    """A letter's number: U+0E01 is 2."""
    return ord(ch) - 0x0E01 + 2


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--out", required=True)
    p.add_argument("lists", nargs="+")
    o = p.parse_args()
    one, two, three = collections.Counter(), collections.Counter(), collections.Counter()
    words = {line.strip() for name in o.lists for line in open(name, encoding="utf-8")}
    for word in words:
        letters = [code(c) for c in word if 0x0E01 <= ord(c) <= 0x0E4E]
        if len(letters) < 2:
            continue
        line = [EDGE] + letters + [EDGE]
        for i in range(1, len(line)):
            one[line[i]] += 1
            two[line[i - 1], line[i]] += 1
            if i > 1:
                three[line[i - 2], line[i - 1], line[i]] += 1
    before_one, before_two, before_three = sum(one.values()), collections.Counter(), collections.Counter()
    for (a, _), n in two.items():
        before_two[a] += n
    for (a, b, _), n in three.items():
        before_three[a, b] += n
    rows = [(NONE, NONE, c, n / before_one) for c, n in one.items()]
    rows += [(NONE, a, c, n / before_two[a]) for (a, c), n in two.items()]
    rows += [(a, b, c, n / before_three[a, b]) for (a, b, c), n in three.items() if n >= LEAST]
    packed = sorted((a << 25 | b << 18 | c << 11 | min(2047, round(-100 * math.log(q)))) for a, b, c, q in rows)
    with open(o.out, "wb") as f:
        f.write(b"".join(struct.pack(">I", v) for v in packed))
    print(len(words), "words", len(packed), "rows")


if __name__ == "__main__":
    main()

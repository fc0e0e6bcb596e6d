"""Count how letters follow each other in print, Thai and Latin, for extract/spelling.

    PYTHONHASHSEED=0 python3 scripts/train/spelling/letters.py --words DATA/thai-words --address DATA/thai-address --corpus CORPUS --out extract/spelling/letters.bin

The text is that of the synthetic lines (scripts/synth/lines/text.py: words, names, addresses, dates, codes, plates, run together as in
print; the random strings left out, a tenth of the words never used), runs of words that Thai print has often and titles of an encyclopedia
(CORPUS: the folder pythainlp/corpus of PyThaiNLP's wheel, see requirements.txt), and names, streets, towns and companies of many countries
from Faker, cut into runs of letters of one script, Latin ones in lower case. It makes an interpolated model of seven letters (Witten and
Bell 1991), of which is kept what says most (Seymore and Rosenfeld 1996).

Without PYTHONHASHSEED one locale of Faker draws otherwise in each run, by the order of a set.

Written is a hash table. An n-gram's number has seven bits a letter, NONE before the first; with BACKOFF for the letter the cost is what
falling back from that context to the next shorter one costs. Of the mixed number (see mixed) the first 16 bits name a bucket, the next 16
are what a bucket holds in ascending order, each with a byte of cost: minus the natural logarithm of the probability, in twentieths. In front
stand, as three bytes each, where the 65,536 buckets end; all numbers are big-endian.
"""
import argparse
import array
import itertools
import os
import random
import re
import sys
import unicodedata

import numpy as np
from faker import Faker

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../synth/lines"))
import text  # noqa: E402

ORDER = 7
MASK = {n: np.uint64((1 << 7 * n) - 1) for n in range(ORDER + 1)}
NONE, EDGE, BACKOFF = 0, 1, 127  # no letter; all that is no letter of the two scripts; see above
LATIN = "abcdefghijklmnopqrstuvwxyzßàáâäåæçèéêëíñóôöøúüý"  # numbers 80 to 126; other letters count as those without their accent
RUN = re.compile(f"[\u0e01-\u0e4e]+|[{LATIN}]+")
PLAIN = str.maketrans("łđıœ", "ldio")
LOCALES = """en_US en_GB en_AU de_DE de_AT de_CH fr_FR fr_CH es_ES es_MX it_IT pt_PT pt_BR nl_NL nl_BE pl_PL cs_CZ sk_SK hu_HU ro_RO hr_HR sl_SI
sv_SE da_DK no_NO fi_FI tr_TR id_ID lt_LT lv_LV et_EE""".split()


def code(ch):
    """A letter's number: U+0E01 is 2, a is 80."""
    return ord(ch) - 0x0E01 + 2 if ch >= "\u0e01" else LATIN.index(ch) + 80


def plain(s):
    """Lower case, accents that LATIN lacks taken off."""
    fold = lambda c: c if c in LATIN or c >= "\u0e00" else unicodedata.normalize("NFD", c)[0]
    return "".join(fold(c) for c in s.lower().translate(PLAIN) if not "\u0300" <= c < "\u0370")


def abroad(each, seed):
    """Names, streets, towns and companies of the locales."""
    for locale in LOCALES:
        f = Faker(locale)
        f.seed_instance(seed)
        for _ in range(each):
            yield from (f.name(), f.street_address(), f.city(), f.company())


def runs(lines):
    """The letters of all runs, one after another, each between two edges."""
    out = array.array("B")
    for line in lines:
        for run in RUN.findall(plain(line)):
            out.append(EDGE)
            out.extend(code(c) for c in run)
            out.append(EDGE)
    return np.frombuffer(out, np.uint8).astype(np.uint64)


def frequent(corpus, n, seed):
    """Runs of one to four words, common ones more often."""
    r = random.Random(seed)
    words, weights = [], []
    for row in open(os.path.join(corpus, "tnc_freq.txt"), encoding="utf8"):
        w, f = row.rstrip("\n").split("\t")
        if RUN.fullmatch(w) and not text.held_out(w):
            words.append(w)
            weights.append(float(f) ** .6)
    total = list(itertools.accumulate(weights))
    for _ in range(n):
        yield "".join(r.choices(words, cum_weights=total, k=r.choice((1, 2, 2, 3, 4))))


def titles(corpus, words):
    """Titles of an encyclopedia, those left out that hold a held-out word."""
    held = set()
    for name in os.listdir(words):
        if name.endswith("_th.txt"):
            held.update(w.strip() for w in open(os.path.join(words, name), encoding="utf8") if text.held_out(w.strip()) and len(w.strip()) > 3)
    for t in open(os.path.join(corpus, "wikipedia_titles_th.txt"), encoding="utf8"):
        t = t.strip()
        if t.startswith("#") or any(t[i:j] in held for i in range(len(t)) for j in range(i + 4, min(len(t), i + 20) + 1)):
            continue
        yield t


def count(letters):
    """For each length the n-grams as numbers, seven bits a letter, and how often they are seen; the edge stands once before and once behind a
    run, and is no letter that is predicted first."""
    begins = np.zeros(len(letters), bool)
    edges = np.flatnonzero(letters == EDGE)
    begins[edges[::2]] = True
    first = np.maximum.accumulate(np.where(begins, np.arange(len(letters)), 0))
    seen, grams = {}, np.zeros(len(letters), np.uint64)
    for n in range(1, ORDER + 1):
        shifted = np.concatenate([np.zeros(n - 1, np.uint64), letters[:len(letters) - n + 1]])
        grams |= shifted << np.uint64(7 * (n - 1))
        inside = ~begins & (np.arange(len(letters)) - n + 1 >= first)
        seen[n] = np.unique(grams[inside], return_counts=True)
    return seen


def shorter(seen, p, n, keys):
    """The probabilities of n-grams without their first letter."""
    return p[n - 1][np.searchsorted(seen[n - 1][0], keys & MASK[n - 1])]


def interpolate(seen):
    """Probabilities of all n-grams after Witten and Bell: a context of n different followers leaves them n parts for the shorter one."""
    p = {}
    for n in range(1, ORDER + 1):
        keys, times = seen[n]
        contexts, which = np.unique(keys >> np.uint64(7), return_inverse=True)
        total, kinds = np.bincount(which, times), np.bincount(which)
        lower = shorter(seen, p, n, keys) if n > 1 else 1 / len(keys)
        p[n] = (times + kinds[which] * lower) / (total + kinds)[which]
    return p


def prune(seen, p, room):
    """Which n-grams are kept: those of one and two letters, and of the longer ones those that say most which the shorter one does not
    (Seymore and Rosenfeld 1996), as many as there is room for with what their contexts cost to fall back from."""
    worth = {n: seen[n][1] * np.abs(np.log(p[n] / shorter(seen, p, n, seen[n][0]))) for n in range(3, ORDER + 1)}
    keep = lambda least: {n: worth[n] >= least if n > 2 else np.ones(len(seen[n][0]), bool) for n in seen}
    size = lambda kept: sum(int(k.sum()) for k in kept.values()) + sum(len(np.unique(seen[n][0][kept[n]] >> np.uint64(7))) for n in range(2, ORDER + 1))
    low, high = 0.0, 1000.0
    for _ in range(30):
        least = (low + high) / 2
        low, high = (least, high) if size(keep(least)) > room else (low, least)
    return keep(high)


def rows(seen, p, kept):
    """(number of the n-gram, its cost) and for each context, with BACKOFF for its last letter, what falling back from it costs."""
    for n in range(1, ORDER + 1):
        keys, q = seen[n][0][kept[n]], p[n][kept[n]]
        yield keys, -np.log(q)
        if n > 1:
            contexts, which = np.unique(keys >> np.uint64(7), return_inverse=True)
            lower = shorter(seen, p, n, keys)
            back = np.maximum(1e-4, 1 - np.bincount(which, q)) / np.maximum(1e-4, 1 - np.bincount(which, lower))
            yield contexts << np.uint64(7) | np.uint64(BACKOFF), -np.log(np.minimum(1, back))


def mixed(keys):
    """The finalizer of SplitMix64 (Steele, Lea and Flood 2014)."""
    x = keys.copy()
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        x = (x ^ x >> np.uint64(shift)) * np.uint64(factor)
    return x ^ x >> np.uint64(31)


def table(keys, costs):
    """The bytes of the file; of two numbers that it cannot tell apart the cheaper one stays."""
    short = mixed(keys) >> np.uint64(32)
    cost = np.minimum(255, np.round(20 * np.maximum(costs, 0))).astype(np.uint64)
    order = np.lexsort((cost, short))
    short, cost = short[order], cost[order]
    first = np.concatenate([[True], short[1:] != short[:-1]])
    short, cost = short[first], cost[first]
    ends = np.searchsorted(short >> np.uint64(16), np.arange(1 << 16, dtype=np.uint64), side="right")
    three = lambda v: v.astype(">u4").view(np.uint8).reshape(-1, 4)[:, 1:].tobytes()
    return three(ends) + three((short & np.uint64(0xFFFF)) << np.uint64(8) | cost)


def main():
    a = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for k in ("words", "address", "corpus", "out"):
        a.add_argument("--" + k, required=True)
    a.add_argument("--lines", type=int, default=300000)
    a.add_argument("--drawn", type=int, default=300000, help="runs of words that print has often")
    a.add_argument("--abroad", type=int, default=2500, help="names, streets, towns and companies each of a locale")
    a.add_argument("--room", type=int, default=1260000, help="rows of the table")
    a.add_argument("--seed", type=int, default=1)
    o = a.parse_args()
    alphabet = open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../vision/linenet/alphabet.txt"), encoding="utf8").read().rstrip("\n")
    texts = text.Texts(o.words, o.address, alphabet, o.seed)
    texts.scrambled = texts.thai_words
    letters = runs(itertools.chain((texts.line(60) for _ in range(o.lines)), abroad(o.abroad, o.seed), frequent(o.corpus, o.drawn, o.seed), titles(o.corpus, o.words)))
    seen = count(letters)
    p = interpolate(seen)
    kept = prune(seen, p, o.room)
    keys, costs = (np.concatenate(x) for x in zip(*rows(seen, p, kept)))
    with open(o.out, "wb") as f:
        f.write(table(keys, costs))
    print(f"{len(letters)} letters, {sum(int(k.sum()) for k in kept.values())} n-grams of {sum(len(k) for k in kept.values())}, {len(keys)} rows")


if __name__ == "__main__":
    main()

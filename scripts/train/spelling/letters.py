"""Count how letters follow each other in print, Thai and Latin, for extract/spelling.

    python3 scripts/train/spelling/letters.py --words DATA/thai-words --address DATA/thai-address --out extract/spelling/letters.bin

The text is that of the synthetic lines (scripts/synth/lines/text.py: words, names, addresses, dates, codes, plates, run together as in
print; the random strings left out, a tenth of the words never used) and names, streets, towns and companies of many countries from Faker,
cut into runs of letters of one script, Latin ones in lower case. Written is an interpolated model of five letters (Witten and Bell 1991),
n-grams seen less than LEAST times left out, each as six bytes, big-endian and sorted: five times seven bits for the four letters before and
the letter itself, NONE where a shorter context lacks them, and thirteen bits of its cost, minus the natural logarithm of its probability in
hundredths. With the letter BACKOFF the cost is what falling back from that context to the next shorter one costs.
"""
import argparse
import collections
import itertools
import math
import os
import re
import sys
import unicodedata

from faker import Faker

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../synth/lines"))
import text  # noqa: E402

ORDER = 5
NONE, EDGE, BACKOFF = 0, 1, 127  # no letter; all that is no Thai letter; see above
LEAST = {1: 1, 2: 1, 3: 2, 4: 4, 5: 5}
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


def count(lines):
    """n-grams of 1 to ORDER letters; the edge stands once before and once behind a run, and is no letter that is predicted first."""
    seen = collections.Counter()
    for line in lines:
        for run in RUN.findall(plain(line)):
            letters = (EDGE, *map(code, run), EDGE)
            for i in range(1, len(letters)):
                for n in range(1, min(ORDER, i + 1) + 1):
                    seen[letters[i + 1 - n:i + 1]] += 1
    return seen


def interpolate(seen):
    """Probabilities of all n-grams after Witten and Bell: a context of n different followers leaves them n parts for the shorter one."""
    total, kinds = collections.Counter(), collections.Counter()
    for g, n in seen.items():
        total[g[:-1]] += n
        kinds[g[:-1]] += 1
    p, letters = {}, kinds[()]
    for g in sorted(seen, key=len):
        h = g[:-1]
        lower = p[g[1:]] if h else 1 / letters
        p[g] = (seen[g] + kinds[h] * lower) / (total[h] + kinds[h])
    return p


def prune(p, seen):
    """The n-grams that are kept and, for each context, what share of the shorter one's mass falls back."""
    kept = {g: q for g, q in p.items() if seen[g] >= LEAST[len(g)]}
    mass, lower = collections.Counter(), collections.Counter()
    for g, q in kept.items():
        if len(g) > 1:
            mass[g[:-1]] += q
            lower[g[:-1]] += p[g[1:]]
    back = {h: max(1e-4, 1 - m) / max(1e-4, 1 - lower[h]) for h, m in mass.items()}
    return kept, back


def row(letters, share):
    key = 0
    for c in (NONE,) * (ORDER - len(letters)) + letters:
        key = key << 7 | c
    return key << 13 | min(8191, max(0, round(-100 * math.log(share))))


def main():
    a = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    a.add_argument("--words", required=True)
    a.add_argument("--address", required=True)
    a.add_argument("--out", required=True)
    a.add_argument("--lines", type=int, default=300000)
    a.add_argument("--abroad", type=int, default=2500, help="names, streets, towns and companies each of a locale")
    a.add_argument("--seed", type=int, default=1)
    o = a.parse_args()
    alphabet = open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../vision/linenet/alphabet.txt"), encoding="utf8").read().rstrip("\n")
    texts = text.Texts(o.words, o.address, alphabet, o.seed)
    texts.scrambled = texts.thai_words
    seen = count(itertools.chain((texts.line(60) for _ in range(o.lines)), abroad(o.abroad, o.seed)))
    kept, back = prune(interpolate(seen), seen)
    rows = sorted([row(g, q) for g, q in kept.items()] + [row((*h, BACKOFF), min(1.0, b)) for h, b in back.items()])
    with open(o.out, "wb") as f:
        f.write(b"".join(v.to_bytes(6, "big") for v in rows))
    print(f"{sum(n for g, n in seen.items() if len(g) == 1)} letters, {len(kept)} n-grams of {len(seen)}, {len(rows)} rows")


if __name__ == "__main__":
    main()

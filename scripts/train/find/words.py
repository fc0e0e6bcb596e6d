#!/usr/bin/env python3
"""What words of a line are: a person, a firm, a street, a town, a notice or something else. words.py OUT.npz [-n 25000]

A linear model over hashed character sequences (extract/find/words.go reads it), trained on the vocabulary that random pages
are drawn from (its trained half) in many languages, with misreadings. CPU, about two minutes.
"""
import argparse, os, random, re, sys, unicodedata, zlib

import numpy as np
from scipy.sparse import csr_matrix
from sklearn.linear_model import SGDClassifier

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path += [os.path.join(HERE, "..", "..", "synth", d) for d in ("label", "page")]
import arrange, engine, vocabulary

CLASSES = ["other", "person", "firm", "street", "town", "notice"]
BUCKETS = 1 << 14
MARKS = set("\u0e31\u0e34\u0e35\u0e36\u0e37\u0e38\u0e39\u0e3a\u0e47\u0e48\u0e49\u0e4a\u0e4b\u0e4c\u0e4d\u0e4e")


def plain(s):
    return "".join("0" if c.isdigit() else c.lower() for c in " ".join(s.split()) if c not in MARKS)


def buckets(s):
    s = "^" + plain(s) + "$"
    return [zlib.crc32(s[i:i + n].encode()) % BUCKETS for n in range(1, 5) for i in range(len(s) - n + 1)]


def captions(held=False):
    out = []
    base = os.path.join(HERE, "..", "..", "..", "extract")
    for folder, _, files in os.walk(base):
        for f in files:
            if f.endswith("captions.tsv"):
                out += [l.rstrip("\n").split("\t")[2] for l in open(os.path.join(folder, f), encoding="utf-8") if l.count("\t") == 2]
    return out


def places(v, label, lang):
    """(street lines, town lines) of an address."""
    if lang == "latin":
        parts = label.latin()
        return parts[:1], [" ".join(parts[1:]), " ".join(parts[-2:]), parts[1] + " " + parts[2]]
    parts = v.address(lang)
    if lang == "th":
        k = next(i for i, p in enumerate(parts) if re.match("แขวง|ต\\.|ตำบล", p))
        return [" ".join(parts[:k]), " ".join(parts[:v.r.randint(1, k)])], [" ".join(parts[k:]), " ".join(parts[k:k + 2]), " ".join(parts[-2:]), " ".join(parts[k + 1:]), " ".join(parts[k:-1])]
    k = max(1, len(parts) - 1 - (len(parts) > 2 and not any(c.isdigit() for c in parts[-1])))
    return parts[:k], parts[k:] + [" ".join(parts[k:])]


def samples(n, seed):
    v = vocabulary.Vocabulary(seed)
    r = v.r
    label = arrange.Label(seed)
    for i in range(n):
        lang = r.choice(["th", "th", "en", "world"])
        yield 1, v.person(lang) if r.random() < 0.9 else v.person(lang).upper()
        yield 2, v.firm(lang) if r.random() < 0.85 else v.firm(lang).upper()
        if r.random() < 0.3:
            t, tag = r.choice(arrange.half(arrange.TRIAL, False)), r.choice(["reciever", "sender"])
            yield (1 if tag == "reciever" else 2), r.choice([str, str.upper])(f"{t} {r.choice(arrange.half(arrange.WHO[tag], False))}")
            yield 3, r.choice([str, str.upper])(r.choice([f"{t} {r.choice(['Street', 'Road', 'Lane', 'Avenue'])} {r.randrange(1, 99)}", f"{t}{r.choice(['strasse', 'straat', 'gatan', 'vej'])} {r.randrange(1, 99)}"]))
            yield 5, r.choice(arrange.SERVICES).format(m="", w="1.5", o=v.digits(9), d=v.date_style("en")(v.day()), n=r.randrange(1, 9))
        if r.random() < 0.1:
            yield 1, r.choice(["c/o ", "Attn ", "Attn: ", "ATTN ", "z.Hd. "]) + v.person(lang)
        street, town = places(v, label, r.choice(["latin", "en"]) if lang == "en" else lang)
        up = str.upper if r.random() < 0.15 else str
        yield 3, up(r.choice(street))
        yield 4, up(r.choice(town))
        yield 5, notice(v, r, label)
        yield 0, other(v, r, label)


def notice(v, r, label):
    lang = r.choice(["th", "en", "world"])
    pick = r.random()
    if pick < 0.4:
        return r.choice(CAPTIONS) + r.choice(["", ":", " :", ""])
    if pick < 0.6:
        return r.choice(arrange.ADVERTS[lang]).format(p=v.phone())
    if pick < 0.8:
        return v.faker(r.choice(["en_US", "de_DE", "fr_FR", "es_ES"])).sentence(nb_words=r.randrange(2, 9))
    return fill(r.choice(arrange.EXTRA[lang]), v, r, lang)


def fill(t, v, r, lang):
    return t.format(m=f"{r.randrange(90, 4000)}.00", w=f"{r.uniform(0.1, 20):.1f}", o=v.digits(8), d=v.date_style(lang)(v.day()), n=2, s=v.shape("@##"))


def other(v, r, label):
    lang = r.choice(["th", "en", "world"])
    pick = r.random()
    if pick < 0.2:
        return v.phone(lang)
    if pick < 0.35:
        return v.shape(r.choice(["TH############", "@@#########TH", "################", "@@-#####", "@##", "#-@", "@@@", "#### #### ####", "@#-###"]))
    if pick < 0.5:
        return f"{v.satang() / 100:,.2f}" + r.choice(["", " บาท", " THB", " EUR"])
    if pick < 0.6:
        return v.date_style(lang)(v.day())
    if pick < 0.75:
        return r.choice(engine.JUNK) + r.choice(["", "", r.choice(engine.JUNK)])
    if pick < 0.85:
        return r.choice(arrange.CARRIERS)
    return engine.garbled("x" * r.randrange(3, 20), r)


CAPTIONS = captions()


def main():
    a = argparse.ArgumentParser()
    a.add_argument("out")
    a.add_argument("-n", type=int, default=25000)
    o = a.parse_args()
    r = random.Random(7)
    rows, y = [], []
    for c, text in samples(o.n, 11):
        if r.random() < 0.4:
            text = "".join(engine.misread(text, r.choice([0.02, 0.06, 0.12]), r)[0])
        if text.strip():
            rows.append(buckets(text))
            y.append(c)
    ptr = np.concatenate([[0], np.cumsum([len(x) for x in rows])])
    data = np.concatenate([np.full(len(x), len(x) ** -0.5, np.float32) for x in rows])
    x = csr_matrix((data, np.concatenate([np.array(q, np.int32) for q in rows]), ptr), shape=(len(rows), BUCKETS))
    x.sum_duplicates()
    y = np.array(y)
    cut = len(y) * 9 // 10
    model = SGDClassifier(loss="log_loss", alpha=1e-6, max_iter=8, average=True, random_state=1)
    model.fit(x[:cut], y[:cut])
    p = model.decision_function(x[cut:])
    print("right:", (p.argmax(1) == y[cut:]).mean())
    # One-against-all margins, scaled so that their softmax is calibrated.
    best = min(((-np.log(np.exp(p * t - (p * t).max(1, keepdims=True))[np.arange(len(p)), y[cut:]] / np.exp(p * t - (p * t).max(1, keepdims=True)).sum(1)).mean(), t) for t in np.linspace(0.1, 3, 30)))
    print("log loss %.3f at %.2f" % best)
    w = model.coef_.T * best[1]
    lim = np.percentile(np.abs(w), 99.9)
    np.savez_compressed(o.out, weights=np.clip(np.round(w / lim * 127), -127, 127).astype(np.int8), scale=lim / 127, bias=model.intercept_ * best[1])


main()

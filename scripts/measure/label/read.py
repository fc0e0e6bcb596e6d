#!/usr/bin/env python3
"""Measure the reading of parcel labels through a running daemon: read.py --url URL --key KEY DIR [--turn 90] [--peer] [--show]

DIR holds truth.jsonl beside files/ (scripts/synth/label/generate.py writes such a folder): reciever_name, reciever_address,
reciever_phone_number, postcode, barcodes, sender_name. Prints a line a kind of picture: share of names right, mean share of wrong
letters in addresses, phones, postcodes, senders taken for receivers, labels of which all listed codes were decoded, codes that no
truth lists (--show prints them), seconds a request. --turn T turns every picture clockwise by T degrees on white before it is sent. --peer runs
`tesseract -l tha+eng` on the whole of the same pictures in the same run and prints its CPU and how many of the same names,
phones and postcodes stand in its text. Needs Pillow.
"""
import argparse, base64, collections, io, json, os, re, resource, statistics, subprocess, time, unicodedata, urllib.error, urllib.request

from PIL import Image


def fold(s):
    """NFC, SARA AM composed, no accents on Latin letters, no blanks, upper case."""
    s = unicodedata.normalize("NFC", s or "").replace("\u0e4d\u0e32", "\u0e33")
    s = re.sub("\u0e4d([\u0e48-\u0e4b])\u0e32", "\\1\u0e33", s)
    s = "".join(c for c in unicodedata.normalize("NFD", s) if not "\u0300" <= c <= "\u036f")
    return re.sub(r"[\s\u200b]+", "", s).upper()


def wrong(truth, got):
    t, g = fold(truth), fold(got)
    row = list(range(len(g) + 1))
    for i, a in enumerate(t, 1):
        last, row[0] = row[0], i
        for j, b in enumerate(g, 1):
            last, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, last + (a != b))
    return min(1.0, row[-1] / max(1, len(t)))


def figures(s):
    return re.sub(r"\D", "", s or "")


def rows_of(folder):
    for line in open(os.path.join(folder, "truth.jsonl"), encoding="utf-8"):
        r = json.loads(line)
        r["path"] = os.path.join(folder, "files", os.path.basename(r["file"]))
        if os.path.exists(r["path"]) and not r["file"].startswith("blur_"):  # those are there to be refused by a station
            yield r


def picture(path, turn):
    raw = open(path, "rb").read()
    if not turn:
        return raw
    out = io.BytesIO()
    img = Image.open(io.BytesIO(raw)).convert("RGB")
    img.rotate(-turn, resample=Image.BICUBIC, expand=True, fillcolor=(255, 255, 255)).save(out, "PNG")
    return out.getvalue()


def ask(url, key, raw):
    body = json.dumps({"image": base64.b64encode(raw).decode()}).encode()
    req = urllib.request.Request(url + "/shipping-label/v2", body, {"Content-Type": "application/json", "x-service-key": key})
    try:
        return json.load(urllib.request.urlopen(req, timeout=120)).get("data") or []
    except urllib.error.HTTPError as e:
        if e.code not in (400, 206):
            raise
        return json.load(e).get("data") or []


def score(r, data, t, show):
    d = data[0] if data else {}
    name, address, phone = ((d.get("reciever_" + k) or {}).get("value", "") for k in ("name", "address", "phone_number"))
    if not any(r.get("reciever_" + k) for k in ("name", "address", "phone_number")):
        t["nothing_invented"].append(not (name or address or phone))
        return
    t["name"].append(fold(r["reciever_name"]) == fold(name))
    t["address_cer"].append(wrong(r["reciever_address"], address))
    want = r.get("reciever_phone_number") or ""
    if want and "*" not in want:
        t["phone"].append(figures(want) == figures(phone))
    if (code := re.findall(r"(?<!\d)\d{5}(?!\d)", r["reciever_address"])):
        t["postcode"].append(code[-1] in address)
    t["swapped"].append(bool(r.get("sender_name")) and not t["name"][-1] and fold(r["sender_name"]) == fold(name))
    got = {c["text"] for i in data for c in i.get("codes", [])}
    if r.get("barcodes"):
        t["codes"].append(all(b in got for b in r["barcodes"]))
        extra = got - set(r["barcodes"]) - {r.get("qr")}
        t["unlisted"].append(len(extra))
        if show and extra:
            print("  unlisted", r["file"], sorted(extra))
    if show and (not t["name"][-1] or t["address_cer"][-1] > 0.1):
        print(" ", r["file"], [r["reciever_name"], name], [r["reciever_address"], address])


def children():
    u = resource.getrusage(resource.RUSAGE_CHILDREN)
    return u.ru_utime + u.ru_stime


def peer(r, path, t):
    before, began = children(), time.time()
    text = subprocess.run(["tesseract", path, "stdout", "-l", "tha+eng"], capture_output=True, text=True, env=dict(os.environ, OMP_THREAD_LIMIT="1")).stdout
    t["peer_cpu"].append(children() - before)
    t["peer_s"].append(time.time() - began)
    if r.get("reciever_name"):
        t["peer_name"].append(fold(r["reciever_name"]) in fold(text))
        want = r.get("reciever_phone_number") or ""
        if want and "*" not in want:
            t["peer_phone"].append(figures(want) in figures(text))
        if (code := re.findall(r"(?<!\d)\d{5}(?!\d)", r["reciever_address"])):
            t["peer_postcode"].append(code[-1] in text)


def main():
    a = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    a.add_argument("folder")
    a.add_argument("--url", required=True)
    a.add_argument("--key", required=True)
    a.add_argument("--turn", type=float, default=0)
    a.add_argument("--every", type=int, default=1, help="only every Nth picture")
    a.add_argument("--peer", action="store_true")
    a.add_argument("--show", action="store_true")
    o = a.parse_args()
    tables = collections.defaultdict(lambda: collections.defaultdict(list))
    for r in list(rows_of(o.folder))[::o.every]:
        t = collections.defaultdict(list)
        raw = picture(r["path"], o.turn)
        began = time.time()
        data = ask(o.url, o.key, raw)
        t["seconds"].append(time.time() - began)
        score(r, data, t, o.show)
        if o.peer:
            peer(r, r["path"], t)
        for group in (r.get("kind") or r.get("template") or "?", "all"):
            tables[group]["n"].append(1)
            for k, v in t.items():
                tables[group][k] += v
    for group, t in tables.items():
        cells = [f"{k} {sum(v) / len(v):.3f}" for k, v in t.items() if k not in ("n", "seconds", "unlisted")]
        s = sorted(t["seconds"])
        print(f"{group:26} n {len(t['n']):3}", *cells, f"unlisted {sum(t['unlisted'])}", *([f"peer_p50 {statistics.median(t['peer_s']):.3f}"] if t.get("peer_s") else []), f"mean {statistics.mean(s):.3f} s p50 {statistics.median(s):.3f} s p95 {s[int(0.95 * (len(s) - 1))]:.2f} s")


if __name__ == "__main__":
    main()
